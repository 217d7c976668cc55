"""Rows of hardware/safety whose failure is another cause than their fault's example: it is told as
their fault, at a table that people play at and nobody mends."""

import tomllib
from pathlib import Path

import pytest

from mjsim.people.habits import Habits
from mjsim.table.session import SimTable
from mjtool import dictionary

ROWS = tomllib.loads(
    (Path(__file__).parents[2] / "hardware/safety/failure_modes.toml").read_text(encoding="utf-8")
)["row"]
ITS_TEST = "tests/faults/test_own_words.py::test_it_is_told_as_its_fault"
OWN = [row for row in ROWS if ITS_TEST in row["tests"]]
CODES = {row["id"]: code for code, row in dictionary.load().faults.items()}
SETS_MS = 400_000
"""Two sets and more: an input that does nothing is told of behind them."""


@pytest.mark.parametrize("row", OWN, ids=lambda row: row["id"])
def test_it_is_told_as_its_fault(row):
    table = SimTable("single_port" if "chain_c" in row["inject"] else "four_port", seed=5,
                     players=Habits(helpful=False))
    table.inject(row["inject"])
    told = {CODES[name] for name in row["faults"]}
    table.run_until(lambda: told & codes(table) or table.state == "fault", SETS_MS)
    assert told & codes(table)


def codes(table):
    return {event["code"] for event in table.events if event["event"] == "fault"}


def test_there_are_such_rows():
    assert len(OWN) > 12
