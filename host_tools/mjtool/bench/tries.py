"""What single commands do: one motor, some sensors, levels, a look after a transport."""

from . import judge_late, judge_motors, judge_sensors
from .parts import Input, Motor
from .setup import Bench
from .try_motors import in_order, shorts, try_motor
from .try_sensors import at_rest, by_hand
from .verdict import FAILED, Verdict
from .visit import LAST, PANEL, Visit, in_service, service_key

FOLLOW_S = 0.03


def motor(bench: Bench, part: Motor) -> list[Verdict]:
    """One motor, and a sensor of its own that is late."""
    session = bench.session
    bad = {name for name, touch in at_rest(session, part.sensors).items() if touch.bounced}
    case = try_motor(session, part, bench.known(), bad)
    last = case.runs[-1]
    if last.problem and all(run.refused for run in case.runs) and not last.fault:
        raise last.problem
    shorts(session, [case])
    return [*judge_late.set_apart(case), judge_motors.judge(case)]


def sensors(bench: Bench, wanted: list[Input]) -> list[Verdict]:
    """Some sensors, each by hand."""
    session = bench.session
    touches = at_rest(session, [part.name for part in wanted])
    for part in wanted:
        if part.name == "svc":
            service_key(session, touches["svc"])
        elif part.plug and (in_service(session, touches[part.name]) or part.kind not in PANEL):
            by_hand(session, part, touches[part.name])
        if part.name in LAST:
            session.ack()
    found = judge_sensors.judge(touches, session.parts)
    for verdict in found:
        bench.say(verdict)
    return found


def levels(bench: Bench, names: list[str], follow: bool) -> None:
    """Levels now, and with `follow` every change with its time until Ctrl-C."""
    session, output = bench.session, bench.output
    before = session.image()
    if output.as_json:
        output.json({name: before[name] for name in names})
    else:
        rows = [(name, f"IN{session.parts.inputs[name].index // 8}."
                       f"{session.parts.inputs[name].index % 8}", str(before[name]))
                for name in names]
        output.table(("sensor", "input", "is"), rows)
    began = session.clock.now()
    try:
        while follow:
            session.clock.sleep(FOLLOW_S)
            image = session.image()
            for name in names:
                if image[name] != before[name]:
                    at = session.clock.now() - began
                    output.say(f"{at:8.2f} s  {name} is {image[name]}", {name: image[name],
                                                                        "t_s": round(at, 2)})
            before = image
    except KeyboardInterrupt:
        return


def after_move(visit: Visit) -> list[Verdict]:
    """What a transport shakes loose: sensors at rest, then every motor with its own sensors."""
    session = visit.session
    names = [part.name for part in session.parts.inputs.values() if part.plug]
    touches = at_rest(session, names)
    for name, touch in touches.items():
        if touch.bounced:
            visit.tell(judge_sensors.judge_one(touch, session.parts.inputs[name], touches))
    bad = {verdict.name for verdict in visit.verdicts}
    motors = [part for part in in_order(session.parts.motors) if part.type != "belt"]
    for number, part in enumerate(motors):
        visit.step(part.name, number, len(motors))
        visit.cases[part.name] = case = try_motor(session, part, visit.known, bad)
        for verdict in (*judge_late.set_apart(case), judge_motors.judge(case)):
            visit.tell(verdict)
        silent = [name for name in part.sensors if case.moved and name not in bad
                  and not any(edge.name == name for run in case.runs for edge in run.edges)]
        for name in silent:
            visit.tell(Verdict(f"sensor {name}", FAILED, "stuck",
                               f"{part.name} went its way and it did not change",
                               "look at its plug and wire"))
    return visit.verdicts
