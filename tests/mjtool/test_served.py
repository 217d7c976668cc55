"""`mjtool` as a program against `mjsim serve` as a program: nothing between them but the port."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.patience import HANG_S, await_


def program(module, *words):
    code = f"import sys; from {module} import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    environment.pop("MJTOOL_PORT", None)
    return subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=environment)


@pytest.fixture(scope="module")
def url():
    """The address of a served table."""
    server = program("mjsim.cli", "serve", "--tcp", "127.0.0.1:0", "--players", "none")
    try:
        yield server.stdout.readline().strip()
    finally:
        server.send_signal(signal.SIGTERM)
        out, err = server.communicate(timeout=HANG_S)
        assert server.returncode == 0 and "Traceback" not in err


def mjtool(url, *words):
    """Run a command to its end: exit code, the JSON objects on stdout, stderr."""
    process = program("mjtool.cli", *words, "--port", url, "--json")
    out, err = process.communicate(timeout=HANG_S)
    return process.returncode, [json.loads(line) for line in out.splitlines()], err


def test_status_of_a_fresh_table(url):
    code, [value], err = mjtool(url, "status")
    assert (code, err) == (0, "")
    assert (value["state"], value["stacks"], value["fault"]) == ("power_on", [0, 0, 0, 0], None)


def test_a_motor_runs_and_stands(url):
    code, [value], err = mjtool(url, "bench", "motor", "belt_a", "--seconds", "0.7")
    assert code == 0
    assert err == ("Simulated table: holding its service key for you.\n"
                   "Motor belt_a turns; Ctrl-C stops it.\n")
    assert 600 <= value["ran_ms"] <= 800


def test_ctrl_c_stops_the_motor(url):
    process = program("mjtool.cli", "bench", "motor", "drum", "--seconds", "30", "-p", url,
                      "--json")
    assert "key" in process.stderr.readline()
    assert process.stderr.readline() == "Motor drum turns; Ctrl-C stops it.\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=HANG_S)
    value = json.loads(out)
    assert process.returncode == 0
    assert value["stopped_by_you"]
    assert [event["did"] for event in value["events"] if event["event"] == "motor"] == [
        "jog", "stopped"]
    assert mjtool(url, "status")[1][0]["mode"] == "run"


def test_watch_and_press_live_on_one_table(url):
    """As the README asks for."""
    first = program("mjtool.cli", "watch", "-p", url, "--json")
    assert json.loads(first.stdout.readline())["status"]["fault"] is None
    code, [value], err = mjtool(url, "press", "marker")
    assert (code, err) == (0, "")
    seen = json.loads(first.stdout.readline())
    while seen.get("event") != "key":
        seen = json.loads(first.stdout.readline())
    assert seen["key"] == "marker"
    first.send_signal(signal.SIGTERM)
    first.communicate(timeout=HANG_S)
    assert first.returncode == 0


def test_one_program_at_a_time_moves_the_table(url):
    mover = program("mjtool.cli", "bench", "motor", "drum", "--seconds", "30", "-p", url,
                    "--json")
    assert "key" in mover.stderr.readline()
    assert mover.stderr.readline() == "Motor drum turns; Ctrl-C stops it.\n"
    for words in (("bench", "motor", "ring"), ("bench", "motor", "ring", "--seconds", "1"),
                  ("press", "elevator")):
        code, _, err = mjtool(url, *words)
        assert code == 6 and "another program moves the table: motor_" in err, (words, err)
    now = mjtool(url, "status")[1][0]
    assert now["mode"] == "service" and mover.poll() is None, "the owner goes on"
    mover.kill()
    mover.communicate(timeout=HANG_S)
    await_(lambda: mjtool(url, "status")[1][0]["mode"] == "run")


def test_a_key_pressed_over_the_link_starts_the_machine(url):
    assert mjtool(url, "press", "elevator")[0] == 0
    await_(lambda: mjtool(url, "status")[1][0]["state"] == "ready")
    code, values, _ = mjtool(url, "log")
    assert code == 0
    assert any(value["text"] == "Key elevator, short: acted." for value in values)
