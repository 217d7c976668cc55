"""The result of a study for people, 80 columns wide, and as one object for programs."""

import math
import textwrap
from collections.abc import Iterator
from typing import Any

from mjstudy.fixed import load
from mjstudy.real import power, words
from mjstudy.real.family import Verdict
from mjstudy.real.study import Study

WIDE = 80
ROW = "{:<26}{:>8}{:>9}{:>9}{:>15}  {}"
UNITS = {
    "equal": "cling",
    "near": "cling",
    "together": "cling",
    "layering": "correl.",
    "serial": "correl.",
}
DECIMALS = {"equal": 2, "near": 2, "together": 2, "layering": 3, "serial": 3}


def lines(study: Study) -> Iterator[str]:
    """The report, line by line."""
    head = study.sheet.header
    loaded = f"{head.dots} dotted tiles dropped last" if study.deck.dots else "loaded sorted"
    yield f"{head.profile} on {head.machine}, {loaded}: {study.sheet.file}"
    yield from _wrapped(_counted(study))
    yield ""
    yield ROW.format("a hand, on average", "fair", "found", "p (Holm)", "they see", "order")
    for verdict in study.verdicts:
        yield _row(study, verdict)
    yield ""
    yield from _said(study)


def _hands(count: int) -> str:
    return f"{count} hand" + "s" * (count != 1)


def _counted(study: Study) -> str:
    """How many hands were judged, and how many left out."""
    text = f"{_hands(len(study.lines))} judged ({4 * len(study.lines)} walls)"
    if study.pairs:
        text = f"{_hands(len(study.lines))} loaded in order, "
        text += f"{_hands(len(study.pairs))} played on from the hand before"
    out = study.begun - study.used
    return text + (f"; {_hands(out)} not used: see above." if out else ".")


def _row(study: Study, verdict: Verdict) -> str:
    key, test = verdict.test.key, verdict.test
    digits = DECIMALS.get(key, 1)
    seen = study.sees(verdict)
    least = f"{seen:.3f}" if UNITS.get(key) == "correl." else words.percent(seen)
    return ROW.format(
        test.title, f"{test.reference.mean:.{digits}f}", f"{verdict.value:.{digits}f}",
        f"{verdict.p_holm:.2g}", f"{least} {UNITS.get(key, 'share')}",
        "none seen" if verdict.passed else "SHOWN",
    )  # fmt: skip


def _said(study: Study) -> Iterator[str]:
    """The verdict in words."""
    found = [verdict for verdict in study.verdicts if not verdict.passed]
    for verdict in found:
        yield from _wrapped("SHOWN: " + words.shown(study, verdict))
    if found:
        yield from _wrapped(
            "A fair table shows something here in 1 study of 100. "
            f"These hands still allow, {words.SURE}:"
        )
    else:
        yield from _wrapped(
            f"No order is shown. That is not 'fair': {_hands(study.used)} still allow, "
            f"{words.SURE}:"
        )
    for sentence in words.allows(study):
        yield from _wrapped(sentence + ".", "- ")
    for sentence in words.DOTS_CANNOT if study.deck.dots else words.CANNOT:
        yield from _wrapped(sentence)
    yield f"fixed.toml {load().sha256}"


def _wrapped(text: str, mark: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDE, initial_indent=mark, subsequent_indent=" " * len(mark),
        break_long_words=False,
    )  # fmt: skip


def as_object(study: Study) -> dict[str, Any]:
    """The same for programs; shares from 0 to 1, null where a test can never see its defect."""
    head = study.sheet.header
    allowed: dict[str, float] = {}
    for name, key in (("cling", "equal"), ("two_ports", "together")):
        verdict = study.verdict(key)
        if verdict:
            allowed[name] = power.cling_at_most(verdict, study.deck, study.places)
    layer = study.verdict("layering")
    if layer:
        allowed["layering"] = power.layering_at_most(layer)
    return {
        "file": study.sheet.file, "profile": head.profile, "machine": head.machine,
        "load": head.load, "hands": len(study.lines), "pairs": len(study.pairs),
        "begun": study.begun, "level": load().real.level, "fixed_sha256": load().sha256,
        "passed": passed(study),
        "tests": [_test(study, verdict) for verdict in study.verdicts],
        "allows": allowed, "problems": [_problem(problem) for problem in study.problems],
    }  # fmt: skip


def _test(study: Study, verdict: Verdict) -> dict[str, Any]:
    seen, law = study.sees(verdict), verdict.test.reference
    return {
        "key": verdict.test.key, "title": verdict.test.title, "hands": verdict.count,
        "mean": law.mean, "sd": law.sd, "value": verdict.value, "z": verdict.z, "p": verdict.p,
        "p_holm": verdict.p_holm, "passed": verdict.passed,
        "sees": None if math.isinf(seen) else seen,
    }  # fmt: skip


def _problem(problem: Any) -> dict[str, Any]:
    return {"line": problem.line, "what": problem.what, "todo": problem.todo}


def passed(study: Study) -> bool:
    """No test shows order, and there was something to judge."""
    return bool(study.verdicts) and all(verdict.passed for verdict in study.verdicts)
