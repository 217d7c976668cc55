"""Which faults the rules tell: each mutant against the rules that survive a rebuild.

A file that is stale against the circuit says nothing about the circuit: after `make hardware` it
is as wrong. So the rules on generated files do not count here, nor does what was found without a
fault.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from multiprocessing import get_context
from typing import NamedTuple

from hardware import model
from hardware.blocks.mistakes import lonely
from hardware.model import Circuit, Part
from hardware.rules import check, netlist, records
from hardware.rules.view import ROOT
from tools.make.generate.read.machine import Machine, load

from .mutants import Mutant, mutants

STALE = frozenset({netlist.RULE})  # a file's copy of the circuit
# In the source an order number follows its value, so that the two agree as they did before.
FOLLOWS = {"valued": frozenset({records.RULE})}
CHUNK = 8


class Verdict(NamedTuple):
    """One mutant: `told` is the first message, "" when no rule spoke."""

    kind: str
    ref: str
    what: str
    told: str

    @property
    def name(self) -> str:
        """`reversed D2110: 1=2 2=1`."""
        return f"{self.kind} {self.ref}: {self.what}"


@cache
def machine() -> Machine:
    """machine.toml, read once a process."""
    return load(ROOT)


@cache
def before() -> frozenset[str]:
    """What the rules say of the circuit as it is."""
    return frozenset(map(str, check(model.load(ROOT), machine())))


def told(parts: dict[str, Part], kind: str = "") -> str:
    """The first message about this circuit that is not about a stale file; "" when there is none.

    A rule that ends in a traceback has told nobody anything: the exception goes on.
    """
    deaf = STALE | FOLLOWS.get(kind, frozenset())
    for finding in check(Circuit(parts, {}), machine()):
        if finding.rule not in deaf and str(finding) not in before():
            return str(finding)
    pins = {ref: part.pins for ref, part in parts.items()}
    places = {net: model.CIRCUIT_FILE for part in parts.values() for net in part.pins.values()}
    return next(iter(lonely(pins, places, ())), "")


def judged(mutant: Mutant) -> Verdict:
    """One mutant's verdict."""
    return Verdict(mutant.kind, mutant.ref, mutant.what, told(mutant.parts, mutant.kind))


def run(chosen: Iterable[Mutant] | None = None, jobs: int = 2) -> Iterator[Verdict]:
    """All mutants of the committed circuit, or the chosen ones, as they are done."""
    todo = mutants(model.load(ROOT)) if chosen is None else chosen
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(judged, todo, CHUNK)


def rates(verdicts: Iterable[Verdict]) -> dict[str, tuple[int, int]]:
    """By kind of fault: how many were told, of how many."""
    every, good = Counter[str](), Counter[str]()
    for verdict in verdicts:
        every[verdict.kind] += 1
        good[verdict.kind] += verdict.told != ""
    return {kind: (good[kind], every[kind]) for kind in every}
