"""What the motors draw: running, starting, the gap between two starts, and the busy time."""

from __future__ import annotations

from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.bends import Bends
from mjsim.plant.numbers import NEVER

_EXTRA_MW = tuple(start - run for start, run in zip(C.MOTOR_START_MW, C.MOTOR_RUN_MW, strict=True))
_START_MS = C.START_MS


class Watts(Bends):
    """Part of the plant: the account of the supply's load."""

    def _init_watts(self, limits: tuple[int, int, int]) -> None:
        self.limit_run_mw, self.limit_start_mw, self.limit_gap_ms = limits
        self.drawn = 0
        self.active = self.moving = 0
        self._busy_ms = self._busy_since = 0
        self.running_mw = self.peak_running_mw = self.peak_start_mw = C.LOGIC_MW
        self.min_start_gap_ms = NEVER
        self.starts = 0
        self._last_start = -NEVER
        self._on_since = [-NEVER] * len(C.MOTORS)
        self._fresh: list[int] = []

    def _account(self, drawn: int) -> None:
        """Watts drawn: running, starting, and the gap between two starts."""
        offs = self.drawn & ~drawn
        ons = drawn & ~self.drawn
        self.drawn = drawn
        while offs:
            bit = offs & -offs
            offs ^= bit
            self.running_mw -= C.MOTOR_RUN_MW[bit.bit_length() - 1]
        while ons:
            bit = ons & -ons
            ons ^= bit
            self._started(bit.bit_length() - 1, self.now)

    def _started(self, motor: int, now: int) -> None:
        since, drawn = self._on_since, self.drawn
        since[motor] = now
        running_mw = self.running_mw = self.running_mw + C.MOTOR_RUN_MW[motor]
        starting_mw = running_mw + _EXTRA_MW[motor]
        fresh = [motor]
        for other in self._fresh:
            if drawn >> other & 1 and now - since[other] < _START_MS and other != motor:
                fresh.append(other)
                starting_mw += _EXTRA_MW[other]
        self._fresh = fresh
        self.starts += 1
        gap = now - self._last_start
        self._last_start = now
        if running_mw > self.peak_running_mw:
            self.peak_running_mw = running_mw
        if starting_mw > self.peak_start_mw:
            self.peak_start_mw = starting_mw
        if gap < self.min_start_gap_ms:
            self.min_start_gap_ms = gap
        if (
            running_mw > self.limit_run_mw
            or starting_mw > self.limit_start_mw
            or gap < self.limit_gap_ms
        ):
            self._over_limit(motor, starting_mw, gap)

    def _over_limit(self, motor: int, starting_mw: int, gap: int) -> None:
        names = " ".join(name for i, name in enumerate(C.MOTORS) if self.drawn >> i & 1)
        if self.running_mw > self.limit_run_mw:
            self.violate("%.1f W running, limit %.1f W: %s"
                         % (self.running_mw / 1000, self.limit_run_mw / 1000, names))  # fmt: skip
        if starting_mw > self.limit_start_mw:
            self.violate("%.1f W starting, limit %.1f W: %s"
                         % (starting_mw / 1000, self.limit_start_mw / 1000, names))  # fmt: skip
        if gap < self.limit_gap_ms:
            self.violate("%s started %d ms after another motor, limit %d ms"
                         % (C.MOTORS[motor], gap, self.limit_gap_ms))  # fmt: skip

    def active_more(self, drive: Any, now: int) -> None:
        """A motor is commanded."""
        if not self.active:
            self._busy_since = now
        self.active |= drive.bit

    def active_less(self, drive: Any, now: int) -> None:
        """A motor is neither commanded nor moving."""
        if self.active == drive.bit:
            self._busy_ms += now - self._busy_since
        self.active &= ~drive.bit

    @property
    def busy_ms(self) -> int:
        """Time with any motor commanded or moving."""
        return self._busy_ms + (self.now - self._busy_since if self.active else 0)
