"""The command: what it prints, what it refuses and how, and that the rest goes on."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from mjsim.campaign import command
from mjsim.campaign.wrongs import begins_some
from mjsim.cli import main
from tests.patience import HANG_S, await_


def run(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main(["campaign", *words])
    out = capsys.readouterr()
    return end.value.code, out.out, out.err


@pytest.mark.parametrize(("words", "sentence"), [
    (["--runs", "0"], "mjsim: --runs 0: give a number from 1 to 10000000\n"),
    (["--jobs", "999"], "mjsim: --jobs 999: give a number from 1 to 256\n"),
    (["--only", "9999999999"], "mjsim: --only 9999999999: give a number from 0 to 10000000\n"),
    (["--seconds", "-1"], "mjsim: --seconds -1.0: give a number of seconds, 0 for no limit\n"),
    (["--seconds", "nan"], "mjsim: --seconds nan: give a number of seconds, 0 for no limit\n"),
    (["--seconds", "inf"], "mjsim: --seconds inf: give a number of seconds, 0 for no limit\n"),
    (["--kind", "jamm"], "none of those named can go wrong"),
])  # fmt: skip
def test_what_is_out_of_range_is_a_sentence(capsys, words, sentence):
    code, out, err = run(capsys, "faults", *words)
    assert code == 2 and out == "" and sentence in err


def test_an_unknown_fault_is_left_out_and_the_rest_goes_on(capsys):
    code, out, err = run(capsys, "faults", "--runs", "3", "--kind", "lid", "--kind", "jam hed_b",
                         "--kind", "mains hz 90", "--json")  # fmt: skip
    assert code == 2
    assert "--kind jam hed_b: jam: unknown motor 'hed_b'; the nearest is head_b" in err
    assert "--kind mains hz 90: mains hz: '90' is no frequency from 40 to 70" in err
    assert json.loads(out)["runs"] == 3


def test_what_puts_right_goes_wrong_nowhere(capsys):
    code, out, err = run(capsys, "faults", "--kind", "clear jam")
    assert code == 2 and out == "" and "none of those named can go wrong" in err
    assert "--kind clear jam: that puts something right; write what goes wrong; it is left" in err


@pytest.mark.parametrize("spelled", [command._spelled, partial(begins_some, "four_port")])
def test_kinds_are_taken_in_any_case(spelled):
    assert spelled("JAM") == "jam" and spelled("Mains  Cut") == "mains cut"
    assert spelled("jam HEAD_C") == "jam head_c"


def test_a_wrong_that_is_written_out_is_what_goes_wrong(capsys):
    code, out, _ = run(capsys, "faults", "--runs", "4", "--kind", "jam drum")
    assert code == 0
    assert "campaign seed 1: 4 runs, " in out and "\n  jam  " in out
    assert out.endswith("broken rules: none\ngood\n")


def test_a_failure_is_not_hidden_by_an_unknown_fault(capsys, monkeypatch):
    monkeypatch.setattr(command.Verdict, "good", False)
    code, _, err = run(capsys, "faults", "--runs", "1", "--kind", "lid", "--kind", "jam hed_b")
    assert code == 1 and "unknown motor 'hed_b'" in err


@pytest.mark.parametrize(("words", "sentence"), [
    (("--torn", "10"), "--torn 10: say when the power goes, with --at"),
    (("--runs", "0"), "--runs 0: nothing to try; give a number from 1, or --every"),
    (("--hold", "10"), "--hold 10: say when the power goes, with --at"),
    (("--at", "5", "--every"), "--at 5: that is one cut alone; leave it out, or --every"),
    (("--at", "5", "--torn", "1", "--hold", "10"), "--hold 10: with --torn the controller is dead "
                                                   "at once; leave one of them out"),
])  # fmt: skip
def test_a_campaign_of_no_cut_or_of_two_is_refused(capsys, words, sentence):
    code, _, err = run(capsys, "powercut", *words)
    assert code == 2 and sentence in err


def test_the_file_of_another_campaign_is_not_taken(capsys, tmp_path):
    file = str(tmp_path / "kept")
    assert run(capsys, "faults", "--runs", "1", "--kind", "lid", "--keep", file)[0] == 0
    code, _, err = run(capsys, "faults", "--seed", "2", "--kind", "lid", "--keep", file)
    assert code == 2 and "holds another campaign (seed 1); give the same" in err
    old = (tmp_path / "kept").read_text().replace('"sources": "', '"sources": "old')
    (tmp_path / "kept").write_text(old)
    code, _, err = run(capsys, "faults", "--runs", "1", "--kind", "lid", "--keep", file)
    assert code == 2 and "holds results of another version of firmware or simulator (old" in err
    assert (tmp_path / "kept").read_text() == old
    (tmp_path / "kept").write_bytes(b"\x7fELF\xff\xfe\x00")
    for kind in (("faults", "--kind", "lid"), ("powercut", "--runs", "1")):
        code, _, err = run(capsys, *kind, "--keep", file)
        assert code == 2 and "kept is no file of a campaign; name another, or one that" in err
    (tmp_path / "kept").write_text("something else\n")
    code, _, err = run(capsys, "faults", "--kind", "lid", "--keep", file)
    assert code == 2 and "is no file of a campaign" in err
    assert (tmp_path / "kept").read_text() == "something else\n", "and it is left as it was"
    code, _, err = run(capsys, "faults", "--keep", str(tmp_path / "no" / "kept"))
    assert code == 2 and "name a file that you may write" in err


def test_one_run_is_told_with_its_options_and_trace(capsys):
    _, out, _ = run(capsys, "faults", "--only", "3", "--kind", "lid open")
    assert out.startswith("run 3: four_port ") and "went wrong: lid open" in out
    assert "--- lid open" in out and "fault at=" in out


def test_ctrl_c_says_how_to_go_on(tmp_path):
    """To all processes of the terminal: those that play a run end without a word."""
    file = tmp_path / "kept"
    words = [sys.executable, "-m", "mjsim", "campaign", "faults", "--runs", "2000", "--keep", file]
    begun = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                             )  # fmt: skip
    while begun.poll() is None and not (file.exists() and file.read_text().count("\n") > 1):
        time.sleep(0.05)
    for _ in range(5):  # one that meets Python while it tidies up is lost: people press again
        os.killpg(begun.pid, signal.SIGINT)
        try:
            _, said = begun.communicate(timeout=HANG_S / 60)
            break
        except subprocess.TimeoutExpired:
            continue
    assert begun.returncode == 130 and "Traceback" not in said
    assert re.search(r"stopped; the same command goes on where it was \(\d+ of 2000 are in ", said)


@pytest.mark.parametrize("send", [os.kill, os.killpg])
def test_ctrl_c_twice_leaves_no_worker_and_one_sentence(tmp_path, send):
    file = tmp_path / "kept"
    words = [sys.executable, "-m", "mjsim", "campaign", "faults", "--runs", "2000", "--jobs", "2",
             "--keep", file]  # fmt: skip
    begun = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                             )  # fmt: skip
    await_(lambda: begun.poll() is not None
           or file.exists() and file.read_text().count("\n") > 1)  # fmt: skip
    send(begun.pid, signal.SIGINT)
    while begun.poll() is None:
        send(begun.pid, signal.SIGINT)
        time.sleep(0.01)
    said = begun.stderr.read()
    assert begun.returncode == 130 and said.count("\n") <= 2 and "Traceback" not in said, said
    assert "stopped; the same command goes on where it was" in said and "ignored" not in said
    await_(lambda: not alive_in(begun.pid))


def alive_in(group):
    """Is a process of the group left?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("words", [
    ["faults", "--only", "-1"], ["lasting", "--only", "-1"], ["fuzz", "--only", "-1"],
    ["powercut", "--at", "-1"], ["powercut", "--at", "1", "--torn", "-1"],
])  # fmt: skip
def test_what_is_left_out_cannot_be_asked_for(words, capsys):
    code, out, err = run(capsys, *words)
    assert code == 2 and out == "" and "greater than or equal to 0" in err
