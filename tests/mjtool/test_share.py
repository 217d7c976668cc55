"""`mjtool share`: one port, several programs of this computer, as processes on a terminal."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from mjshare import meeting
from mjtool.client import Client
from mjtool.errors import LinkLostError, NoDeviceError, PortInUseError
from mjtool.feed import Feed
from mjtool.share import way
from mjtool.share.keeper import Keeper
from mjtool.transport import Transport
from tests.mjtool.test_served import mjtool, program
from tests.patience import HANG_S, await_

pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
MOVER = """
import sys, time
from mjtool.client import Client
from mjtool import jog
client = Client(sys.argv[1], lasting=True, name="mover")
jog.enter(client, print)
client.request("press", key="service", ms=20000)
assert client.request(sys.argv[2], name="drum", **dict(w.split("=") for w in sys.argv[3:])).ok
print("moves", flush=True)
while True:
    client.request("keepalive")
    time.sleep(0.1)
"""


@pytest.fixture
def pty(tmp_path):
    """A simulated table at a terminal."""
    link = str(tmp_path / "table")
    server = program("mjsim.cli", "serve", "--pty", link)
    assert server.stdout.readline().strip() == link
    yield link
    server.send_signal(signal.SIGTERM)
    server.communicate(timeout=HANG_S)


def test_a_program_that_stays_lets_others_come(pty):
    watch = program("mjtool.cli", "watch", "-p", pty, "--json")
    assert "status" in json.loads(watch.stdout.readline())
    assert mjtool(pty, "press", "elevator")[0] == 0
    follow = program("mjtool.cli", "log", "--follow", "-p", pty, "--json")
    assert follow.stdout.readline()
    code, [value], _ = mjtool(pty, "share", "--list")
    assert code == 0
    assert sorted(row["name"].split("_")[0] for row in value["here"]) == ["log", "watch"]
    for one in (watch, follow):
        one.send_signal(signal.SIGINT)
        one.communicate(timeout=HANG_S)
        assert one.returncode == 0
    await_(lambda: not meeting.place_of(pty).exists())  # it ends by itself
    assert mjtool(pty, "status")[0] == 0


@pytest.mark.parametrize("motion", [("motor.jog", "ms=20000"), ("motor.test",)])
def test_a_mover_killed_leaves_nothing_moving(pty, motion):
    looker = Client(pty, lasting=True)
    mover = subprocess.Popen([sys.executable, "-c", MOVER, pty, *motion], stdout=subprocess.PIPE,
                             text=True)
    while mover.stdout.readline().strip() != "moves":
        assert mover.poll() is None
    feed = Feed(looker)
    await_(lambda: [e for e in feed.poll() if e.name == "motor"])
    assert looker.request("motor.jog", name="ring", ms=500).fields["owner"].startswith("mover_")
    mover.kill()
    mover.communicate(timeout=HANG_S)
    await_(lambda: looker.request("status").fields["mode"] == "run")
    image = bytes.fromhex(looker.request("image").fields["out"])
    assert image[0] == image[1] == 0, "no motor is on"
    looker.close()


def test_when_the_board_is_lost_every_program_hears_it(tmp_path):
    link = str(tmp_path / "table")
    server = program("mjsim.cli", "serve", "--pty", link)
    server.stdout.readline()
    with Client(link, lasting=True, reconnect_s=0.0) as client:
        server.kill()
        server.communicate(timeout=HANG_S)
        with pytest.raises((LinkLostError, NoDeviceError)):
            while client.request("status"):
                pass


def test_a_port_that_somebody_else_has_is_a_sentence(pty, monkeypatch):
    monkeypatch.setattr(way, "PATIENCE_S", 0.2)
    with Transport(pty), pytest.raises(PortInUseError, match="another program has it open"):
        Client(pty)
    with Transport(pty), pytest.raises(PortInUseError, match="another program has it open"):
        Client(pty, lasting=True)


def test_a_short_command_waits_for_another_one(pty):
    first = Transport(pty)
    second = program("mjtool.cli", "status", "-p", pty, "--json")
    first.close()
    out, err = second.communicate(timeout=HANG_S)
    assert (second.returncode, err) == (0, "") and json.loads(out)["state"] == "power_on"


def test_a_socket_that_was_left_behind_is_no_hindrance(pty):
    place = meeting.place_of(pty)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(str(place))
    assert place.exists() and not meeting.is_alive(place)
    with Client(pty, lasting=True) as client:
        assert client.request("status").ok


def test_nobody_shares_this_port(pty):
    code, [value], err = mjtool(pty, "share", "--list")
    assert code == 3 and "nobody shares this port" in err and "mjtool watch" in value["do"]


def test_a_folder_that_others_can_read_is_refused():
    base = Path(os.environ["XDG_RUNTIME_DIR"])
    (base / "mjtool").mkdir(mode=0o755)
    with pytest.raises(OSError, match="not a folder of yours alone"):
        meeting.folder()
    with pytest.raises(NoDeviceError, match="the link cannot be shared .*yours alone"):
        way.reach("/dev/ttyX", lasting=True)


def test_a_folder_with_a_long_name_is_not_taken(monkeypatch):
    """A socket's path has little room."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/tmp/" + "x" * 80)
    assert len(str(meeting.place_of("/dev/ttyACM0"))) <= 103
    monkeypatch.setattr("tempfile.tempdir", "/tmp/" + "y" * 80)
    assert len(str(meeting.place_of("/dev/ttyACM0"))) <= 103


def test_share_tells_who_is_there(pty):
    keeper = program("mjtool.cli", "share", "-p", pty, "--json")
    assert json.loads(keeper.stdout.readline()) == {"shared": pty}
    with Client(pty, name="somebody"):
        seen = json.loads(keeper.stdout.readline())
        while not any(name.startswith("somebody_") for name in seen["here"]):
            seen = json.loads(keeper.stdout.readline())
    while seen["here"]:
        seen = json.loads(keeper.stdout.readline())
    keeper.send_signal(signal.SIGINT)
    _, err = keeper.communicate(timeout=HANG_S)
    assert (keeper.returncode, err) == (0, "")


def test_a_keeper_gives_the_port_back_when_nobody_comes(pty, monkeypatch):
    monkeypatch.setattr("mjtool.share.keeper.UNUSED_S", 0.1)
    keeper = Keeper(pty)
    keeper.run(lambda: keeper.is_unused)
    keeper.close()
    with Transport(pty):
        pass


def test_who_asks_who_is_there_is_not_listed(device, run, run_json):
    assert run("share", "--list", "-p", device.url).stdout == "Nobody else is here.\n"
    assert run_json("share", "--list", "-p", device.url) == (0, [{"here": []}])
