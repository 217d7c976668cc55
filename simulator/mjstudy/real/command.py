"""`mjsim study real`: judge a file of typed walls, or write one to fill in or to practise with.

Exit codes: 0 no order shown, 1 a test shows order, 2 wrong usage or no hand that can be used.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from mjsim.generated.constants import MACHINES
from mjsim.words.names import UsageError, choose
from mjstudy.real import picture, report, sheet, written
from mjstudy.real.header import LOADS, PROFILES, Header
from mjstudy.real.practice import Defect
from mjstudy.real.study import study

MOST_HANDS = 10_000


@dataclass(frozen=True)
class Asked:
    """The command line; `template` is a profile or "", `practice` hands or 0, shares in %."""

    file: str = ""
    as_json: bool = False
    plot: str = ""
    template: str = ""
    practice: int = 0
    cling_pct: float = 0.0
    layer_pct: float = 0.0
    apart: bool = False
    seed: int = 0
    profile: str = "SHOP-B-136"
    machine: str = "four_port"
    load: str = "sorted"


def command(asked: Asked) -> int:
    """Do what was asked for; the exit code. `UsageError` says what is possible."""
    ways = bool(asked.file) + bool(asked.template) + bool(asked.practice)
    if ways != 1:
        raise UsageError("give a FILE of walls, or --template PROFILE, or --practice HANDS")
    if asked.file:
        return _judge(asked)
    profile = choose("profile", asked.template or asked.profile, PROFILES)
    machine = choose("machine", asked.machine, MACHINES)
    made = Header(profile, machine, choose("load", asked.load, LOADS))
    if asked.template:
        sys.stdout.write(written.template(made))
    else:
        sys.stdout.write(written.practice(made, _hands(asked), _defect(asked), asked.seed))
    return 0


def _hands(asked: Asked) -> int:
    if not 1 <= asked.practice <= MOST_HANDS:
        raise UsageError(f"--practice {asked.practice}: must be 1 to {MOST_HANDS} hands")
    return asked.practice


def _defect(asked: Asked) -> Defect:
    if not 0 <= asked.cling_pct <= 100:
        raise UsageError(f"--cling {asked.cling_pct:g}: must be 0 to 100 %")
    if not -100 <= asked.layer_pct <= 100:
        raise UsageError(f"--layer {asked.layer_pct:g}: must be -100 to 100 %")
    return Defect(asked.cling_pct / 100, asked.layer_pct / 100, asked.apart)


def _judge(asked: Asked) -> int:
    """Read, judge and tell; what is wrong in the file goes to stderr."""
    found = study(sheet.load(Path(asked.file)))
    for problem in found.problems:
        print(problem, file=sys.stderr)
    if asked.as_json:
        print(json.dumps(report.as_object(found)))
    if not found.verdicts:
        none = "no hand is typed in yet" if not found.begun else "no hand can be used"
        raise UsageError(f"{asked.file}: {none}; docs/REAL_SHUFFLE.md says how to type one")
    if not asked.as_json:
        print("\n".join(report.lines(found)))
    if asked.plot:
        _write(Path(asked.plot), picture.svg(found))
    return 0 if report.passed(found) else 1


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--plot {path}: cannot be written ({error.strerror})") from error
