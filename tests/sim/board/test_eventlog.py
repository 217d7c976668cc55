"""The event log: which records, in which order, and how they read."""

import io
import json

from mjsim.board.eventlog import EventLog, as_json, as_text, trace
from mjtable.generated.iomap import IN_CNT_A, IN_ELEVATOR, M_DRUM, MOTORS
from mjtable.scan.image import Outputs


def image(index):
    found = bytearray(9)
    found[index >> 3] = 1 << (index & 7)
    return found


def test_an_edge_is_one_record():
    log = EventLog()
    log.edges(25, image(IN_CNT_A), image(IN_CNT_A), bytearray(9))
    log.edges(30, bytearray(9), bytearray(9), image(IN_CNT_A))
    assert list(log.records) == [(25, "input", "cnt_a", 1), (30, "input", "cnt_a", 0)]


def test_a_pulse_within_a_scan_is_two_records_that_end_at_the_level():
    log = EventLog()
    both = image(IN_ELEVATOR)
    log.edges(5, bytearray(9), both, both)
    log.edges(10, both, both, both)
    assert [value for _, _, _, value in log.records] == [1, 0, 0, 1]


def test_outputs_are_logged_when_they_change():
    log, out = EventLog(), Outputs()
    log.outputs(0, out)
    out.motors = 1 << M_DRUM | 1 << 16
    out.lamps[3] = 2
    out.digits[0] = 6
    log.outputs(5, out)
    log.outputs(10, out)
    out.motors = 0
    log.outputs(15, out)
    assert list(log.records) == [
        (5, "output", MOTORS[M_DRUM], 1), (5, "output", "dice", 1),
        (5, "output", "lamp_03", 2), (5, "output", "digits", "06000000"),
        (15, "output", MOTORS[M_DRUM], 0), (15, "output", "dice", 0),
    ]  # fmt: skip


def test_a_beep_is_a_pulse():
    log, out = EventLog(), Outputs()
    out.beep = 1
    log.outputs(5, out)
    out.beep = 0
    log.outputs(10, out)
    assert list(log.records) == [(5, "output", "beep", 1)]


def test_only_the_last_records_are_kept_but_all_are_counted_and_written():
    sink = io.StringIO()
    log = EventLog(sink, keep=2)
    for t_ms in range(5):
        log.add(t_ms, "state", "table", "ready")
    assert [record[0] for record in log.records] == [3, 4] and log.count == 5
    lines = sink.getvalue().splitlines()
    assert len(lines) == 5
    assert json.loads(lines[0]) == {"t_ms": 0, "what": "state", "name": "table", "value": "ready"}


def test_equal_logs_have_equal_digests_and_others_do_not():
    one, two, three = EventLog(), EventLog(keep=1), EventLog()
    for log in (one, two):
        log.add(1, "input", "lid", 1)
        log.add(2, "input", "lid", 0)
    three.add(1, "input", "lid", 1)
    assert one.digest() == two.digest() != three.digest()


def test_records_read_as_json_and_as_text():
    record = (1500, "input", "lid", 1)
    assert as_json(record) == '{"t_ms": 1500, "what": "input", "name": "lid", "value": 1}'
    assert as_text(record).split() == ["1.500", "s", "input", "lid", "1"]
    assert len(trace([record] * 60)) == 40
