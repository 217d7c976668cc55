"""Which is which: sensors moved by hand, motors that twitch; polarity learnt on the way."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from . import judge_motors, report
from .case import Case
from .parts import Motor
from .setup import Bench
from .tries import sensors
from .try_motors import label, seen
from .verdict import OK, WORN, Verdict


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
