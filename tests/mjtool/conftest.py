"""What the host's tests share."""

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from mjtool import client as client_module
from mjtool.cli import app
from tests.mjtool.device import Device


@pytest.fixture(autouse=True)
def quick_and_alone(monkeypatch):
    """Short waits, and no port of the computer that runs the tests."""
    monkeypatch.setattr(client_module, "ANSWER_S", 0.15)
    # pyserial waits 0.3 s after closing a socket, out of politeness to slow servers
    monkeypatch.setattr("serial.urlhandler.protocol_socket.time",
                        SimpleNamespace(sleep=lambda seconds: None))
    monkeypatch.setattr("mjtool.ports.list_ports.comports", list)
    monkeypatch.delenv("MJTOOL_PORT", raising=False)
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def device():
    """A simulated table at a TCP port."""
    with Device() as found:
        yield found


@pytest.fixture
def run():
    """Runs a command line and gives its result."""
    runner = CliRunner()

    def invoke(*words):
        result = runner.invoke(app, [str(word) for word in words])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "\x1b" not in result.stdout
        return result

    return invoke


@pytest.fixture
def run_json(run):
    """Runs a command line with --json: the exit code and the objects on stdout."""

    def invoke(*words):
        result = run(*words, "--json")
        return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]

    return invoke
