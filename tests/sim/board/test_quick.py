"""What the simulator runs in place of the flat loops does what they do."""

import copy
import importlib.util
import random

import pytest

import mjsim
from mjsim.board import quick
from mjtable.kit import crc, flat
from tests.emulate.flat_inputs import INPUTS

CALLS = 30_000
NAMES = sorted(flat.INSTEAD)
HOME = {name: module for module, name in INPUTS}


def plain(name, monkeypatch):
    """The loop as its source says."""
    spec = importlib.util.find_spec(HOME[name])
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(flat, "INSTEAD", {})
    spec.loader.exec_module(module)
    return getattr(module, name)


def test_the_simulator_runs_them():
    assert mjsim.board.quick is quick and set(NAMES) <= set(HOME)
    assert crc.crc16 is flat.INSTEAD["crc16"]


@pytest.mark.parametrize("name", NAMES)
def test_they_agree(name, monkeypatch):
    function = plain(name, monkeypatch)
    quicker = getattr(quick, name)
    assert function is not quicker
    rng = random.Random(name)
    for _ in range(CALLS):
        given = INPUTS[HOME[name], name](rng)
        twin = copy.deepcopy(given)
        assert (quicker(*given), given) == (function(*twin), twin)


def test_rules_that_are_asked_again_agree_with_any_number_of_rows(monkeypatch):
    """What some motors need is kept by the table of rules: more rows than before need more."""
    function = plain("first_broken", monkeypatch)
    rng = random.Random(3)
    tables = INPUTS[HOME["first_broken"], "first_broken"](rng)[:4]
    for _ in range(CALLS // 10):
        *_, level, motors = INPUTS[HOME["first_broken"], "first_broken"](rng)
        count = rng.randrange(len(tables[0]) + 1)
        given = (*tables, count, level, motors & 7)
        assert quick.first_broken(*given) == function(*given)
