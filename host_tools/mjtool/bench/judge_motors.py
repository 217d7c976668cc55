"""Motors judged: pure functions from measured motions, known figures and what an eye saw to a
verdict. The first row of CHECKS that has something to say decides.
"""

from collections.abc import Callable

from . import pace
from .case import Case, Found, figures_of
from .judge_speed import slow, stray, weak, worn
from .parts import severities
from .verdict import FAILED, OK, UNSURE, Verdict

MOST_EDGES = 48  # that the board keeps of a motion
WRONG = "wrong motor"
HEARD_MA = 3  # currents below this are noise of the converter
SHORT_FAULT = "E203"


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


CHECKS: tuple[Callable[[Case], Found], ...] = (
    _shorted, _wrong, _refused, _crowded, _reversed, _open, _runs_on, _still, _blind, weak,
    slow, stray, worn)
