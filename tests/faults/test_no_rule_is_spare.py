"""Each detection rule taken away in turn: the test that its row names then fails."""

import importlib
import inspect
import itertools

import pytest

from mjsim.scenario.scenario import load
from mjsim.scenario.steps import perform
from mjsim.table.waiting import NotReached
from mjtable.safety.faults import Faults
from tests.faults.bench import prove
from tests.faults.test_every_row import ROOT, ROWS, ident

BROKEN = (AssertionError, NotReached, IndexError, KeyError, ValueError)


@pytest.fixture
def deaf(monkeypatch):
    """Takes a rule away: its fault is never told."""
    add = Faults.add

    def without(code):
        monkeypatch.setattr(Faults, "add", lambda self, told, place, detail:
                            told != code and add(self, told, place, detail))  # fmt: skip

    return without


def tries(row):
    """What in the row's test file speaks of its code, as functions without arguments."""
    path, code = ROOT / row["test"], "E%d" % row["code"]
    if path.suffix == ".txt":
        return [lambda: scenario(path)]
    module = importlib.import_module(row["test"].removesuffix(".py").replace("/", "."))
    found = [lambda case=case: prove(case) for case in getattr(module, "CASES", ())
             if case.code == code]
    for name, test in inspect.getmembers(module, inspect.isfunction):
        if name.startswith("test_") and code in inspect.getsource(test):
            found += calls(test)
    return found


def calls(test):
    """A test with each of its parameters; without those that want a fixture."""
    marks = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    names = [names.replace(" ", "").split(",") if isinstance(names, str) else list(names)
             for names, _ in marks]
    if {name for some in names for name in some} != set(inspect.signature(test).parameters):
        return []
    rows = [[dict(zip(some, one if len(some) > 1 else (one,), strict=True)) for one in values]
            for some, (_, values) in zip(names, marks, strict=True)]
    return [lambda given=given: test(**{k: v for part in given for k, v in part.items()})
            for given in itertools.product(*rows)]


def scenario(path):
    """It comes true."""
    assert not perform(load(path)).failure


def fails(one):
    """This test notices."""
    try:
        one()
    except BROKEN:
        return True
    return False


@pytest.mark.parametrize("row", ROWS, ids=ident)
def test_without_its_rule_the_test_of_a_row_fails(row, deaf):
    deaf(row["code"])
    found = tries(row)
    assert found, "nothing in %s proves E%d" % (row["test"], row["code"])
    assert any(fails(one) for one in found), "E%d is never told, and %s is content" % (
        row["code"], row["test"])  # fmt: skip
