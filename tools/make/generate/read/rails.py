"""Checks [supplies], [thresholds], [testpoints] and [mechanism], and what follows in them."""

import re
from collections.abc import Callable
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import board_schema as board
from tools.make.generate.read.controllers import controllers
from tools.make.generate.read.nets import mains_nets, selv_nets
from tools.make.generate.read.numbers import number, numbers, text
from tools.make.generate.read.sensors import sensors

Flat = dict[str, int]


def _total(flat: Flat, rail: str) -> int:
    head = f"supplies.{rail}.loads."
    return sum(value for key, value in flat.items() if key.startswith(head))


def _own_ma(flat: Flat) -> int:
    """What the thirstiest controller draws from 3.3 V for itself."""
    return max(value for key, value in flat.items()
               if key.startswith("controllers.") and key.endswith(".own_ma"))


# path, how it follows, the sum itself; later rows may use earlier ones.
SUMS: tuple[tuple[str, str, Callable[[Flat], int]], ...] = (
    ("supplies.emit.loads.sides_ma", "emitters of [sensors] on four sides",
     lambda f: f["sensors.sides_ma"]),
    ("supplies.emit.loads.chain_ma", "emitters of [sensors] that are there once",
     lambda f: f["sensors.once_ma"]),
    ("supplies.v5.loads.safe_ma", "the loads of v5_safe", lambda f: _total(f, "v5_safe")),
    ("supplies.v5.loads.emit_ma", "the loads of emit", lambda f: _total(f, "emit")),
    ("supplies.v5.loads.pico_ma", "(the most own_ma of [controllers] + the loads of v3v3) x 3.3 / "
     "4.7 / 0.85, rounded up",
     lambda f: -(-(_own_ma(f) + _total(f, "v3v3")) * 330_000 // (470 * 850))),
    ("supplies.v12.loads.loop_ma", "the loads of v12_loop", lambda f: _total(f, "v12_loop")),
    ("supplies.v12.loads.dcdc_ma", "the loads of v5 x 5 / 12 / 0.85, rounded up",
     lambda f: -(-_total(f, "v5") * 500 // (12 * 85))),
    ("mechanism.lane.floor_um", "mechanism.table.surface - lift.travel",
     lambda f: f["mechanism.table.surface_um"] - f["lift.travel_um"]),
    ("mechanism.slot.centre_um", "mechanism.lane.centre", lambda f: f["mechanism.lane.centre_um"]),
    ("mechanism.slot.start_um", "mechanism.lane.start", lambda f: f["mechanism.lane.start_um"]),
    ("mechanism.lift.centre_um", "mechanism.lane.centre", lambda f: f["mechanism.lane.centre_um"]),
    ("mechanism.lift.up_um", "mechanism.table.surface",
     lambda f: f["mechanism.table.surface_um"]),
)

SENSOR_SUMS = 2  # the first rows follow from [sensors], which no measured value changes


def rails(source: Source, values: dict[str, Flat]) -> Flat:
    """Check these sections and [sensors]; `section.part.key` -> integer, with `values` in it."""
    data = source.data
    drawn = sensors(source)
    flat = {f"{section}.{key}": value for section, keys in values.items()
            for key, value in keys.items()}
    for kind, row in data["motor_types"].items():
        _put(flat, f"motor_types.{kind}",
             {key: its["value"] for key, its in row.items() if key != "drives"})
    flat.update(controllers(source))
    _supplies(source, flat)
    _put(flat, "thresholds", numbers(source, ("thresholds",), data["thresholds"],
                                     board.units(board.THRESHOLDS)))
    for name, row in data["testpoints"].items():
        _testpoint(source, name, row, flat)
    source.keys(("mechanism",), data["mechanism"], list(board.MECHANISM), "part")
    for part, keys in board.MECHANISM.items():
        _put(flat, f"mechanism.{part}", numbers(source, ("mechanism", part),
                                                data["mechanism"][part], board.units(keys)))
    _sums(source, flat | drawn)
    if flat["supplies.v5.loads.sensors_ma"] < drawn["sensors.supply_ma"]:
        raise source.error(("supplies", "v5", "loads", "sensors_ma"),
                           "supplies.v5.loads.sensors_ma = "
                           f"{flat['supplies.v5.loads.sensors_ma']}, but [sensors] take "
                           f"{drawn['sensors.supply_ma']}")
    return flat | {path: value for path, value in drawn.items() if path.count(".") == 2}


def follow(data: dict[str, Any]) -> None:
    """Compute anew what follows from other values of `data`."""
    flat: Flat = {}
    _walk(flat, "", data)
    for path, _, rule in SUMS[SENSOR_SUMS:]:
        *parts, key = path.split(".")
        row = data
        for part in parts:
            row = row[part]
        flat[path] = row[key]["value"] = rule(flat)


def _walk(flat: Flat, head: str, node: dict[str, Any]) -> None:
    """Every number below `node` by its dotted path."""
    for key, row in node.items():
        if isinstance(row, dict) and "value" in row:
            flat[head + key] = row["value"]
        elif isinstance(row, dict):
            _walk(flat, f"{head}{key}.", row)


def _put(flat: Flat, head: str, more: Flat) -> None:
    flat.update({f"{head}.{key}": value for key, value in more.items()})


def _net(source: Source, here: tuple[str, ...], net: str) -> None:
    source.choice((*here, "net"), net, [*selv_nets(source.data), *mains_nets(source.data)], "net")


def _supplies(source: Source, flat: Flat) -> None:
    """Every rail: its net, where it comes from, its rating and its loads."""
    rows = source.data["supplies"]
    source.keys(("supplies",), rows, list(board.SUPPLIES), "rail")
    for rail, loads in board.SUPPLIES.items():
        row, here = rows[rail], ("supplies", rail)
        source.keys(here, row, board.SUPPLY)
        _net(source, here, row["net"])
        text(source, (*here, "part"), row["part"])
        source.choice((*here, "feed"), row["feed"], ["", *board.SUPPLIES], "rail")
        for key in ("volts_mv", "rating_ma"):
            flat[f"supplies.{rail}.{key}"] = number(source, (*here, key), row[key],
                                                    board.unit_of(key))
        _put(flat, f"supplies.{rail}.loads",
             numbers(source, (*here, "loads"), row["loads"], board.units(loads)))


def _testpoint(source: Source, name: str, row: dict[str, Any], flat: Flat) -> None:
    """One test point: TP and a number, a net, one or two states with a least and a most."""
    here = ("testpoints", name)
    if not re.fullmatch(r"TP\d+", name):
        raise source.error(here, f"testpoints.{name}: the name must be TP and a number")
    two = any(key.startswith("else") for key in row)
    source.keys(here, row, board.TESTPOINT + (board.TESTPOINT_ELSE if two else []))
    _net(source, here, row["net"])
    for state in ("", "else_") if two else ("",):
        text(source, (*here, f"{state}when"), row[f"{state}when"])
        low, high = (number(source, (*here, f"{state}{end}_mv"), row[f"{state}{end}_mv"], "mv")
                     for end in ("min", "max"))
        if low > high:
            raise source.error((*here, f"{state}min_mv"), f"testpoints.{name}: {state}min_mv = "
                               f"{low} is above {state}max_mv = {high} (line "
                               f"{source.line(*here, f'{state}max_mv')})")
        _put(flat, f"testpoints.{name}", {f"{state}min_mv": low, f"{state}max_mv": high})


def _sums(source: Source, flat: Flat) -> None:
    """The computed values follow, and no others say that they are computed."""
    for path, how, rule in SUMS:
        want, here = rule(flat), tuple(path.split("."))
        if flat[path] != want:
            raise source.error(here, f"{path} = {flat[path]}, but {how} = {want}; change what it "
                               "follows from and this value together")
    listed = {path for path, _, _ in SUMS}
    for path in flat:
        head, *keys = path.split(".")
        if head in ("supplies", "thresholds", "testpoints", "mechanism"):
            row = source.data[head]
            for key in keys:
                row = row[key]
            if (row["grade"] == "computed") != (path in listed):
                raise source.error((head, *keys), f"{path} has grade {row['grade']!r}, but exactly"
                                   " the values with a sum in tools/make/generate/read/rails.py "
                                   "are 'computed'")
