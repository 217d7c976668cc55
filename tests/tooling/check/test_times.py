"""The fault table's times are the firmware's constants; what parts is told in a sentence."""

import importlib

import pytest

from mjtable.generated import setting_table
from tests.faults import test_drum_and_belts, test_heads_lifts_hatch, test_power
from tools.check.firmware import times

ROWS = times.rows()
TEXT = times.sources()
CASES = [*test_power.CASES, *test_drum_and_belts.CASES, *test_heads_lifts_hatch.CASES]
CONSTANTS = [(row, node) for row in ROWS for formula in row["by"] for node in times.names(formula)]
BY_TEST = {"E206", "E207", "E208", "E604", "E803", "E806"}
"""Told by the first scan that sees it: nothing waits."""


def ident(found):
    row, node = found
    return "E%d %s" % (row["code"], node.attr)


def test_they_agree(capsys):
    assert times.main() == 0 and capsys.readouterr().err == ""


@pytest.mark.parametrize("found", CONSTANTS, ids=ident)
def test_a_constant_that_changes_unnoticed_is_told(found, monkeypatch):
    row, node = found
    home = importlib.import_module("mjtable." + times.ast.unparse(node.value))
    monkeypatch.setattr(home, node.attr, getattr(home, node.attr) + 1)
    said = times.wrong(row, TEXT)
    assert said and said[0].startswith("E%d: within_ms says " % row["code"])
    assert said[0].endswith(": change the row, or the firmware back")


def test_a_setting_that_changes_is_told(monkeypatch):
    row = next(row for row in ROWS if row["code"] == 805)
    monkeypatch.setattr(setting_table, "DEFAULTS", tuple(9 for _ in setting_table.DEFAULTS))
    assert times.wrong(row, TEXT) == ["E805: within_ms says 10000, but setting panel.stuck_ms is "
                                      "9: change the row, or the firmware back"]


@pytest.mark.parametrize(("by", "sentence"), [
    ("mechanisms.hatch.LEVE_MS", "mjtable.mechanisms.hatch has no LEVE_MS"),
    ("mechanisms.hutch.LEAVE_MS", "No module named 'mjtable.mechanisms.hutch'"),
    ("mechanisms.hatch.LEAVE_MS - 5", "no sum or product of module.NAME and numbers"),
    ("setting panel.stuk_ms", "'panel.stuk_ms'"),
])  # fmt: skip
def test_a_name_that_is_none_is_told(by, sentence):
    row = {"code": 801, "within_ms": [800], "by": [by]}
    assert times.wrong(row, TEXT) == ["E801: %s: %s; name what makes this time" % (by, sentence)]


def test_a_constant_that_nothing_reads_makes_no_time():
    row = {"code": 101, "within_ms": [16000], "by": ["2 * generated.timing.CHAIN_WARN_MS"]}
    assert times.wrong(row, TEXT) == ["E101: nothing in the firmware reads CHAIN_WARN_MS: name "
                                      "what makes this time"]


@pytest.mark.parametrize("code", sorted(BY_TEST))
def test_what_nothing_waits_for_is_proven_within_its_time(code):
    row = next(row for row in ROWS if "E%d" % row["code"] == code)
    assert any(case.within_ms <= row["within_ms"][0] for case in CASES if case.code == code)


def test_nothing_else_is_left_to_tests():
    rest = {"E%d" % row["code"] for row in ROWS if times.TEST in row["by"]} - BY_TEST
    assert rest == {"E205", "E402", "E404", "E804", "E901"}
