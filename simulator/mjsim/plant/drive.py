"""A motor and what it moves: start lag, constant speed, coast.

A drive is in one of four states. Standing: neither commanded nor moving. Lag: commanded, moves
at `turn_at`. Running: commanded and moving. Coasting: no longer commanded, stands at `turn_at`.
Its place is `origin + speed * way * (now - since)` while it moves and `origin` while it stands.
"""

from __future__ import annotations

from mjsim import constants as C
from mjsim.plant.numbers import NEVER

_LAG_SPAN = C.LAG_MAX_MS - C.LAG_MIN_MS + 1


class Drive:
    """One motor. Mechanisms derive from it; `cross` handles the place due at `at`."""

    __slots__ = (
        "at", "bit", "coast", "coast_min", "coast_span", "commanded", "due", "full", "moving",
        "name", "origin", "p", "pct", "random", "since", "slot", "speed", "turn_at", "way",
    )  # fmt: skip

    def __init__(self, plant, motor: int, speed: int) -> None:
        self.p = plant
        self.name = C.MOTORS[motor]
        self.bit = 1 << motor
        self.random = plant.chance(self.name).random
        self.coast = 0.0  # of this run: how long it will take to stand, 0 to 1 of what it may
        self.coast_min = C.COAST_MAX_MS[motor] // 2
        self.coast_span = C.COAST_MAX_MS[motor] - self.coast_min + 1
        self.commanded = self.moving = False
        self.full = self.speed = speed
        self.pct = 100
        self.way = 1
        self.origin = self.since = 0
        self.at = self.turn_at = NEVER
        self.due = plant.due
        self.slot = plant.add_slot(self.run)

    def command(self, on: bool, now: int) -> None:
        """The motor is switched on or off, effectively: with power, unblocked."""
        self.commanded = on
        if on:
            lag, self.coast = self.random(), self.random()  # of each run, needed or not
            if self.moving:
                self.turn_at = NEVER
            elif self.may_start():
                self.turn_at = now + C.LAG_MIN_MS + int(lag * _LAG_SPAN)
            self.p.active_more(self, now)
        elif self.moving:
            self.turn_at = now + self.coast_min + int(self.coast * self.coast_span)
        else:
            self.turn_at = NEVER
            self.p.active_less(self, now)
        at, turn = self.at, self.turn_at
        self.due[self.slot] = at if at < turn else turn

    def run(self, now: int) -> None:
        """Something is due: a place is reached, the lag or the coast is over."""
        if self.at <= now:
            self.cross(now)
        turn = self.turn_at
        if turn <= now:
            if self.moving:
                self.stop(now)
            else:
                self.start(now)
            turn = self.turn_at
        at = self.at
        self.due[self.slot] = at if at < turn else turn

    def start(self, now: int) -> None:
        """The lag is over: motion."""
        self.turn_at = NEVER
        self.moving = True
        self.since = now
        self.p.moving |= self.bit
        self.started(now)
        self.plan(now)

    def stop(self, now: int) -> None:
        """The coast is over, or something blocks: standstill."""
        self.turn_at = self.at = NEVER
        self.origin = self.place(now)
        self.moving = False
        self.p.moving &= ~self.bit
        self.stopped(now)
        if not self.commanded:
            self.p.active_less(self, now)

    def block(self, now: int) -> None:
        """Stand at once, whatever the motor does."""
        if self.moving:
            self.stop(now)
        self.turn_at = NEVER
        self.due[self.slot] = NEVER

    def place(self, now: int) -> int:
        """Where it is."""
        if self.moving:
            return self.origin + self.speed * self.way * (now - self.since)
        return self.origin

    def set_way(self, way: int, now: int) -> None:
        """Direction, 1 forward or -1; from here on, also while it moves."""
        self._re_origin(now)
        self.way = way
        self._re_plan(now)

    def set_pct(self, pct: int, now: int) -> None:
        """Speed in percent of nominal: a worn gear, a wrong mains frequency."""
        self._re_origin(now)
        self.pct = pct
        self.speed = max(1, self.full * pct // 100)
        self._re_plan(now)

    def _re_origin(self, now: int) -> None:
        self.origin = self.place(now)
        self.since = now

    def _re_plan(self, now: int) -> None:
        if self.moving:
            self.plan(now)
            self.due[self.slot] = min(self.at, self.turn_at)

    def may_start(self) -> bool:
        """False when something blocks it."""
        return True

    def started(self, now: int) -> None:
        """Motion begins: the checks of what must not move now."""

    def stopped(self, now: int) -> None:
        """Motion has ended."""

    def cross(self, now: int) -> None:
        """A place is reached: flags, and the next place with `plan`."""

    def plan(self, now: int) -> None:
        """Set `at`, the time the next place is reached."""
