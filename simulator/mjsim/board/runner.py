"""The loop between plant and table: virtual time, scans on the 5 ms grid, skipping.

Between two scans that matter nothing happens that the firmware could see, so the loop jumps:
to the plant's next event or the table's own deadline, whichever is first, rounded up to the
scan grid. A plant event that moves no input costs no scan. With `fixed=True` every 5 ms are
scanned, and all parts that watch inputs or time are asked to look each time; both ways
give the same event log, which is what the tests compare.
"""

from __future__ import annotations

from typing import Any

from mjsim.board.eventlog import EventLog
from mjsim.board.violation import ViolationSeen
from mjsim.generated import constants as C
from mjtable.scan.places import CYCLE, EVERYONE, SORTER

SCAN_MS = C.SCAN_PERIOD_MS
"""Scan period, ms (design architecture "The one idea")."""
REST_MS = 2_000
"""At rest this long before a board writes its files (`firmware/hal/loop.py`)."""
CLOCK_MASK = 0x3FFFFFFF
"""The board's clock wraps at 2^30 ms (design micropython §3)."""
ANALOGUE = 512
"""Bit of the plant's `edges` for mains, currents and temperatures."""


def on_grid(t_ms: int) -> int:
    """`t_ms` rounded up to the scan grid."""
    return t_ms + -t_ms % SCAN_MS


class Runner:
    """Runs one powered board against one plant.

    `board` and `table` are replaced after a power cut; `now_ms` is virtual time since the
    start, an unbounded integer; the firmware sees `(now_ms + offset_ms)` modulo 2^30.
    """

    def __init__(
        self,
        plant: Any,
        *,
        fixed: bool = False,
        offset_ms: int = 0,
        log: EventLog | None = None,
    ) -> None:
        self.plant = plant
        self.fixed = fixed
        self._asked = EVERYONE & ~(SORTER | CYCLE) if fixed else 0
        self.offset_ms = offset_ms
        self.log = log
        self.now_ms = 0
        self.scans = 0
        self.links: list[Any] = []
        self.halt_on_violation = False
        self.asleep_ms = 0
        """Until then a controller with supply has no program."""
        self._due_ms = self._moved_ms = 0
        self._board: Any = None
        self._table: Any = None

    def power(self, board: Any, table: Any) -> None:
        """Put a freshly started board in charge, or none (power off)."""
        self._board, self._table = board, table
        self.plant.has_program = table is not None
        self._due_ms = self.now_ms + SCAN_MS
        self._moved_ms = self.now_ms

    def wake(self) -> None:
        """Scan at the next grid point: something outside inputs and deadlines has changed."""
        self._due_ms = min(self._due_ms, self.now_ms + SCAN_MS)
        if self._table is not None:
            self._table.wake()

    def run_until(self, end_ms: int) -> None:
        """Run to `end_ms` (on the grid); ends early when the controller loses or gets supply."""
        if self._table is None:
            self._dead(end_ms)
            return
        if self.fixed or self.log is not None or self.links:
            self._observed(end_ms)
        else:
            self._skipping(end_ms)
        if self.halt_on_violation and self.plant.violations:
            raise ViolationSeen(self.plant.violations[0])
        outputs = self._board.outputs
        if outputs.motors or outputs.arm or not self._table.booted:
            self._moved_ms = self.now_ms
        elif self._table.journal is not None:
            self._rest(self._table.journal.chronicle)

    def _rest(self, chronicle: Any) -> None:
        """At standstill and disarmed a board writes what takes time; the next scan goes on."""
        if self.now_ms - self._moved_ms >= REST_MS or chronicle.is_urgent():
            if chronicle.file_at_rest():
                self._due_ms = min(self._due_ms, self.now_ms + SCAN_MS)

    def _dead(self, end_ms: int) -> None:
        """No controller: the plant coasts on until the mains are back."""
        plant = self.plant
        while self.now_ms < end_ms and not (plant.logic_ok and self.now_ms >= self.asleep_ms):
            wakes = self.asleep_ms if self.asleep_ms > self.now_ms else end_ms
            at = min(on_grid(plant.next_ms), on_grid(wakes), end_ms)
            self.now_ms = max(at, self.now_ms + SCAN_MS)
            plant.advance(self.now_ms)
        if self.now_ms < end_ms and plant.logic_ok:
            return
        plant.advance(self.now_ms)

    def _skipping(self, end_ms: int) -> None:
        """The fast loop. Flat on purpose: locals only, one call per thing done."""
        plant, board, table = self.plant, self._board, self._table
        inputs, outputs = board.inputs, board.outputs
        advance, to_edge = plant.advance, plant.advance_to_edge
        step, read, write = table.step, board.read, board.write
        offset = self.offset_ms
        now, due, scans = self.now_ms, self._due_ms, self.scans
        while now < end_ms:
            at = due
            if plant.edges:
                at = now + 5
            elif plant.next_ms < due:
                seen = to_edge(due if due < end_ms else end_ms)
                if seen < due:
                    at = seen + -seen % 5
                    if at <= now:
                        at = now + 5
            if at > end_ms:
                advance(end_ms)
                now = end_ms
                break
            if plant.next_ms <= at:
                advance(at)
            else:
                plant.now = at
            now = at
            if plant.edges & 512 and not plant.logic_ok:
                break
            inputs.now_ms = (now + offset) & 0x3FFFFFFF
            read(inputs)
            wait = step(inputs, outputs)
            write(outputs)
            due = now + (wait + -wait % 5 if wait > 5 else 5)
            scans += 1
        self.now_ms, self.scans, self._due_ms = now, scans, due

    def _observed(self, end_ms: int) -> None:
        """The same loop with everything that may be watched: log, links, fixed scanning."""
        plant = self.plant
        while self.now_ms < end_ms:
            at = self._next_scan()
            plant.advance(min(at, end_ms))
            self.now_ms = min(at, end_ms)
            if at > end_ms:
                return
            if self.fixed or plant.edges or at >= self._due_ms or self._bytes_waiting():
                if not plant.logic_ok:
                    return
                self._scan(at)

    def _next_scan(self) -> int:
        now = self.now_ms
        if self.fixed or self.plant.edges or self._bytes_waiting():
            return now + SCAN_MS
        return max(min(on_grid(self.plant.next_ms), self._due_ms), now + SCAN_MS)

    def _bytes_waiting(self) -> bool:
        for link in self.links:
            if link.waiting:
                return True
        return False

    def _scan(self, now: int) -> None:
        board, table, log = self._board, self._table, self.log
        inputs, outputs = board.inputs, board.outputs
        inputs.now_ms = (now + self.offset_ms) & CLOCK_MASK
        board.read(inputs)
        if log is not None and inputs.edges:
            log.edges(now, inputs.level, inputs.rose, inputs.fell)
        table.asked |= self._asked
        wait = table.step(inputs, outputs)
        board.write(outputs)
        for link in self.links:
            if link.poll(inputs.now_ms):
                wait = SCAN_MS
        self._due_ms = now + max(SCAN_MS, on_grid(wait))
        self.scans += 1
        if log is not None:
            log.outputs(now, outputs)
            if self.halt_on_violation and self.plant.violations:
                raise ViolationSeen(self.plant.violations[0])
