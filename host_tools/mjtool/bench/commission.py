"""The checklist of hardware/safety/commissioning.md: each step verified by reading the table where
that is possible, by a figure where a meter shows one, by a person's word elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..dictionary import load
from . import others
from .operator import NO, YES, Ask, number
from .verdict import FAILED, LEFT, OK, UNSURE, Verdict
from .visit import Visit, motors, sensors

MEASURES: dict[str, tuple[str, str, float, float]] = {
    "A2": ("resistance of the worst part to PE", "ohm", 0.0, 0.1),
    "A5": ("insulation with the motors in", "Mohm", 1.0, 1e6),
    "B1": ("current of the bench supply", "mA", 0.0, 100.0),
    "D1": ("the power meter, table at rest", "W", 0.0, 10.0),
    "D6": ("watchdog: the wave stops, motor power is gone after", "ms", 0.0, 250.0),
    "G": ("earth leakage, table on", "mA", 0.0, 3.5),
}
"""By step: what is measured, its unit, least and most (machine.toml [thresholds])."""
STOPPED_S = 20.0


@dataclass(frozen=True)
class Step:
    """One step of the page."""

    id: str
    part: str
    title: str
    text: str


def steps() -> list[Step]:
    """All of the page, in its order."""
    return [Step(**row) for row in load().data["commissioning"]]


BEFORE_MAINS = "AB"  # parts of the page before which no motor gets power


def follow(visit: Visit, wanted: list[Step]) -> list[Verdict]:
    """Go through the steps; the first that fails ends it, as the page says: stop there. At a real
    table also the first of earth, insulation and supplies that nobody has answered for.
    """
    real = not visit.session.client.hello.sim
    for at, step in enumerate(wanted):
        visit.step(f"{step.id} {step.title}", at, len(wanted))
        before = set(visit.done)
        verify = VERIFY.get(step.id, _word)
        said = verify(visit, step)
        if said is not None:
            visit.tell(said)
        new = [v for item, v in visit.done.items() if item not in before]
        open_ = real and step.id[0] in BEFORE_MAINS and any(v.grade != OK for v in new)
        if open_ or any(v.grade == FAILED for v in new):
            break
    return visit.verdicts


def verdict(step: Step, grade: str, text: str, figures: dict[str, Any] | None = None) -> Verdict:
    """A step's own verdict; a failed one says what the page says it then is."""
    do = _not_so(step) if grade == FAILED else ""
    return Verdict(f"step {step.id}", grade, "not as it should be" if grade == FAILED else grade,
                   text, do, figures or {})


def _not_so(step: Step) -> str:
    """What stands behind `Not?` in the step."""
    return step.text.partition("*Not?*")[2].strip().rstrip(".")[:300] or "stop here, see the page"


def _word(visit: Visit, step: Step) -> Verdict:
    """A person says that it is so, with the figure where a meter shows one."""
    if step.id in MEASURES:
        return _measured(visit, step)
    said = visit.session.operator.answer(Ask(
        f"step {step.id}", "look", f"{step.id} {step.title}. {step.text}\nIs it so?", touch=True))
    if said in YES:
        return verdict(step, OK, step.title)
    if said in NO:
        return verdict(step, FAILED, step.title)
    return verdict(step, LEFT, f"{step.title}: nobody said so")


def _measured(visit: Visit, step: Step) -> Verdict:
    what, unit, least, most = MEASURES[step.id]
    said = visit.session.operator.answer(Ask(
        f"step {step.id}", "measure", f"{step.id} {step.title}. {step.text}\n{what}", touch=True,
        unit=unit))
    value = number(said) if said else None
    if value is None:
        return verdict(step, LEFT, f"{what} was not measured")
    within = least <= value <= most
    return verdict(step, OK if within else FAILED,
                   f"{what}: {value:g} {unit}, {least:g} to {most:g} is right", {"value": value})


# what the table itself shows


def _speaks(visit: Visit, step: Step) -> Verdict:
    hello = visit.session.client.hello
    image = visit.session.image()
    strap = others.STRAP[hello.machine]
    if image["strap_4port"] != strap:
        return verdict(step, FAILED, f"it names itself {hello.machine}, its strap reads "
                       f"{image['strap_4port']}")
    return verdict(step, OK, f"{hello.machine}, firmware {hello.fw}, protocol {hello.proto}")


def _volts(visit: Visit, step: Step) -> None:
    others.volts(visit)


def _sensors(visit: Visit, step: Step) -> None:
    sensors(visit, list(visit.session.parts.inputs.values()))


def _faults_go(visit: Visit, step: Step) -> Verdict:
    stays = visit.session.ack()
    if stays:
        return verdict(step, FAILED, f"the fault {stays} stays")
    return verdict(step, OK, "no fault is left")


def _arms(visit: Visit, step: Step) -> Verdict:
    """Arm without motors: with K1 on its signals read so, and all are back without it."""
    run = visit.session.test("ring")
    if run.refused:
        return verdict(step, UNSURE, f"it could not be armed: {run.refused}")
    wrong = others.wrong_power(visit.session)
    if run.fault or wrong:
        return verdict(step, FAILED, "; ".join([*wrong.values(), run.fault]).strip("; "))
    return verdict(step, OK, "K1 came on for the ring's output and fell again")


def _opens(names: tuple[str, ...], text: str) -> Callable[[Visit, Step], Verdict]:
    """A hand opens the loop: the table must see it, tell it, and not start by itself."""
    def verify(visit: Visit, step: Step) -> Verdict:
        session = visit.session
        session.ask(id=f"touch {names[0]}", kind="act", touch=True, text=text,
                    act=f"block {names[0]} 400")
        until = session.clock.now() + STOPPED_S
        seen: set[str] = set()
        while session.clock.now() < until and not seen:
            image = session.image()
            seen = {name for name in names if image[name] != session.parts.inputs[name].idle}
            session.clock.sleep(0.02)
        if not seen:
            return verdict(step, FAILED, f"the table did not see it: {', '.join(names)}")
        session.clock.sleep(0.6)
        stays, image = session.ack(), session.image()
        if image["lmot_fb"] or stays:
            return verdict(step, FAILED, f"after it: motor power {image['lmot_fb']}, "
                           f"fault {stays or 'none'}")
        return verdict(step, OK, f"seen by {', '.join(sorted(seen))}; motor power stayed off")

    return verify


def _motors(visit: Visit, step: Step) -> None:
    motors(visit)


def _coasts(visit: Visit, step: Step) -> Verdict:
    """Stop times: what the sensors saw of each motor's coast, and a film's word."""
    longest = {case.motor.name: run.figure("coast_ms") for case in visit.cases.values()
               for run in case.runs}
    long = [f"{name} {ms} ms" for name, ms in longest.items()
            if ms > visit.session.parts.motors[name].coast_ms * 3 // 2]
    if long:
        return verdict(step, FAILED, "longer than the design's coast by half: " + ", ".join(long),
                       longest)
    return _word(visit, step)


def _home(visit: Visit, step: Step) -> Verdict:
    fault = visit.session.fault
    return verdict(step, FAILED, f"the table has the fault {fault}") if fault \
        else _word(visit, step)


VERIFY: dict[str, Callable[[Visit, Step], Verdict | None]] = {
    "B2": _speaks, "B3": _volts, "C": _sensors, "D2": _faults_go, "D3": _arms,
    "D4": _opens(("loop_raw",), "Press stop, wait, release it: nothing may click"),
    "D5": _opens(("lid", "loop_raw"), "Open the lid, shut it again: nothing may click"),
    "E": _motors, "F": _coasts, "H": _home,
}
