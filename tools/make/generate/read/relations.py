"""What must hold between values of different sections, of the design and of a measured table."""

import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple

from tools.make.generate.errors import Source, SourceError
from tools.make.generate.read import schema, supervision
from tools.make.generate.read.sums import work_out

Flat = dict[str, int]

M = "motor_types."
SHORTEST_ROLL_MS = 500  # the least that the setting dice.roll_ms may be


def _window(flat: Flat, part: str, flag: str) -> int:
    """How long a flag lasts beyond the latest answer of the controller to it, ms."""
    turn = (flat[f"{part}.{flag}_to_deg"] - flat[f"{part}.{flag}_from_deg"]) % 360
    return turn * 1000 // flat[f"{part}.speed_mdeg_per_ms"] - flat["scan.react_ms"]


def _behind(flat: Flat, late: str, early: str) -> int:
    """So many degrees does one edge of the cam come behind another, -180 to 179."""
    return (flat[late] - flat[early] + 180) % 360 - 180


def _gap(flat: Flat) -> int:
    """How long a belt may go on behind a tile past the beam: then comes the next one."""
    return flat["belt.gap_ms"] + flat["head.mouth_ms"] - flat["scan.react_ms"]


Row = tuple[str, Callable[[Flat], int], str, tuple[str, ...]]
HOME_LATE = "head.push_to_deg - head.park_from_deg"
HOME_EARLY = "head.park_from_deg - head.push_to_deg"

# The value at fault, what it must not be more than, how that is called, others that play a part.
AT_MOST: tuple[Row, ...] = (
    (M + "head.coast_max_ms", lambda f: _window(f, "head", "park"),
     "the head's park flag lasts, less scan.react_ms,",
     ("head.speed_mdeg_per_ms", "head.park_from_deg", "head.park_to_deg")),
    (M + "head.coast_max_ms", lambda f: _window(f, "head", "mid"),
     "the head's mid flag lasts, less scan.react_ms,",
     ("head.speed_mdeg_per_ms", "head.mid_from_deg", "head.mid_to_deg")),
    (M + "lift.coast_max_ms", lambda f: _window(f, "lift", "up"),
     "the lift's upper flag lasts, less scan.react_ms,",
     ("lift.speed_mdeg_per_ms", "lift.up_from_deg", "lift.up_to_deg")),
    (M + "lift.coast_max_ms", lambda f: _window(f, "lift", "dn"),
     "the lift's lower flag lasts, less scan.react_ms,",
     ("lift.speed_mdeg_per_ms", "lift.dn_from_deg", "lift.dn_to_deg")),
    (M + "hatch.coast_max_ms", lambda f: f["hatch.travel_ms"] * f["hatch.flag_pct"] // 100,
     "the hatch's flags last", ("hatch.travel_ms", "hatch.flag_pct")),
    (M + "chain.coast_max_ms", lambda f: f["chain.flag_ms"] - f["scan.react_ms"],
     "the chain's flags last, less scan.react_ms,", ("chain.flag_ms",)),
    (M + "belt.coast_max_ms", _gap, "until the next tile reaches the head there are, less "
     "scan.react_ms,",
     ("belt.pitch_um", "tile.length_um", "belt.speed_um_per_ms", "head.mouth_ms")),
    ("scan.work_ms", lambda f: f["scan.work_max_ms"], "the longest is", ("scan.work_max_ms",)),
    ("head.limit_ms", lambda f: f[M + "head.max_on_ms"], "the motor supervision ends at",
     ("head.speed_mdeg_per_ms", M + "head.max_on_ms")),
    ("lift.limit_ms", lambda f: f[M + "lift.max_on_ms"] // 2,
     "homing may take twice as long, and half the motor supervision's time is",
     ("lift.speed_mdeg_per_ms", M + "lift.max_on_ms")),
    ("hatch.limit_ms", lambda f: f[M + "hatch.max_on_ms"], "the motor supervision ends at",
     ("hatch.travel_ms", M + "hatch.max_on_ms")),
    ("chain.limit_ms", lambda f: f[M + "chain.max_on_ms"], "the motor supervision ends at",
     (M + "chain.max_on_ms",)),
    ("chain.index_ms", lambda f: f["chain.warn_ms"], "the warning comes at",
     ("chain.corner_ms", "chain.warn_ms")),
    ("chain.warn_ms", lambda f: f["chain.limit_ms"], "the limit is", ("chain.limit_ms",)),
    ("drum.edge_ms", lambda f: f["drum.edge_warn_ms"], "the warning comes at",
     ("drum.rev_ms", "rot.edges", "drum.edge_warn_ms")),
    ("drum.edge_warn_ms", lambda f: f["drum.edge_limit_ms"], "the limit is",
     ("drum.edge_limit_ms",)),
    ("ring.edge_ms", lambda f: f["ring.edge_warn_ms"], "the warning comes at",
     ("ring.rev_ms", "rot.edges", "ring.edge_warn_ms")),
    ("ring.edge_warn_ms", lambda f: f["ring.edge_limit_ms"], "the limit is",
     ("ring.edge_limit_ms",)),
    ("count.min_ms", lambda f: f["tile.pulse_ms"], "a tile's pulse lasts",
     ("tile.length_um", "belt.speed_um_per_ms")),
    ("tile.pulse_ms", lambda f: f["count.max_ms"], "the longest pulse that counts is",
     ("tile.length_um", "belt.speed_um_per_ms", "count.max_ms")),
    ("count.sure_ms", lambda f: f["tile.pulse_ms"] * 4 // 5, "a tile's pulse lasts, on a belt a "
     "quarter faster,", ("tile.length_um", "belt.speed_um_per_ms")),
    ("belt.transit_ms", lambda f: f["count.lost_ms"] * 4 // 5, "a belt a quarter slower brings a "
     "tile before count.lost_ms when it lasts", ("belt.length_um", "belt.speed_um_per_ms")),
    (HOME_LATE, lambda f: 5, "this far after the park flag begins the pusher may come home, by",
     ("head.push_to_deg", "head.park_from_deg")),
    (HOME_EARLY, lambda f: 25, "before the park flag's begin it may be home by",
     ("head.push_to_deg", "head.park_from_deg")),
    ("lag.min_ms", lambda f: f["lag.max_ms"], "the longest lag is", ("lag.max_ms",)),
    ("dice_plate.stall_ms", lambda f: SHORTEST_ROLL_MS - f["scan.react_ms"],
     "a plate that stands is told before the shortest roll (dice.roll_ms) ends within",
     ("scan.react_ms",)),
    ("dice_plate.rot_edge_ms", lambda f: f["dice_plate.stall_ms"] // 2,
     "a plate twice as slow still turns with", ("dice_plate.stall_ms",)),
    ("power.budget_mw", lambda f: f["power.peak_mw"], "the peak is", ("power.peak_mw",)),
    ("temperature.warn_dc", lambda f: f["temperature.stop_dc"], "the stop comes at",
     ("temperature.stop_dc",)),
)


def relations(flat: Flat, design: Source, overlay: Source | None, measured: list[str]) -> None:
    """Raise SourceError for the first that does not hold.

    At a measured value if there is one, with how far that one may go and what it breaks beyond.
    """
    for row in AT_MOST:
        if not _holds(row, flat):
            raise _refusal(row, flat, design, overlay, measured)


def _holds(row: Row, flat: Flat) -> bool:
    return _value(row[0], flat) <= row[1](flat)


def _value(path: str, flat: Flat) -> int:
    """Of a path, or of the angle between two edges."""
    return flat[path] if path in flat else _behind(flat, *path.split(" - "))


def _refusal(row: Row, flat: Flat, design: Source, overlay: Source | None,
             measured: list[str]) -> SourceError:
    path, limit, called, others = row
    value, most = _value(path, flat), limit(flat)
    says = (f"{path} = {value}, but {called} {most}: {value - most} too much; look at "
            f"{', '.join((path, *others) if path in flat else others)}")
    original = tomllib.loads(design.text)
    for at in measured:
        good = _design(original, at) if at in flat else 0
        vary = Vary(flat, at, original, tuple(measured))
        if overlay and at in flat and _holds(row, vary.to(good)):
            far = _far(vary, good)
            return overlay.error(tuple(at.split(".")), f"{at} = {flat[at]}: control holds "
                                 f"{'down' if far < good else 'up'} to {far}, the design has "
                                 f"{good}; beyond, {says}")
    return design.error(tuple((path if path in flat else others[0]).split(".")), says)


def _design(original: dict[str, Any], at: str) -> int:
    """The design's own figure."""
    for key in at.split("."):
        original = original[key]
    value: int = original["value"]
    return value


class Vary(NamedTuple):
    """All values, of which one is going to be changed; what the design has, what was measured."""

    flat: Flat
    at: str
    original: dict[str, Any]
    measured: tuple[str, ...]

    def to(self, value: int) -> Flat:
        """All values with this one, and what follows from it."""
        new = {**self.flat, self.at: value}
        values = {section: {key: new[f"{section}.{key}"] for key in keys}
                  for section, keys in schema.VALUES.items()}
        work_out(values)
        new |= {f"{section}.{key}": each for section, keys in values.items()
                for key, each in keys.items()}
        return new | supervision.stretched(new, self.original, (*self.measured, self.at))


def _far(vary: Vary, good: int) -> int:
    """The value nearest to the measured one with which all holds that does with the design's."""
    at, flat = vary.at, vary.flat
    rows = [row for row in AT_MOST if _holds(row, vary.to(good))]
    turn = 360 if at.endswith("_deg") else 1 << 40
    way = (flat[at] - good + turn // 2) % turn - turn // 2
    sign = 1 if way > 0 else -1
    holds, fails = 0, abs(way)  # steps from the design
    while fails - holds > 1:
        steps = (holds + fails) // 2
        tried = vary.to((good + sign * steps) % turn)
        holds, fails = ((steps, fails) if all(_holds(row, tried) for row in rows)
                        else (holds, steps))
    return (good + sign * holds) % turn
