"""What is wrong with a recording is said: cut, changed, forged, another firmware's."""

import random
from dataclasses import replace

import pytest

from mjsim.cli import main
from mjsim.replay.compare import play
from mjsim.replay.reader import CALL, MORE, OVERRUN, SOON
from mjsim.replay.record_file import Recording, code, load, read
from mjsim.words.names import UsageError
from tests.replay.cases import path

WHOLE = path("jog").read_bytes()


def genuine(name="jog"):
    return load(path(name), any_firmware=True)


def forged(recording, at, bit):
    """One bit of it changed, and signed anew."""
    data = bytearray(recording.data)
    data[at] ^= 1 << bit
    return read(Recording(bytes(data), recording.machine, recording.wired).content(), "forged")


@pytest.mark.parametrize(("name", "tries"), [("jog", 40), ("lid", 20), ("half_cycle", 6),
                                             ("late", 6)])
def test_every_forged_byte_is_found(name, tries):
    recording = genuine(name)
    chance = random.Random(name)
    last = len(recording.data) - 60  # what follows it shows a forged byte
    for _ in range(tries):
        at, bit = chance.randrange(last), chance.randrange(8)
        try:
            played = play(forged(recording, at, bit))
        except UsageError as problem:
            assert "forged" in str(problem)
        else:
            assert played.difference is not None, (at, bit)


def test_a_forged_check_is_named_with_its_scan_and_what_happened_there():
    recording = genuine("head_jam")
    moment = next(each for each in play(recording).moments
                  if any(event.get("code") == "E521" for event in each.events))
    at = place_of(recording, moment.scan)
    difference = play(forged(recording, at, 5)).difference
    assert (difference.scan, difference.t_ms) == (moment.scan, moment.t_ms)
    assert "fault code=E521" in str(difference) or "E521" in str(difference)


def place_of(recording, scan):
    """Where the record of a scan begins."""
    from mjsim.replay.player import Player

    player = Player(recording.wired, recording.data)
    at = player.reader.at
    while player.scans < scan:
        at = player.reader.at
        player.step()
    return at


def test_a_left_out_record_is_a_deadline_missed_or_another_check():
    recording = genuine("head_jam")
    at, end = place_of(recording, 200), place_of(recording, 201)
    data = recording.data[:at] + recording.data[end:]
    assert play(Recording(data, recording.machine, recording.wired)).difference is not None


def test_a_number_that_no_board_has_room_for_is_told():
    """A scan that took 2^33 ms, said behind the last record."""
    recording = genuine()
    data = recording.data + bytes([MORE | SOON, CALL, OVERRUN << 1, 128, 128, 128, 128, 64])
    with pytest.raises(UsageError, match="says what cannot be .*or it was forged; record again"):
        play(Recording(data, recording.machine, recording.wired))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no recording"),
        (b"\x7fELF" * 40, "is no recording"),
        (b'{"a": 1}\n', "is no recording"),
        (WHOLE[:-1], "is cut off: .* copy it again, or record again"),
        (WHOLE[: len(WHOLE) // 2], "is cut off"),
        (WHOLE[:-9] + bytes([WHOLE[-9] ^ 1]) + WHOLE[-8:], "was changed after it was recorded"),
        (WHOLE.replace(b'"seed": 6', b'"seed": 7'), "was changed after it was recorded"),
        (WHOLE.replace(b'"mjrec": 2', b'"mjrec": 1'), "has the format 1, this program reads 2"),
    ],
)
def test_a_spoilt_file_is_told(content, message):
    with pytest.raises(UsageError, match=message):
        read(content, "some.mjrec")


@pytest.mark.parametrize(("what", "message"), [
    ({"machine": "nope"}, "says of itself what cannot be: machine 'nope'; record again"),
    ({"wired": "all"}, "says of itself what cannot be: wired 'all'"),
    ({"settings": 5, "seed": "x"}, "what cannot be: seed 'x', settings 5"),
])  # fmt: skip
def test_a_header_that_was_signed_anew_is_looked_at(what, message):
    other = genuine()
    for name, value in what.items():
        setattr(other, name, value)
    with pytest.raises(UsageError, match=message):
        read(other.content(), "some.mjrec")


def test_another_firmware_is_told_unless_it_is_asked_for(tmp_path, capsys):
    other = genuine()
    other.code = "0123abcd"
    other.save(tmp_path / "other.mjrec")
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(tmp_path / "other.mjrec")])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "recorded by another firmware" in said
    assert "0123abcd" in said and code() in said and "--any-firmware" in said
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(tmp_path / "other.mjrec"), "--any-firmware"])
    assert ended.value.code == 0


def test_a_file_that_is_not_there_is_told(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["replay", "no.mjrec"])
    assert ended.value.code == 2
    assert "cannot read the recording no.mjrec" in capsys.readouterr().err


@pytest.mark.parametrize(("what", "said"), [
    ({"dictionary": "00000000"}, "unknown dictionary '00000000'"),
    ({"machine": "single_port"}, "wired 0"), ({"profile": "NOPE"}, "unknown profile 'NOPE'"),
    ({"settings": {"nope": 1}}, "unknown setting 'nope'"),
    ({"settings": {"power.start_gap_ms": 10**9}}, "is outside 100 to 1000"),
])  # fmt: skip
def test_a_header_that_was_signed_anew_but_cannot_be(tmp_path, what, said):
    """It passed for good: `sha256` is no secret."""
    file = tmp_path / "forged.mjrec"
    file.write_bytes(replace(load(path("lid")), **what).content())
    with pytest.raises(UsageError, match="says of itself what cannot be.*record again") as told:
        load(file)
    assert said in str(told.value)
