"""A sensor that follows its motor too late: all its edges come later than their places among those
of the mechanism's other sensors, which at the unit's last visit they did not.

A motor that is slow makes every span longer; a sensor that is late makes those that end at it
longer and those that begin at it shorter, by one and the same time. Where a mechanism has one
sensor alone (drum, ring, dice), or its way is one span (a belt), nothing tells the two apart.
"""

from dataclasses import replace

from . import pace
from .case import Case
from .motion import Edge
from .parts import severities
from .verdict import FAILED, Verdict

TYPES = ("head", "lift", "hatch", "chain")
BETTER = 3  # so much less is unexplained with a late sensor than without one
NEAR_PCT = 75  # of the severity: one motion is measured to 20 ms or so, gears warm meanwhile
NOISE_PCT = {"hatch": 12}  # of its one long way, up and down: it varies by load
Span = tuple[str, str, int, int]


def set_apart(case: Case, failed: set[str] | None = None) -> list[Verdict]:
    """Verdicts on late sensors; their edges are put back, so that the motor is judged alone.
    `failed`: sensors that are broken, if others are doubted besides.
    """
    found = late(case, set(case.motor.sensors) - (case.bad if failed is None else failed))
    if found is None:
        return []
    sensor, ms = found
    for run in case.runs:
        run.edges = sorted((_sooner(edge, sensor, ms) for edge in run.edges),
                           key=lambda edge: edge.t_ms)
        if run.figure("coast_ms") > 0:  # its last edge is late, too
            run.figures["coast_ms"] = max(0, run.figure("coast_ms") - ms)
    return [Verdict(f"sensor {sensor}", FAILED, "late",
                    f"it shows its edges {ms} ms later than at the last visit",
                    "clean it; look at its magnet or flag, its contact, its cable",
                    {"late_ms": ms})]


def _sooner(edge: Edge, sensor: str, ms: int) -> Edge:
    return replace(edge, t_ms=max(0, edge.t_ms - ms)) if edge.name == sensor else edge


def late(case: Case, good: set[str]) -> tuple[str, int] | None:
    """The one of the good sensors that is late, and by how many ms; None when none is."""
    spans = _spans(case, good)
    if case.motor.type not in TYPES or len(spans) < 2:
        return None
    scale = _fit(spans, "")[0]
    plain = _rest(spans, "", scale, 0.0)
    least = max(severities()["late_ms"] * NEAR_PCT / 100,
                NOISE_PCT.get(case.motor.type, 0) * max(span[2] for span in spans) / 100)
    found = []
    for sensor in sorted(good):
        scale, ms = _fit(spans, sensor)
        if ms >= least * max(1.0, scale):  # a slow mechanism's chances are longer, too
            found.append((_rest(spans, sensor, scale, ms), sensor, round(ms)))
    if not found or min(found)[0] * BETTER > plain:
        return None
    return min(found)[1:]


def _spans(case: Case, good: set[str]) -> list[Span]:
    """The sensors at both ends of each span, its ms at the last visit and now."""
    found = []
    for run in case.moved:
        before = case.known.figures(f"motor {case.motor.name}", run.way).get("spans", {})
        for span, now in pace.spans(run, case.motor, good).items():
            first, _, last = span.partition(">")
            was = before.get(span, -before.get(f"{last}>{first}", 0))  # late ones come behind
            if was:
                found.append((_name(first, case), _name(last, case), was, now))
    return found


def _name(end: str, case: Case) -> str:
    """`park_b` of the end `park1`."""
    return f"{end[:-1]}_{case.motor.side}" if case.motor.side else end[:-1]


def _sign(span: Span, sensor: str) -> int:
    """How a span changes when a sensor is late."""
    return (span[1] == sensor) - (span[0] == sensor)


def _fit(spans: list[Span], sensor: str) -> tuple[float, float]:
    """Least squares: how much slower, and how many ms late."""
    bb = sum(b * b for _, _, b, _ in spans)
    bn = sum(b * n for _, _, b, n in spans)
    signs = [_sign(span, sensor) for span in spans]
    ss = sum(s * s for s in signs)
    bs = sum(span[2] * s for span, s in zip(spans, signs, strict=True))
    ns = sum(span[3] * s for span, s in zip(spans, signs, strict=True))
    whole = bb * ss - bs * bs
    if not whole:
        return bn / bb, 0.0
    return (bn * ss - ns * bs) / whole, (bb * ns - bs * bn) / whole


def _rest(spans: list[Span], sensor: str, scale: float, ms: float) -> float:
    """What is left unexplained, ms a span."""
    left = sum((span[3] - scale * span[2] - ms * _sign(span, sensor)) ** 2 for span in spans)
    return (left / len(spans)) ** 0.5
