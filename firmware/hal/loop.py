"""The scan loop: every five frames of the chain, one scan; at rest, what must not be done in one.

A scan that took too long is counted, told (E903) and not caught up with.
"""

import gc

from hal.exchange import FRAMES, place
from mjtable.command_table import LIST_START

SCAN_FRAMES = 5
LATE_FRAMES = 2 * SCAN_FRAMES  # behind by a whole scan
LIMIT_MS = 10  # a scan may last; the live signal needs one every 15 ms
REST_MS = 2000  # at rest so long before flash is written or garbage collected
FRAME_US = 1000
NAP_US = 100
RING_MASK = FRAMES - 1
RING_MS = FRAMES - SCAN_FRAMES  # after more nobody can tell how many frames came
NAPS = 60  # 6 ms and more: a frame should have come each millisecond
CLOCK_MASK = 0x3FFFFFFF
FAREWELL_SCANS = 400  # 2 s: so long a restart waits for a host that does not read its answer


class Loop:
    """One board, one table, one link."""

    def __init__(self, board, table, link):
        self.board = board
        self.table = table
        self.link = link
        self._receive = board.parts.exchange.receive
        self._base = board.parts.exchange.base
        self._at = place(self._receive, self._base)  # the frame that a scan was due at
        self._lost_ms = 0  # the scan before took longer than the ring holds: frames went unseen
        self._rest_since = -1
        self._farewell = FAREWELL_SCANS
        self._first = True  # it reads the journal, some 20 ms, with everything still off

    def scan(self):
        """One scan, without waiting for its time."""
        board = self.board
        inputs = board.inputs
        outputs = board.outputs
        board.read(inputs)
        self.table.step(inputs, outputs)
        board.write(outputs)
        if outputs.light:  # what the host sends waits for a scan with time for it
            self.link.poll(board.serial, inputs.now_ms)
        board.finish()
        took_ms = board.parts.ticks_ms() - inputs.now_ms & CLOCK_MASK
        if self._first:
            self._started()
        elif took_ms >= LIMIT_MS or inputs.late_ms >= LIMIT_MS:
            self.table.overran(max(took_ms, inputs.late_ms))
        board.kick(took_ms < LIMIT_MS and not self._lost_ms)
        self._lost_ms = took_ms if took_ms >= RING_MS else 0

    def _started(self):
        """The board's build forgets here what nothing needs any more, 20 ms with all still off."""
        self._first = False
        gc.collect()
        self._at = place(self._receive, self._base)  # the next one is not late

    def wait(self):
        """Until five frames have passed since the last scan was due."""
        receive = self._receive
        base = self._base
        sleep_us = self.board.parts.sleep_us
        passed = place(receive, base) - self._at & RING_MASK
        naps = 0
        while passed < SCAN_FRAMES and naps < NAPS:
            naps += 1
            left = SCAN_FRAMES - 1 - passed  # the next frame may be complete at any moment
            sleep_us(left * FRAME_US if left else NAP_US)
            passed = place(receive, base) - self._at & RING_MASK
        self.board.inputs.late_ms = self._lost_ms or max(passed - SCAN_FRAMES, 0)
        if SCAN_FRAMES <= passed < LATE_FRAMES:
            self._at = self._at + SCAN_FRAMES & RING_MASK
        else:
            # late: start afresh, do not catch up; or no frames come: the scan will tell
            self._at = place(receive, base)

    def rest(self):
        """After a scan: flash and garbage, at standstill only. True when time was spent."""
        board = self.board
        now_ms = board.inputs.now_ms
        if not board.is_at_rest():
            self._rest_since = -1
            return False
        if self._rest_since < 0:
            self._rest_since = now_ms
        if now_ms - self._rest_since & 0x3FFFFFFF < REST_MS:
            return False
        self._rest_since = now_ms
        parts = board.parts
        parts.watchdog.pause()
        spent = parts.medium.at_rest()
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
        outputs = self.board.outputs
        while True:
            self.wait()
            self.scan()
            if not self.board.is_between():
                self.rest()
            if outputs.restart:
                self._farewell -= 1
                if self.link.is_idle() and self.board.serial.is_idle() or not self._farewell:
                    return LIST_START[outputs.restart - 1]
