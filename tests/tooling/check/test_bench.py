"""The bench report: its arithmetic and its messages (its figures are never a test)."""

import json
import random
import subprocess

import pytest

from mjscore.engine import score_text
from tools.check.bench import __main__ as bench
from tools.check.bench import scores as bench_scores


def test_summary():
    report = {"hands": [{"sort_s": float(s)} for s in range(100, 0, -1)]}
    assert bench.summary(report) == (100, 50.5, 95.0, 100.0)
    assert bench.summary({"hands": [{"sort_s": 61.5}]}) == (1, 61.5, 61.5, 61.5)


def test_usage(capsys):
    assert bench.main(["many"]) == 2
    assert capsys.readouterr().err == (
        "usage: python -m tools.check.bench [SORTS], SORTS a number above 0\n")


def test_failed_run_is_told(monkeypatch, capsys):
    failed = subprocess.CompletedProcess([], 1, "", "the run failed\n")
    monkeypatch.setattr(bench.subprocess, "run", lambda *a, **k: failed)
    assert bench.main(["3"]) == 1
    assert "four_port SHOP-B-136: mjsim ended with exit 1: the run failed" in (
        capsys.readouterr().err)


@pytest.mark.parametrize("system", bench_scores.SYSTEMS)
def test_the_scoring_bench_asks_for_hands_that_both_sides_value(system):
    rng = random.Random(3)
    for _ in range(50):
        asked, own = bench_scores.both(rng, system)
        assert json.loads(score_text(json.dumps(own)))["legal"]
        assert bench_scores.theirs(asked)() is not None


def test_usage_of_the_scoring_bench(capsys):
    assert bench_scores.main(["0"]) == 2
    assert capsys.readouterr().err == (
        "usage: python -m tools.check.bench.scores [HANDS], HANDS above 0\n")
