"""Simulations of the four analogue sub-circuits over all corners of their parts.

Each study reads its values from the circuit by reference, checks that the parts are connected as
in its netlist, and answers figures with limits; `build` makes the page and the drawings of them.
"""

import re
from pathlib import Path

from hardware import model
from hardware.model import Circuit

from . import current, holdup, limits, report, watchdog, zero_cross
from .figures import Study

STUDIES = (watchdog.study, zero_cross.study, current.study, holdup.study)
PAGE = "hardware/out/spice.md"
FOLDER = "hardware/out/spice"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NEAR, SMALL = 0.02, 1.0  # two pages say the same: 2 % or one unit apart


def studies(circuit: Circuit, bounds: limits.Limits) -> list[Study]:
    """All of them, in the order of the page."""
    return [study(circuit, bounds) for study in STUDIES]


def build(root: Path) -> dict[str, str]:
    """The page and a drawing for each study."""
    found = studies(model.load(root), limits.load(root))
    files = {PAGE: report.page(found)}
    for study in found:
        files |= {f"{FOLDER}/{name}.svg": text for name, text in study.drawings.items()}
    return files


def same(path: str, have: bytes, want: bytes) -> bool:
    """Equal but for the last digits, in which two builds of ngspice may differ."""
    if path.endswith(".svg"):
        return _skeleton(have) == _skeleton(want)
    mine, theirs = have.decode("utf-8"), want.decode("utf-8")
    if NUMBER.sub("#", mine) != NUMBER.sub("#", theirs):
        return False
    pairs = zip(NUMBER.findall(mine), NUMBER.findall(theirs), strict=True)
    return all(abs(float(a) - float(b)) <= max(SMALL, NEAR * abs(float(b))) for a, b in pairs)


def _skeleton(svg: bytes) -> str:
    """A drawing without the points of its curves, which hang on the last digits."""
    return re.sub(r'points="[^"]*"', 'points=""', svg.decode("utf-8"))
