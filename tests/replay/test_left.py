"""A failed simulation leaves a recording, and `--set` says what a setting would have changed."""

import json

import pytest

from mjsim.cli import main
from mjsim.replay.compare import play
from mjsim.replay.record_file import load
from tests.replay.cases import path

FAILS = """machine: four_port
profile: YEE
seed: 3
press elevator
expect state ready within 15s
expect fault E521 within 2s
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
