"""Records over power loss: old or new, never corrupt, whatever byte the power goes at."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjtable.memory import store as s


class Cut(Exception):
    """The power goes."""


class Medium:
    """Non-volatile memory by the byte; the power can be set to go after that many of them."""

    def __init__(self):
        self.cells = bytearray(s.SLOTS * s.SLOT_BYTES)
        self.left = None
        self.refuses = False
        self.file = b""

    def readinto(self, buf):
        buf[: len(self.file)] = self.file
        return len(self.file)

    def write_chronicle(self, buf, n):
        self.file = bytes(buf[:n])
        return True

    def read(self, slot, buf):
        start = slot * s.SLOT_BYTES
        buf[:] = self.cells[start : start + len(buf)]
        return len(buf)

    def write(self, slot, buf, n):
        if self.refuses:
            return 0
        for index in range(n):
            if self.left is not None:
                if self.left == 0:
                    raise Cut
                self.left -= 1
            self.cells[slot * s.SLOT_BYTES + index] = buf[index]
        return n


def load(medium, kind=s.K_TABLE):
    """What a freshly started board finds."""
    store, out = s.Store(medium), bytearray(s.PAYLOAD)
    return bytes(out[: store.load(kind, out)]), store.damaged


def saved(*payloads, kind=s.K_TABLE):
    medium = Medium()
    store = s.Store(medium)
    for payload in payloads:
        assert store.save(kind, bytearray(payload), len(payload))
    return medium


def test_nothing_written_is_nothing_found_and_no_damage():
    assert load(Medium()) == (b"", 0)
    erased = Medium()
    erased.cells = bytearray(b"\xff" * len(erased.cells))
    assert load(erased) == (b"", 0)


def test_the_newest_record_wins_over_restarts_and_many_saves():
    medium = Medium()
    for number in range(70000 // 997):
        store = s.Store(medium)
        store._find(s.K_TABLE)
        store._seq[s.K_TABLE] = (store._seq[s.K_TABLE] + 996) & 0xFFFF  # over the wrap of 65536
        payload = bytes((number, 7))
        assert store.save(s.K_TABLE, payload, 2)
        assert load(medium) == (payload, 0)


def test_kinds_do_not_touch_each_other():
    medium = Medium()
    store = s.Store(medium)
    for kind in range(len(s.KINDS)):
        for turn in range(3):
            assert store.save(kind, bytes((kind, turn)), 2)
    assert [load(medium, kind)[0] for kind in range(len(s.KINDS))] == [
        bytes((kind, 2)) for kind in range(len(s.KINDS))
    ]
    assert len(s.KINDS) * 2 == s.SLOTS


def test_a_save_goes_to_the_other_slot():
    medium = saved(b"one")
    before = bytes(medium.cells[s.SLOT_BYTES : 2 * s.SLOT_BYTES])
    first = bytes(medium.cells[: s.SLOT_BYTES])
    store = s.Store(medium)
    assert store.save(s.K_TABLE, b"two", 3)
    after = bytes(medium.cells[s.SLOT_BYTES : 2 * s.SLOT_BYTES])
    assert (first != bytes(medium.cells[: s.SLOT_BYTES])) != (before != after)


def test_a_long_record_fits_and_a_longer_one_is_refused():
    medium = saved(bytes(range(s.PAYLOAD)))
    assert load(medium)[0] == bytes(range(s.PAYLOAD))
    assert not s.Store(medium).save(s.K_TABLE, bytes(s.PAYLOAD + 1), s.PAYLOAD + 1)
    assert not s.Store(medium).save(s.K_TABLE, b"", -1)
    assert load(medium)[0] == bytes(range(s.PAYLOAD))


def test_loading_into_a_shorter_buffer_takes_what_fits():
    store, out = s.Store(saved(b"abcdef")), bytearray(4)
    assert store.load(s.K_TABLE, out) == 4
    assert out == b"abcd"


def test_a_medium_that_refuses_is_counted_and_the_old_record_stays():
    medium = saved(b"old")
    store = s.Store(medium)
    medium.refuses = True
    assert not store.save(s.K_TABLE, b"new", 3)
    assert store.failed == 1
    assert load(medium) == (b"old", 0)
    medium.refuses = False
    assert store.save(s.K_TABLE, b"new", 3)
    assert load(medium) == (b"new", 0)


def test_every_single_corrupt_byte_leaves_the_other_record():
    clean = saved(b"the old record", b"the new record")
    for position in range(2 * s.SLOT_BYTES):
        for flip in (0x01, 0x80, 0xFF, 0x5A):
            medium = Medium()
            medium.cells[:] = clean.cells
            medium.cells[position] ^= flip
            found, damaged = load(medium)
            if damaged:
                assert damaged == 1 << position // s.SLOT_BYTES
                assert found in (b"the old record", b"the new record")
            else:  # beyond the end of the record: nobody reads it
                assert position % s.SLOT_BYTES >= 14 + s.FRAME
                assert found == b"the new record"


def test_both_records_corrupt_is_said_and_nothing_is_invented():
    medium = saved(b"old", b"new")
    medium.cells[5] ^= 1
    medium.cells[s.SLOT_BYTES + 5] ^= 1
    assert load(medium) == (b"", 0b11)
    assert s.Store(medium).save(s.K_TABLE, b"again", 5)
    assert load(medium)[0] == b"again"


def test_a_record_of_another_kind_is_damage():
    medium = saved(b"mine")
    store = s.Store(medium)
    medium.read(0, store._buf)
    assert s.check(store._buf, s.K_TABLE) == s.GOOD
    assert s.check(store._buf, s.K_LEARNT) == s.DAMAGED


def test_a_short_read_is_damage():
    class Short(Medium):
        def read(self, slot, buf):
            super().read(slot, buf)
            return 5

    medium = Short()
    medium.cells[:] = saved(b"whole").cells
    assert load(medium) == (b"", 0b01)


@pytest.mark.parametrize("old", [b"", b"old payload, 20 byte", b"an old payload of 28 bytes!!"])
def test_power_cut_at_every_byte_leaves_old_or_new(old):
    new = b"new payload, 20 byte"
    for cut in range(len(new) + s.FRAME + 1):
        medium = saved(b"older still, 20 byte", old) if old else Medium()
        medium.left = cut
        store = s.Store(medium)
        try:
            whole = store.save(s.K_TABLE, new, len(new))
        except Cut:
            whole = False
        medium.left = None
        found, damaged = load(medium)
        assert found == (new if whole else old)
        assert whole == (cut == len(new) + s.FRAME)
        assert bool(damaged) == (0 < cut < len(new) + s.FRAME)
        assert s.Store(medium).save(s.K_TABLE, b"next", 4)  # and the table goes on
        assert load(medium)[0] == b"next"


@settings(max_examples=300)
@given(
    st.lists(st.binary(max_size=s.PAYLOAD), min_size=1, max_size=6),
    st.data(),
)
def test_any_history_torn_and_corrupted_gives_old_or_new(payloads, data):
    medium = saved(*payloads)
    previous = payloads[-1]
    new = data.draw(st.binary(max_size=s.PAYLOAD))
    medium.left = data.draw(st.integers(0, len(new) + s.FRAME))
    try:
        s.Store(medium).save(s.K_TABLE, new, len(new))
    except Cut:
        pass
    medium.left = None
    assert load(medium)[0] in (previous, new)
    if data.draw(st.booleans()):
        position = data.draw(st.integers(0, 2 * s.SLOT_BYTES - 1))
        medium.cells[position] ^= data.draw(st.integers(1, 255))
    found, _ = load(medium)
    assert found in (b"", new, *payloads[-2:])
