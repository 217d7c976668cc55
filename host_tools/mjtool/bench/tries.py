"""What the single commands do: one motor, some sensors, which is which, cycles, a whole visit."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from statistics import mean
from typing import Any

from ..output import Output
from . import judge_motors, judge_sensors, pace, report, store
from .judge_motors import Case
from .parts import Input, Motor
from .setup import Bench, summary
from .try_motors import in_order, label, seen, shorts, try_motor
from .try_sensors import at_rest, by_hand
from .verdict import FAILED, OK, WORN, Verdict, of_json
from .visit import LAST, PANEL, Visit, in_service, service_key

Show = Callable[[str, int, int], None]
FOLLOW_S = 0.03
IDENTIFY_S = 20.0


def motor(bench: Bench, part: Motor) -> tuple[Verdict, Case]:
    """One motor."""
    session = bench.session
    bad = {name for name, touch in at_rest(session, part.sensors).items() if touch.bounced}
    case = try_motor(session, part, bench.known(), bad)
    last = case.runs[-1]
    if last.problem and all(run.refused for run in case.runs) and not last.fault:
        raise last.problem
    shorts(session, [case])
    return judge_motors.judge(case), case


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


def identify(bench: Bench, overlay: Path | None) -> list[Verdict]:
    """Every sensor in turn: the one that is moved by hand is the one that must change."""
    session = bench.session
    wanted = [part for part in session.parts.inputs.values()
              if part.plug and part.kind not in ("key", "coded")]
    found = sensors(bench, wanted)
    turned = [part for part in wanted if session.image()[part.name] != part.idle
              and session.ask(id=f"rest {part.name}", kind="look", text=f"{part.name} reads "
                              f"{session.image()[part.name]}, at rest it should read {part.idle}. "
                              "Does its mechanism stand at rest?") == "yes"]
    wiring = [part.name for part in turned if not part.turned]
    if wiring:
        bench.output.note(f"{', '.join(wiring)}: turned round, a broken wire would read as free. "
                          "Put the wiring right (docs/MEASURED.md).")
    learnt = {part.stem: part.turned for part in turned if part.turned}
    if overlay and learnt:
        learn_polarity(overlay, learnt)
        bench.output.note(f"Polarity of {', '.join(sorted(learnt))} written to {overlay}.")
    return found


def learn_polarity(path: Path, learnt: Mapping[str, str]) -> None:
    """Lay the active level of signals into a file of measured values (docs/MEASURED.md)."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for stem, active in sorted(learnt.items()):
        head = f"[signals.{stem}]"
        if head in text:
            continue
        text += (f"\n{head}\nactive = {{ value = \"{active}\", grade = \"measured\", "
                 f"date = {date.today().isoformat()}, how = \"mjtool bench identify: read "
                 "turned round at rest\" }\n")
    report.write(path.with_suffix(""), {path.suffix.lstrip(".") or "toml": text})


def twitch(bench: Bench, part: Motor) -> Verdict:
    """Let a motor move and say which it was, by sensors, else by an eye."""
    run = bench.session.test(part.name, "fwd")
    run.way = label(run, part, "fwd")
    case = Case(part, [run], bench.session.parts, bench.known())
    if not run.refused and not case.moved and not case.others:
        case.seen = seen(bench.session, part)
    verdict = judge_motors.judge(case)
    if verdict.grade in (OK, WORN):
        return Verdict(verdict.item, OK, OK, f"it was {part.name}", "", verdict.figures)
    return verdict


def cycles(bench: Bench, part: Motor, count: int, show: Show) -> tuple[Verdict, dict[str, Any]]:
    """Its time again and again; the verdict is on the last, the trend on all."""
    session, known = bench.session, bench.known()
    case = Case(part, [], session.parts, known)
    for number in range(count):
        show(part.name, number, count)
        run = session.test(part.name, "rev" if part.type == "hatch" and number % 2 else "fwd")
        run.way = label(run, part, run.way)
        case.runs.append(run)
        if run.refused or run.fault:
            break
    return judge_motors.judge(case), statistics(case)


def statistics(case: Case) -> dict[str, Any]:
    """Mean, 95th percentile and trend (ms a cycle) of each way's time."""
    found: dict[str, Any] = {}
    for way in dict.fromkeys(run.way for run in case.runs):
        times = [own_ms(case, run) for run in case.moved if run.way == way]
        if times:
            found[way] = {"cycles": len(times), "mean_ms": round(mean(times)),
                          "p95_ms": sorted(times)[max(0, -(-len(times) * 95 // 100) - 1)],
                          "trend_ms": round(slope(times), 1), "all_ms": times}
    return found


def own_ms(case: Case, run: Any) -> int:
    """The longest span of a motion; a rotation's time from magnet to magnet."""
    return max(pace.spans(run, case.motor, case.good).values(), default=0)


def slope(values: list[int]) -> float:
    """Least squares over the cycles' numbers."""
    middle, average = (len(values) - 1) / 2, mean(values)
    square = sum((at - middle) ** 2 for at in range(len(values)))
    return sum((at - middle) * (v - average) for at, v in enumerate(values)) / square \
        if square else 0.0


def show_cycles(output: Output, figures: dict[str, Any]) -> None:
    """The figures as a table."""
    if output.as_json:
        output.json({"cycles": figures})
    output.table(("way", "cycles", "mean", "p95", "trend"), [
        (way, str(row["cycles"]), f"{row['mean_ms']} ms", f"{row['p95_ms']} ms",
         f"{row['trend_ms']:+} ms a cycle") for way, row in figures.items()])


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
        visit.tell(judge_motors.judge(case))
        silent = [name for name in part.sensors if case.moved and name not in bad
                  and not any(edge.name == name for run in case.runs for edge in run.edges)]
        for name in silent:
            visit.tell(Verdict(f"sensor {name}", FAILED, "stuck",
                               f"{part.name} went its way and it did not change",
                               "look at its plug and wire"))
    return visit.verdicts


def take_up(visit: Visit, before: dict[str, Any] | None) -> None:
    """Go on with a visit that was broken off."""
    for row in (before or {}).get("items", []):
        verdict = of_json(row)
        if verdict.grade in (OK, WORN, FAILED):
            visit.done[verdict.item] = verdict


def close(bench: Bench, made: dict[str, Any], visit: Visit, out: Path | None) -> None:
    """Keep the report, write what was asked for, say what has changed."""
    path = store.keep(store.merged(made, bench.before))
    store.path_of(made["unit"]["uid"], "open").unlink(missing_ok=True)
    for line in report.changes(made, bench.before):
        bench.output.note(f"Since the last visit: {line}.")
    summary(bench.output, visit.verdicts)
    if out:
        texts = {"html": report.html(made, bench.before, visit.cases),
                 "csv": report.sheet(made), "json": json.dumps(made, indent=1) + "\n"}
        for written in report.write(out, texts):
            bench.output.note(f"wrote {written}")
    bench.output.note(f"kept for the next visit: {path}")


