"""Mains: dropouts, lost half-cycles, a wrong frequency, and what becomes of the controller.

Without mains the motors stop at once; 12 V falls below 10.5 V after `PFAIL_MS` and the controller
dies after `HOLD_UP_MS`. Its return is a restart: `power_cycles` counts them.
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.numbers import HOLD_UP_MS, NEVER, PFAIL_MS, ROOM_DC
from mjsim.plant.signals import ANALOGUE
from mjsim.plant.supply import DIRECTIONS, Supply


class Mains(Supply):
    """Part of the plant: the mains and the controller's own supply."""

    def mains_off(self) -> None:
        """The plug is pulled."""
        self.cut_mains()

    def mains_on(self) -> None:
        """The plug is in again, now."""
        if not self.has_mains:
            self._schedule = [entry for entry in self._schedule if entry[1] == "k1"]
            self._plan(self.now, "back")
            self.advance(self.now)

    def cut_mains(self, ms: int = NEVER) -> None:
        """Mains away from now on, for `ms`; beyond the hold-up time the controller dies too."""
        now = self.now
        self.has_mains = False
        self.set_input("lmot_fb", 0)
        self._feed()
        for gap in (C.MAINS_LOST_ONE_MS, C.MAINS_LOST_TWO_MS, 50, C.MAINS_GONE_MS):
            if gap < ms:
                self._plan(now + gap, "gap", gap)
        if ms > PFAIL_MS:
            self._plan(now + PFAIL_MS, "pfail")
        if ms > HOLD_UP_MS:
            self._plan(now + HOLD_UP_MS, "dead")
        if ms < NEVER:
            self._plan(now + ms, "back")

    def lose_supply(self) -> None:
        """The mains and the controller's own supply go in the same moment."""
        self.mains_off()
        self._schedule = []
        self._die()
        self._replan()
        self._feed()

    def lose_half_cycle(self) -> None:
        """One half-cycle is missing: a gap of two, which the motors ride through."""
        self._plan(self.now + C.MAINS_LOST_ONE_MS, "gap", C.MAINS_LOST_ONE_MS)
        self._plan(self.now + 2 * C.MAINS_HALF_CYCLE_MS, "gap", 2 * C.MAINS_HALF_CYCLE_MS)
        self._plan(self.now + 2 * C.MAINS_HALF_CYCLE_MS + 5, "gap", 0)

    def show_mains(self) -> None:
        """What the board measures of the frequency: the mains have changed."""
        dhz = (self.asked_dhz + self.grid.offset_dhz) * 100 // self.clock_pct
        if dhz != self.mains_dhz:
            self.mains_dhz = dhz
            self.edges |= ANALOGUE

    def set_mains_hz(self, hz: int) -> None:
        """Another frequency: gear motors follow it."""
        self.asked_dhz = hz * 10
        self.show_mains()
        for index, drive in enumerate(self.drives):
            if drive is not None and index != C.M_DICE:
                self._repace(index)
        self.next_ms = min(self.due)

    def set_wear(self, motor: int, pct: int) -> None:
        """A motor runs at `pct` percent of its nominal speed."""
        self.wear_pct[motor] = pct
        self._repace(motor)
        self.next_ms = min(self.due)

    def _repace(self, motor: int) -> None:
        """A motor's speed by its wear, the mains' frequency and the clock it is measured with."""
        hz = self.asked_dhz if motor != C.M_DICE else C.MAINS_HZ * 10
        pct = self.wear_pct[motor] * hz // (C.MAINS_HZ * 10)
        self.drives[motor].set_pct(pct * 100 // self.clock_pct, self.now)

    def heat(self, dc: int) -> None:
        """Temperature at the triacs, tenths of a degree."""
        self.temp_hs_dc = dc
        self.edges |= ANALOGUE

    def cool(self) -> None:
        """Back to room temperature."""
        self.heat(ROOM_DC)

    def _run_supply(self, now: int) -> None:
        """What was planned: K1 closes, a gap grows, the supply fails, mains come back."""
        while self._schedule and self._schedule[0][0] <= now:
            _, what, value = self._schedule.pop(0)
            self._replan()
            if what[0] == "_":
                getattr(self, what)(value)
            elif what == "k1" and self.k1_broken:
                continue
            elif what == "k1":
                self.k1 = True
                self.set_input("k1_mir", 0)
                self.set_input("lmot_fb", self.has_mains)
                self._feed()
            elif what == "gap":
                self.mains_gap_ms = value
                self.edges |= ANALOGUE
            elif what == "pfail":
                self.set_input("pfail", 1)
            elif what == "dead":
                self._die()
            else:
                self._mains_back()

    def let_go(self) -> None:
        """The controller drives nothing any more: it is dead, or its program has stopped."""
        self.motors = self.aux = 0
        self._feed()  # the triacs are off before the relays have fallen
        for _, indices, _ in DIRECTIONS:
            for index in indices:
                if self.drives[index] is not None:
                    self.drives[index].set_way(self.way(index, 0), self.now)
        self._arm_asked = False
        self._disarm()

    def _die(self) -> None:
        """The controller has no supply: outputs dead."""
        self.let_go()
        self.logic_ok = False
        self.edges |= ANALOGUE

    def _mains_back(self) -> None:
        self.has_mains = True
        self.mains_gap_ms = 0
        self.edges |= ANALOGUE
        self.set_input("pfail", 0)
        self.set_input("lmot_fb", self.k1)
        if not self.logic_ok:
            self.logic_ok = True
            self.power_cycles += 1
        self._feed()
