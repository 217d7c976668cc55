"""The serial port: terminal, windows and a program that comes, goes, or stops reading.

A few lines stand in for the chip's side of the pipes.
"""

import os
import struct
import time

import pytest

from tests.patience import HANG_S
from tools.check.emulate.frames import FrameReader, frame
from tools.check.emulate.problems import EmulateError
from tools.check.emulate.pty_bridge import UNREAD, PtyBridge
from tools.check.emulate.report import Reporter
from tools.check.emulate.session import WINDOW, Session
from tools.check.emulate.world import World

LIMIT_S = HANG_S


class Chip:
    """Stands in for Node: keeps the frames it gets, says what it is told to say."""

    def __init__(self):
        read, self._write = os.pipe()
        self.stdout = os.fdopen(read, "rb", buffering=0)
        self.got = []
        self._frames = FrameReader()

    def send(self, data):
        self.got += self._frames.feed(data)

    def say(self, kind, content):
        os.write(self._write, frame(kind, content))

    def last_words(self):
        return "it was tired"

    def end(self):
        os.close(self._write)

    def bytes(self):
        return b"".join(content for kind, content in self.got if kind == "u")

    def count(self, kind):
        return sum(struct.unpack("<I", content)[0] for k, content in self.got if k == kind)


@pytest.fixture
def rig():
    chip, pty = Chip(), PtyBridge()
    said = []
    session = Session(chip, World(), pty, Reporter(), said.append)
    session.said = said
    yield session, chip
    pty.close()
    chip.stdout.close()


def until(session, holds):
    end = time.monotonic() + LIMIT_S
    while not holds():
        assert time.monotonic() < end, "it did not come within %d s" % LIMIT_S
        session.step()


def opened(session):
    port = os.open(session.pty.device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    until(session, lambda: session.pty.open)
    return port


def test_the_chip_is_told_when_a_program_opens_and_closes_the_port(rig):
    session, chip = rig
    for _ in range(2):
        port = opened(session)
        os.close(port)
        until(session, lambda: not session.pty.open)
    assert [content for kind, content in chip.got if kind == "h"] == [b"\1", b"\0"] * 2


def test_bytes_go_both_ways_unchanged(rig):
    session, chip = rig
    port = opened(session)
    every = bytes(range(256))
    os.write(port, every)
    until(session, lambda: chip.bytes() == every)
    chip.say("u", every)
    until(session, lambda: chip.count("a") == 256)
    assert os.read(port, 1000) == every
    os.close(port)


def test_a_program_that_comes_again_gets_nothing_of_the_last(rig):
    session, chip = rig
    port = opened(session)
    chip.say("u", b"old")
    until(session, lambda: chip.count("a") == 3)
    os.close(port)
    until(session, lambda: not session.pty.open)
    chip.say("u", b"lost")
    for _ in range(3):
        session.step()
    port = opened(session)
    chip.say("u", b"new")
    until(session, lambda: chip.count("a") == 6)
    assert os.read(port, 100) == b"new"
    os.close(port)


def test_what_a_program_writes_just_before_it_closes_reaches_the_board(rig):
    session, chip = rig
    for text in (b"first", b"then"):
        port = os.open(session.pty.device, os.O_RDWR | os.O_NOCTTY)
        os.write(port, text)
        os.close(port)
        until(session, lambda text=text: chip.bytes().endswith(text) and not session.pty.open)
    assert chip.bytes() == b"firstthen"


def test_a_program_that_stops_reading_holds_the_board_up_and_loses_nothing(rig):
    session, chip = rig
    port = opened(session)
    sent = bytes(i % 251 for i in range(20_000))
    for at in range(0, len(sent), 5_000):
        chip.say("u", sent[at : at + 5_000])
        for _ in range(3):
            session.step()
    held = chip.count("a")
    assert UNREAD <= held < len(sent) // 2  # the kernel counts a little late
    got = bytearray()

    def drain():
        try:
            got.extend(os.read(port, 65536))
        except BlockingIOError:
            pass
        return len(got) == len(sent)

    until(session, drain)
    assert bytes(got) == sent
    assert chip.count("a") == len(sent)
    os.close(port)


def test_a_board_that_does_not_read_holds_the_program_up(rig):
    session, chip = rig
    port = opened(session)
    sent = b"x" * 3000
    os.write(port, sent)
    until(session, lambda: len(chip.bytes()) == WINDOW)
    for _ in range(3):
        session.step()
    assert len(chip.bytes()) == WINDOW
    chip.say("a", struct.pack("<I", 1000))
    until(session, lambda: len(chip.bytes()) == WINDOW + 1000)
    os.close(port)


def test_outputs_are_answered_and_shown(rig, capsys):
    session, chip = rig
    out = (
        b'{"us": 5000, "out": [1, 0, 0, 0], "dice": 0, "arm": 0, "emit": 0, "enabled": 1,'
        b' "alive": 0, "text": "", "usb": 0, "resets": 0,'
        b' "lamps": [], "beep_hz": 0}'
    )
    chip.say("o", out)
    until(session, lambda: any(kind == "i" for kind, _ in chip.got))
    assert "outputs on, no live signal, not armed, motors: drum" in capsys.readouterr().out
    assert "motors: drum" in session.state()


def test_notes_and_resets_are_told(rig):
    session, chip = rig
    chip.say("d", b"kept for those who ask")
    chip.say("n", b"something odd")
    chip.say("r", b"watchdog")
    until(session, lambda: len(session.said) == 2)
    assert session.said == ["note: something odd", "the chip starts again: watchdog"]


def test_a_chip_that_fails_or_goes_is_an_error_with_its_last_words(rig):
    session, chip = rig
    chip.say("e", b"TypeError: x")
    with pytest.raises(EmulateError, match="the emulation failed. Likely cause: TypeError: x"):
        until(session, lambda: False)
    chip.end()
    with pytest.raises(EmulateError, match="its process has ended by itself.* it was tired"):
        until(session, lambda: False)


def test_a_name_for_the_port(tmp_path):
    link = tmp_path / "table"
    pty = PtyBridge(str(link))
    assert os.readlink(link) == pty.device
    pty.close()
    assert not link.is_symlink()


def test_a_name_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(EmulateError, match="cannot make this name for /dev/.*: File exists"):
        PtyBridge(str(tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "mine"


def test_frames_may_come_in_pieces():
    reader = FrameReader()
    raw = frame("u", b"abc") + frame("n", b"")
    found = [item for byte in raw for item in reader.feed(bytes([byte]))]
    assert found == [("u", b"abc"), ("n", b"")]
