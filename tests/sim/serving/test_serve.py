"""`mjsim serve`: a real serial client talks to the simulated table, over TCP and over a PTY."""

import os
import signal
import subprocess
import sys
import time

import pytest
import serial

from mjsim.serving.serve import NEXT
from mjsim.words.framing import crc16, framed
from tests.patience import HANG_S

DEADLINE_S = HANG_S
START = [sys.executable, "-c", "from mjsim.cli import main; main()", "serve"]


class Served:
    """A running `mjsim serve` with its ports."""

    def __init__(self, *options, ports=1):
        self.process = subprocess.Popen(
            [*START, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.urls = [self.process.stdout.readline().strip() for _ in range(ports)]

    def end(self, how=signal.SIGTERM):
        """Stop it; exit code and stderr, without what it tells people to do next."""
        self.process.send_signal(how)
        _, err = self.process.communicate(timeout=DEADLINE_S)
        return self.process.returncode, err.replace(NEXT % self.urls[0] + "\n", "")


@pytest.fixture
def serve():
    running = []

    def start(*options, ports=1):
        running.append(Served(*options, ports=ports))
        return running[-1]

    yield start
    for served in running:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate()


class Host:
    """A host written from the protocol page alone."""

    def __init__(self, url):
        self.port = serial.serial_for_url(url, timeout=0.05)
        self.id = 0

    def line(self):
        """One line's body, its checksum verified."""
        end = time.monotonic() + DEADLINE_S
        raw = b""
        while not raw.endswith(b"\n"):
            assert time.monotonic() < end, "no answer, only %r" % raw
            raw += self.port.read(1)
        body, _, crc = raw.rstrip(b"\n").rpartition(b"*")
        assert int(crc, 16) == crc16(body)
        return body.decode()

    def ask(self, command):
        """Send a request; its answer without the id."""
        self.id += 1
        self.port.write(framed("%d %s" % (self.id, command)))
        number, _, answer = self.line().partition(" ")
        assert number == str(self.id)
        return answer

    def until(self, wanted):
        """Ask for the status until it says `wanted`."""
        end = time.monotonic() + DEADLINE_S
        while True:
            answer = self.ask("status")
            if wanted in answer:
                return answer
            assert time.monotonic() < end, answer

    def close(self):
        self.port.close()


def test_tcp_in_real_time(serve):
    served = serve("--seed", "4")
    url = served.urls[0]
    assert url.startswith("socket://127.0.0.1:")
    host = Host(url)
    hello = host.ask("hello")
    assert hello.startswith("ok product=mjtable") and "machine=four_port" in hello
    assert "sim=1" in hello
    assert "state=power_on" in host.ask("status")
    assert host.ask("press key=elevator ms=120") == "ok"
    host.until("state=ready")
    host.close()
    assert served.end() == (0, "")


def test_two_programs_use_one_table(serve):
    served = serve("--speed", "0", "--tcp", "127.0.0.1:0")
    first, second = Host(served.urls[0]), Host(served.urls[0])
    assert first.ask("hello").endswith("share=1") or first.ask("hello").endswith("share=2")
    assert second.ask("press key=elevator ms=120") == "ok"
    first.until("state=ready")
    first.close()
    assert second.ask("status").startswith("ok")
    second.close()
    assert served.end(signal.SIGINT) == (0, "")


def test_things_go_wrong_while_it_runs(serve):
    """What a technician practises on."""
    served = serve("--speed", "0")
    host = Host(served.urls[0])
    assert host.ask("sim.inject text=jam,head_b") == "ok"
    assert host.ask("sim.faults") == "ok n=1 next=0 0=jam,head_b"
    assert host.ask("sim.inject text=clear,all") == "ok"
    assert host.ask("sim.faults") == "ok n=0 next=0"
    for motor in ("drum", "ring", *("%s_%s" % (kind, side) for kind in ("belt", "head")
                                   for side in "abcd")):
        assert host.ask("sim.inject text=jam,%s" % motor) == "ok"
    assert host.ask("sim.faults").startswith("ok n=9 next=9 0=jam,drum")
    assert host.ask("sim.faults from=9") == "ok n=1 next=0 0=jam,head_d"
    assert host.ask("sim.table").endswith("unit=typical:0 seed=0")
    assert host.ask("sim.inject text=jam,head_x").startswith("err param key=text why=jam:")
    assert host.ask("sim.hand text=dance").startswith("err param key=text why=a,hand,cannot,")
    assert host.ask("sim.hand text=block,hatch_up,60000") == "ok"
    names = [word.partition("=")[2] for page in (0, 13, 26, 39, 52) for word in
             host.ask("io.list kind=in from=%d" % page).split(" ")[3:]]
    index = names.index("hatch_up")
    image = bytes.fromhex(host.ask("image").split("in=")[1].split(" ")[0])
    assert image[index >> 3] >> (index & 7) & 1
    assert host.ask("sim.hand text=power,off") == "ok"
    host.close()
    assert served.end() == (0, "")


def test_speed_0_with_people_plays_by_itself(serve):
    served = serve("--speed", "0", "--players", "auto", "--seed", "2", "--machine", "four_port")
    host = Host(served.urls[0])
    assert host.ask("hello").startswith("ok")
    assert "set=green" in host.until("set=green")
    for _ in range(20):  # at this speed the first events may be gone before they are sent
        answer = host.ask("events from=0")
        if not answer.startswith("ok n=0"):
            break
    assert answer.startswith("ok n=3")
    for _ in range(3):
        assert host.line().startswith("+")
    host.close()
    assert served.end() == (0, "")


def test_garbage_moves_nothing(serve):
    served = serve("--speed", "0")
    host = Host(served.urls[0])
    host.port.write(b"\x00\xff*garbage\n")
    assert host.line().startswith("0 err")
    host.port.write(b"1 status*0000\n")
    assert host.line() == "0 err crc"
    host.port.write(b"x" * 400 + b"\n")
    assert host.line() == "0 err long"
    assert "state=power_on" in host.ask("status")
    host.close()
    assert served.end() == (0, "")


@pytest.mark.parametrize("port", ["--tcp", "--pty"])
def test_a_good_line_behind_a_flood_is_answered_soon(serve, port):
    served = serve(port, "127.0.0.1:0") if port == "--tcp" else serve(port, "")
    host = Host(served.urls[0])
    assert host.ask("hello").startswith("ok")
    for _ in range(40):
        host.port.write(b"x" * 50_000)
    host.port.write(b"\n")
    host.port.write(framed("7 status"))
    while not host.line().startswith("7 ok"):
        pass
    host.close()
    assert served.end() == (0, "")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_pty_with_a_link_and_tcp_beside_it(serve, tmp_path):
    link = str(tmp_path / "mjtable")
    served = serve("--pty", link, "--tcp", "127.0.0.1:0", "--profile", "YEE", ports=2)
    assert served.urls[0] == link and served.urls[1].startswith("socket://")
    host = Host(link)
    assert "profile=YEE" in host.ask("hello")
    other = Host(served.urls[1])
    assert other.ask("hello").startswith("ok") and host.ask("status").startswith("ok")
    host.close()
    host = Host(link)
    assert host.ask("hello").startswith("ok")
    host.close()
    other.close()
    assert served.end() == (0, "")
    assert not os.path.lexists(link)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_pty_without_a_path(serve):
    served = serve("--pty")
    assert served.urls[0].startswith("/dev/")
    assert served.end() == (0, "")


def test_a_store_outlives_the_server(serve, tmp_path):
    path = str(tmp_path / "store")
    served = serve("--speed", "0", "--store", path)
    host = Host(served.urls[0])
    assert host.ask("marker.set dealer=C") == "ok"
    host.close()
    served.end()
    host = Host(serve("--speed", "0", "--store", path).urls[0])
    assert "dealer=C" in host.ask("marker.get")
    host.close()


def test_a_port_in_use_is_a_sentence(serve):
    served = serve()
    other = serve("--tcp", served.urls[0].removeprefix("socket://"))
    _, err = other.process.communicate(timeout=DEADLINE_S)
    assert other.process.returncode == 2 and "cannot listen on 127.0.0.1" in err
    assert "Traceback" not in err
