"""`mjsim inject` and `mjsim hand`: a served table is spoilt and touched while others use it."""

import os
import subprocess
import sys

import pytest

from tests.mjtool.test_served import mjtool, program
from tests.patience import HANG_S, await_


def mjsim(*words):
    done = subprocess.run(
        [sys.executable, "-c", "from mjsim.cli import main; import sys; sys.exit(main())", *words],
        capture_output=True, text=True, timeout=HANG_S)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(params=["tcp", "pty"])
def url(request, tmp_path):
    if request.param == "pty" and not hasattr(os, "openpty"):
        pytest.skip("no pseudo-terminals here")
    where = ("--tcp", "0") if request.param == "tcp" else ("--pty", str(tmp_path / "table"))
    server = program("mjsim.cli", "serve", *where, "--unit", "worn")
    yield server.stdout.readline().strip()
    server.terminate()
    server.communicate(timeout=HANG_S)


def test_a_fault_comes_is_told_and_goes(url, monkeypatch):
    assert mjsim("inject", "lid", "open", "--port", url) == (0, "lid open: done.\n", "")
    await_(lambda: mjtool(url, "status")[1][0]["fault"])
    monkeypatch.setenv("MJTOOL_PORT", url)
    code, out, _ = mjsim("inject")
    assert code == 0 and out.startswith("Wrong now: lid open.\n\nWhat can go wrong:\n")
    assert "\njam <motor>" in out
    assert mjsim("inject", "clear", "all")[0] == 0
    assert mjsim("inject")[1].startswith("Wrong now: nothing.")


def test_a_hand_reaches_in_while_somebody_looks(url):
    watch = program("mjtool.cli", "watch", "-p", url, "--json")
    assert "status" in watch.stdout.readline()
    assert mjsim("hand", "stop", "press", "--port", url) == (0, "stop press: done.\n", "")
    line = ""
    while '"event": "fault"' not in line:
        line = watch.stdout.readline()
    watch.terminate()
    watch.communicate(timeout=HANG_S)


@pytest.mark.parametrize(("words", "told"), [
    (("inject", "jam", "head_x"), "jam: unknown motor 'head_x'"),
    (("hand", "dance"), "a hand cannot 'dance' (it can: block; power"),
    (("hand", "block", "cnt_a"), "block needs more words"),
    (("hand", "block", "cnt_a", "9h"), "'9h' is no time from 1 to 60000 ms"),
    (("hand", "lift", "belt_a"), "nobody reaches belt_a: the lid is shut"),
])
def test_what_cannot_be_done_is_a_sentence(url, words, told):
    code, _, err = mjsim(*words, "--port", url)
    assert code == 2 and told in err and "Traceback" not in err


def test_no_table(monkeypatch, device_that_is_none):
    monkeypatch.delenv("MJTOOL_PORT", raising=False)
    code, _, err = mjsim("inject")
    assert code == 2 and "no table is named; start a table with `mjsim serve`" in err
    code, _, err = mjsim("inject", "--port", "socket://127.0.0.1:1")
    assert code == 2 and "nobody serves at socket://127.0.0.1:1" in err
    code, _, err = mjsim("inject", "--port", device_that_is_none)
    assert code == 2 and "is no simulated table: it does not know `sim.faults`" in err


@pytest.fixture
def device_that_is_none():
    """A real board's link: it has no such commands."""
    from tests.mjtool.device import Device

    with Device() as device:
        yield device.url
