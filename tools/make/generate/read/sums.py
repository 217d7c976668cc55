"""Checks the values of grade "computed" against the values they follow from."""

from collections.abc import Callable

from tools.make.generate.errors import Source

Values = dict[str, dict[str, int]]

# section, key, how it follows, the sum itself
SUMS: tuple[tuple[str, str, str, Callable[[Values], int]], ...] = (
    ("mains", "half_cycle_ms", "1000 / (2 x mains.hz)", lambda v: 500 // v["mains"]["hz"]),
    ("tile", "pulse_ms", "tile.length / belt.speed",
     lambda v: v["tile"]["length_um"] // v["belt"]["speed_um_per_ms"]),
    ("scan", "react_ms", "scan.period + scan.late_max + scan.work",
     lambda v: v["scan"]["period_ms"] + v["scan"]["late_max_ms"] + v["scan"]["work_ms"]),
    ("belt", "buffer", "belt.length / belt.pitch",
     lambda v: v["belt"]["length_um"] // v["belt"]["pitch_um"]),
    ("belt", "gap_ms", "(belt.pitch - tile.length) / belt.speed",
     lambda v: (v["belt"]["pitch_um"] - v["tile"]["length_um"]) // v["belt"]["speed_um_per_ms"]),
    ("belt", "transit_ms", "belt.length / belt.speed",
     lambda v: v["belt"]["length_um"] // v["belt"]["speed_um_per_ms"]),
    ("count", "notch_ms", "3 mm / belt.speed", lambda v: 3000 // v["belt"]["speed_um_per_ms"]),
    ("head", "turn_ms", "360 deg / head.speed",
     lambda v: 360000 // v["head"]["speed_mdeg_per_ms"]),
    ("head", "warn_ms", "1.5 x head.turn", lambda v: v["head"]["turn_ms"] * 3 // 2),
    ("head", "limit_ms", "2 x head.turn", lambda v: v["head"]["turn_ms"] * 2),
    ("drum", "edge_ms", "drum.rev / rot.edges, rounded up",
     lambda v: -(-v["drum"]["rev_ms"] // v["rot"]["edges"])),
    ("ring", "edge_ms", "ring.rev / rot.edges",
     lambda v: v["ring"]["rev_ms"] // v["rot"]["edges"]),
    ("chain", "index_ms", "2 x chain.corner", lambda v: v["chain"]["corner_ms"] * 2),
    ("lift", "up_ms", "180 deg / lift.speed",
     lambda v: 180000 // v["lift"]["speed_mdeg_per_ms"]),
    ("lift", "down_ms", "180 deg / lift.speed",
     lambda v: 180000 // v["lift"]["speed_mdeg_per_ms"]),
    ("lift", "warn_ms", "1.5 x lift.up", lambda v: v["lift"]["up_ms"] * 3 // 2),
    ("lift", "limit_ms", "2 x lift.up", lambda v: v["lift"]["up_ms"] * 2),
    ("hatch", "warn_ms", "1.5 x hatch.travel", lambda v: v["hatch"]["travel_ms"] * 3 // 2),
    ("hatch", "limit_ms", "2 x hatch.travel", lambda v: v["hatch"]["travel_ms"] * 2),
)


def work_out(values: Values) -> None:
    """Make every computed value follow from the others."""
    for section, key, _, rule in SUMS:
        values[section][key] = rule(values)


def check_sums(source: Source, values: Values) -> None:
    """Raise SourceError for the first computed value that does not follow."""
    listed = {(section, key) for section, key, _, _ in SUMS}
    for section, key, how, rule in SUMS:
        want, have = rule(values), values[section][key]
        if have != want:
            raise source.error((section, key), f"{section}.{key} = {have}, but {how} = {want}; "
                               "change what it follows from and this value together")
    for section, keys in values.items():
        for key in keys:
            grade = source.data[section][key]["grade"]
            if (grade == "computed") != ((section, key) in listed):
                raise source.error((section, key), f"{section}.{key} has grade {grade!r}, but "
                                   "exactly the values with a sum in "
                                    "tools/make/generate/read/sums.py "
                                   "are 'computed'")
