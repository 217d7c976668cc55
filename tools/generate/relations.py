"""What must hold between values of different sections, of the design and of a measured table."""

from collections.abc import Callable

from .errors import Source

Flat = dict[str, int]

M = "motor_types."


def _window(flat: Flat, part: str, flag: str) -> int:
    """How long a flag lasts beyond the latest answer of the controller to it, ms."""
    turn = (flat[f"{part}.{flag}_to_deg"] - flat[f"{part}.{flag}_from_deg"]) % 360
    return turn * 1000 // flat[f"{part}.speed_mdeg_per_ms"] - flat["scan.react_ms"]


def _gap(flat: Flat) -> int:
    """How long a belt may go on behind a tile past the beam: then comes the next one."""
    return flat["belt.gap_ms"] + flat["head.mouth_ms"] - flat["scan.react_ms"]


# The value at fault, what it must not be more than, how that is called, others that play a part.
AT_MOST: tuple[tuple[str, Callable[[Flat], int], str, tuple[str, ...]], ...] = (
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
    (M + "belt.coast_max_ms", _gap, "to the next tile's meeting the head there are, less "
     "scan.react_ms,",
     ("belt.pitch_um", "tile.length_um", "belt.speed_um_per_ms", "head.mouth_ms")),
    ("scan.work_ms", lambda f: f["scan.work_max_ms"], "the longest is", ("scan.work_max_ms",)),
    ("head.limit_ms", lambda f: f[M + "head.max_on_ms"], "the motor supervision ends at",
     ("head.speed_mdeg_per_ms", M + "head.max_on_ms")),
    ("lift.limit_ms", lambda f: f[M + "lift.max_on_ms"], "the motor supervision ends at",
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
    ("lag.min_ms", lambda f: f["lag.max_ms"], "the longest lag is", ("lag.max_ms",)),
    ("power.budget_mw", lambda f: f["power.peak_mw"], "the peak is", ("power.peak_mw",)),
    ("temperature.warn_dc", lambda f: f["temperature.stop_dc"], "the stop comes at",
     ("temperature.stop_dc",)),
)


def relations(flat: Flat, design: Source, overlay: Source | None, measured: set[str]) -> None:
    """Raise SourceError for the first that does not hold, at a measured value if there is one."""
    for path, limit, called, others in AT_MOST:
        most = limit(flat)
        if flat[path] > most:
            at = next((one for one in (path, *others) if one in measured), path)
            source = overlay if overlay and at in measured else design
            raise source.error(tuple(at.split(".")), f"{path} = {flat[path]}, but {called} "
                               f"{most}; look at {', '.join((path, *others))}")
