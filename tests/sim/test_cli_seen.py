"""What a person sees of `mjsim`: tables in 80 columns, scenarios one by one, the next step."""

import io
import json
import os
import signal
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from rich.console import Console

from mjsim import cli
from mjsim.run.report import Hand, Report
from mjsim.run.run import show
from tests.patience import HANG_S

SCENARIOS = Path(__file__).parents[1] / "scenarios"
COLUMNS = 80
WORST = Hand(
    set="green", sort_s=123.4, raise_s=12.3, total_s=145.6, dice=[6, 6, 6], first_tile="C19b",
    dealer="D", stacks=dict.fromkeys("ABCD", 19), tiles=152, faults=["E521", "E903", "E530"],
)  # fmt: skip


def started(*words):
    """The command as a program of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", "from mjsim.cli import main; main()", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip


def said(capsys, *words):
    with pytest.raises(SystemExit) as end:
        cli.main(list(words))
    out, err = capsys.readouterr()
    return end.value.code or 0, out, err


def test_the_table_of_a_run_is_whole_in_80_columns():
    console = Console(file=io.StringIO(), width=COLUMNS, highlight=False)
    report = Report("row_port", "SHOP-A", 1, [WORST] * 12, 49.0, 74.0, [], 1e4, 1e3, 9.0, 1e3)
    show(console, report)
    text = console.file.getvalue()
    table = text[: text.index("peak ")]
    assert "…" not in text and "..." not in text
    assert max(map(len, table.splitlines())) <= COLUMNS
    for word in ("hand", "set", "sort", "raise", "total", "tiles", "dice", "first", "dealer",
                 "faults", "123.4", "145.6", "6+6+6", "C19b", "E903", "152",
                 "19 19 19 19"):  # fmt: skip
        assert word in table


@pytest.mark.parametrize("name", ["mjsim", "mjtool", "mjscore"])
def test_every_program_says_its_version(name):
    code = f"import sys; from {name}.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True,
                          text=True, timeout=HANG_S)  # fmt: skip
    assert (done.returncode, done.stdout) == (0, f"{name} {metadata.version('mjtable-project')}\n")


def test_a_scenario_is_told_when_it_ends_and_ctrl_c_keeps_it():
    files = [SCENARIOS / "messy_start.txt", *[SCENARIOS / "a_whole_evening.txt"] * 40]
    process = started("scenario", *map(str, files))
    assert "messy_start.txt: good" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 130
    assert "Traceback" not in err and "stopped: " in err
    assert f"of {len(files)} scenarios were run" in err
    assert all(": good" in line for line in out.splitlines())


def test_verdicts_go_to_stdout_though_stderr_shows_a_bar():
    terminal, end = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from mjsim.cli import main; main()", "scenario", "--json",
         *[str(SCENARIOS / "messy_start.txt")] * 2],
        stdout=subprocess.PIPE, stderr=end, text=True, env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    os.close(end)
    out, _ = process.communicate(timeout=HANG_S)
    os.close(terminal)
    assert process.returncode == 0 and [json.loads(line)["good"] for line in out.splitlines()] == [
        True, True]  # fmt: skip


def test_progress_of_many_scenarios_is_on_stderr(capsys):
    path = str(SCENARIOS / "messy_start.txt")
    code, out, err = said(capsys, "scenario", path, path)
    assert code == 0 and out.count(": good") == 2 and len(out.splitlines()) == 2
    assert "2 of 2 good" in err


def test_scenarios_as_json_one_object_each(capsys, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("expect state sorting within 1s\n")
    code, out, _ = said(capsys, "scenario", "--json", str(SCENARIOS / "messy_start.txt"), str(bad))
    good, failed = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert good["good"] and good["failure"] is None and good["sim_s"] > 0
    assert not failed["good"] and failed["file"] == str(bad)
    assert "expected state sorting" in failed["failure"]


def test_a_scenario_that_cannot_be_read_is_told_before_any_runs(capsys, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("pres elevator\n")
    code, out, err = said(capsys, "scenario", str(SCENARIOS / "messy_start.txt"), str(bad))
    assert code == 2 and out == "" and "bad.txt:1" in err


def test_serve_says_the_port_alone_and_the_next_step_beside():
    process = started("serve", "--tcp", "127.0.0.1:0")
    url = process.stdout.readline().strip()
    assert url.startswith("socket://127.0.0.1:")
    first = process.stderr.readline() + process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=HANG_S)
    assert (process.returncode, out) == (0, "")
    assert f"mjtool watch --port {url}" in first
    assert "Ctrl-C" in first + err
