"""The Node process: what is said when it cannot be started, and its end."""

import sys

import pytest

from tools.check.emulate import engine
from tools.check.emulate.engine import Engine
from tools.check.emulate.problems import EmulateError
from tools.check.emulate.pty_bridge import PtyBridge


def test_an_environment_without_node(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(EmulateError, match="there is no Node here.*What to do: run `make setup`"):
        engine.node()


def test_an_environment_without_the_emulator_library(monkeypatch, tmp_path):
    monkeypatch.setattr(engine, "LIBRARY", tmp_path / "package.json")
    with pytest.raises(EmulateError, match="library rp2040js is not installed.*run `make setup`"):
        engine.node()


def test_a_system_without_terminals(monkeypatch):
    monkeypatch.setitem(sys.modules, "tty", None)
    with pytest.raises(EmulateError, match="it has no pseudo-terminals. What to do: use Linux"):
        PtyBridge()


def test_what_the_process_wrote_last_is_kept_for_the_message():
    run = Engine({}, [sys.executable, "-c", "import sys; sys.exit('first\\nout of memory')"])
    assert run.stdout.read() == b""
    run.send(b"too late" * 100_000)
    assert run.last_words() == "first / out of memory"
    run.close()


def test_a_process_that_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr(engine, "END_S", 0.1)
    run = Engine({}, [sys.executable, "-c", "import time; time.sleep(60)"])
    run.close()
    assert run._process.returncode == -9
