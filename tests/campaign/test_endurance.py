"""Hand after hand: what drifts, leaks or wears out is told."""

import json
from dataclasses import asdict

import pytest

from mjsim.campaign import endurance, enduring
from mjsim.campaign.endurance import CountingStore, Report, endure
from mjsim.campaign.enduring import Plan, tables
from mjsim.campaign.workers import carry_out
from mjsim.cli import main
from mjsim.replay.compare import play
from mjsim.replay.record_file import load
from mjsim.table.session import SimTable

THREE = ("--hands", "2", "--units", "3", "--seed", "5")


def asked(capsys, *words):
    """The command's exit code, and what it says."""
    with pytest.raises(SystemExit) as end:
        main(["campaign", "endurance", *words])
    said = capsys.readouterr()
    return end.value.code, said.out, said.err


def replays(file):
    """Every scan does the same."""
    played = play(load(file))
    return bool(played.moments) and played.difference is None


def test_a_few_hands_are_good_and_counted():
    report, recording = endure("four_port", "SHOP-B-136", 1, 6)
    assert report.good and report.hands == 6 and not recording
    assert report.writes_a_hand > 100 and report.ten_years > 1_000_000
    assert len(report.plant_bytes) == len(report.firmware_bytes) > 2


def test_a_hand_that_does_not_come_leaves_its_recording(monkeypatch, recordings, capsys):
    monkeypatch.setitem(endurance.HAND_LIMIT_MS, "four_port", 60_000)
    code, out, err = asked(capsys, "--hands", "6")
    assert code == 1 and out.endswith("\nFAILED\n")
    assert "\nseed 1: hand 1 did not come: state is sorting" in out
    command = out.splitlines()[-2].rpartition(": mjsim campaign endurance ")[2].split()
    assert "endurance-four_port-seed1.mjrec --show" in err
    assert replays(recordings / "endurance-four_port-seed1.mjrec")
    assert asked(capsys, *command) == (code, out, err), "the command plays it again"


def test_a_program_that_stumbles_leaves_its_recording(monkeypatch, recordings, capsys):
    run_for = SimTable.run_for

    def stumbling(self, ms):
        run_for(self, ms)
        assert self.now_ms < 30_000, "nothing is as it was"

    monkeypatch.setattr(SimTable, "run_for", stumbling)
    code, out, _ = asked(capsys, "--hands", "1")
    assert code == 1 and "seed 1: AssertionError: nothing is as it was" in out
    assert replays(recordings / "endurance-four_port-seed1.mjrec")


def test_tables_are_a_line_each_and_only_the_one_that_failed_has_its_command(
        monkeypatch, recordings, capsys):  # fmt: skip
    whole = enduring.endure

    def one_fails(machine, profile, seed, hands, on_hand):
        with monkeypatch.context() as patched:
            if seed == 6:
                patched.setitem(endurance.HAND_LIMIT_MS, machine, 60_000)
            return whole(machine, profile, seed, hands, on_hand)

    monkeypatch.setattr(enduring, "endure", one_fails)
    code, out, _ = asked(capsys, *THREE)
    rows = out.splitlines()
    assert code == 1
    assert [row.rpartition(": ")[2] for row in rows[:3]] == ["good", "FAILED", "good"]
    assert [row.split(":")[0] for row in rows[:3]] == [
        "four_port SHOP-B-136 seed %d" % seed for seed in (5, 6, 7)]  # fmt: skip
    assert rows[3].startswith("seed 6: hand 1 did not come") and rows[3].endswith(
        ": mjsim campaign endurance --machine four_port --profile SHOP-B-136 --hands 2 --seed 6")
    assert [file.name for file in recordings.iterdir()] == ["endurance-four_port-seed6.mjrec"]


def test_two_processes_find_what_one_finds_and_each_table_what_it_finds_alone(
        monkeypatch, capsys):  # fmt: skip
    alone = asked(capsys, *THREE, "--json")
    monkeypatch.delattr(enduring, "endure")  # it is others who play
    assert asked(capsys, *THREE, "--jobs", "2", "--json") == alone
    told = json.loads(alone[1])
    assert told["good"] and [one["seed"] for one in told["units"]] == [5, 6, 7]
    assert told["units"][1] == {**asdict(endure("four_port", "SHOP-B-136", 6, 2)[0]), "good": True}


def test_tables_that_were_kept_are_not_played_again(monkeypatch, capsys, tmp_path):
    file = str(tmp_path / "kept")
    assert asked(capsys, "--hands", "2", "--units", "2", "--seed", "5", "--keep", file)[0] == 0
    played, whole = [], enduring.endure
    monkeypatch.setattr(enduring, "endure", lambda machine, profile, seed, *rest: played.append(
        seed) or whole(machine, profile, seed, *rest))
    gone_on = asked(capsys, *THREE, "--keep", file, "--json")
    assert played == [7]
    assert gone_on == asked(capsys, *THREE, "--json")


def test_a_failure_that_was_kept_leaves_its_recording_again(monkeypatch, recordings, capsys,
                                                            tmp_path):  # fmt: skip
    words = ("--hands", "2", "--keep", str(tmp_path / "kept"))
    with monkeypatch.context() as patched:
        patched.setitem(endurance.HAND_LIMIT_MS, "four_port", 60_000)
        first = asked(capsys, *words)
    file = recordings / "endurance-four_port-seed1.mjrec"
    content = file.read_bytes()
    file.unlink()
    assert asked(capsys, *words) == first and file.read_bytes() == content


@pytest.mark.parametrize(("words", "differs"), [
    (("--hands", "3"), "hands 2"), (("--profile", "YEE"), "profile SHOP-B-136"),
    (("--seed", "9"), "seed 1"), (("--machine", "row_port"), "machine four_port"),
])  # fmt: skip
def test_a_file_of_other_tables_is_refused(words, differs, capsys, tmp_path):
    file = str(tmp_path / "kept")
    assert asked(capsys, "--hands", "2", "--keep", file)[0] == 0
    code, out, err = asked(capsys, "--hands", "2", "--keep", file, *words)
    assert (code, out) == (2, "") and err == (
        "mjsim: --keep %s holds another campaign (%s); give the same, or another file\n"
        % (file, differs))


def test_nobody_is_asked_at_a_scheduler_that_is_not_there(capsys):
    code, _, err = asked(capsys, "--hands", "1", "--scheduler", "no address")
    assert code == 2 and err.startswith("mjsim: --scheduler no address: no scheduler answers")


def test_a_hand_is_a_step_of_the_bar_when_it_is_played_here():
    plan, steps = Plan("four_port", "SHOP-B-136", 2, 5), []
    (result,) = tables(plan, 0, set(), steps.append)
    assert steps == [[], []] and [result] == list(carry_out(plan, 1, set(), "", tables))


def concluded(times, **more):
    report = Report("four_port", "YEE", 1, hands=len(times), **more)
    store = CountingStore()
    store.writes.update(more and {0: 1} or {0: 10, 1: 12})
    endurance._conclude(report, times, store)
    return report


def test_a_slow_drift_is_wrong_and_chance_is_not():
    steady = [60.0 + i % 3 for i in range(200)]
    assert concluded(steady).good
    drifting = [one * (1 + i / 2_000) for i, one in enumerate(steady)]
    assert "sorts drift: the last tenth took +" in concluded(drifting).wrong[0]


def test_what_grows_leaks():
    grown = concluded([60.0] * 30, plant_bytes=[100, 1_000, 1_020])
    assert grown.wrong == ["the plant grows: 1000 bytes, then 1020"]


def test_a_cell_that_wears_out_is_told(monkeypatch):
    monkeypatch.setattr(endurance, "CELL_WRITES", 1_000)
    assert concluded([60.0] * 30).wrong == ["slot 1 wears out within ten years"]
    assert concluded([60.0] * 30).ten_years == 12 * 146_000 // 30


@pytest.mark.parametrize(("words", "sentence"), [
    (("--runs", "0"), "--hands 0: give a number from 1 to 10000000"),
    (("--units", "0"), "--units 0: give a number from 1 to 10000"),
    (("--jobs", "0"), "--jobs 0: give a number from 1 to 256"),
    (("--seed", "-1"), "--seed -1: give a number from 0 to %d" % (1 << 62)),
])  # fmt: skip
def test_what_is_out_of_range_is_a_sentence(words, sentence, capsys):
    assert asked(capsys, *words) == (2, "", "mjsim: %s\n" % sentence)
