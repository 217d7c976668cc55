"""A simulated table on the bench: link, hands and eyes in this process, its own time."""

from dataclasses import dataclass, field

import pytest

from mjsim.plant.unit import Unit
from mjsim.table.session import SimTable
from mjtool.bench import setup
from mjtool.bench.known import Known
from mjtool.bench.session import Session
from mjtool.output import Output
from tools.check.verdicts.trial import visit
from tools.check.verdicts.wire import TableClock, Wire
from tools.check.verdicts.witness import Witness


@dataclass
class Bench:
    """A table with somebody at it."""

    table: SimTable
    wire: Wire
    witness: Witness
    session: Session
    known: Known = field(default_factory=Known)


@pytest.fixture
def bench():
    """Makes a table on the bench, with defects in the injector's words."""

    def make(*defects, machine="four_port", unit=7, kind="typical", seed=0):
        table = SimTable(machine, seed=seed or unit, unit=Unit(kind, unit))
        for text in defects:
            table.inject(text)
        wire, witness = Wire(table), Witness(table)
        return Bench(table, wire, witness, Session(wire, witness, TableClock(table)))

    return make


@pytest.fixture(scope="session")
def reports():
    """Figures of a sound visit of unit 7, by machine."""
    return {machine: visit(machine, 7) for machine in ("four_port", "single_port")}


@pytest.fixture
def at_port(bench, monkeypatch, tmp_path):
    """Puts a table behind every port of the command line; somebody is there who answers."""

    def put(*defects, real=False, **more):
        made = bench(*defects, **more)
        if real:
            made.wire.hello = type(made.wire.hello)(**{**made.wire.hello.as_json(),
                                                       "sim": False})
        monkeypatch.setattr(setup, "connect", lambda context, port, as_json: (
            made.wire, Output(as_json)))
        monkeypatch.setattr(setup, "Wall", lambda: TableClock(made.table))
        answers = setup.operator

        def operator(client, output, file):
            return answers(client, output, file) if file or real else made.witness

        monkeypatch.setattr(setup, "operator", operator)
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        return made

    return put
