"""What each GPIO of RP2040 and RP2350 can do, and a check that [pins] asks for nothing else.

Both chips have the same functions on GPIO 0-29 (tables "GPIO functions" of their data sheets);
the RP2350 adds some, which are not used, so that either board fits the socket.
"""

import re
from collections.abc import Callable

from tools.make.generate.errors import Source
from tools.make.generate.read import schema

HEADER = (*range(23), 26, 27, 28)  # GPIO that a Pico or Pico 2 brings to its edge
SPI = ("rx", "csn", "sck", "tx")
UART = ("tx", "rx", "cts", "rts")
I2C = ("sda", "scl")
ANY = ("gpio", "pio")  # every GPIO; may be used often
DIRS = ["in", "out", "io", "analog"]
RESETS = ["", "idle", "high", "low"]
# Direction of a function's pin where the function decides it.
DIR_OF = {"spi.rx": "in", "spi.sck": "out", "spi.tx": "out", "uart.tx": "out", "uart.rx": "in",
          "i2c.sda": "io", "i2c.scl": "out", "adc": "analog"}
_RULES: tuple[Callable[[int], str], ...] = (
    lambda gp: f"spi{gp // 8 % 2}.{SPI[gp % 4]}",
    lambda gp: f"uart{(gp + 4) // 8 % 2}.{UART[gp % 4]}",
    lambda gp: f"i2c{gp // 2 % 2}.{I2C[gp % 2]}",
    lambda gp: f"pwm{gp // 2 % 8}.{'ab'[gp % 2]}",
)
FUNCTIONS = {gp: (*ANY, *(rule(gp) for rule in _RULES), *([f"adc{gp - 26}"] if gp > 25 else []))
             for gp in range(30)}


def pins(source: Source) -> None:
    """Every pin complete, every GPIO and every function used once, nothing a chip cannot do."""
    used: dict[object, str] = {}
    rows = source.data["pins"]
    source.keys(("pins",), rows, schema.PINS, "pin")
    for name, row in rows.items():
        here = ("pins", name)
        source.keys(here, row, schema.PIN)
        source.choice((*here, "dir"), row["dir"], DIRS, "direction")
        source.choice((*here, "reset"), row["reset"], RESETS, "level in reset")
        for key, what in (("gp", f"GP{row['gp']}"), ("function", row["function"])):
            if row[key] in used:
                other = used[row[key]]
                use = ("each GPIO" if key == "gp" else "each function") + " has one use"
                raise source.error((*here, key), f"pins.{name}: {what} is already {other} "
                                   f"(line {source.line('pins', other, key)}); {use}")
            if row[key] not in ANY:
                used[row[key]] = name
        _legal(source, name)


def _legal(source: Source, name: str) -> None:
    """The GPIO exists and can do what is asked; the direction fits."""
    row, here = source.data["pins"][name], ("pins", name)
    gp, function = row["gp"], row["function"]
    if gp not in HEADER:
        near = min(HEADER, key=lambda there: abs(there - gp)) if isinstance(gp, int) else 0
        raise source.error((*here, "gp"), f"pins.{name}: GP{gp} is not on a Pico's edge; nearest "
                           f"valid GPIO: {near}")
    everything = sorted({one for there in HEADER for one in FUNCTIONS[there]})
    source.choice((*here, "function"), function, everything, "function")
    if function not in FUNCTIONS[gp]:
        line = source.line(*here, "function")
        raise source.error((*here, "gp"), f"pins.{name}: GP{gp} cannot be {function} (line {line})"
                           f" on RP2040 or RP2350; valid GPIO: {_places(source, function)}")
    wanted = DIR_OF.get(re.sub(r"\d", "", function), row["dir"])
    if row["dir"] != wanted:
        raise source.error((*here, "dir"), f"pins.{name}: dir {row['dir']!r}, but {function} is "
                           f"{wanted!r}")


def _places(source: Source, function: str) -> str:
    """Where `function` can go, and what uses these GPIO now."""
    users = {row["gp"]: name for name, row in source.data["pins"].items()}
    places = []
    for gp in HEADER:
        if function in FUNCTIONS[gp]:
            user = users.get(gp, "")
            line = source.line("pins", user, "gp")
            places.append(f"{gp} (now {user}, line {line})" if user else f"{gp} (free)")
    return ", ".join(places)
