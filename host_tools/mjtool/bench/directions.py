"""Direction relays and the dice driver: outputs that show only in what their motors do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .operator import NO, YES
from .parts import Motor
from .verdict import FAILED, LEFT, OK, UNSURE, WORN, Verdict

if TYPE_CHECKING:
    from .visit import Visit

RELAYS = {"dir_drum": ("drum", "K4"), "dir_chain": ("chain", "K3"),
          "dir_belts": ("belt", "K5 to K8")}
"""By output, the type of motor that its relays turn round, and these."""
BACKWARD = {"drum": "upper edge forward", "chain": "a wall goes back to the side before",
            "belt": "from the head to the drum"}


def directions(visit: Visit) -> None:
    """Behind the motors' own verdicts, which they rest on."""
    _hatch(visit)
    _dice(visit)
    for output, (kind, relays) in RELAYS.items():
        motors = [m for m in visit.session.parts.motors.values() if m.type == kind]
        if motors and not visit.is_done(f"output {output}"):
            visit.tell(_backward(visit, output, motors, relays))
        elif not motors:
            visit.tell(Verdict(f"output {output}", OK, "not fitted",
                               f"this table has no {kind} that it could turn round"))


def _sound(visit: Visit, motors: list[str]) -> str:
    """The first motor without which the output cannot be judged, "" when all are there."""
    return next((name for name in motors if (done := visit.done.get(f"motor {name}")) is None
                 or done.grade not in (OK, WORN)), "")


def _doubted(output: str, motor: str) -> Verdict:
    return Verdict(f"output {output}", UNSURE, UNSURE, f"motor {motor} itself is not right",
                   "put that right first")


def _hatch(visit: Visit) -> None:
    """It went up and down again: its relay switched, both ends were seen."""
    if visit.is_done("output dir_hatch"):
        return
    bad = _sound(visit, ["hatch"])
    visit.tell(_doubted("dir_hatch", "hatch") if bad else Verdict(
        "output dir_hatch", OK, OK, "the hatch went up and down again"))


def _dice(visit: Visit) -> None:
    if visit.is_done("output dice_sleep_n"):
        return
    bad = _sound(visit, ["dice"])
    visit.tell(_doubted("dice_sleep_n", "dice") if bad else Verdict(
        "output dice_sleep_n", OK, OK, "the dice plate turned"))


def _backward(visit: Visit, output: str, motors: list[Motor], relays: str) -> Verdict:
    """Run each backward and ask an eye, for its sensors look the same both ways."""
    item = f"output {output}"
    if bad := _sound(visit, [motor.name for motor in motors]):
        return _doubted(output, bad)
    said: dict[str, str] = {}
    for motor in motors:
        run = visit.session.test(motor.name, "rev")
        if run.fault:
            visit.session.ack()
        if run.refused or run.fault:
            return Verdict(item, UNSURE, UNSURE, f"{motor.name} did not run backward: "
                           f"{run.refused or run.fault}", "put that right first")
        said[motor.name] = visit.session.ask(
            id=f"back {motor.name}", kind="look",
            text=f"Did {motor.name} go backward now ({BACKWARD[motor.type]})?")
    return judge(item, said, relays)


def judge(item: str, said: dict[str, str], relays: str) -> Verdict:
    """An eye's answers as a verdict."""
    stays = [name for name, word in said.items() if word in NO]
    if stays:
        return Verdict(item, FAILED, "stays", f"{' and '.join(stays)} did not go backward when "
                       f"that was asked for", f"relay {relays}: listen for its click; look at its "
                       "driver and its contacts, mains plug out")
    if all(word in YES for word in said.values()):
        return Verdict(item, OK, OK, f"{' and '.join(said)} went backward")
    return Verdict(item, LEFT, LEFT, "nobody looked")
