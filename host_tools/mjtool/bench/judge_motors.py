"""Motors judged: pure functions from measured motions, known figures and what an eye saw to a
verdict. The first row of CHECKS that has something to say decides.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from . import pace
from .known import Known
from .parts import Motor, Parts, severities, spread
from .session import Run
from .verdict import FAILED, OK, UNSURE, WORN, Verdict

MOVES_SURELY = 1  # edges of another mechanism's sensors
MOST_EDGES = 48  # that the board keeps of a motion
WRONG = "wrong motor"
OF_LIKES = "the speed of its like"  # these deviate from one another: worn, not failed, by them
HEARD_MA = 3  # currents below this are noise of the converter
GRACE_PCT = 12  # beyond a severity: runs of one motor differ, mains and cold gears too
WEAK_DO = "measure its run capacitor; a weak winding otherwise"
WORN_PCT = 88  # of its own speed: typical motors vary less from visit to visit
SHORT_FAULT = "E203"
STANDS_ON = "limit"


@dataclass
class Case:
    """All that is known of one motor in this visit; `seen`: what an eye said: `yes`, `no`, the
    name of another motor, or "" for nobody looked; `way_seen` likewise `fwd` or `rev`; `shorted`:
    a meter showed its triac shorted.
    """

    motor: Motor
    runs: list[Run]
    parts: Parts
    known: Known
    bad: set[str] = field(default_factory=set)  # sensors that failed
    seen: str = ""
    way_seen: str = ""
    shorted: str = ""

    @property
    def good(self) -> set[str]:
        """Its own sensors that can be trusted."""
        return set(self.motor.sensors) - self.bad

    @property
    def moved(self) -> list[Run]:
        """Runs in which it moved, by its own sensors."""
        whole = self.good == set(self.motor.sensors)
        return [run for run in self.runs if any(edge.name in self.good for edge in run.edges)
                or whole and run.figure("lag_ms") >= 0]

    @property
    def others(self) -> list[str]:
        """Motors whose sensors moved instead."""
        found = {self.parts.moves(edge.name) for run in self.runs for edge in run.edges
                 if edge.name not in self.bad and edge.name not in self.motor.sensors}
        return sorted(found - {"", *(m for m in found if m.startswith("belt_"))})

    @property
    def first(self) -> Run:
        """The run that tells most: the last in which it moved, else the last."""
        return (self.moved or self.runs)[-1]

    @property
    def drawn_pct(self) -> float | None:
        """Current above idle in per cent of its own, None when it is not known."""
        run = self.first
        own = self.known.running_ma(self.motor.name, run.way)
        ma = run.figure("run_ma")
        return ma * 100 / own if own > 0 and ma >= 0 else None


Found = tuple[str, str, str, str] | None


def judge(case: Case) -> Verdict:
    """The verdict."""
    item = f"motor {case.motor.name}"
    figures = figures_of(case)
    for check in CHECKS:
        found = check(case)
        if found:
            return Verdict(item, *found, figures)
    return Verdict(item, OK, OK, "", "", figures)


def judge_all(cases: list[Case]) -> list[Verdict]:
    """Of every motor; one that another's output moves has its plug there."""
    found = {case.motor.name: judge(case) for case in cases}
    for case in cases:
        its = found[case.motor.name]
        for name in case.others if its.word == WRONG else ():
            if name in found and found[name].grade == UNSURE:
                found[name] = Verdict(
                    f"motor {name}", FAILED, WRONG,
                    f"it moves when {case.motor.name} is switched on: its plug is there",
                    f"the plugs are exchanged: put those of {name} and {case.motor.name} right",
                    found[name].figures)
    return list(found.values())


def figures_of(case: Case) -> dict[str, dict[str, object]]:
    """By way, what a later visit is compared with."""
    found: dict[str, dict[str, object]] = {}
    for run in case.runs:
        if run.refused or run in case.moved or run.way not in found:
            keys = ("lag_ms", "travel_ms", "coast_ms", "idle_ma", "run_ma", "start_ma")
            found[run.way] = {key: run.figure(key) for key in keys}
            found[run.way]["spans"] = pace.spans(run, case.motor, case.good)
            found[run.way]["ended"] = run.ended
    return found


def _shorted(case: Case) -> Found:
    if case.shorted == "yes":
        return (FAILED, "shorted", "its triac conducts with all motors off",
                "change the triac; its motor runs as soon as motor power is on")
    return None


def _refused(case: Case) -> Found:
    if any(not run.refused for run in case.runs):
        return None
    why = case.runs[-1].refused if case.runs else "it was not tried"
    return UNSURE, UNSURE, f"it could not be run: {why}", ""


def _crowded(case: Case) -> Found:
    """A sensor that bounces has filled the list of edges: its own may not be in it."""
    if not case.runs or any(len(run.edges) < MOST_EDGES for run in case.runs) or not case.bad:
        return None
    return (UNSURE, UNSURE, f"{' and '.join(sorted(case.bad))} filled the list of edges",
            "put that right first")


def _wrong(case: Case) -> Found:
    """Another one moved in its place."""
    if case.moved:
        return None
    if all(run.fault for run in case.runs):
        return None
    names = case.others or ([case.seen] if case.seen in case.parts.motors else [])
    if not names or case.seen == "yes":
        return None
    return (FAILED, WRONG, f"{' and '.join(names)} moved when it was switched on",
            f"the plugs are exchanged: put those of {case.motor.name} and {names[0]} right")


def _reversed(case: Case) -> Found:
    if case.way_seen != "rev":
        return None
    return (FAILED, "reversed", "it turns the other way",
            "exchange pins A and B of its plug, mains plug out")


def _open(case: Case) -> Found:
    pct, limit = case.drawn_pct, severities()["open_current_pct"]
    if case.moved or pct is None or pct > limit or case.seen == "yes":
        return None
    if case.first.figure("other_ma") > HEARD_MA:
        return (FAILED, WRONG, "the other group's current rose instead",
                "its plug is in another motor's socket")
    return (FAILED, "open", f"it draws {max(0, round(pct))} % of its own current",
            "look at its plug, its wires, its winding and its fuse")


def _still(case: Case) -> Found:
    """It did not move."""
    if case.moved or case.seen == "yes":
        return None
    if case.bad & set(case.motor.sensors) and case.first.ended == "sensor":
        return (UNSURE, UNSURE, f"{' and '.join(sorted(case.bad & set(case.motor.sensors)))} "
                "ended its motion", "put that right first")
    pct = case.drawn_pct
    if pct is not None and pct >= 100 + severities()["jam_current_pct"] // 2:
        return (FAILED, "jammed", f"it stands and draws {round(pct)} % of its own current",
                "turn it by hand, mains plug out: what holds it?")
    if case.seen == "no" or (case.good and case.motor.type != "belt"):
        return (FAILED, "jammed", "it is switched on and nothing moves",
                "turn it by hand, mains plug out; look at capacitor and plug")
    return UNSURE, UNSURE, "no sensor that works can see it, and nobody looked", ""


def _blind(case: Case) -> Found:
    if case.moved:
        return None
    return UNSURE, UNSURE, "it turns, but no sensor that works can measure it", ""


def _weak(case: Case) -> Found:
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


def _runs_on(case: Case) -> Found:
    limits = severities()
    for run in case.runs:
        before = case.known.figures(f"motor {case.motor.name}", run.way).get("coast_ms", -1)
        own = before if isinstance(before, int) and before > 0 else case.motor.coast_ms
        if case.motor.type in pace.ROTATION:  # edges far apart: the last one tells little
            own = max(own, case.motor.coast_ms)
        seen_ms = -1 if case.bad & set(case.motor.sensors) else run.figure("coast_ms")
        tail_ms = run.figure("tail_ms") if run.figure("run_ma") > 0 else -1  # of what it drew
        coast = max(seen_ms, tail_ms)
        if coast > own * limits["run_on_pct"] // 100 + limits["run_on_more_ms"]:
            return (FAILED, "running on", f"it went on for {coast} ms after it was switched off",
                    "change its triac; look at its snubber and brake")
        if run.fault == SHORT_FAULT and run.ended not in ("none", "stopped"):
            return (FAILED, "running on", "current flows after it was switched off (E203)",
                    "change its triac")
    return None


def slowest(case: Case) -> tuple[float, str] | None:
    """The least speed of its motions in per cent of its own, and whose figures these are."""
    found = [own_speed(case, run) for run in case.moved]
    return min(((pct, by) for pct, by in found if pct is not None), default=None)


def _slow(case: Case) -> Found:
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


def _stray(case: Case) -> Found:
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


def _worn(case: Case) -> Found:
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


CHECKS: tuple[Callable[[Case], Found], ...] = (
    _shorted, _wrong, _refused, _crowded, _reversed, _open, _runs_on, _still, _blind, _weak,
    _slow, _stray, _worn)
