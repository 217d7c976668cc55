"""Checks [controllers]: what the socket U1 takes, and whether it may run as it is to run."""

from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read.board_schema import units
from tools.make.generate.read.numbers import numbers, text

TEXTS = ["title", "part", "known"]
NUMBERS = ["clock_hz", "core_mv", "core_min_mv", "core_max_mv", "flash_divisor", "flash_max_hz",
           "own_ma"]
KNOWN = ["emulated", "computed"]  # how far its times are known
# What firmware/hal makes of the clock: it must come out by whole numbers (a test compares).
PIO_HZ = (1_000_000, 5_000_000, 25_000_000)
PACE_HZ = 10_000  # of the DMA's timer, whose divider has 16 bits
PACE_MOST = 0xFFFF


def controllers(source: Source) -> dict[str, int]:
    """Every controller's numbers by `controllers.name.key`; exactly one is recommended."""
    rows = source.data["controllers"]
    flat: dict[str, int] = {}
    for name, row in rows.items():
        here = ("controllers", name)
        source.keys(here, row, [*TEXTS, "recommended", *NUMBERS])
        for key in TEXTS:
            text(source, (*here, key), row[key])
        source.choice((*here, "known"), row["known"], KNOWN, "way of knowing")
        values = numbers(source, here, {key: row[key] for key in NUMBERS}, units(NUMBERS))
        _may_run(source, here, values)
        flat.update({f"controllers.{name}.{key}": value for key, value in values.items()})
    if [row["recommended"] for row in rows.values()].count(True) != 1:
        raise source.error(("controllers",), "exactly one controller must have recommended = true")
    return flat


def recommended(data: dict[str, Any]) -> dict[str, Any]:
    """The row of the one to buy."""
    found: dict[str, Any] = next(row for row in data["controllers"].values()
                                 if row["recommended"])
    return found


def flash_hz(values: dict[str, int]) -> int:
    """Clock of the flash."""
    return values["clock_hz"] // values["flash_divisor"]


def _may_run(source: Source, here: tuple[str, ...], values: dict[str, int]) -> None:
    """Core voltage, flash and dividers by their limits."""
    name, clock = ".".join(here), values["clock_hz"]
    if not values["core_min_mv"] <= values["core_mv"] <= values["core_max_mv"]:
        raise source.error((*here, "core_mv"), f"{name}.core_mv = {values['core_mv']} is not "
                           f"within {values['core_min_mv']} to {values['core_max_mv']} mV, which "
                           f"{clock // 1_000_000} MHz need and the chip stands")
    if values["flash_divisor"] < 2 or values["flash_divisor"] % 2:
        raise source.error((*here, "flash_divisor"), f"{name}.flash_divisor = "
                           f"{values['flash_divisor']} must be even, 2 or more")
    if flash_hz(values) > values["flash_max_hz"]:
        raise source.error((*here, "flash_divisor"), f"{name}: the flash gets "
                           f"{flash_hz(values) // 1_000_000} MHz, its part stands "
                           f"{values['flash_max_hz'] // 1_000_000}; take a larger flash_divisor")
    for hz in (*PIO_HZ, PACE_HZ):
        if clock % hz or hz == PACE_HZ and clock // hz > PACE_MOST:
            raise source.error((*here, "clock_hz"), f"{name}.clock_hz = {clock} gives no {hz} Hz "
                               "by a whole number; PIO and DMA would count uneven ticks")
