"""The loop of a simulated board that makes its scans when the chip made them.

The chip, not the firmware's logic, decides when a scan begins and ends, as it does its random
bits; and a start some ms later waits 150 ms more when another motor was quicker. So the simulator
gets the times, and all the rest is compared: what each scan saw, thought and did.
"""

from __future__ import annotations

from typing import Any

from hal.loop import LATE_FRAMES, LIMIT_MS, SCAN_FRAMES
from mjsim.board.runner import CLOCK_MASK, SCAN_MS, Runner

SHOWN_MS = 8
"""Outputs come at most this long after the scan has looked: its work, and a frame or two."""
TAIL_US = 290
"""What a scan does after it has switched a motor, where the record does not tell: the median."""
CLOCK_US = 40
"""From the end of waiting to where the firmware reads its clock of ms (`hal.board`). Without it a
millisecond that begins in between was missed: one scan in five had a time too low by one, and a
deadline that falls on it came a scan late. From 35 to 400 us give the same events."""

Shown = tuple[int, int, int]


class Paced(Runner):
    """`scans` of the chip in us (`figures.Figures.scans`), `shown` its outputs (`ChipTable`)."""

    def __init__(
        self, plant: Any, scans: list[list[int]], start_us: int, shown: list[Shown]
    ) -> None:
        super().__init__(plant)
        self.recorded = scans
        self.start_us = start_us
        self.shown = shown
        self._late = late_frames(scans)
        self._next = 0
        self._write_ms = -1  # the scan before writes then, -1: nothing to write

    def _run(self, end_ms: int) -> None:
        while self.now_ms < end_ms and self.plant.logic_ok:
            if self._next == len(self.recorded):
                at = end_ms
            else:
                at = max(0, self.recorded[self._next][4] - self.start_us) // 1000
            if 0 <= self._write_ms <= at:
                at = self._write_ms
            self.now_ms = max(self.now_ms, min(at, end_ms))
            self.plant.advance(self.now_ms)
            if at > end_ms:
                return
            if at == self._write_ms:
                self._write_ms = -1
                self._board.write(self._board.outputs)
            elif self._next < len(self.recorded):
                self._scan(self.now_ms)

    def _scan(self, now: int) -> None:
        board, number = self._board, self._next
        begin_us, end_us, _, _, _, wrote_us = self.recorded[number]
        inputs, outputs = board.inputs, board.outputs
        inputs.now_ms = clock_ms(begin_us, self.start_us)
        inputs.late_ms = self._late[number]
        board.read(inputs)
        motors = outputs.motors
        self._table.step(inputs, outputs)
        took_ms = end_us // 1000 - (begin_us + CLOCK_US) // 1000
        if number and max(took_ms, inputs.late_ms) >= LIMIT_MS:
            self._table.overran(max(took_ms, inputs.late_ms))
        self.scans += 1
        self._next += 1
        self._due_ms = now + SCAN_MS
        self._write_ms = self._shows(now, end_us)
        if outputs.motors != motors:
            if wrote_us < 0:
                wrote_us = end_us - TAIL_US
            inputs.wrote_ms = max(0, wrote_us // 1000 - self.start_us // 1000)

    def _shows(self, now: int, end_us: int) -> int:
        """When the chip showed what this scan wants, or would have, had it wanted the same."""
        outputs = self._board.outputs
        wanted = (outputs.motors, outputs.aux)
        ended = (end_us - self.start_us) // 1000
        if wanted == (self.plant.motors, self.plant.aux):
            return max(now, ended)
        for at, *what in self.shown:
            if now < at <= now + SHOWN_MS and tuple(what) == wanted:
                return at
        return max(now, ended + 1)

    _skipping = _observed = _run


def clock_ms(begin_us: int, start_us: int) -> int:
    """What the firmware's clock shows in a scan, from where the waiting before it ended."""
    return max(0, (begin_us + CLOCK_US) // 1000 - start_us // 1000) & CLOCK_MASK


def late_frames(scans: list[list[int]]) -> list[int]:
    """How late each scan was as the board counts it, ms: frames behind the fifth (`hal.loop`)."""
    if not scans:
        return []
    frames = [(row[4] - scans[0][4] + 500) // 1000 for row in scans]
    due, found = (scans[0][1] - scans[0][4]) // 1000, [0]
    for at in frames[1:]:
        passed = at - due
        found.append(max(passed - SCAN_FRAMES, 0))
        due = due + SCAN_FRAMES if SCAN_FRAMES <= passed < LATE_FRAMES else at
    return found
