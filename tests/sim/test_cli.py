"""The command `mjsim`: verbs, exit codes, and sentences instead of tracebacks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mjsim import cli
from tests.patience import HANG_S

DEMO = ("the drum mixes the tiles", "the green walls come up", "the blue walls come up",
        "tiles in the drum", "Hand 1: green", "Hand 2: blue", "violations: none")  # fmt: skip
SCENARIOS = Path(__file__).parents[1] / "scenarios"


def mjsim(capsys, *words):
    """Run the command in this process; exit code, stdout, stderr."""
    with pytest.raises(SystemExit) as end:
        cli.main(list(words))
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return end.value.code or 0, said.out, said.err


def test_alone_it_prints_help(capsys):
    code, out, _ = mjsim(capsys)
    assert code == 0
    for verb in ("run", "serve", "scenario", "shuffle", "demo"):
        assert verb in out


def test_run_json(capsys):
    code, out, err = mjsim(capsys, "run", "--hands", "1", "--seed", "1", "--json")
    assert code == 0 and err == "" and json.loads(out)["seed"] == 1


def test_how_late_scans_are_makes_another_evening(capsys):
    runs = {}
    for late in ("none", "measured", "8", "30@0.05"):
        code, out, _ = mjsim(capsys, "run", "--seed", "1", "--json", "--late", late)
        assert code == 0
        runs[late] = json.loads(out)["hands"][0]
    assert len({hand["sort_s"] for hand in runs.values()}) == 4
    assert "E903" in runs["30@0.05"]["faults"] and not runs["none"]["faults"]


def test_events_to_stdout(capsys):
    code, out, _ = mjsim(capsys, "run", "--hands", "1", "--events", "-")
    lines = [line for line in out.splitlines() if line.startswith("{")]
    assert code == 0 and len(lines) > 1000 and json.loads(lines[-1])["what"]


@pytest.mark.parametrize("words, sentence", [
    (("run", "--profile", "SHOP-B"), "unknown profile 'SHOP-B'; the nearest is SHOP-B-136"),
    (("run", "--profile", "shopb"), "unknown profile 'shopb'; the nearest is SHOP-B-136"),
    (("run", "--machine", "four-port"), "unknown machine 'four-port'; the nearest is four_port"),
    (("run", "--hands", "0"), "--hands 0: at least 1 hand is needed"),
    (("run", "--hands", "two"), "integer"),
    (("run", "--late", "soon"), "--late soon: write none, measured, now, or ms with a row"),
    (("run", "--set", "power.budgetmw=50000"), "the nearest is power.budget_mw"),
    (("run", "--set", "power.budget_mw"), "--set power.budget_mw: write NAME=VALUE"),
    (("run", "--set", "power.start_gap_ms=--5"), "--set power.start_gap_ms=--5: write NAME=VALUE"),
    (("serve", "--set", "power.start_gap_ms=²"), "--set power.start_gap_ms=²: write NAME=VALUE"),
    (("run", "--set", "power.budget_mw=" + "9" * 5_000), ": write NAME=VALUE with a whole number"),
    (("run", "--set", "power.budget_mw=9"), "power.budget_mw = 9 is outside 36000 to 80000"),
    (("run", "--events", "/nowhere/x"), "cannot write the events to /nowhere/x"),
    (("rum",), "No such command 'rum'"),
    (("run", "--sed", "1"), "No such option: --sed"),
    (("serve", "--speed", "-1"), "--speed -1: must be 0"),
    (("serve", "--speed", "nan"), "--speed nan: must be 0"),
    (("serve", "--speed", "inf"), "--speed inf: must be 0"),
    (("serve", "--players", "some"), "unknown players 'some'"),
    (("serve", "--tcp", "0.0.0.0:1"), "this computer only"),
    (("serve", "--tcp", "127.0.0.1:x"), "'x' is no port number"),
    (("serve", "--tcp", "127.0.0.1:²"), "'²' is no port number"),
    (("serve", "--machine", "x"), "unknown machine 'x'"),
    (("shuffle", "--cycles", "0"), "--cycles 0"),
    (("scenario", "none.txt"), "cannot read the scenario none.txt: No such file"),
    (("scenario",), "Missing argument"),
])  # fmt: skip
def test_wrong_usage_is_exit_2_with_a_sentence(capsys, words, sentence):
    code, _, err = mjsim(capsys, *words)
    flat = " ".join(err.replace("│", " ").split())
    assert code == 2 and sentence in flat


def test_a_store_that_is_none(capsys, tmp_path):
    path = tmp_path / "store"
    path.write_text("a letter")
    code, _, err = mjsim(capsys, "run", "--store", str(path))
    assert code == 2 and "is no store of mjsim" in err and path.read_text() == "a letter"


def test_scenarios_are_judged_one_by_one(capsys, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("expect state sorting within 1s\n")
    code, out, err = mjsim(capsys, "scenario", str(SCENARIOS / "messy_start.txt"), str(bad))
    assert code == 1
    assert "messy_start.txt: good" in out
    assert "bad.txt:1: expected state sorting in 1 s, but state is power_on" in err


def test_a_scenario_that_cannot_be_read_is_exit_2(capsys, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("pres elevator\n")
    code, _, err = mjsim(capsys, "scenario", str(bad))
    assert code == 2 and "bad.txt:1: pres elevator: unknown step 'pres'; the nearest" in err


def test_pty_may_stand_alone():
    assert cli.optional_value(["serve", "--pty"]) == ["serve", "--pty", ""]
    assert cli.optional_value(["serve", "--pty", "--seed", "1"])[1:3] == ["--pty", ""]
    assert cli.optional_value(["serve", "--pty", "x"]) == ["serve", "--pty", "x"]


def test_a_closed_pipe_ends_quietly():
    command = [sys.executable, "-c", "from mjsim.cli import main; main()", "run", "--events", "-"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=HANG_S) in (0, 1) and "Traceback" not in err, err


def test_the_demo_shows_two_hands():
    environment = {**os.environ, "COLUMNS": "110", "TERM": "dumb"}
    code = "import sys; from mjsim.showing.demo import command; sys.exit(command(pace=2000))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG_S,
        env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for text in DEMO:
        assert text in done.stdout
