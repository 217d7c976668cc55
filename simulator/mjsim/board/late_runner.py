"""The loop with scans as a real board makes them: begun late, over late, never caught up with.

Inputs are taken when a scan begins, outputs come when it ends. What `hal/loop.py` does when it
is late is done here: the grid of 5 ms goes on under a small lateness and starts over under
a larger one. Idle scans are jumped over as in `runner.py`: only their place in time counts, and
the kick of the live signal each of them gives. The motors lose power when it stays away.
"""

from __future__ import annotations

from typing import Any

from mjsim.board.lateness import LATE_AFRESH_MS, LIMIT_MS, SCAN_MS, Lateness
from mjsim.board.ordinary import IDLE_MS, OrdinaryRunner
from mjsim.board.runner import CLOCK_MASK
from mjsim.board.violation import ViolationSeen


class LateRunner(OrdinaryRunner):
    """`late` says how late each scan begins and how long it takes."""

    def __init__(self, plant: Any, late: Lateness, **options: Any) -> None:
        super().__init__(plant, late, **options)
        self.overruns = 0
        self._took_ms = 0  # by the scan under way
        self._over_ms = 0  # how much too late or too long it is, 0 = in time
        self._woken = False  # while a scan was under way

    def wake(self) -> None:
        """Scan soon, but nothing comes between a scan and what its board says of it."""
        if self._writing:
            self._woken = True
        else:
            super().wake()

    def _observed(self, end_ms: int) -> None:
        while self.now_ms < end_ms and self.plant.logic_ok:
            if not self._turn(end_ms):
                return

    def _turn(self, end_ms: int) -> bool:
        """Whatever comes next: a scan begins or ends, or power is lost; False: not before end."""
        plant = self.plant
        if self._writing:
            if not self._go(self._end_ms, end_ms):
                return False
            self._write()
            return True
        due, late_ms = self._next_begin()
        begin = due + late_ms
        cut = self._cut_ms(due)
        if cut < begin + self.late.took(begin):
            if not self._go(cut, end_ms):
                return False
            self._cut = True
            plant.lose_live_signal()
            return True
        if not self._go(begin, end_ms):
            return False
        known = self.fixed or late_ms != self.late.every_ms  # it moves those that follow
        news = plant.edges or begin >= self._due_ms or self._bytes_waiting()
        if plant.logic_ok and (known or news):
            self._begin(due, late_ms)
        return True

    def _skipping(self, end_ms: int) -> None:
        while self.now_ms < end_ms and self.plant.logic_ok:
            if self._is_ordinary():
                self._run_ordinary(end_ms)
                if self.now_ms >= end_ms or not self.plant.logic_ok:
                    return
            if not self._turn(end_ms):
                return

    def _go(self, at_ms: int, end_ms: int) -> bool:
        """Let time pass to `at_ms`, or to `end_ms`; False when that is sooner."""
        self.now_ms = min(at_ms, end_ms)
        self.plant.advance(self.now_ms)
        return at_ms <= end_ms

    def _next_begin(self) -> tuple[int, int]:
        """The next scan that may matter: when it is due, and how late it begins."""
        late, every_ms, end = self.late, self.late.every_ms, self._end_ms
        due = self._beat_ms + SCAN_MS
        if due + every_ms < end:
            return due, max(end - due, late.spell_ms if due >= late.next_ms else 0)
        wanted = end if self.now_ms == end else self.now_ms + 1
        if not (self.fixed or self.plant.edges or self._bytes_waiting()):
            wanted = max(wanted, min(self.plant.next_ms, self._due_ms))
        period = SCAN_MS if every_ms < LATE_AFRESH_MS else SCAN_MS + every_ms
        spell = max(late.next_ms, due)
        skipped = max(0, wanted - every_ms - due + period - 1) // period * period
        due = min(due + skipped, spell + -(spell - due) % period)
        return due, late.spell_ms if due >= late.next_ms else every_ms

    def _cut_ms(self, due_ms: int) -> int:
        """When the motors lose power, unless a kick comes before: after the scan before this."""
        if self._cut:
            return due_ms + 1_000_000
        every_ms = self.late.every_ms
        before = due_ms - SCAN_MS + (every_ms if every_ms < LATE_AFRESH_MS else 0)
        if before > self._end_ms:
            self._kick_ms = before
        return self._kick_ms + int(self.plant.live_signal_ms)

    def _begin(self, due_ms: int, late_ms: int) -> None:
        """A scan looks at its inputs and thinks."""
        board, table, log, now = self._board, self._table, self.log, self.now_ms
        inputs = board.inputs
        self._beat_ms = due_ms if late_ms < LATE_AFRESH_MS else now
        if due_ms >= self.late.next_ms:
            self.late.late(now)
        inputs.now_ms = (now + self.offset_ms) & CLOCK_MASK
        inputs.late_ms = late_ms
        worked = bool(self.plant.edges)
        board.read(inputs)
        if log is not None and inputs.edges:
            log.edges(now, inputs.level, inputs.rose, inputs.fell)
        table.asked |= self._asked
        wait = table.step(inputs, board.outputs)
        for link in self.links:
            if link.poll(inputs.now_ms):
                wait = SCAN_MS
        self._due_ms = now + (wait if wait > SCAN_MS else 1)
        self.scans += 1
        outputs, plant = board.outputs, self.plant
        worked = worked or outputs.motors != plant.motors or outputs.aux != plant.aux
        self._took_ms = took = self.late.took(now) if worked else IDLE_MS
        self._end_ms = now + took
        self._over_ms = max(late_ms, took) if max(late_ms, took) >= LIMIT_MS else 0
        self._writing = True

    def _write(self) -> None:
        """A scan ends: outputs, then the live signal if it was over in time."""
        board, log, now = self._board, self.log, self.now_ms
        self._writing = False
        if board.outputs.motors != self.plant.motors:
            board.inputs.wrote_ms = (now + self.offset_ms) & CLOCK_MASK
        board.write(board.outputs)
        if self._over_ms:
            self.overruns += 1
            self._table.overran(self._over_ms)
            self._due_ms = min(self._due_ms, now + 1)
        if self._woken:
            self._woken = False
            self.wake()
        if self._took_ms < LIMIT_MS:
            self._kick_ms = now
            self._cut = False
        if log is not None:
            log.outputs(now, board.outputs)
            if self.halt_on_violation and self.plant.violations:
                raise ViolationSeen(self.plant.violations[0])
