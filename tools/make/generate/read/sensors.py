"""Checks [sensors]: every input that leaves the board is of one kind; what they draw."""

from tools.make.generate.errors import Source
from tools.make.generate.read import board_schema as board
from tools.make.generate.read.numbers import number, text

SIDES = 4
Flat = dict[str, int]


def sensors(source: Source) -> Flat:
    """Check every kind; its numbers by dotted path, and the three sums that supplies use."""
    rows, signals = source.data["sensors"], source.data["signals"]
    source.keys(("sensors",), rows, board.SENSORS, "kind of sensor")
    home: dict[str, str] = {}
    flat: Flat = {"sensors.sides_ma": 0, "sensors.once_ma": 0, "sensors.supply_ma": 0}
    for kind, row in rows.items():
        here = ("sensors", kind)
        source.keys(here, row, board.SENSOR)
        for key in ("title", "part"):
            text(source, (*here, key), row[key])
        for index, name in enumerate(row["signals"]):
            at = source.item(index, *here, "signals")
            if name not in signals:
                raise source.error(at, f"sensors.{kind}: unknown signal {name!r}"
                                   + source.nearest(str(name), list(signals), "signal"))
            if name in home:
                raise source.error(at, f"sensors.{kind}: {name} is already sensors.{home[name]} "
                                   f"(line {source.line('sensors', home[name], 'signals')})")
            home[name] = kind
        _draws(source, kind, flat)
    for name, row in signals.items():
        if (row["wired"] == "connector") != (name in home):
            has = f"is sensors.{home[name]}" if name in home else "is no kind of [sensors]"
            raise source.error(("signals", name, "wired"), f"signals.{name} is wired to a "
                               f"{row['wired']}, but {has}")
    return flat


def _draws(source: Source, kind: str, flat: Flat) -> None:
    """What all sensors of a kind draw: from EMIT on the sides and elsewhere, from +5V."""
    row = source.data["sensors"][kind]
    emitter, supply = (number(source, ("sensors", kind, key), row[key], "ma")
                       for key in ("emitter_ma", "supply_ma"))
    flat[f"sensors.{kind}.emitter_ma"], flat[f"sensors.{kind}.supply_ma"] = emitter, supply
    for name in row["signals"]:
        beside = source.data["signals"][name]["fitted"] in ("sides", "lines")
        many = SIDES if beside else 1
        flat["sensors.sides_ma" if beside else "sensors.once_ma"] += emitter * many
        flat["sensors.supply_ma"] += supply * many
