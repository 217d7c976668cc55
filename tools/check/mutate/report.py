"""What came of a campaign, for people, 80 columns wide."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass, field

from tools.check.mutate.campaign import ENDLESS, KILLED, SURVIVED, UNREACHED
from tools.check.mutate.mutants import Mutant

WIDTH = 80
EQUIVALENT = "equivalent"
ROW = "{:<41} {:>6} {:>8} {:>10} {:>5} {:>5}"
HEAD = ROW.format("module", "killed", "survived", "equivalent", "%", "gate")
MISSED = {SURVIVED: "no test fails", UNREACHED: "no test comes here"}


@dataclass
class Module:
    """One module's changes by what came of them."""

    name: str
    gated: bool
    count: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[Mutant, str]] = field(default_factory=list)

    def add(self, mutant: Mutant, what: str) -> None:
        """One more."""
        self.count[what] += 1
        if what in MISSED:
            self.missed.append((mutant, what))

    @property
    def killed(self) -> int:
        """By a failing test, or because they never ended."""
        return self.count[KILLED] + self.count[ENDLESS]

    @property
    def failed(self) -> bool:
        """It is gated, and a test is lacking."""
        return self.gated and bool(self.missed)

    def row(self) -> str:
        """Its line of the table."""
        tried = self.killed + len(self.missed)
        share = f"{100 * self.killed / tried:.1f}" if tried else "-"
        gate = ("low" if self.missed else "good") if self.gated else ""
        name = self.name if len(self.name) <= 41 else "..." + self.name[-38:]
        return ROW.format(name, self.killed, len(self.missed), self.count[EQUIVALENT], share, gate)


def lines(modules: list[Module]) -> list[str]:
    """The whole report: what was missed, then the table."""
    found = []
    for module in modules:
        for mutant, what in sorted(module.missed, key=lambda each: each[0].line):
            which = f", number {mutant.which} of its kind" if mutant.which > 1 else ""
            found.append(f"{module.name}:{mutant.line}: {mutant.function}: {MISSED[what]}{which}")
            found += textwrap.wrap(mutant.change, WIDTH, initial_indent="    ",
                                   subsequent_indent="      ", break_on_hyphens=False)
    return [*found, *([""] if found else []), HEAD,
            *(module.row() for module in modules if module.count)]
