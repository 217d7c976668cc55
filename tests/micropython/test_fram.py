"""The FRAM driver against a chip that stores byte by byte."""

import pytest

from hal.fram import CHUNK, GIVE_UP, RETRY_CALLS, Fram
from mjtable.memory.store import SLOT_BYTES, SLOTS
from tests.micropython.memories import FramChip

SCANS_A_SLOT = SLOT_BYTES // CHUNK


@pytest.fixture
def chip():
    return FramChip()


@pytest.fixture
def shadow():
    return [bytearray([slot + 1] * SLOT_BYTES) for slot in range(SLOTS)]


def slot_of(chip, slot):
    return bytes(chip.cells[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES])


def pump_until_idle(fram):
    calls = 0
    while fram.pending:
        fram.pump()
        calls += 1
        assert calls < 10_000
    return calls


def test_a_present_chip_is_read_whole(chip, shadow):
    chip.cells[: SLOTS * SLOT_BYTES] = bytes(i * 7 & 255 for i in range(SLOTS * SLOT_BYTES))
    fram = Fram(chip)
    assert fram.present and fram.load(shadow)
    assert b"".join(shadow) == bytes(chip.cells[: SLOTS * SLOT_BYTES])


def test_an_absent_chip_is_no_trouble(chip, shadow):
    chip.absent = True
    fram = Fram(chip)
    before = [bytes(s) for s in shadow]
    assert not fram.present and not fram.load(shadow)
    fram.take(3, shadow)
    assert not fram.pump() and fram.flush()
    assert [bytes(s) for s in shadow] == before


def test_another_device_on_the_bus_is_not_the_memory(chip):
    assert not Fram(chip, addr=0x51).present


def test_a_chip_that_dies_while_it_is_read_counts_as_absent(chip, shadow):
    fram = Fram(chip)
    chip.dies_after = 5 * SLOT_BYTES + 1
    assert not fram.load(shadow)
    assert not fram.present


def test_a_slot_goes_out_in_sixteens_front_to_back(chip, shadow):
    fram = Fram(chip)
    fram.take(5, shadow)
    used = [fram.pump() for _ in range(SCANS_A_SLOT + 1)]
    assert used == [True] * SCANS_A_SLOT + [False]
    assert chip.writes == [
        (5 * SLOT_BYTES + at, bytes([6] * CHUNK)) for at in range(0, SLOT_BYTES, CHUNK)
    ]
    assert slot_of(chip, 5) == shadow[5] and not fram.pending


def test_a_scan_never_sees_more_than_sixteen_bytes_on_the_bus(chip, shadow):
    fram = Fram(chip)
    for slot in (15, 0, 7, 8):
        fram.take(slot, shadow)
    for _ in range(4 * SCANS_A_SLOT):
        before = len(chip.writes)
        assert fram.pump()
        assert sum(len(data) for _, data in chip.writes[before:]) == CHUNK == 16
    assert not fram.pending


def test_slots_go_out_in_the_order_of_their_change_and_once(chip, shadow):
    fram = Fram(chip)
    for slot in (4, 9, 4, 2, 9):
        fram.take(slot, shadow)
    pump_until_idle(fram)
    assert [at // SLOT_BYTES for at, _ in chip.writes[::SCANS_A_SLOT]] == [4, 9, 2]


def test_what_goes_out_is_of_one_moment_and_the_newest_follows(chip, shadow):
    fram = Fram(chip)
    fram.take(4, shadow)
    fram.pump()
    shadow[4][:] = b"\xee" * SLOT_BYTES
    fram.take(4, shadow)
    for _ in range(SCANS_A_SLOT - 1):
        fram.pump()
    assert slot_of(chip, 4) == bytes([5] * SLOT_BYTES)
    pump_until_idle(fram)
    assert slot_of(chip, 4) == b"\xee" * SLOT_BYTES


def test_a_slot_that_waits_goes_out_with_its_newest_content(chip, shadow):
    fram = Fram(chip)
    fram.take(1, shadow)
    fram.take(4, shadow)
    fram.pump()
    shadow[4][:] = b"\xee" * SLOT_BYTES
    pump_until_idle(fram)
    assert slot_of(chip, 4) == b"\xee" * SLOT_BYTES


def test_all_slots_can_wait_at_once(chip, shadow):
    fram = Fram(chip)
    for slot in range(SLOTS):
        fram.take(slot, shadow)
        fram.take(slot, shadow)
    assert pump_until_idle(fram) == SLOTS * SCANS_A_SLOT
    assert b"".join(shadow) == bytes(chip.cells[: SLOTS * SLOT_BYTES])


def test_a_refused_piece_is_repeated_later_and_in_the_same_slot(chip, shadow):
    fram = Fram(chip)
    fram.take(3, shadow)
    fram.take(2, shadow)
    fram.pump()
    chip.dies_after = 5
    assert fram.pump() and fram.failed == 1
    chip.absent, chip.dies_after = False, None
    assert [fram.pump() for _ in range(RETRY_CALLS)] == [False] * RETRY_CALLS
    pump_until_idle(fram)
    assert [at for at, _ in chip.writes][:4] == [3 * SLOT_BYTES + at for at in (0, 16, 32, 48)]
    assert slot_of(chip, 3) == shadow[3] and slot_of(chip, 2) == shadow[2]


def test_a_chip_that_dies_is_given_up_and_costs_nothing_more(chip, shadow):
    fram = Fram(chip)
    fram.take(3, shadow)
    chip.dies_after = 20
    calls = pump_until_idle(fram)
    assert not fram.present and fram.failed == GIVE_UP
    assert calls <= 2 + GIVE_UP * (RETRY_CALLS + 1)
    assert not fram.pump() and fram.failed == GIVE_UP


def test_a_power_failure_writes_everything_at_once(chip, shadow):
    fram = Fram(chip)
    for slot in (3, 11):
        fram.take(slot, shadow)
    fram.pump()
    assert fram.flush() and not fram.pending
    assert slot_of(chip, 3) == shadow[3] and slot_of(chip, 11) == shadow[11]
    assert len(chip.writes) == 2 * SCANS_A_SLOT
    assert fram.flush() and len(chip.writes) == 2 * SCANS_A_SLOT


def test_a_power_failure_does_not_wait_for_a_dead_chip(chip, shadow):
    fram = Fram(chip)
    fram.take(3, shadow)
    chip.absent = True
    assert not fram.flush()
    assert fram.failed == 3
    chip.absent = False
    assert fram.flush() and slot_of(chip, 3) == shadow[3]
