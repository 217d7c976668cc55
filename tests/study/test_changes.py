"""`mjsim study changes`: what was tried, read, replayed and told."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from mjsim.plant.mixing import mixing_of
from mjsim.words.names import UsageError
from mjstudy import published
from mjstudy.fixed import load
from mjstudy.replay.chain import WALLS
from mjstudy.run import changes, tried
from mjstudy.run.asked import Asked

ASKED = Asked("four_port", "SHOP-B-136", "typical", None, 6, WALLS, ("pessimistic",),
              ("played",), 4)  # fmt: skip
TEXT = """
motor_nm = 2.6
[as_it_is]
distance = 0.06
neighbours = 0.14
way_round = 0.21
order = 0.24
[[change]]
name = "as it is"
source = "the set"
torque_nm = 2.0
worst_nm = 3.0
[[change]]
name = "rigid bars"
source = "two sweeps"
distance = 0.12
neighbours = 0.21
torque_nm = 10.0
worst_nm = 15.0
beside = { neighbours = 0.07 }
[[change]]
name = "twice, later"
source = "own model"
passes = 2
pre_mix_s = 20
torque_nm = 2.6
worst_nm = 3.0
"""


@pytest.fixture
def some(monkeypatch):
    found = changes.parse(TEXT)
    monkeypatch.setattr(tried, "read", lambda: found)
    return found


def test_figures_are_the_sets_times_the_ratio_to_what_they_are_compared_with(some):
    as_it_is, bars, twice = (one.arm("played") for one in some)
    law = mixing_of("pessimistic")
    assert as_it_is.law == law and twice.law == law
    assert bars.law == pytest.approx(
        law._replace(exchange=law.exchange * 2, parting=law.parting * 3))
    assert (twice.passes, twice.add_ms) == (2, 20_000)
    assert [one.turned for one in some] == [True, False, True]


def test_what_the_project_tried_is_all_there():
    """Each change that the plan of the study names."""
    names = " ".join(one.name for one in changes.read())
    for word in ("tilt", "bars", "surface", "reversal", "pre-mix", "second pass"):
        assert word in names
    more_ms = {one.add_ms for one in changes.read()}
    assert {5_000, 100_000} <= more_ms  # what may be; about what can be set, the table has 10


@pytest.mark.parametrize(("old", "new", "said"), [
    ("distance = 0.12", "tidiness = 0.12", "'rigid bars': tidiness is not known; there are"),
    ("torque_nm = 10.0", "", "'rigid bars': torque_nm is missing"),
    ("distance = 0.12", "distance = 0.0", "'rigid bars': distance must be above 0"),
    ('"twice, later"', '"rigid bars"', "'rigid bars' stands twice"),
    ("motor_nm = 2.6", "", "changes.toml cannot be read: 'motor_nm'"),
    ("motor_nm = 2.6", "motor_nm = ", "changes.toml cannot be read: "),
])  # fmt: skip
def test_what_the_file_cannot_say_is_refused(old, new, said):
    with pytest.raises(changes.ChangesError, match=re.escape(said)):
        changes.parse(TEXT.replace(old, new, 1))


def test_each_change_is_told_against_every_statistic(some, tmp_path, capsys, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(f"above\n{tried.MARK}\nof last year\n{published.END}\nbelow\n")
    monkeypatch.setattr(tried, "PAGE", page)
    assert tried.run(ASKED, str(tmp_path), 1, True, True) == 0
    told = json.loads(capsys.readouterr().out)
    spearman = [one["statistics"]["spearman"]["shift"] for one in told["changes"]]
    assert spearman[0] > 0.08 > spearman[1] > spearman[2] - 0.01 and told["fair_as_it_must"]
    rows = [line.split(" | ") for line in page.read_text().splitlines() if line.startswith("| ")]
    gives, shifts = rows[1:4], rows[5:]
    assert [row[0] for row in gives] == ["| as it is", "| rigid bars", "| twice, later"]
    assert [row[8] for row in gives] == ["yes", "no", "yes"] and gives[1][1:3] == ["2.00", "3.00"]
    assert rows[4][1:-1] == [one.key for one in load().statistics][:-1]
    assert len(shifts) == 4 and all(len(row) == 18 for row in shifts)
    assert re.fullmatch(r"x \+\d+\.\d\d", shifts[0][3])  # drop rank vs exit rank
    assert page.read_text().startswith("above") and "last year" not in page.read_text()
    monkeypatch.setattr("mjstudy.run.carry.batch", lambda *its: 1 / 0)
    assert tried.run(ASKED, str(tmp_path), 1, False, False) == 0  # kept sums serve again
    said = " ".join(capsys.readouterr().out.split())
    assert "rigid bars: 0 of 17 equivalent; 10 Nm, the motor does not turn it" in said


def test_a_page_without_a_place_for_the_tables_is_told_before_anything_runs(some, monkeypatch):
    monkeypatch.setattr(tried, "PAGE", Path("docs/none.md"))
    with pytest.raises(UsageError, match=r"--write: docs/none.md: .*; run it in the project's"):
        tried.run(replace(ASKED, timelines=10**6), "/proc/x", 1, False, True)
