"""The plan's power, the false alarms of small studies, and the command that prints both."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from mjstudy import power, published
from mjstudy.equivalence import power as chance_to_pass
from mjstudy.fixed import load
from mjstudy.gather import Gathered
from mjstudy.injected import Defect, batch_of, response, size_for
from mjstudy.level import Alarms, alarms
from mjstudy.measures import pairs
from mjstudy.measures.family import family
from mjstudy.planned import deviations, on_every_wall, passes_all, plan
from mjstudy.riffled import most_seen
from mjstudy.tasks import alarms_of, defect_of
from tests.study.walls import FOUR

FIXED = load()
MEASURES = family(on_every_wall(FIXED), FOUR, 1)
SD = deviations(MEASURES, 136, 1_000, 1)


def test_a_perfect_shuffle_passes_all_at_the_planned_walls():
    rows = plan(FIXED, SD, FIXED.walls, FIXED.timelines)
    assert passes_all(rows) >= FIXED.certainty
    assert all(row.most_icc > 0.003 for row in rows)
    assert all(row.least < row.statistic.margin for row in rows)


FEW = 200
"""Timelines: of so few no statistic bears walls that are all alike."""


def test_the_correlation_that_is_borne_uses_the_power_up():
    """Each statistic at its largest correlation: together they still pass with the certainty."""
    rows = plan(FIXED, SD, FIXED.walls, FEW)
    least = min(rows, key=lambda row: row.most_icc)
    fails = 0.0
    for row in rows:
        at = plan(FIXED, SD, FIXED.walls, FEW, row.most_icc)
        stretched = next(r for r in at if r.statistic is row.statistic)
        passes = chance_to_pass(row.statistic.margin, stretched.se, FEW - 1,
                                FIXED.level)  # fmt: skip
        fails += (1.0 - passes) * len(SD[row.statistic.key])
        if row is least:
            assert passes_all(at) >= FIXED.certainty
    assert fails == pytest.approx(1.0 - FIXED.certainty, rel=0.02)


def test_too_few_walls_do_not_pass():
    rows = plan(FIXED, SD, 10_000, 200)
    assert passes_all(rows) < 0.5 and min(row.most_icc for row in rows) == 0.0


def test_known_deviations_are_taken_as_they_are():
    for measure in MEASURES:
        known = measure.sd[: measure.judged_cells]
        assert np.isnan(known).any() or (SD[measure.key] == known).all()
        assert not np.isnan(SD[measure.key]).any()


def test_false_alarms_are_as_rare_as_the_level_says():
    """1,000 studies of 200 walls at level 5 %: within four errors."""
    near = [pairs.near("near8", 136, 8)]
    total = Alarms()
    for first in range(0, 1_000, 100):
        total.add(alarms(near, 136, first, 100, 200, 0.05, 1)["near8"])
    assert total.studies == 1_000
    assert 22 <= total.seen <= 80 and 22 <= total.passed <= 80


def test_studies_are_the_same_however_they_are_shared():
    near = [pairs.near("near", 136, 1)]
    whole = alarms(near, 136, 0, 40, 40, 0.2, 1)["near"]
    parts = [alarms(near, 136, first, 20, 40, 0.2, 1)["near"] for first in (0, 20)]
    assert whole.seen == parts[0].seen + parts[1].seen > 0


def test_walls_that_do_not_fill_the_timelines_are_refused():
    with pytest.raises(ValueError, match="30 walls a study: must be a multiple of 20"):
        alarms([], 136, 0, 1, 30, 0.01, 1)


def test_a_defect_out_of_reach_is_told():
    def make(rng, walls, size):
        return batch_of(np.tile(np.arange(136, dtype=np.int16), (walls, 1)), rng)

    near, none = pairs.near("near", 136, 1), Defect("none", make)
    assert response(near, none, 1.0, 100, 1) == 0.0
    assert np.isnan(size_for(near, none, 0.1, 100, 1))


def test_tasks_need_names_and_numbers_only():
    told = alarms_of("HANDS-148", 4, 1, 100, 30, 20)
    assert all(one.studies == 10 for one in told.values())
    assert list(told) != [] and set(told) == {s.key for s in FIXED.statistics}
    title, defect, _, _, found, _, equivalent, different, riffles = defect_of(
        "SHOP-B-136", 4, 1, 1_000, 20, "near8")
    assert title == "neighbours that fell within 8" and defect == "blocks of 8 stay together"
    assert int(found.split()[0]) >= 60
    assert max(float(share.split()[0]) for share in (equivalent, different)) <= 15.0
    assert 3 <= int(riffles) <= 6


def test_a_judge_whose_errors_are_too_small_is_seen_in_the_table(monkeypatch):
    """Of a defect as large as the margin he is sure far too often, one way or the other."""
    honest = Gathered.estimate

    def sure(gathered, measure):
        found = honest(gathered, measure)
        return replace(found, se=found.se / 4)

    monkeypatch.setattr(Gathered, "estimate", sure)
    told = defect_of("SHOP-B-136", 4, 1, 1_000, 40, "adjacency")
    assert sum(float(share.split()[0]) for share in told[6:8]) > 20.0
    assert alarms_of("SHOP-B-136", 4, 1, 100, 100, 0)["near8"].too_many(0.01)


def test_alarms_are_too_many_where_chance_gives_them_once_in_ten_thousand():
    assert not Alarms(20_000, 240, 250).too_many(0.01)
    assert Alarms(20_000, 260, 200).too_many(0.01) and Alarms(20_000, 200, 260).too_many(0.01)


@pytest.mark.parametrize(("key", "least", "most"), [
    ("adjacency", 5, 9), ("serial1", 4, 9), ("serial2", 4, 9), ("guess_before", 2, 8),
])  # fmt: skip
def test_riffles_of_the_order_that_a_statistic_remembers_are_seen(key, least, most):
    """A few of them, and not the sixteen that leave nothing."""
    measure = next(m for m in MEASURES if m.key == key)
    assert least <= most_seen(measure, 136, 400, 5, 0.01, 0.9, 1) <= most


def test_a_statistic_that_sees_no_riffles_says_so():
    tier = next(m for m in MEASURES if m.key == "tier")
    assert most_seen(tier, 136, 200, 5, 0.01, 0.9, 1) == -1


def test_the_page_has_the_tables_of_this_plan():
    """Whoever changes fixed.toml makes them again: python -m mjstudy.power --write."""
    page = published.PAGE.read_text(encoding="utf-8")
    assert published.is_of(page, FIXED.sha256)
    assert not published.is_of(page, FIXED.sha256[::-1])
    assert published.is_of(page, FIXED.sha256, "melds")
    melds = published.block(page, published.begin("melds"))
    assert "| old melds meeting again | 20,000 | 2000 |" in melds
    block = published.block(page, published.begin())
    rows = [line for line in block.splitlines() if line.startswith("|")]
    for statistic in FIXED.statistics:
        assert sum(row.startswith(f"| {statistic.title} |") for row in rows) == 3
        assert any(row.startswith(f"| {statistic.title} | 20,000 |") for row in rows)


def test_tables_are_written_between_the_marks(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{published.begin()}\nold\n{published.END}\nbehind\n")
    monkeypatch.setattr(published, "PAGE", page)
    asked = ["--studies", "20", "--tries", "0", "--workers", "1", "--write"]
    assert power.main(asked) == 0
    said = page.read_text()
    assert said.startswith("before\n") and said.endswith("behind\n") and "\nold\n" not in said
    assert FIXED.sha256 in said and "| statistic | studies | walls of each | shift seen |" in said
    assert f"Made by `python -m mjstudy.power {' '.join(asked)}`." in said
    page.write_text("no block\n")
    with pytest.raises(SystemExit):
        power.main(asked)


def test_one_statistic_alone_goes_into_its_own_block(tmp_path, monkeypatch, capsys):
    """The same studies as among all others, and the other block stays as it is."""
    all_of = alarms_of("SHOP-B-136", 4, 1, 100, 20, 0)
    assert alarms_of("SHOP-B-136", 4, 1, 100, 20, 0, only="melds") == {"melds": all_of["melds"]}
    page = tmp_path / "page.md"
    other = f"{published.begin()}\nold\n{published.END}\n"
    page.write_text(f"{other}{published.begin('melds')}\n{published.END}\n")
    monkeypatch.setattr(published, "PAGE", page)
    asked = ["--only", "melds", "--studies", "20", "--tries", "0", "--workers", "1", "--write"]
    assert power.main(asked) == 0
    mine = published.block(page.read_text(), published.begin("melds"))
    assert page.read_text().startswith(other) and "| old melds meeting again | 20 | 200 |" in mine
    assert "adjacency" not in mine and "The plan" not in mine
    with pytest.raises(SystemExit):
        power.main([*asked, "--only", "pairs"])
    assert "has no block from <!-- begin: python -m mjstudy.power --only pairs --w" in (
        capsys.readouterr().err)  # fmt: skip


def test_the_command_prints_plan_and_hash(capsys):
    assert power.main(["--studies", "20", "--tries", "0", "--workers", "1"]) == 0
    said = capsys.readouterr().out
    assert FIXED.sha256 in said and "False alarms at level 1%" in said
    assert "A perfect shuffle passes all with a chance of at least 1.0000" in said


def test_the_command_runs_in_a_process_of_its_own():
    ran = subprocess.run(
        [sys.executable, "-m", "mjstudy.power", "--help"],
        capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert power.DESCRIPTION in ran.stdout


@pytest.mark.parametrize(("arguments", "said"), [
    (["--walls-per-study", "30"], "--walls-per-study 30: a multiple of 100"),
    (["--walls-per-try", "500"], "--walls-per-try 500: at least 1000"),
    (["--studies", "-1"], "--studies -1: 0 and up"),
    (["--seed", "-1"], "--seed -1: 0 and up"),
    (["--icc", "2"], "--icc 2: 0 to 1"),
    (["--only", "luck"], "invalid choice: 'luck'"),
    (["--profile", "UNO"], "invalid choice: 'UNO'"),
])  # fmt: skip
def test_what_cannot_be_run_is_refused(arguments, said, capsys):
    with pytest.raises(SystemExit) as stopped:
        power.main(arguments)
    assert stopped.value.code == 2 and said in capsys.readouterr().err
