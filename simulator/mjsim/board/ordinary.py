"""Scans that only take their time, from begin to end: `late_runner.py` for a table of times, flat.

Nearly all scans of such a run are like this. Left to `LateRunner` is what is not over when the run
pauses, and a scan that takes or begins LIMIT_MS too long; so each one here ends with a kick of
the live signal. The plant goes on by itself to the first event that an input shows, and an idle
scan that begins late and moves those behind it only leaves its time with the table.
"""

from __future__ import annotations

from typing import Any

from mjsim.board.lateness import LIMIT_MS, SCAN_MS, Lateness
from mjsim.board.runner import Runner

IDLE_MS = 1
"""A scan without an edge that changes no output."""
LONGEST_MS = SCAN_MS + 2 * LIMIT_MS
"""From kick to kick, at the longest."""


class OrdinaryRunner(Runner):
    """Part of `LateRunner`: the loop for what is ordinary, and what both loops keep."""

    def __init__(self, plant: Any, late: Lateness, **options: Any) -> None:
        super().__init__(plant, **options)
        self.late = late
        self._beat_ms = 0  # the last scan was due, or a later one began
        self._end_ms = 0  # of the scan before, or of the one under way
        self._kick_ms = 0
        self._writing = False  # a scan is under way: its outputs come at `_end_ms`
        self._cut = False  # the live signal has been away too long, and has not come back

    def power(self, board: Any, table: Any) -> None:
        super().power(board, table)
        self._beat_ms = self._end_ms = self._kick_ms = self.now_ms
        self._writing = self._cut = False

    def _is_ordinary(self) -> bool:
        """The next scan may be one of them."""
        late, live_ms = self.late, self.plant.live_signal_ms
        if late.every_ms or late.spell_ms or live_ms <= LONGEST_MS:
            return False
        return self._kick_ms >= self._end_ms and not (self._writing or self._cut)

    def _run_ordinary(self, end_ms: int) -> None:
        """Run to `end_ms`, or to the first other scan; locals and literals only."""
        plant, board, table = self.plant, self._board, self._table
        inputs, outputs = board.inputs, board.outputs
        advance, to_edge, draws = plant.advance, plant.advance_to_edge, self.late.draws
        step, read, write = table.step, board.read, board.write
        offset, news, asked = self.offset_ms, self._due_ms, table.asked
        now, beat, end, scans = self.now_ms, self._beat_ms, self._end_ms, 0
        arm = emit = -1
        beat += (now - beat) // 5 * 5 if now > end else 0  # idle ones were jumped over
        while True:
            due = begin = beat + 5
            if due < end:
                begin = end
            elif not plant.edges:
                at = news
                if plant.next_ms < at:
                    seen = to_edge(at if at < end_ms else end_ms)
                    if seen < at:
                        at = seen
                if at > due:
                    due = begin = at + (due - at) % 5
            elif plant.edges & 512 and not plant.logic_ok:
                break
            took = draws[(begin * 40503 >> 4) & 4095]
            over = begin + took
            if over > end_ms or took >= 10 or begin - due >= 10:
                if begin > end_ms:
                    advance(end_ms)
                    now = end_ms
                else:
                    beat = due - 5
                break
            if plant.next_ms <= begin:
                advance(begin)
            else:
                plant.now = begin
            edges = plant.edges
            if edges or begin >= news or asked:
                if edges & 512 and not plant.logic_ok:
                    now = begin
                    break
                inputs.now_ms = (begin + offset) & 0x3FFFFFFF
                inputs.late_ms = begin - due
                read(inputs)
                wait = step(inputs, outputs)
                news = begin + (wait if wait > 5 else 1)
                scans += 1
                asked = 0
            beat = due if begin - due < 5 else begin
            moved = outputs.motors != plant.motors
            now = end = over if moved or edges or outputs.aux != plant.aux else begin + 1
            if plant.next_ms <= end:
                advance(end)
            else:
                plant.now = end
            if moved or outputs.aux != plant.aux or outputs.arm != arm or outputs.emit != emit:
                arm, emit = outputs.arm, outputs.emit
                inputs.wrote_ms = (end + offset) & 0x3FFFFFFF if moved else inputs.wrote_ms
                write(outputs)
        self.now_ms, self._due_ms, self._beat_ms, self._end_ms = now, news, beat, end
        self._kick_ms = max(self._kick_ms, end)
        self.scans += scans
