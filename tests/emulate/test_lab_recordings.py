"""The gate of recordings without an image: what goes on the board, what is said of its answers."""

import json
from argparse import Namespace

import pytest

from mjsim.replay.record_file import load
from tests.replay.cases import path
from tools.check.lab import recordings
from tools.check.lab.problems import Differ
from tools.make.board.build import build


class FakeChip:
    """Says what it is given, instead of playing; keeps the files."""

    files: dict[str, bytes]

    def __init__(self, options, files):
        FakeChip.files, self.said = files, options.said

    def run(self, look):
        look([])
        look(self.said)
        return self.said


@pytest.fixture(autouse=True)
def chip(monkeypatch):
    build(arches=("armv6m",))
    monkeypatch.setattr(recordings, "Chip", FakeChip)


def played(said):
    return recordings.on_chip(Namespace(said=said), load(path("jog"), any_firmware=True), "jog")


def test_the_board_gets_the_recording_the_names_and_a_compiled_player():
    assert played(["begin 9000", "at 800", "played [342, null]", "end"]) == (342, None)
    files = FakeChip.files
    assert files["/recording"] == load(path("jog"), any_firmware=True).data
    assert files["/wired"] == b"0" and files["/hertz"] == b"200000000"
    compiled = {name for name, content in files.items() if content[:2] == b"M\x06"}
    assert compiled == {"/a/mjsim/replay/%s.mpy" % name for name in ("player", "calls", "reader")}
    names = json.loads(files["/names"])
    assert 10 < len(names) < 60 and names["entropy"] != "entropy"


def test_a_chip_that_does_something_else():
    scans, found = played(["played [17, [17, 4250]]", "end"])
    with pytest.raises(Differ, match=r"jog: at scan 17, 4.250 s, the chip does something else "
                                     r"than was recorded; `mjsim replay jog --show`"):  # fmt: skip
        recordings.compare("jog", 342, scans, found)


def test_a_chip_that_ends_sooner():
    with pytest.raises(Differ, match="jog: the chip plays 300 scans, CPython 342"):
        recordings.compare("jog", 342, 300, None)
    assert recordings.compare("jog", 342, 342, None) == "equal: jog, 342 scans"


@pytest.fixture
def image(monkeypatch):
    """Options of an image and a boot ROM that are taken for good."""
    monkeypatch.setattr(recordings.boot_rom, "load", lambda _: b"")
    monkeypatch.setattr(recordings.uf2, "load", lambda _: {})
    monkeypatch.setattr(recordings.uf2, "flat", lambda _: b"MicroPython v1.28.0")
    return ["--uf2", __file__, "--bootrom", __file__]


def test_a_recording_that_is_not_there(tmp_path, image, capsys):
    assert recordings.main([*image, str(tmp_path / "no.mjrec")]) == 2
    assert "no.mjrec: No such file" in capsys.readouterr().err


def test_a_recording_that_differs_here_already(image, monkeypatch, capsys):
    monkeypatch.setattr(recordings, "play_here", lambda _: Namespace(difference="scan 3, 1.250 s"))
    assert recordings.main(image) == 1
    said = capsys.readouterr().err
    assert "chain_stuck.mjrec: not even here is it the same: scan 3, 1.250 s" in said
