"""`python -m hardware.rules` checks the committed circuit; exit code 1 when a rule is broken."""

import sys

from hardware import model
from tools.generate.machine import load

from . import check
from .view import ROOT


def main() -> int:
    """Print the findings by rule."""
    circuit = model.load(ROOT)
    found = check(circuit, load(ROOT))
    for finding in found:
        print(finding)
    print(f"{len(circuit.parts)} parts, {len(circuit.nets)} nets: "
          + (f"{len(found)} findings" if found else "every electrical rule holds"))
    return 1 if found else 0


sys.exit(main())
