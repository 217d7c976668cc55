"""The scan loop: its period, late scans, rest, restart."""

import pytest

from hal.loop import (
    FAREWELL_SCANS,
    HUSH_SCANS,
    KEEP_US,
    LIMIT_MS,
    MORE_US,
    REST_MS,
    SCAN_FRAMES,
    TALK_US,
    WHOLE_MS,
)
from mjtable.generated.command_table import LIST_START
from mjtable.memory.packing import WANTED
from tests.micropython.board_bench import BoardBench, Called


class Table(Called):
    """Takes time when told to."""

    bench = None
    takes_ms = 0
    rest_ms = 5

    def step(self, inputs, outputs):
        self.calls.append(("step", inputs.now_ms))
        self.bench.ms(self.takes_ms)
        return self.rest_ms


@pytest.fixture
def bench():
    table = Table(recorder=Called(n=bytes(32)))
    bench = BoardBench(table)
    table.bench = bench
    return bench


def test_a_scan_every_five_frames(bench):
    for _ in range(20):
        bench.loop.wait()
        bench.loop.scan()
    times = [call[1] for call in bench.table.calls if call[0] == "step"]
    assert [b - a for a, b in zip(times, times[1:], strict=False)] == [SCAN_FRAMES] * 19


def test_a_slow_scan_shortens_the_wait_not_the_period(bench):
    bench.table.takes_ms = 3
    for _ in range(10):
        bench.loop.wait()
        bench.loop.scan()
    times = [call[1] for call in bench.table.calls if call[0] == "step"]
    assert times[-1] - times[1] == 8 * SCAN_FRAMES, "the first one starts the grid"


@pytest.mark.parametrize(("rest_ms", "under_way", "takes_ms", "pieces"), [
    (WHOLE_MS, False, 0, 1), (WHOLE_MS - 5, False, 0, 0), (5, True, 0, 1),
    (WHOLE_MS, True, 1 + KEEP_US // 1000, 0),
])  # fmt: skip
def test_a_checkpoint_is_begun_only_when_it_can_be_ended(bench, rest_ms, under_way, takes_ms,
                                                         pieces):  # fmt: skip
    recorder = bench.table.recorder
    recorder.n = bytes(WANTED) + b"\1"
    recorder.answers["is_under_way"] = under_way
    bench.exchanged()
    bench.scan()
    bench.outputs.quiet = True
    bench.table.rest_ms, bench.table.takes_ms = rest_ms, takes_ms
    before = recorder.count("keep")
    bench.scan()
    assert recorder.count("keep") - before == pieces


class Talk(Called):
    """A link with so many steps to take, a millisecond each."""

    def __init__(self, bench, steps):
        Called.__init__(self)
        self.bench, self.steps = bench, steps

    def has_more(self):
        return self.steps > 0

    def poll(self, port, now_ms):
        self.steps -= 1
        self.bench.ms()


@pytest.mark.parametrize(("under_way", "light", "steps"), [
    (False, True, 1 + MORE_US // 1000), (True, True, 0), (False, False, 0)])
def test_steps_of_the_link_fill_a_light_scan(bench, under_way, light, steps):
    """As long as it is young; a checkpoint under way gets the time instead."""
    bench.table.recorder.answers["is_under_way"] = under_way
    bench.exchanged()
    bench.scan()
    talk = Talk(bench, 10)
    bench.loop._poll, bench.loop._has_more = talk.poll, talk.has_more
    bench.outputs.light = light
    bench.scan()
    assert 10 - talk.steps == steps


@pytest.mark.parametrize(("under_way", "takes_ms"), [(False, 1 + TALK_US // 1000), (True, 0)])
def test_full_scans_and_checkpoints_hush_the_link_but_not_for_ever(bench, under_way, takes_ms):
    bench.exchanged()
    bench.scan()
    bench.table.recorder.answers["is_under_way"] = under_way
    talk = Talk(bench, 10)
    bench.loop._poll, bench.loop._has_more = talk.poll, talk.has_more
    bench.outputs.light = True
    bench.table.takes_ms = takes_ms
    left = []
    for _ in range(2 * (HUSH_SCANS + 1)):
        bench.scan()
        left.append(talk.steps)
    assert left == [10] * HUSH_SCANS + [9] * (HUSH_SCANS + 1) + [8]


def test_the_first_scan_may_take_long(bench):
    """It reads the journal; nothing is on yet. Nobody is told, and no live signal is given."""
    bench.table.takes_ms = 22
    bench.loop.wait()
    bench.loop.scan()
    assert "overran" not in [call[0] for call in bench.table.calls]
    assert bench.parts.watchdog.calls[-1] == ("step", False)
    bench.table.takes_ms = 0
    bench.loop.wait()
    bench.loop.scan()
    assert bench.inputs.late_ms == 0 and bench.table.count("overran") == 0


def test_a_scan_over_its_limit_is_told_and_gives_no_live_signal(bench):
    bench.loop.wait()
    bench.loop.scan()
    bench.loop.wait()
    bench.table.takes_ms = LIMIT_MS
    bench.loop.scan()
    assert ("overran", LIMIT_MS) in bench.table.calls
    assert bench.parts.watchdog.calls[-1] == ("step", False)
    bench.table.takes_ms = 0
    bench.loop.wait()
    bench.loop.scan()
    assert bench.parts.watchdog.calls[-1] == ("step", True)


@pytest.mark.parametrize("device", ["serial", "medium", "entropy"])
def test_what_the_slow_devices_take_belongs_to_the_scan(bench, device):
    bench.outputs.light = True
    for _ in range(4):
        bench.loop.wait()
        bench.loop.scan()
    part = getattr(bench.parts, device)
    for name in ("pump", "step"):
        setattr(part, name, lambda: bench.ms(LIMIT_MS))
    bench.exchanged()
    for _ in range(2):
        bench.loop.wait()
        bench.loop.scan()
    assert ("overran", LIMIT_MS) in bench.table.calls


def test_what_was_missed_is_not_caught_up_with(bench):
    bench.loop.wait()
    bench.table.takes_ms = 40
    bench.loop.scan()
    bench.table.takes_ms = 0
    for _ in range(4):
        bench.loop.wait()
        bench.loop.scan()
    times = [call[1] for call in bench.table.calls if call[0] == "step"]
    assert all(b - a >= SCAN_FRAMES for a, b in zip(times[1:], times[2:], strict=False))


def test_a_scan_is_told_how_late_it_begins(bench):
    seen = []
    step = bench.table.step
    bench.table.step = lambda inputs, outputs: (seen.append(inputs.late_ms), step(inputs, outputs))
    bench.exchanged()
    for takes_ms in (0, 7, 0, 38, 0, 0):
        bench.table.takes_ms = takes_ms
        bench.loop.wait()
        bench.loop.scan()
    assert seen == [0, 0, 2, 0, 33, 0]


def test_a_scan_that_begins_late_is_told_and_gives_the_live_signal(bench):
    """Whatever held it up: the scan itself is over in time."""
    for late_ms in (0, 0, LIMIT_MS - 1, LIMIT_MS):
        bench.ms(SCAN_FRAMES + late_ms)
        bench.loop.wait()
        bench.loop.scan()
    assert [call for call in bench.table.calls if call[0] == "overran"] == [("overran", LIMIT_MS)]
    assert bench.parts.watchdog.calls[-1] == ("step", True)


def test_frames_that_stop_are_told_by_a_scan(bench):
    """Nobody waits for them for ever; no live signal, and the chain says that it is broken."""
    bench.loop.wait()
    bench.loop.scan()
    bench.chips.stopped = True
    seen = []
    bench.table.step = lambda inputs, outputs: seen.append(inputs.level[6] & 3)
    bench.exchanged()
    for _ in range(3):
        bench.loop.wait()
        bench.loop.scan()
    assert 0 in seen and bench.oe.level == 1


def test_a_scan_longer_than_the_ring_is_late_for_two(bench):
    """Frames were overwritten before anybody had compared them."""
    seen = []
    step = bench.table.step
    bench.table.step = lambda inputs, outputs: (seen.append(inputs.late_ms), step(inputs, outputs))
    bench.exchanged()
    for takes_ms in (0, 66, 0, 0):
        bench.table.takes_ms = takes_ms
        bench.loop.wait()
        bench.loop.scan()
    kicks = [call[1] for call in bench.parts.watchdog.calls if call[0] == "step"]
    assert seen[2] == 66 and kicks[1:] == [False, False, True]


def test_motors_count_from_when_they_were_written(bench):
    bench.table.takes_ms = 4
    bench.outputs.motors = 2
    bench.outputs.quiet = False
    bench.loop.wait()
    bench.loop.scan()
    assert bench.inputs.wrote_ms == bench.inputs.now_ms + 4


def rest(bench, ms):
    for _ in range(ms // SCAN_FRAMES):
        bench.loop.wait()
        bench.loop.scan()
        bench.loop.rest()


def test_flash_is_written_only_after_a_while_at_rest(bench):
    rest(bench, REST_MS - 100)
    assert bench.parts.medium.count("at_rest") == 0
    rest(bench, 200)
    assert bench.parts.medium.count("at_rest") == 1
    rest(bench, REST_MS)
    assert bench.parts.medium.count("at_rest") == 2


def test_a_start_without_its_memory_is_filed_at_once(bench):
    bench.chronicle.answers["is_urgent"] = True
    rest(bench, 200)
    assert bench.chronicle.count("file_at_rest") > 0


@pytest.mark.parametrize("busy", [
    lambda bench: setattr(bench.outputs, "motors", 1),
    lambda bench: setattr(bench.outputs, "arm", 1),
    lambda bench: bench.live(True),
    lambda bench: bench.chips.logical.__setitem__(8, 16),
])
def test_never_while_anything_could_move_or_power_fails(bench, busy):
    busy(bench)
    rest(bench, 2 * REST_MS)
    assert bench.parts.medium.count("at_rest") == 0


def test_time_spent_at_rest_is_no_late_scan(bench):
    """A flash erase stops the frames for up to 400 ms; the loop goes on as if it had not been."""
    bench.parts.medium.answers["at_rest"] = True
    rest(bench, REST_MS + 100)
    assert bench.parts.watchdog.count("pause") == bench.parts.watchdog.count("resume") == 1
    assert ("overran",) not in [call[:1] for call in bench.table.calls]


def test_a_restart_waits_until_the_answer_is_out(bench):
    bench.outputs.restart = 1 + LIST_START.index("maintenance")
    bench.parts.serial.idle = False
    scans = []

    def poll(serial, now_ms):
        scans.append(now_ms)
        bench.parts.serial.idle = len(scans) > 3
    bench.link.poll = poll
    bench.exchanged()
    assert bench.loop.run() == "maintenance" and len(scans) == 4


def test_a_display_that_failed_is_looked_for_at_rest(bench):
    bench.parts.display.present = False
    rest(bench, REST_MS + 100)
    assert bench.parts.display.count("probe") == 1


def test_a_restart_does_not_wait_for_ever_for_a_host_that_does_not_read(bench):
    bench.outputs.restart = 1
    bench.parts.serial.idle = False
    assert bench.loop.run() == LIST_START[0]
    assert bench.link.count("poll") == FAREWELL_SCANS
