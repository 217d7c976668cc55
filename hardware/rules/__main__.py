"""`python -m hardware.rules` checks the committed circuit; `--figures` prints what is computed.

Exit code 1 when a rule is broken, 2 when a source cannot be read.
"""

import sys

from hardware import model
from hardware.lib.record import counted
from hardware.problem import Problem
from tools.make.generate.errors import SourceError
from tools.make.generate.read.machine import MACHINE_FILE, Machine, load

from . import check, domains, known, limits
from .view import ROOT, View


def main() -> int:
    """Print the findings by rule, or the one sentence that says which file is wrong."""
    try:
        circuit, machine = model.load(ROOT), _machine()
        view = View(circuit, machine)
        if "--figures" in sys.argv[1:]:
            print(limits.table(view, domains.check(view)[0]))
            return 0
        found, open_ = known.parted(check(circuit, machine), known.read(ROOT))
        counts = counted(view.records)
    except (Problem, SourceError, FileNotFoundError) as problem:
        print(str(problem).replace(f"{ROOT}/", ""), file=sys.stderr)
        return 2
    for text, what in open_.items():
        print(f"open: {text}\n      {what}")
    for text in found:
        print(text)
    print(f"{len(circuit.parts)} parts, {len(circuit.nets)} nets: "
          + (f"{len(found)} findings" if found else "every electrical rule holds")
          + (f", {len(open_)} known defects are open" if open_ else ""))
    print(f"{sum(counts.values())} records of order numbers: "
          + ", ".join(f"{count} {state}" for state, count in counts.items()))
    return 1 if found else 0


def _machine() -> Machine:
    """machine.toml; SourceError, which says what to do, when it cannot be used."""
    try:
        return load(ROOT)
    except SourceError as error:
        raise SourceError(f"{error}; correct it and run the rules again") from None
    except FileNotFoundError:
        raise SourceError(f"{MACHINE_FILE} is missing; fetch it from the repository") from None


sys.exit(main())
