"""The campaign of faults: one seed, one result, whoever carries it out, however often cut."""

import json
from random import Random

import pytest

from mjsim.campaign.options import TREE, options_of
from mjsim.campaign.plan import Plan
from mjsim.campaign.store import Kept
from mjsim.campaign.verdict import Verdict
from mjsim.campaign.workers import carry_out
from mjsim.campaign.wrongs import KINDS, draw
from mjsim.cli import main
from mjsim.plant import inject
from mjsim.plant.inject import TABLE
from mjsim.words.names import MACHINES

RUNS = 2 * TREE


@pytest.fixture(scope="module")
def results():
    plan = Plan(1, RUNS)
    return {result["run"]: result for result in carry_out(plan, 1, set())}


def test_every_run_has_a_result(results):
    assert sorted(results) == list(range(RUNS))
    verdict = Verdict(Plan(1, RUNS), results).as_object()
    assert verdict["hands"] > RUNS // 2
    assert len(verdict["states"]) > 50 and sum(verdict["kinds"].values()) > RUNS // 2


def test_two_processes_find_the_same(results):
    plan = Plan(1, RUNS)
    beside = {result["run"]: result for result in carry_out(plan, 2, set())}
    assert beside == results


def test_a_campaign_that_was_cut_goes_on(results, tmp_path):
    plan, file = Plan(1, RUNS), tmp_path / "kept"
    with Kept(str(file), plan) as kept:
        for number in list(results)[:9]:
            kept.add(results[number])
    file.write_text(file.read_text()[:-30])  # killed while it wrote the last line
    with Kept(str(file), plan) as kept:
        assert len(kept.results) == 8
        for result in carry_out(plan, 1, set(kept.results)):
            kept.add(result)
    assert Verdict(plan, kept.results).as_object() == Verdict(plan, results).as_object()
    with Kept(str(file), plan) as kept:
        assert kept.results == results


def test_what_is_no_result_is_worked_out_again_and_more_than_is_asked_for_stays(results, tmp_path):
    file = tmp_path / "kept"
    with Kept(str(file), Plan(1, RUNS)) as kept:
        for number in sorted(results):
            kept.add(results[number])
    whole = file.read_text()
    none = ['{"run": "3"}', '{"run": 3}', '{"run": 3, "failed": null}', "[3]",
            '{"run": -1, "failed": []}', json.dumps({**results[3], "run": True})]  # fmt: skip
    lines = whole.splitlines()
    file.write_text("\n".join([*lines[:4], *none, *lines[5:]]) + "\n")
    for asked in (5, RUNS):
        with Kept(str(file), Plan(1, asked)) as kept:
            assert kept.results == {run: results[run] for run in range(asked) if run != 3}
    with Kept(str(file), Plan(1, 5)) as kept:
        kept.add(results[3])
    with Kept(str(file), Plan(1, RUNS)) as kept:
        assert kept.results == results
    assert file.read_text() == whole and not list(tmp_path.glob("*.new"))


def test_a_file_that_cannot_be_written_anew_stays_as_it_was(results, tmp_path, monkeypatch):
    file = tmp_path / "kept"
    with Kept(str(file), Plan(1, RUNS)) as kept:
        kept.add(results[0])
    whole = file.read_text()
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: 1 // 0)  # killed in that moment
    with pytest.raises(ZeroDivisionError), Kept(str(file), Plan(1, RUNS)):
        pass
    assert file.read_text() == whole


def test_options_are_printed_and_always_the_same():
    assert options_of(3, 5) == options_of(3, 5)
    assert "run 5: " in options_of(3, 5).text and "(off: " in options_of(3, 5).text
    assert options_of(3, 5).wrongs != options_of(4, 5).wrongs


def test_one_run_alone_is_the_run_of_the_campaign(results, capsys):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "faults", "--seed", "1", "--only", "7", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["result"].pop("log")
    assert told["result"] == results[7]
    assert end.value.code == (1 if results[7]["failed"] else 0)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("kind", sorted(TABLE))
def test_every_row_of_the_injections_is_drawn_in_words_that_are_right(kind, machine):
    random = Random(5)
    for _ in range(20):
        assert inject.parse(draw(random, kind, machine)).name == kind


def test_no_kind_is_drawn_that_no_row_knows():
    assert {inject.parse(draw(Random(1), kind, "four_port")).name for kind in KINDS} == set(TABLE)
