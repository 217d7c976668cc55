"""`bench all`: everything the I/O map has, in the order in which it can be tried.

Each step gives verdicts; a step that is done is kept, so that a visit can be taken up again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..errors import ToolError
from . import directions, judge_late, judge_motors, judge_sensors, others, outputs, pace, stages
from .case import Case
from .judge_sensors import Touch
from .known import Known
from .parts import Input
from .session import Session
from .try_motors import in_order, shorts, try_motor
from .try_sensors import at_rest, by_hand, in_the_dark
from .verdict import LEFT, OK, UNSURE, WORN, Verdict

LAST = ("reset", "pinch", "lid")  # they stop the table; a fault is acknowledged after each
PANEL = ("key", "coded")
Say = Callable[[Verdict], None]


@dataclass
class Visit:
    """One visit: what was judged so far, and what the plots are made of."""

    session: Session
    known: Known
    stage: str = "mains"
    done: dict[str, Verdict] = field(default_factory=dict)
    cases: dict[str, Case] = field(default_factory=dict)
    say: Say = lambda verdict: None
    step: Callable[[str, int, int], None] = lambda text, done, all_: None

    def tell(self, verdict: Verdict) -> None:
        """Keep and say a verdict; what comes in a later stage is counted at the end."""
        self.done[verdict.item] = verdict
        if verdict.grade != LEFT or not stages.is_later(self, verdict.item):
            self.say(verdict)

    def is_done(self, item: str) -> bool:
        """It was judged in an earlier part of this visit."""
        return item in self.done and self.done[item].grade not in (LEFT, UNSURE)

    @property
    def verdicts(self) -> list[Verdict]:
        """All so far."""
        return list(self.done.values())


def every(visit: Visit) -> list[Verdict]:
    """The whole visit up to its stage."""
    others.identity(visit)
    others.board(visit)
    others.volts(visit)
    if visit.stage != "bare":
        sensors(visit, list(visit.session.parts.inputs.values()))
        outputs.outputs(visit)
        outputs.multiplexer(visit)
    if visit.stage == "mains":
        others.mains(visit)
        motors(visit)
        directions.directions(visit)
    stages.leave_the_rest(visit)
    return visit.verdicts


def sensors(visit: Visit, wanted: list[Input]) -> None:
    """Every sensor and key that has a wire, at rest and under a hand."""
    session = visit.session
    todo = [part for part in wanted if part.plug and not visit.is_done(f"sensor {part.name}")]
    todo.sort(key=lambda part: (part.name in LAST, part.name != "svc"))
    touches = at_rest(session, [part.name for part in todo])
    for number, part in enumerate(todo):
        visit.step(f"sensor {part.name}", number, len(todo))
        if part.name == "svc":
            service_key(session, touches["svc"])
        elif in_service(session, touches[part.name]) or part.kind not in PANEL:
            by_hand(session, part, touches[part.name])  # in a fault nothing moves
        if part.name in LAST:
            session.ack()
    if any(part.is_beam for part in todo) and in_service(session, Touch("", 0)):
        in_the_dark(session, [part for part in todo if part.is_beam], touches)
    for verdict in judge_sensors.judge(touches, session.parts):
        visit.tell(verdict)


def service_key(session: Session, touch: Touch) -> None:
    """The key that everything else needs, tried before anything is: with service mode left."""
    session.leave()
    session.clock.sleep(0.1)
    by_hand(session, session.parts.inputs["svc"], touch)
    session.clock.sleep(0.2)


def in_service(session: Session, touch: Touch) -> bool:
    """Keys do nothing but show in service mode; without it only what is harmless is tried."""
    try:
        session.enter()
    except ToolError:
        try:
            session.ack()
            session.enter()
        except ToolError as problem:
            touch.skipped = problem.what
            return False
    return True


def motors(visit: Visit) -> None:
    """Every motor: its measured motion, then what only the whole tells."""
    session = visit.session
    bad = {v.name for v in visit.verdicts if v.item.startswith("sensor ") and v.grade != OK}
    failed = {name for name in bad if visit.done[f"sensor {name}"].grade != WORN}
    todo = [motor for motor in in_order(session.parts.motors)
            if not visit.is_done(f"motor {motor.name}")]
    for number, motor in enumerate(todo):
        visit.step(f"motor {motor.name}", number, len(todo))
        visit.cases[motor.name] = case = try_motor(session, motor, visit.known, bad)
        for verdict in judge_late.set_apart(case, failed):
            visit.tell(verdict)
        for run in case.moved:
            found = pace.spans(run, motor, case.good)
            visit.known.likes.setdefault(motor.type, {})[f"{motor.name} {run.way}"] = found
    cases = list(visit.cases.values())
    if any(not run.refused and not run.fault for run in cases[-1].runs) if cases else False:
        others.power(visit)
    shorts(session, cases)
    for verdict in judge_motors.judge_all(cases):
        visit.tell(verdict)


def known_of(session: Session, last: dict[str, Any]) -> Known:
    """What this unit is judged against."""
    values: dict[str, int] = {}
    try:
        values = session.measure()
    except (ToolError, ValueError):
        session.note("the board does not tell its currents; learnt figures are left out")
    learnt = {name[3:]: ma for name, ma in values.items() if name.startswith("ma_") and ma > 0}
    return Known(last, learnt)
