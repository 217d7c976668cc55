"""The verb around the statistics: verdicts, exit codes, both outputs, with made-up machines."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from mjsim.cli import main
from mjsim.plant.mixing import NAMES as SETS
from mjsim.shuffle import fixed
from mjsim.shuffle import study as shuffle_study
from mjsim.shuffle.cycle import CycleFailed
from mjsim.shuffle.shuffle import plan_of, shuffle
from mjsim.shuffle.statistics import family, power
from mjsim.shuffle.statistics.reading import read
from mjsim.shuffle.study import cycle_seed
from mjsim.words.names import UsageError

DOCS = Path(__file__).parents[2] / "docs" / "SHUFFLE.md"


def sorted_by_noise(cycle, noise):
    source = random.Random(cycle.seed)
    drop = range(cycle.layout.n)
    return read(cycle.layout, sorted(drop, key=lambda rank: rank + source.gauss(0, noise)))


def good(cycle):
    """A machine that mixes perfectly, unless mixing or pre-mix is off."""
    if not cycle.mixing:
        return sorted_by_noise(cycle, 40)
    return sorted_by_noise(cycle, 1e9 if cycle.premix_ms is None else 100)


def lazy(cycle):
    """A machine that keeps some order, always."""
    return sorted_by_noise(cycle, 60)


def magic(cycle):
    """A machine that mixes even with the drum's mixing off."""
    return sorted_by_noise(cycle, 1e9)


def broken(cycle):
    raise CycleFailed("cycle 3: the machine stopped with E521")


@pytest.fixture
def study(monkeypatch, capsys):
    """Run a study of 30 cycles on a made-up machine: exit code, stdout, stderr."""

    def run(machine, as_json=True, premix_ms=None, cycles=30):
        monkeypatch.setattr(shuffle_study, "attempt", machine)
        plan = plan_of("four_port", "SHOP-B-136", cycles, 1, premix_ms)
        code = shuffle(plan, as_json, workers=1)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_a_good_machine_passes(study):
    code, out, _ = study(good)
    answer = json.loads(out)
    assert code == 0
    assert answer["passed"] is True and answer["reasons"] == []
    assert list(answer["arms"]) == ["machine", "fisher_yates", "no_mixing"]
    assert [answer["arms"][arm]["passed"] for arm in answer["arms"]] == [True, True, False]
    assert answer["tests"][0]["mean"] == pytest.approx(2 * 135 / 136)
    assert sum(answer["arms"]["machine"]["adjacency_counts"]) == 30


def test_a_lazy_machine_fails_and_says_where(study):
    code, out, _ = study(lazy)
    answer = json.loads(out)
    assert code == 1
    assert answer["passed"] is False
    assert answer["reasons"][0].startswith("machine is not uniform: ")
    assert "quarter x side, pooled" in answer["reasons"][0]


def test_a_control_that_passes_fails_the_study(study):
    code, out, _ = study(magic)
    answer = json.loads(out)
    assert code == 1
    assert answer["arms"]["machine"]["passed"] is True
    assert "30 cycles are too few" in answer["reasons"][0]


def test_another_premix_is_shown_but_not_judged(study):
    code, out, _ = study(good, premix_ms=0)
    arms = json.loads(out)["arms"]
    assert code == 0
    assert arms["premix"]["must"] is None and arms["premix"]["premix_ms"] == 0
    assert arms["premix"]["passed"] is False
    assert arms["machine"]["premix_ms"] is None and arms["machine"]["passed"] is True


def test_people_read_words_and_bars(study):
    code, out, _ = study(good, as_json=False, premix_ms=0)
    assert code == 0
    assert "SHOP-B-136 on four_port: 30 shuffles, typical unit, middle set, seed 1" in out
    assert f"fixed.toml of mjsim shuffle {fixed.FIXED.sha256}\n" in out
    for word in ("uniform", "machine", "Fisher-Yates", "no mixing", "pre-mix 0 ms", "verdict"):
        assert word in out
    assert "machine: passes every test, as it must" in out
    assert "shown beside the machine, not judged" in out
    assert out.rstrip().endswith("PASSED")
    assert "\x1b" not in out  # no colour codes without a terminal


def test_people_read_why_it_failed(study):
    code, out, _ = study(lazy, as_json=False)
    assert code == 1
    assert "FAIL" in out and "but must pass" in out
    assert out.rstrip().splitlines()[-1].startswith("FAILED: machine is not uniform: ")


def test_a_machine_that_stops_is_a_failed_study(study):
    code, out, err = study(broken)
    answer = json.loads(out)
    assert code == 1
    assert answer["passed"] is False and "arms" not in answer
    assert answer["reasons"] == ["cycle 3: the machine stopped with E521"]
    assert err.startswith("mjsim shuffle: cycle 3: the machine stopped with E521\n")
    assert "\nno recording is kept of shuffle-four_port-seed1: " in err


def test_one_stop_is_counted_and_the_rest_is_judged(study):
    seen = []

    def machine(cycle):
        seen.append(cycle)
        return "cycle 3: the table stopped" if len(seen) == 3 else good(cycle)

    code, out, _ = study(machine, cycles=60)
    arm = json.loads(out)["arms"]["machine"]
    assert code == 0 and arm["stopped"] == ["cycle 3: the table stopped"]
    assert sum(arm["adjacency_counts"]) == 59


def test_a_machine_that_stops_too_often_fails_and_says_so(study):
    code, out, _ = study(lambda cycle: "cycle 1: the table stopped")
    answer = json.loads(out)
    assert code == 1
    assert answer["reasons"][0] == ("machine: 30 of 30 cycles stopped, the first: cycle 1: the "
                                    "table stopped")  # fmt: skip


@pytest.mark.parametrize("asked, sentence", [
    (("four-port", "YEE", 5, 1), "unknown machine 'four-port'; the nearest is four_port"),
    (("four_port", "YE", 5, 1), "unknown profile 'YE'; the nearest is YEE"),
    (("four_port", "YEE", 0, 1), "--cycles 0: at least 1"),
    (("four_port", "YEE", 5, 1, -1), "--pre-mix -1: must be 0 to"),
    (("four_port", "YEE", 5, 1, None, "typical", "worst"),
     r"unknown set 'worst'; the nearest is optimistic \(valid: pessimistic, middle, optimistic\)"),
])  # fmt: skip
def test_usage(asked, sentence):
    with pytest.raises(UsageError, match=sentence):
        plan_of(*asked)


def test_the_set_that_was_asked_for_mixes_and_is_told(study, monkeypatch, capsys):
    used = []
    monkeypatch.setattr(shuffle_study, "attempt", lambda cycle: used.append(cycle) or good(cycle))
    with pytest.raises(SystemExit):
        main(["shuffle", "--cycles", "3", "--set", "Pessimistic", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["set"] == "pessimistic" and answer["fixed_sha256"] == fixed.FIXED.sha256
    assert {cycle.figures for cycle in used} == {"pessimistic"}


def test_the_sets_give_other_walls():
    plans = [plan_of("four_port", "SHOP-B-136", 1, 1, figures=name) for name in SETS]
    assert len({repr(shuffle_study.study(plan, 1, print)[0].readings) for plan in plans}) == 3


@pytest.mark.parametrize(("old", "new", "said"), [
    ("level = 0.01", "level = 1.5", "level is 1.5, must be above 0 and below 1"),
    ("level = 0.01", 'level = "low"', "level is 'low', must be above 0 and below 1"),
    ("sees = 0.9", "sure = 0.9", "has level, sure, stops; must have level, sees, stops"),
    ("sees = 0.9", "sees =", "cannot be read: Invalid value"),
])  # fmt: skip
def test_fixed_figures_that_cannot_be_are_told(old, new, said):
    text = fixed.PATH.read_text(encoding="utf-8")
    with pytest.raises(fixed.FixedError) as told:
        fixed.parse(text.replace(old, new, 1).encode())
    assert str(told.value).startswith(f"{fixed.PATH}: {said}")


def test_the_fixed_level_is_what_judges(study, monkeypatch):
    """With a level of nearly one nothing is uniform enough."""
    monkeypatch.setattr(family, "FIXED", replace(fixed.FIXED, level=0.9999))
    assert study(magic)[0] == 1 and "is not uniform" in study(magic, as_json=False)[1]


def test_seeds_differ_between_arms_but_not_for_the_premix():
    assert cycle_seed(1, "machine", 0) == cycle_seed(1, "premix", 0)
    seeds = {cycle_seed(s, arm, i) for s in (1, 2) for arm in ("machine", "no_mixing")
             for i in range(50)}  # fmt: skip
    assert len(seeds) == 200
    assert all(0 <= seed < 1 << 30 for seed in seeds)


def test_the_power_table_of_the_page_is_what_the_code_says():
    tests = {test.key: test for test in family.tests(plan_of("four_port", "MJG", 1, 1).layout)}
    rows = [line.strip("| \n").split(" | ") for line in DOCS.read_text().splitlines()]
    rows = [row for row in rows if row[0] in tests]
    assert len(rows) == len(tests)
    for key, unit, *figures in rows:
        test = tests[key]
        for cycles, figure in zip((20, 50, 200, 1000), figures, strict=True):
            if isinstance(test, family.PooledTest):
                exact = power.smallest_bias(test, cycles, len(tests)) * 100
            else:
                exact = power.smallest_shift(test, cycles, len(tests))
            digits = len(figure.partition(".")[2])
            assert float(figure) == pytest.approx(exact, abs=0.51 * 10**-digits), (key, unit)


def test_each_cycle_has_a_table_of_its_own_unless_a_number_names_it():
    found = set()
    for unit in ("typical", "nominal", "4711"):
        plan = plan_of("four_port", "SHOP-B-136", 3, 1, unit=unit)
        found.add(repr(shuffle_study.study(plan, 1, print)[0].readings))
    assert len(found) == 3
    with pytest.raises(UsageError, match="--unit old: write nominal, typical, worn, or a number"):
        plan_of("four_port", "SHOP-B-136", 3, 1, unit="old")
