"""A motor and what it moves: start lag, constant speed, coast.

A drive is in one of four states. Standing: neither commanded nor moving. Lag: commanded, moves
at `turn_at`. Running: commanded and moving. Coasting: no longer commanded, stands at `turn_at`.
Its place is `origin + speed * way * (now - since)` while it moves and `origin` while it stands.

A coast of a drawn unit decays: friction slows it evenly, so that after half its time three eighths
of the way of full speed are done and at its end four. It is carried out at three quarters and then
at one quarter of the speed, which meets that curve in its middle and at its end.
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.numbers import NEVER

WARM_MS = 600_000
"""A gear box is warm after this much running, less and less at a time (docs/SPREAD.md)."""


class Drive:
    """One motor. Mechanisms derive from it; `cross` handles the place due at `at`."""

    __slots__ = (
        "at", "bit", "coast", "coast_min", "coast_span", "cold", "commanded", "decays", "due",
        "fading_ms", "fails", "full", "heavy", "lag_min", "lag_span", "late_ms", "moving",
        "name", "next_way", "origin", "p", "pace", "pct", "ran_ms", "random", "run_pct",
        "run_span", "since", "slot", "speed", "started_at", "turn_at", "way",
    )  # fmt: skip

    def __init__(self, plant, motor: int, speed: int) -> None:
        self.p = plant
        self.name = name = C.MOTORS[motor]
        self.bit = 1 << motor
        self.random = plant.chance(name).random
        self.coast = 0.0  # of this run: how long it will take to stand, 0 to 1 of what it may
        self.run_pct = 0.0  # of this run: by how much it is faster
        self._differ(plant.unit, name, speed)
        longest = round(C.COAST_MAX_MS[motor] * plant.unit.pct(("coast", name)))
        self.coast_min = longest // 2
        self.coast_span = longest - self.coast_min + 1
        self.fading_ms = 0  # what is left of a coast after its first half
        self.commanded = self.moving = False
        self.pct = 100
        self.late_ms, self.fails = 0, 0.0  # of a tired motor: its starts
        self.ran_ms = self.started_at = 0
        self.way = self.next_way = 1  # as it turns; as its relay has it
        self.origin = self.since = 0
        self.at = self.turn_at = NEVER
        self.due = plant.due
        self.slot = plant.add_slot(self.run)

    def _differ(self, unit, name: str, speed: int) -> None:
        """This motor's own figures, by the unit it belongs to."""
        own = unit.pct((name.partition("_")[0] + "_speed", name))
        self.full = self.speed = self.pace = max(1, round(speed * own))
        self.cold = unit.of("warm_speed", name) / 100
        self.heavy = unit.of("load_speed", name) / 100
        self.run_span = unit.limits("run_speed")
        lag = unit.pct(("lag", name))
        self.lag_min = round(C.LAG_MIN_MS * lag)
        self.lag_span = round(C.LAG_MAX_MS * lag) - self.lag_min + 1
        self.decays = unit.decays

    def command(self, on: bool, now: int) -> None:
        """The motor is switched on or off, effectively: with power, unblocked."""
        self.commanded = on
        if on:
            lag, self.coast = self.random(), self.random()  # of each run, needed or not
            delay = self.delay() + self.late_ms
            least, most = self.run_span
            self.run_pct = least
            if least != most:
                self.run_pct += (most - least) * self.random()
            if self.moving:
                self.turn_at = NEVER
                self._at_speed(self.pace, now)
                self.set_way(self.next_way, now)
            elif self.may_start():
                self.turn_at = now + self.lag_min + int(lag * self.lag_span) + delay
            self.p.active_more(self, now)
        elif self.moving:
            self._coast(self.coast_min + int(self.coast * self.coast_span), now)
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
            if self.fading_ms:
                self.turn_at = now + self.fading_ms
                self.fading_ms = 0
                self._at_speed(max(1, self.pace >> 2), now)
            elif self.moving:
                self.stop(now)
            else:
                self.start(now)
            turn = self.turn_at
        at = self.at
        self.due[self.slot] = at if at < turn else turn

    def _coast(self, coast_ms: int, now: int) -> None:
        """Switched off while it moves: until when, and how fast."""
        if self.decays:
            self.fading_ms = coast_ms - (coast_ms >> 1)
            coast_ms >>= 1
            self._at_speed(max(1, self.pace * 3 >> 2), now)
        self.turn_at = now + coast_ms

    def _at_speed(self, speed: int, now: int) -> None:
        """From here on another speed."""
        self.fading_ms = self.fading_ms if speed != self.pace else 0
        if speed != self.speed:
            self._re_origin(now)
            self.speed = speed
            self.plan(now)

    def start(self, now: int) -> None:
        """The lag is over: motion, unless a tired motor only hums."""
        self.turn_at = NEVER
        if self.fails and self.random() < self.fails:
            return
        self.moving = True
        self.since = self.started_at = now
        self.speed = self.pace = self.pace_now()
        self.p.moving |= self.bit
        self.started(now)
        self.plan(now)

    def stop(self, now: int) -> None:
        """The coast is over, or something blocks: standstill."""
        self.turn_at = self.at = NEVER
        self.origin = self.place(now)
        self.moving = False
        self.fading_ms = 0
        self.ran_ms += now - self.started_at
        self.p.moving &= ~self.bit
        self.stopped(now)
        if self.next_way != self.way:
            self.set_way(self.next_way, now)
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
        """Direction, 1 forward or -1: at once when driven or at rest; what coasts goes on."""
        self.next_way = way
        if way != self.way and (self.commanded or not self.moving):
            self.turn_round(now)

    def turn_round(self, now: int) -> None:
        """From here on the other way, also while it moves."""
        self._re_origin(now)
        self.way = self.next_way
        self._re_plan(now)

    def set_pct(self, pct: int, now: int) -> None:
        """Speed in percent of nominal: a worn gear, a wrong mains frequency."""
        self._re_origin(now)
        self.pct = pct
        self.speed = self.pace = max(1, self.full * pct // 100)
        self.fading_ms = 0
        self._re_plan(now)

    def pace_now(self) -> int:
        """The speed by wear, how warm the gear is, load and mains, and the chance of this run."""
        cold = 1 + self.cold * max(0.0, 1 - self.ran_ms / WARM_MS)
        share = cold * (1 + self.run_pct / 100) * (1 + self.heavy * self.load()) * self.mains()
        return max(1, int(self.full * self.pct // 100 * share))

    def tire(self, late_ms: int, fails: float) -> None:
        """From now on it starts so much later, and a share of its starts fails; 0, 0: sound."""
        self.late_ms, self.fails = late_ms, fails

    def load(self) -> float:
        """How much it carries, 0 to 1 of what it may."""
        return 0.0

    def mains(self) -> float:
        """How fast the mains let it be."""
        return self.p.grid.share

    def follow(self, now: int) -> None:
        """Mains or load have changed since it began to run."""
        if self.moving and self.commanded:
            self.pace = self.pace_now()
            self._at_speed(self.pace, now)
            self.due[self.slot] = min(self.at, self.turn_at)

    def _re_origin(self, now: int) -> None:
        self.origin = self.place(now)
        self.since = now

    def _re_plan(self, now: int) -> None:
        if self.moving:
            self.plan(now)
            self.due[self.slot] = min(self.at, self.turn_at)

    def delay(self) -> int:
        """What a start takes longer by, ms."""
        return 0

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
