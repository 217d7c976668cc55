"""Tries motors: measured motions, again where one did not start, and what only an eye can tell."""

from collections.abc import Callable

from .case import Case
from .judge_motors import HEARD_MA, SHORT_FAULT
from .known import Known
from .motion import Edge, Run
from .operator import NO, YES, number
from .parts import Motor, nominal, wires
from .session import Session

BELT_RUNS = 5  # a tile on a belt of 30 % of its speed needs three
TRIES = 3  # a weak motor fails two starts in five
WAYS = {"hatch": ("fwd", "rev"), "lift": ("fwd", "fwd"), "drum": ("fwd",), "ring": ("fwd",),
        "chain": ("fwd",), "belt": ("fwd",), "head": ("fwd",), "dice": ("fwd",)}
ORDER = ("dice", "ring", "drum", "belt", "head", "chain", "lift", "hatch")
"""In which order types are tried: the hatch opens last, the lifts are down before it."""
LOOKED_WAY = {"drum": "lower edge forward", "chain": "a wall goes on to the next side",
              "belt": "from the drum to the head", "hatch": "up"}
SHORT_OHM = 100.0


def in_order(motors: dict[str, Motor]) -> list[Motor]:
    """All motors as they are tried."""
    return sorted(motors.values(), key=lambda motor: ORDER.index(motor.type))


def try_motor(session: Session, motor: Motor, known: Known, bad: set[str],
              say: Callable[[Run], None] = lambda run: None) -> Case:
    """Run it as often as its verdict needs."""
    case = Case(motor, [], session.parts, known, bad)
    laid = motor.type == "belt" and bool(session.ask(
        id=f"tile {motor.name}", kind="act", touch=True, act=f"tile {motor.name} 1",
        text=f"Lay one tile on {motor.name} at its port, on the belt's middle"))
    for way in WAYS[motor.type]:
        for _ in range(BELT_RUNS if laid else TRIES):
            run = session.test(motor.name, way)
            run.way = label(run, motor, way)
            case.runs.append(run)
            say(run)
            if run.fault:
                session.ack()
            if run.refused or run.fault or _enough(case, run, laid):
                break
        if case.runs[-1] not in case.moved:
            break
    if laid:
        case.runs = joined(case.runs)
    _look(session, case)
    if laid:
        session.ask(id=f"take {motor.name}", kind="act", act=f"take {motor.name}", touch=True,
                    text=f"Take the tile off {motor.name} again")
    return case


def _enough(case: Case, run: Run, laid: bool) -> bool:
    """It moved; a belt: its tile has arrived, or will not."""
    if case.motor.type != "belt":
        return run in case.moved
    counter = f"cnt_{case.motor.side}"
    if not laid or counter in case.bad or not run.edges:
        return not laid or run in case.moved or len(case.runs) >= TRIES
    return any(edge.name == counter for edge in run.edges)


def joined(runs: list[Run]) -> list[Run]:
    """A tile that needs several runs of its belt: as one, each later start's lag taken off."""
    whole = [run for run in runs if not run.refused]
    if len(whole) < 2 or not any(run.edges for run in whole):
        return runs
    length = nominal("belt", "transit_ms") + 2 * nominal("lag", "max_ms")
    lag = (nominal("lag", "min_ms") + nominal("lag", "max_ms")) // 2
    first = whole[0]
    for later, run in enumerate(whole[1:], 1):
        first.edges += [Edge(edge.name, edge.level, edge.t_ms + later * (length - lag))
                        for edge in run.edges]
        if first.figure("lag_ms") < 0:
            first.figures["lag_ms"] = run.figure("lag_ms")
    first.fault = next((run.fault for run in whole if run.fault), "")
    return [first]


def label(run: Run, motor: Motor, way: str) -> str:
    """`up` or `down` for a lift, which has one way round; else the way itself."""
    if motor.type != "lift":
        return way
    last = next((edge for edge in reversed(run.edges) if edge.level
                 and edge.name in motor.sensors), None)
    return way if last is None else "up" if last.name.startswith("lift_up") else "down"


def _look(session: Session, case: Case) -> None:
    """Ask an eye for what no measurement tells."""
    motor = case.motor
    if all(run.refused for run in case.runs):
        return
    if not case.moved and not case.others:
        case.seen = seen(session, motor)
    if _two_ways(case):
        said = session.ask(
            id=f"way {motor.name}", kind="look",
            text=f"Did {motor.name} go the right way ({LOOKED_WAY[motor.type]})?")
        case.way_seen = "rev" if said in (*NO, "rev") else "fwd" if said else ""


def _two_ways(case: Case) -> bool:
    """Its sensors do not show which way it goes, or it stands against an end."""
    if not case.motor.reversible:
        return False
    if case.motor.type in ("drum", "chain"):
        return bool(case.moved) or case.seen in YES
    if case.motor.type == "belt":
        counter = f"cnt_{case.motor.side}"
        return not any(edge.name == counter for run in case.moved for edge in run.edges) and (
            bool(case.moved) or case.seen in YES)
    return not case.moved and case.seen in YES


def seen(session: Session, motor: Motor) -> str:
    """What an eye saw of the last motion: `yes`, `no`, another motor's name, or ""."""
    said = session.ask(id=f"look {motor.name}", kind="look", motor=True,
                       text=f"Nothing was measured of {motor.name}. Did it move? "
                            "If another one did, write its name")
    return "yes" if said in YES else "no" if said in NO else said


def shorts(session: Session, cases: list[Case]) -> None:
    """Motor power went off at once, or current flows with all off: which triac is it?"""
    for group in ("A", "B"):
        if not suspected(cases, group):
            continue
        for case in cases:
            if case.motor.group == group:
                said = session.ask(
                    id=f"ohms {case.motor.name}", kind="measure", unit="ohm", touch=True,
                    text="Mains plug out, the motor's plug out of its socket. Resistance of its "
                         f"triac, between L_MOT and {wires(case.motor.name).split(',')[0]}")
                ohms = number(said) if said else None
                case.shorted = "" if ohms is None else "yes" if ohms < SHORT_OHM else "no"


def suspected(cases: list[Case], group: str) -> bool:
    """E203 before a motor was asked to run, or current at rest in this group."""
    limit = nominal("current", "off_ma")
    idle = f"idle_ma_{group.lower()}"
    for case in cases:
        for run in case.runs:
            rest = run.figures.get("idle_ma", 0) if case.motor.group == group else run.figures.get(
                idle, 0)
            if rest > limit:
                return True
            if run.fault == SHORT_FAULT and case.motor.group in (group, "DC") and (
                    not run.edges and run.ended in ("none", "stopped")):
                return True
    return False


def sensed(case: Case) -> bool:
    """The motor's current was measured at all."""
    return any(run.figure("run_ma") > HEARD_MA for run in case.runs)
