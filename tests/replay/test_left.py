"""A failed simulation leaves a recording, and `--set` says what a setting would have changed."""

import json

import pytest

from mjsim.cli import main
from mjsim.plant import Plant
from mjsim.replay.compare import play
from mjsim.replay.record_file import load
from mjsim.table import flight
from mjsim.table.session import SimTable
from mjtable.table import Table
from tests.replay.cases import path
from tools.check import units

FAILS = """machine: four_port
profile: YEE
seed: 3
press elevator
expect state ready within 15s
expect fault E521 within 2s
"""
STUMBLES = """machine: four_port
wait 1s
press elevator
expect state ready within 15s
wait 5s
press marker
wait 1s
"""


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return ended.value.code


def test_a_failed_scenario_leaves_its_recording(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path))
    (tmp_path / "fails.txt").write_text(FAILS)
    assert run("scenario", str(tmp_path / "fails.txt")) == 1
    left = tmp_path / "fails.mjrec"
    assert f"recorded: mjsim replay {left} --show" in capsys.readouterr().err
    assert run("replay", str(left)) == 0


def test_a_failed_run_leaves_its_recording(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path))
    monkeypatch.setattr("mjsim.run.run.HAND_LIMIT_MS", {"four_port": 20_000})
    assert run("run", "--seed", "2") == 1
    assert "recorded: mjsim replay" in capsys.readouterr().err
    assert run("replay", str(tmp_path / "run-four_port-seed2.mjrec")) == 0


@pytest.fixture
def stumbling(monkeypatch):
    """A firmware that ends in a traceback after 3 s."""
    step = Table.step

    def stumble(self, inputs, outputs):
        assert inputs.now_ms < 3_000, "nothing is as it was"
        return step(self, inputs, outputs)

    monkeypatch.setattr(Table, "step", stumble)


@pytest.mark.parametrize("verb", ["run", "scenario"])
def test_a_program_that_stumbles_leaves_its_recording(stumbling, verb, tmp_path, monkeypatch,
                                                      capsys):  # fmt: skip
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path))
    words = {"run": ("--seed", "2"), "scenario": (str(tmp_path / "fails.txt"),)}
    (tmp_path / "fails.txt").write_text(STUMBLES)
    assert run(verb, *words[verb]) == 1
    assert "the program stumbled: AssertionError: nothing is as it was" in capsys.readouterr().err
    (left,) = tmp_path.glob("*.mjrec")
    played = play(load(left))
    assert 500 < played.end_ms <= 3_000 and played.difference is None


def test_a_shuffle_that_loses_a_tile_leaves_its_recording(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path))
    boxed_set, counts = SimTable.boxed_set, Plant.counts
    monkeypatch.setattr(SimTable, "boxed_set", lambda table: boxed_set(table)[:-1])
    monkeypatch.setattr(Plant, "counts", lambda plant: {**counts(plant), "hand": 0})
    assert run("shuffle", "--cycles", "1", "--seed", "4") == 1
    left = tmp_path / "shuffle-four_port-seed4.mjrec"
    assert f"recorded: mjsim replay {left} --show" in capsys.readouterr().err
    assert run("replay", str(left)) == 0


def test_a_table_among_many_leaves_its_recording_and_its_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path))
    monkeypatch.setitem(units.run.HAND_LIMIT_MS, "single_port", 20_000)
    assert units.main(["2", "0", "3"]) == 1
    said = capsys.readouterr()
    (line,) = [line for line in said.out.splitlines() if "seed 4" in line]
    assert "hand 1 was not dealt in time" in line
    left = tmp_path / "units-typical-single_port-SHOP-A-seed4.mjrec"
    assert f"recorded: mjsim replay {left} --show" in said.err
    assert run("replay", str(left)) == 0
    assert run(*line.rpartition(": mjsim ")[2].split()) == 1, "the command plays it again"
    assert load(tmp_path / "run-single_port-seed4.mjrec").data == load(left).data


def test_of_a_table_without_power_a_sentence_says_that_nothing_is_left(tmp_path, monkeypatch,
                                                                       capsys):  # fmt: skip
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path))
    table = SimTable(record=flight.RING)
    table.power_off()
    flight.leave("dark", flight.left_by(table))
    table.power_on()
    flight.leave("just on", flight.left_by(table))
    assert not list(tmp_path.iterdir())
    assert capsys.readouterr().err == "".join(
        "no recording is kept of %s: its table has no power at its end, or was only just switched "
        "on\n" % name for name in ("dark", "just on"))  # fmt: skip


def test_a_setting_shows_its_first_difference(capsys):
    assert run("replay", str(path("head_jam")), "--any-firmware", "--json",
               "--set", "power.start_gap_ms=150") == 0
    changed = json.loads(capsys.readouterr().out)["changed"]
    assert "belt_b on; now nothing" in changed["first"]
    assert changed["new"] and changed["gone"] and "ring" in changed["motors"]


def test_a_scan_that_is_idle_with_another_setting_is_told():
    played = play(load(path("head_jam"), any_firmware=True), {"power.start_gap_ms": 150})
    assert any(moment.difference == "when it was recorded this scan had something to do, and here "
               "it has not" for moment in played.moments)  # fmt: skip


def test_the_same_setting_changes_nothing(capsys):
    assert run("replay", str(path("head_jam")), "--any-firmware",
               "--set", "power.start_gap_ms=100") == 0
    assert "would have changed nothing" in capsys.readouterr().out


def test_show_tells_what_happened(capsys):
    assert run("replay", str(path("head_jam")), "--any-firmware", "--show") == 0
    assert "E521 at line_b" in capsys.readouterr().out
