"""One visit of the bench to one simulated table."""

import time
from dataclasses import dataclass, field
from typing import Any

from mjsim.plant.unit import Unit
from mjsim.table.session import SimTable
from mjtool.bench.session import Session
from mjtool.bench.verdict import FAILED, OK, WORN, Verdict
from mjtool.bench.visit import Visit, every, known_of, sensors
from tools.check.verdicts.defects import WORDS, Defect
from tools.check.verdicts.wire import TableClock, Wire
from tools.check.verdicts.witness import Witness

MACHINES = ("four_port", "single_port")


@dataclass
class Outcome:
    """What the bench said, and how long it took: of the table's time and of this computer's."""

    machine: str
    unit: int
    kind: str
    text: str
    verdicts: list[Verdict]
    wanted: frozenset[str] = frozenset()
    table_s: float = 0.0
    wall_s: float = 0.0
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def failed(self) -> frozenset[str]:
        """Items that failed."""
        return frozenset(v.item for v in self.verdicts if v.grade == FAILED)

    @property
    def right(self) -> bool:
        """Exactly the items that have the defect."""
        return self.failed == self.wanted

    @property
    def named(self) -> bool:
        """They were called what they are."""
        return all(v.word in WORDS[self.kind] for v in self.verdicts if v.grade == FAILED)


def visit(machine: str, unit: int, defect: Defect | None = None,
          last: dict[str, Any] | None = None,
          kind: str = "typical", part: str = "all", seed: int = 0) -> Outcome:
    """The bench at one table, with a defect from its first minute on.

    `unit` says which table it is, `seed` which day: chances of the moment are others.
    """
    began = time.perf_counter()
    table = SimTable(machine, seed=seed or unit, unit=Unit(kind, unit))
    if defect:
        table.inject(defect.text)
    wire, witness = Wire(table), Witness(table)
    session = Session(wire, witness, TableClock(table))  # type: ignore[arg-type]
    case = Visit(session, known_of(session, last or {}))
    first = table.now_ms
    if part == "sensors":
        sensors(case, list(session.parts.inputs.values()))
    else:
        every(case)
    return Outcome(machine, unit, defect.kind if defect else kind, defect.text if defect else "",
                   case.verdicts, defect.items if defect else frozenset(),
                   (table.now_ms - first) / 1000, time.perf_counter() - began,
                   {v.item: v.figures for v in case.verdicts if v.grade in (OK, WORN)})
