"""What ails supplies, relays and motors beyond plain faults: sags, brown-outs, welds, coins."""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.mains import Mains
from mjsim.plant.numbers import HOLD_UP_MS
from mjsim.plant.supply import DIRECTIONS

STANDS_PCT = 65
"""Below this voltage a capacitor motor does not pull its load (design hardware §1.2: 180 of 230 V
must do)."""
CAUGHT_MS, LOOSE_MS = (300, 1_200), (2_000, 15_000)


class Ailing(Mains):
    """Part of the plant."""

    def sag(self, pct: int) -> None:
        """The mains have so many percent of their voltage: all motors are slower, or stand."""
        self.grid.sag_to(pct)
        standing = self.fitted & ~(1 << C.M_DICE) if pct < STANDS_PCT else 0
        for index, drive in enumerate(self.drives):
            if drive is not None and index != C.M_DICE:
                drive.follow(self.now)
        self.free("sag", ~standing)
        self.hold("sag", standing)

    def hold(self, why: str, motors: int) -> None:
        """These motors stand, whatever drives them; each reason holds them by itself."""
        self.held_by[why] = self.held_by.get(why, 0) | motors
        for index, drive in enumerate(self.drives):
            if drive is not None and motors >> index & 1:
                drive.block(self.now)
        self._held()

    def free(self, why: str, motors: int) -> None:
        """This reason is gone; what another one holds stands on."""
        self.held_by[why] = self.held_by.get(why, 0) & ~motors
        self._held()

    def _held(self) -> None:
        self.blocked = 0
        for motors in self.held_by.values():
            self.blocked |= motors
        self.refeed()

    def brown_out(self, ms: int) -> None:
        """12 V is too low for a time; beyond the hold-up the controller dies, the mains there."""
        self.set_input("pfail", 1)
        if ms > HOLD_UP_MS:
            self._plan(self.now + HOLD_UP_MS, "dead")
        self._plan(self.now + ms, "_bright")

    def _bright(self, _value: int) -> None:
        if self.has_mains:
            self._mains_back()

    def set_clock(self, pct: int) -> None:
        """The board's clock counts so many ms in a hundred: all that it measures seems longer."""
        self.clock_pct = pct
        self.show_mains()
        for motor, drive in enumerate(self.drives):
            if drive is not None:
                self._repace(motor)
        self.next_ms = min(self.due)

    # relays

    def weld(self, on: bool) -> None:
        """K1's contacts stay closed once they are."""
        self.welded = on
        if not on and not self.armed:
            self._disarm()

    def break_k1(self, on: bool) -> None:
        """K1 opens, and does not close again."""
        self.k1_broken = on
        if on and self.k1:
            self.k1 = False
            self.set_input("lmot_fb", 0)
            self.set_input("k1_mir", 1)
            self.refeed()

    def stick_relay(self, name: str, on: bool) -> None:
        """A direction relay stays as it is, or obeys again, at once."""
        if on:
            self.stuck_relays.add(name)
            return
        self.stuck_relays.discard(name)
        for mask, motors, relay in DIRECTIONS:
            for motor in motors:
                drive = self.drives[motor]
                if relay == name and drive is not None:
                    drive.set_way(self.way(motor, self.aux & mask), self.now)
        self.next_ms = min(self.due)

    # motors

    def _lets_go(self, bit: int) -> None:
        """A motor that ran on stops."""
        self.lingering &= ~bit
        self.refeed()

    def foreign_body(self, motor: int) -> None:
        """A coin catches this motor's part now and then, from now on."""
        self.bodies.add(motor)
        self._catch(motor)

    def no_foreign_body(self, motor: int) -> None:
        """It was taken out."""
        self.bodies.discard(motor)
        self.free("body", 1 << motor)

    def _catch(self, motor: int) -> None:
        if motor in self.bodies:
            self.hold("body", 1 << motor)
            self._plan(self.now + self._some(CAUGHT_MS), "_loosen", motor)

    def _loosen(self, motor: int) -> None:
        if motor in self.bodies:
            self.free("body", 1 << motor)
            self._plan(self.now + self._some(LOOSE_MS), "_catch", motor)

    def _some(self, span: tuple[int, int]) -> int:
        return span[0] + int(self.coin() * (span[1] - span[0]))
