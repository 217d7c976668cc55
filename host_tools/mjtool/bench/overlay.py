"""What a visit measured, as a file of measured values (docs/MEASURED.md), laid over the design."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from statistics import median

from . import pace
from .case import Case
from .parts import nominal

TIMES = {"drum": ("drum", "rev_ms", "ms"), "ring": ("ring", "rev_ms", "ms"),
         "hatch": ("hatch", "travel_ms", "ms")}
SPEEDS = {"head": ("head", "speed_mdeg_per_ms", "mdeg/ms"),
          "lift": ("lift", "speed_mdeg_per_ms", "mdeg/ms"),
          "belt": ("belt", "speed_um_per_ms", "um/ms")}
"""By type of motor, the design's figure that its speed changes: a time, or a speed."""
LEAST_PCT, MOST_PCT = 40, 160  # of the design's speed: beyond it a part is broken, not measured


def speeds(cases: Iterable[Case]) -> dict[str, tuple[float, int]]:
    """By type, the median speed in per cent of the design's, and of how many motions."""
    found: dict[str, list[float]] = defaultdict(list)
    for case in cases:
        for run in case.moved:
            now = pace.spans(run, case.motor, case.good)
            pct = pace.speed_pct(now, pace.designed(now, case.motor))
            if pct is not None and LEAST_PCT <= pct <= MOST_PCT:
                found[case.motor.type].append(pct)
    return {kind: (median(values), len(values)) for kind, values in found.items()}


def lines(cases: Iterable[Case], uid: str) -> str:
    """The file's text; "" when nothing was measured."""
    today = date.today().isoformat()
    rows = []
    for kind, (pct, count) in sorted(speeds(cases).items()):
        section, key, unit = TIMES.get(kind) or SPEEDS.get(kind) or ("", "", "")
        if not section:
            continue
        design = nominal(section, key)
        value = round(design * 100 / pct) if kind in TIMES else round(design * pct / 100)
        rows.append(f'[{section}]\n{key} = {{ value = {value}, unit = "{unit}", '
                    f'grade = "measured", date = {today}, how = "mjtool commission, table {uid}, '
                    f'{count} measured motions" }}\n')
    return "\n".join(rows)
