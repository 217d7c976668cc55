"""How much of an evening a Pico's ring holds, and what a pulse costs in it."""

import pytest

from mjsim.people.habits import Habits
from mjsim.replay import reader
from mjsim.replay.compare import play
from mjsim.replay.record_file import read
from mjsim.table.session import SimTable
from mjtable.memory import packing as p
from mjtable.memory.checkpoint import HEAD, MARKS, ROOM
from tests.replay.cases import RING

MINUTE_MS = 60_000
LOOK_MS = 1_000
EVENING_MS = 250_000  # two sorts of a four-port table


def size_of_last(recorder):
    """Bytes of the last checkpoint."""
    mark = recorder.marks[recorder.marked - 1 & MARKS - 1]
    low, high = (recorder.ring[mark + at & RING - 1] for at in (HEAD - 2, HEAD - 1))
    return HEAD + low + high * 256


def spans_ms(table):
    """Second by second, how long ago the oldest checkpoint of the ring was written."""
    written_ms, spans = {}, []
    for _ in range(EVENING_MS // LOOK_MS):
        table.run_for(LOOK_MS)
        recorder = table.table.recorder
        for mark in recorder.marks:
            written_ms.setdefault(mark, table.now_ms)
        assert size_of_last(recorder) < ROOM, "it may overwrite the oldest while that is read"
        if recorder.n[p.AT] > RING:
            spans.append(table.now_ms - written_ms[recorder.first()])
    return spans


@pytest.mark.parametrize(("machine", "profile", "seed"), [
    ("row_port", "SHOP-B-136", 3), ("four_port", "YEE", 7),
])  # fmt: skip
def test_a_pico_holds_the_last_minute_of_a_worn_table(machine, profile, seed):
    table = SimTable(machine, profile, seed, record=RING, late="now", unit="worn",
                     players=Habits())  # fmt: skip
    spans = spans_ms(table)
    assert min(spans) >= MINUTE_MS
    assert play(read(table.recording(), "worn.mjrec")).difference is None


PARK = 3  # any input of the first byte


def a_scan(rise, fall, level=0, before=0):
    """The bytes of a scan in which an input of the first byte rose, fell, or both."""
    n, ring = [0] * p.NUMBERS, bytearray(64)
    n[p.LAST], n[p.EDGES], n[p.NOW] = 63, 1, 7
    levels = [bytearray(p.BYTES) for _ in range(4)]
    for each, on in zip(levels, (level, before, rise, fall), strict=True):
        each[0] = on << PARK
    p.kinds(n, *levels)
    p.begin(ring, n)
    if n[p.KINDS] & p.EDGE:
        p.lay_edges(ring, n, *levels[:2])
    return n[p.KINDS], bytes(ring[2 : n[p.AT]])


@pytest.mark.parametrize(("rise", "fall", "level", "before", "laid"), [
    (1, 0, 1, 0, [PARK]),
    (0, 1, 0, 1, [PARK]),
    (1, 1, 0, 0, [PARK | 128, PARK]),
    (1, 1, 1, 1, [PARK | 128, PARK]),
    (1, 1, 1, 0, [PARK | 128, PARK | 128, PARK]),
])  # fmt: skip
def test_an_input_is_named_once_for_each_of_its_edges(rise, fall, level, before, laid):
    assert a_scan(rise, fall, level, before) == (p.EDGE, bytes(laid))


@pytest.mark.parametrize(("rise", "fall", "level", "before"), [
    (1, 0, 0, 0), (0, 1, 1, 1), (0, 0, 1, 0), (0, 1, 1, 0),
])  # fmt: skip
def test_edges_that_no_pulse_explains_are_written_as_they_are(rise, fall, level, before):
    assert a_scan(rise, fall, level, before)[0] & p.PULSE << 8


def test_the_reader_has_the_firmware_s_kinds():
    names = ("EDGE", "WRITTEN", "SOON", "MORE", "MEASURED", "RANDOM", "OUTSIDE", "FOUND", "PULSE",
             "CALL", "WHOLE", "LATELY", "LONG", "CLOCK", "ANALOGUE", "BYTES", "WANTED",
             "SCAN_PERIOD_MS")  # fmt: skip
    assert {name: getattr(reader, name) for name in names} == {
        name: getattr(p, name) for name in names}  # fmt: skip
