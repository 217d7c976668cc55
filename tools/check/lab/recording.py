"""Recorded scans: one JSON line each, `[inputs that changed, outputs after the step, value
returned, inputs the step itself changed]`, names as in `firmware/mjtable/scan/image.py`.

The first line has every input that its firmware had. A recording fits the firmware that made
it: another one would have driven the machine elsewhere.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mjtable.scan.image import Inputs
from tools.check.lab.problems import LabError

Values = dict[str, Any]
Scan = tuple[Values, Values, int, Values]
INPUTS = tuple(vars(Inputs()))
AGAIN = "`python -m tools.check.lab.record FILE` makes one"


def load(path: Path) -> list[Scan]:
    """All scans of a file, checked."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        what = getattr(problem, "strerror", None) or "it is no text"
        raise LabError("cannot read the recording %s: %s; %s" % (path, what, AGAIN)) from problem
    if not lines:
        raise LabError("the recording %s is empty; %s" % (path, AGAIN))
    scans = [_scan(path, number, line) for number, line in enumerate(lines, 1)]
    if "machine" not in scans[0][0]:
        raise LabError("%s does not begin with a power-up: its beginning is cut off; %s"
                       % (path, AGAIN))  # fmt: skip
    return scans


def _scan(path: Path, number: int, line: str) -> Scan:
    try:
        inputs, outputs, rest, own = json.loads(line)
        strange = sorted(({*inputs} | {*own}) - {*INPUTS})
        good = isinstance(rest, int) and all(isinstance(x, dict) for x in (inputs, outputs, own))
    except (ValueError, TypeError):
        good, strange = False, []
    if not good:
        raise LabError("%s:%d is no scan [inputs, outputs, value returned, own changes]: the file "
                       "is cut short or no recording; %s" % (path, number, AGAIN))  # fmt: skip
    if strange:
        raise LabError("%s:%d names %s, which this firmware does not have: it was recorded by "
                       "another one; %s" % (path, number, strange[0], AGAIN))  # fmt: skip
    return inputs, outputs, rest, own


def save(path: Path, scans: list[Scan]) -> None:
    """Write the file as a whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_text("".join(json.dumps(scan) + "\n" for scan in scans), encoding="utf-8")
        fresh.replace(path)
    except OSError as problem:
        raise LabError("cannot write %s: %s; choose a folder you may write to"
                       % (path, problem.strerror)) from problem  # fmt: skip
