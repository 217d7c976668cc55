"""The scan loop: every five frames of the chain, one scan; at rest, what must not be done in one.

A scan that took too long is counted, told (E903) and not caught up with.
"""

import gc

from hal.exchange import FRAMES, place
from mjtable.generated.command_table import LIST_START
from mjtable.memory.packing import WANTED

SCAN_FRAMES = 5
LATE_FRAMES = 2 * SCAN_FRAMES  # behind by a whole scan
LIMIT_MS = 10  # a scan may last; the live signal needs one every 15 ms
REST_MS = 2000  # at rest this long before flash is written or garbage collected
FRAME_US = 1000
SCAN_US = SCAN_FRAMES * FRAME_US
NAP_US = 100
EARLY_US = 30  # how long before the frame's known moment the processor wakes
KEEP_US = 1500  # a scan that took no longer has time for a piece of a checkpoint, 1.3 ms
TALK_US = 1300  # a scan that took no longer has time for a step of the link, 0.6 ms and more
MORE_US = 1250  # and for another one
HUSH_SCANS = 3  # in a row without one; then there is one all the same
WHOLE_MS = 125  # a whole checkpoint, a piece a scan: what a deadline would interrupt is not begun
RING_MASK = FRAMES - 1
RING_MS = FRAMES - SCAN_FRAMES  # after more nobody can tell how many frames came
NAPS = 60  # 6 ms and more: a frame should have come each millisecond
CLOCK_MASK = 0x3FFFFFFF
NEXT_US = SCAN_US - EARLY_US - CLOCK_MASK - 1  # below 0: no sum leaves the small integers
FAREWELL_SCANS = 400  # 2 s: how long a restart waits for a host that does not read its answer


class Loop:
    """One board, one table, one link."""

    def __init__(self, board, table, link):
        self.board = board
        self.table = table
        self.link = link
        self._receive = board.parts.exchange.receive
        self._base = board.parts.exchange.base
        self._at = place(self._receive, self._base)  # the frame that a scan was due at
        self._find(board.parts)
        self._due_us = -1  # when the next scan's last frame will be complete; -1: not known
        self._lost_ms = 0  # the scan before took longer than the ring holds: frames went unseen
        self._rest_since = -1
        self._farewell = FAREWELL_SCANS
        self._hushed = 0  # scans in a row that had no time for the link
        self._first = True  # it reads the journal, some 20 ms, with everything still off

    def _find(self, parts):
        """What each scan calls: a name found in the object itself costs a third of one that is
        sought there and then in its class."""
        board = self.board
        self._inputs = board.inputs
        self._outputs = board.outputs
        self._serial = board.serial
        self._read = board.read
        self._step = self.table.step
        self._recorder = self.table.recorder
        self._recorded = self._recorder.n
        self._under_way = self._recorder.is_under_way
        self._write = board.write
        self._poll = self.link.poll
        self._has_more = self.link.has_more
        self._finish = board.finish
        self._kick = parts.watchdog.step
        self._ticks_ms = parts.ticks_ms
        self._ticks_us = parts.ticks_us
        self._sleep_us = parts.sleep_us

    def scan(self):
        """One scan, without waiting for its time."""
        inputs = self._inputs
        outputs = self._outputs
        began_us = self._ticks_us()
        self._read(inputs)
        rest_ms = self._step(inputs, outputs)
        self._write(outputs)
        if outputs.light:  # what the host sends waits for a scan with time for it
            self._talk(inputs.now_ms, began_us)
        if outputs.quiet and self._recorded[WANTED]:
            self._keep(began_us, rest_ms)
        self._finish()
        took_ms = self._ticks_ms() - inputs.now_ms & CLOCK_MASK
        if self._first:
            self._started()
        elif took_ms >= LIMIT_MS or inputs.late_ms >= LIMIT_MS:
            self.table.overran(max(took_ms, inputs.late_ms))
        self._kick(took_ms < LIMIT_MS and not self._lost_ms)
        self._lost_ms = took_ms if took_ms >= RING_MS else 0

    def _talk(self, now_ms, began_us):
        """Steps of the link while there is time; a checkpoint under way goes before them."""
        under_way = self._under_way()
        if under_way or self._ticks_us() - began_us & CLOCK_MASK >= TALK_US:
            if self._hushed < HUSH_SCANS:
                self._hushed += 1
                return
        self._hushed = 0
        self._poll(self._serial, now_ms)
        if not under_way:
            while self._ticks_us() - began_us & CLOCK_MASK < MORE_US and self._has_more():
                self._poll(self._serial, now_ms)

    def _keep(self, began_us, rest_ms):
        """A piece of the recorder's checkpoint, when there is time for one; the first one when
        nobody wants a scan before the last one."""
        if self._ticks_us() - began_us & CLOCK_MASK < KEEP_US:
            if rest_ms >= WHOLE_MS or self._under_way():
                self._recorder.keep()

    def _started(self):
        """The board's build forgets here what nothing needs any more, 20 ms with all still off."""
        self._first = False
        gc.collect()
        self._at = place(self._receive, self._base)  # the next one is not late

    def wait(self):
        """Until five frames have passed since the last scan was due."""
        at = self._at
        passed = place(self._receive, self._base) - at & RING_MASK
        if passed < SCAN_FRAMES:
            passed = self._sleep(at, passed)
        else:
            self._due_us = -1
        late_ms = passed - SCAN_FRAMES
        self._inputs.late_ms = self._lost_ms or (late_ms if late_ms > 0 else 0)
        if 0 <= late_ms < SCAN_FRAMES:
            self._at = at + SCAN_FRAMES & RING_MASK
        else:
            # late: start over, do not catch up; or no frames come: the scan will tell
            self._at = place(self._receive, self._base)

    def _sleep(self, at, passed):
        """Until five frames have come since `at`; once met asleep, the next moment is known."""
        due_us = self._due_us
        if due_us >= 0:
            left_us = due_us - self._ticks_us() & CLOCK_MASK
        else:
            left_us = (SCAN_FRAMES - 1 - passed) * FRAME_US
        if 0 < left_us < SCAN_US:
            self._sleep_us(left_us)
        naps = 0
        passed = place(self._receive, self._base) - at & RING_MASK
        while passed < SCAN_FRAMES and naps < NAPS:
            naps += 1
            self._sleep_us(NAP_US)
            passed = place(self._receive, self._base) - at & RING_MASK
        if naps:
            self._due_us = self._ticks_us() + NEXT_US & CLOCK_MASK
        elif due_us >= 0:
            self._due_us = due_us + NEXT_US & CLOCK_MASK
        return passed

    def rest(self):
        """After a scan: flash and garbage, at standstill only. True when time was spent."""
        board = self.board
        now_ms = board.inputs.now_ms
        if not board.is_at_rest():
            self._rest_since = -1
            return False
        if self._rest_since < 0:
            self._rest_since = now_ms
        chronicle = self.table.journal.chronicle
        if now_ms - self._rest_since & 0x3FFFFFFF < REST_MS and not chronicle.is_urgent():
            return False
        self._rest_since = now_ms
        parts = board.parts
        parts.watchdog.pause()
        spent = parts.medium.at_rest() or chronicle.file_at_rest()
        spent = parts.tidy() or spent
        if not parts.display.present:
            parts.display.probe()  # one that failed may be back
        if spent:
            parts.flash_clock.fast()
            parts.watchdog.resume()
            self._at = place(self._receive, self._base)
        return spent

    def run(self):
        """For ever, or until a restart was asked for: its name then."""
        outputs = self._outputs
        board = self.board
        wait = self.wait
        scan = self.scan
        while True:
            wait()
            scan()
            if not board.turn:  # often enough to look whether the table rests
                self.rest()
            if outputs.restart:
                self._farewell -= 1
                if self.link.is_idle() and self.board.serial.is_idle() or not self._farewell:
                    return LIST_START[outputs.restart - 1]
