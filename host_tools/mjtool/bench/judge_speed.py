"""Motors judged by how fast they go and how well they start: weak, slow, worn."""

from . import pace
from .case import Case, Found
from .motion import Run
from .parts import severities, spread
from .verdict import FAILED, WORN

OF_LIKES = "the speed of its like"  # these deviate from one another: worn, not failed, by them
GRACE_PCT = 12  # beyond a severity: runs of one motor differ, mains and cold gears too
WEAK_DO = "measure its run capacitor; a weak winding otherwise"
WORN_PCT = 88  # of its own speed: typical motors vary less from visit to visit


def weak(case: Case) -> Found:
    """Some starts failed, or it is slow and starts far later than it did."""
    own_bad = case.bad & set(case.motor.sensors)
    tried = [run for run in case.runs if not run.refused
             and not (own_bad and run.ended == "sensor")]  # a bad sensor has ended it
    failed = sum(run not in case.moved for run in tried)
    if failed and case.motor.type != "belt":
        return (FAILED, "weak", f"{failed} of {len(tried)} starts failed", WEAK_DO)
    worst = slowest(case)
    if (worst is None or worst[0] > severities()["slow_pct"] + GRACE_PCT
            or worst[1] == OF_LIKES):
        return None
    late = max((later(case, run, worst[0]) for run in case.moved), default=0)
    if late < severities()["weak_start_ms"] * 3 // 4:
        return None
    return (FAILED, "weak", f"{round(worst[0])} % of {worst[1]}, and it starts {late} ms later",
            WEAK_DO)


def later(case: Case, run: Run, pct: float) -> int:
    """By how much its first edge came later than at the last visit, ms, its slower way there left
    out; where it stood differs.
    """
    was = case.known.figures(f"motor {case.motor.name}", run.way).get("lag_ms", -1)
    now = run.figure("lag_ms")
    if not isinstance(was, int) or was < 0 or now < 0 or case.motor.type in pace.ROTATION:
        return 0
    return round(now - was * 100 / pct)


def slowest(case: Case) -> tuple[float, str] | None:
    """The least speed of its motions in per cent of its own, and whose figures these are."""
    found = [own_speed(case, run) for run in case.moved]
    return min(((pct, by) for pct, by in found if pct is not None), default=None)


def slow(case: Case) -> Found:
    """By its own figures; by the like ones of this table where it has none."""
    short = [run for run in case.moved if run.ended == "limit" and not run.refused]
    if short and case.good == set(case.motor.sensors):
        return (FAILED, "slow", "it moved, and did not reach its end in time",
                "grease and gear first, then capacitor and load")
    worst = slowest(case)
    if worst is None or worst[0] > WORN_PCT:
        return None
    failed = worst[0] <= severities()["slow_pct"] + GRACE_PCT and worst[1] != OF_LIKES
    return (FAILED if failed else WORN, "slow" if failed else "slower",
            f"{round(worst[0])} % of {worst[1]}",
            "grease and gear first, then capacitor and load")


def stray(case: Case) -> Found:
    """A belt that moved, and whose tile did not come to the counter though that sees."""
    if case.motor.type != "belt" or not case.moved or case.way_seen == "":
        return None
    arrived = any(pace.stem(edge) == "cnt1" for run in case.moved for edge in run.edges)
    if arrived or f"cnt_{case.motor.side}" in case.bad:
        return None
    return (FAILED, "slow", f"its tile did not reach the counter in {len(case.runs)} runs",
            "look whether the belt slips; grease and gear first")


def own_speed(case: Case, run: Run) -> tuple[float | None, str]:
    """Its speed in per cent of its own, and whose figures these are."""
    now = pace.spans(run, case.motor, case.good)
    before = case.known.figures(f"motor {case.motor.name}", run.way).get("spans", {})
    if isinstance(before, dict) and (pct := pace.speed_pct(now, before)) is not None:
        return pct, "its speed at the last visit"
    by_design = pace.speed_pct(now, pace.designed(now, case.motor))
    learnt = case.known.learnt_pct.get(case.motor.name, 0)
    if by_design is not None and learnt:
        return by_design * learnt / 100, "its learnt speed"
    likes = [other for name, other in case.known.likes.get(case.motor.type, {}).items()
             if name != f"{case.motor.name} {run.way}" and name.endswith(run.way)]
    found = sorted(pct for other in likes if (pct := pace.speed_pct(now, other)) is not None)
    if len(found) > 1:
        return found[len(found) // 2], OF_LIKES
    return None, ""


def worn(case: Case) -> Found:
    """By the design: slower than a table as sold may be, which alone is no failure."""
    kind = case.motor.type
    least = 100 + sum(spread(name, "typical")[0] for name in (
        f"{kind}_speed", "run_speed", "warm_speed", "load_speed"))
    for run in case.moved:
        now = pace.spans(run, case.motor, case.good)
        pct = pace.speed_pct(now, pace.designed(now, case.motor))
        if pct is not None and pct < least - 3:
            return (WORN, "worn", f"{round(pct)} % of the design's speed, typical tables have "
                    f"{least} % or more", "grease its gear; note it for the next visit")
    return None
