"""`python -m hardware.gate`: every fault of `mutants.py`, by kind how many the rules tell.

Exit code 1 when fewer than ASKED are told, or one that is not told has no reason in
`harmless.toml`.
"""

import sys
from collections.abc import Iterator, Sequence

from rich.progress import track

from hardware import model
from hardware.problem import Problem
from hardware.rules.view import ROOT

from .judge import Verdict, rates, run
from .mutants import mutants
from .reasons import Reasons

ASKED = 0.95


def report(verdicts: Sequence[Verdict], reasons: Reasons) -> Iterator[str]:
    """Lines: the rates, what no rule told with its reason, and reasons that nothing needs."""
    found = rates(verdicts)
    for kind, (good, every) in found.items():
        yield f"{kind:10} {good:5} of {every:5} told  {100 * good / every:5.1f} %"
    good, every = (sum(column) for column in zip(*found.values(), strict=True))
    yield f"{'together':10} {good:5} of {every:5} told  {100 * good / every:5.1f} %, asked 95"
    for verdict in verdicts:
        if not verdict.told:
            yield f"not told: {verdict.name}: {reasons.of(verdict) or 'NO REASON; add a rule'}"
    yield from reasons.needless(verdicts)


def good(verdicts: Sequence[Verdict], reasons: Reasons) -> bool:
    """Enough are told, and each that is not has a reason."""
    told = sum(verdict.told != "" for verdict in verdicts)
    return told >= ASKED * len(verdicts) and not any(
        not verdict.told and not reasons.of(verdict) for verdict in verdicts)


def main() -> int:
    """Run the gate with a progress bar."""
    try:
        reasons = Reasons.read(ROOT)
        todo = list(mutants(model.load(ROOT)))
        verdicts = list(track(run(todo), "faults in the circuit", len(todo)))
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2
    print("\n".join(report(verdicts, reasons)))
    return 0 if good(verdicts, reasons) else 1


if __name__ == "__main__":
    sys.exit(main())
