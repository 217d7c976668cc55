"""Releases that are none, and boards that are not the right one: the message says what to do."""

import json
import shutil

import pytest

from mjtool.errors import UsageError, WrongDeviceError
from mjtool.flash.board import Board
from mjtool.flash.identity import check_interpreter, identify
from mjtool.flash.release import for_chip, read, releases
from tests.mjtool import small_release
from tests.mjtool.fake_board import FakeBoard, blank
from tests.mjtool.fake_prompt import Direct

AGAIN = "What to do: download the release again, or build it with `make dist`"


@pytest.fixture
def place(tmp_path):
    return small_release.folder(tmp_path / "release")


def said(place):
    with pytest.raises(UsageError) as caught:
        releases(place)
    assert str(place) in str(caught.value)
    return str(caught.value)


def test_folder_and_zip_are_the_same(tmp_path, place):
    zipped = read(small_release.zipped(tmp_path / "release.zip"))
    assert zipped.files == read(place).files
    assert zipped.manifest.micropython_min == (1, 26, 0)
    assert (zipped.manifest.mpy, zipped.manifest.chip) == (6, "RP2040")


def test_the_newest_release_of_a_folder_is_taken(tmp_path):
    for number, arch in (("0.9.0", "armv6m"), ("0.10.0", "armv6m"), ("0.2.0", "armv7em")):
        small_release.zipped(tmp_path / f"{number}.zip", number, arch=arch)
    found = releases(tmp_path)
    assert for_chip(found, "RP2040").manifest.version == "0.10.0"
    assert for_chip(found, "RP2350").manifest.version == "0.2.0"


def test_a_manifest_without_a_minimum_needs_the_hard_timer(place):
    manifest = json.loads((place / "manifest.json").read_text())
    del manifest["micropython_min"]
    (place / "manifest.json").write_text(json.dumps(manifest))
    assert read(place).manifest.micropython_min == (1, 26, 0)


def test_no_release_at_all(tmp_path):
    text = said(tmp_path / "dist")
    assert "there is no such release" in text
    assert "run `make dist`, or name a downloaded release with --release" in text
    assert "there is no release here (no manifest.json, no ZIP)" in said(tmp_path)


def test_a_zip_that_broke_off(tmp_path):
    whole = small_release.zipped(tmp_path / "release.zip")
    whole.write_bytes(whole.read_bytes()[:500])
    text = said(whole)
    assert "this ZIP cannot be read" in text
    assert "the download broke off" in text
    assert AGAIN in text


@pytest.mark.parametrize(("spoil", "message"), [
    (lambda place: (place / "hal/parts.py").unlink(),
     "hal/parts.py is missing. Likely cause: the release is not complete"),
    (lambda place: (place / "hal/parts.py").write_text("VERSION = 0"),
     "hal/parts.py is not the file that the manifest names: its hash differs. Likely cause: it "
     "was changed or damaged after it was built"),
    (lambda place: (place / "manifest.json").unlink() or (place / "x.zip").write_text(""),
     "this ZIP cannot be read"),
    (lambda place: (place / "manifest.json").write_text("{"), "it is not JSON"),
    (lambda place: (place / "manifest.json").write_text("[]"), "it is not a JSON object"),
])
def test_a_release_that_was_tampered_with(place, spoil, message):
    spoil(place)
    text = said(place)
    assert message in text
    assert AGAIN in text


@pytest.mark.parametrize(("changes", "message"), [
    ({"arch": "avr"}, "`avr` is none of armv6m, armv7em"),
    ({"files": []}, "`files` is not a JSON object"),
    ({"files": {"../main.py": "0" * 64}}, "`../main.py` is not the path of a firmware file"),
    ({"files": {"/main.py": "0" * 64}}, "`/main.py` is not the path of a firmware file"),
    ({"files": {"main.py": "0" * 63}}, "the hash of `main.py` is no SHA-256"),
    ({"files": {"main.py": "0" * 64}}, "main.py or hal/start.mpy, which start the firmware, are "
                                       "not in it"),
    ({"mpy": "new"}, "`new` is no version"),
])
def test_a_manifest_that_cannot_be_used(place, changes, message):
    manifest = json.loads((place / "manifest.json").read_text())
    (place / "manifest.json").write_text(json.dumps(manifest | changes))
    text = said(place)
    assert f"its manifest.json cannot be used: {message}" in text
    assert AGAIN in text


def test_a_manifest_with_a_part_missing(place):
    manifest = json.loads((place / "manifest.json").read_text())
    del manifest["files"]
    (place / "manifest.json").write_text(json.dumps(manifest))
    assert "`files` is missing in it" in said(place)


def test_a_folder_without_a_manifest_in_a_zip(tmp_path):
    shutil.make_archive(str(tmp_path / "other"), "zip", small_release.ROOT / "docs/images")
    assert "it has no manifest.json. Likely cause: this is no release" in said(
        tmp_path / "other.zip")


def test_byte_code_of_another_version(tmp_path):
    files = small_release.contents("0.2.0") | {"mjtable/words.mpy": b"M\x05\x00\x1f"}
    text = said(small_release.folder(tmp_path / "r", files=files))
    assert "mjtable/words.mpy is not byte code of version 6" in text
    assert "compiled by another mpy-cross" in text


def test_the_other_chips_release(tmp_path, place):
    with pytest.raises(UsageError, match=r"this release is for the RP2040 \(armv6m\), the board "
                       r"has the RP2350 \(armv7em\).*whose name ends in rp2350"):
        for_chip(releases(place), "RP2350")


# --------------------------------------------------------------------------- the board


def board(**who):
    return Board(Direct(FakeBoard(blank(16), **who)), "/dev/ttyACM0")


def test_both_picos_are_known():
    assert identify(board()).chip == "RP2040"
    assert identify(board(machine="Raspberry Pi Pico2 with RP2350")).chip == "RP2350"


@pytest.mark.parametrize("machine", ["Generic ESP32 module with ESP32", "Tufty with RP2040", ""])
def test_wrong_board(machine):
    with pytest.raises(WrongDeviceError, match="/dev/ttyACM0: this board is "
                       f"`{machine or 'unknown'}`, not a Raspberry Pi Pico .*or Pico 2.*name the "
                       "table's port with --port"):
        identify(board(machine=machine))


def test_another_interpreter():
    with pytest.raises(WrongDeviceError, match="runs circuitpython, not MicroPython.*put the "
                       "MicroPython named in docs/FLASHING.md on it"):
        identify(board(name="circuitpython"))


def test_micropython_too_old(place):
    old = board(version=(1, 25, 1, ""))
    with pytest.raises(WrongDeviceError, match=r"has MicroPython 1\.25\.1, firmware 0\.2\.0 needs "
                       r"1\.26\.0 or newer\. Likely cause: it has no hard timer.*BOOTSEL"):
        check_interpreter("/dev/ttyACM0", identify(old), read(place).manifest)


def test_byte_code_the_board_does_not_take(place):
    with pytest.raises(WrongDeviceError, match="takes byte code version 7, firmware 0.2.0 is "
                       "version 6.*or take a newer release"):
        check_interpreter("/dev/ttyACM0", identify(board(mpy=0x1407)), read(place).manifest)


def test_a_good_board_passes(place):
    assert check_interpreter("x", identify(board()), read(place).manifest) is None
