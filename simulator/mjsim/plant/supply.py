"""The motor bus: the output image, direction relays, the two stop channels, group currents.

Motors have power while the motor bus is live: mains present, K1 closed. K1 closes `K1_CLOSE_MS`
after an edge of ARM with the stop loop closed, and opens at once with ARM, loop or supply; a
closed loop never arms by itself (design hardware §1.4).
"""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.numbers import (
    JAM_CURRENT_PCT,
    K1_CLOSE_MS,
    LIVE_SIGNAL_MS,
    NEVER,
    ROOM_DC,
    current_ma,
)
from mjsim.plant.plugs import Plugs
from mjsim.plant.signals import ANALOGUE

_GROUP_A = 0x00FF
_GROUP_B = 0xFF00
_DICE = 1 << C.M_DICE
DIRECTIONS = tuple(
    (
        getattr(C, "AUX_" + relay.upper()),
        tuple(i for i, name in enumerate(C.MOTOR_DIR) if name == relay),
        relay.removeprefix("dir_"),
    )
    for relay in ("dir_hatch", "dir_chain", "dir_drum", "dir_belts")
)
_DIR_MASK = sum(mask for mask, _, _ in DIRECTIONS)


class Supply(Plugs):
    """Part of the plant: everything between the output image and the drives' commands."""

    aux: int
    _supply_slot: int
    wear_pct: list[int]
    k1: bool

    def _init_supply(self, limits: tuple[int, int, int]) -> None:
        self._init_watts(limits)
        self.motors = self.aux = 0
        self.effective = 0
        self.shorted = self.blocked = self.open_circuit = self.unfed = 0
        self.half_wave = self.lingering = 0
        self.held_by: dict[str, int] = {}  # by reason, motors that stand whatever drives them
        self.strayed = 0  # what has moved by itself and was not asked to move since
        self.runs_on: dict[int, int] = {}  # by motor's bit, for how long after it was switched off
        self.welded = self.k1_broken = False
        self.stuck_relays: set[str] = set()
        self._init_plugs()
        self.bodies: set[int] = set()
        self.coin = self.chance("coin").random
        self.clock_pct = 100
        self.has_mains = self.logic_ok = True
        self.armed = self.k1 = False
        self._arm_asked = self._stop_pressed = False
        self.power_cycles = 0
        self.live_signal_ms = LIVE_SIGNAL_MS
        self.random_word = -1  # what the board's random source says for ever; -1: it is sound
        self.mains_gap_ms = 0
        self.asked_dhz = self.mains_dhz = C.MAINS_HZ * 10
        self.amps_a_ma = self.amps_b_ma = 0
        unit = self.unit
        self.own_ma = tuple(
            round(current_ma(mw) * unit.pct(("watts", name)))
            for name, mw in zip(C.MOTORS, C.MOTOR_RUN_MW, strict=True)
        )
        """What each motor really draws; the board has learnt it (hal/learning.py)."""
        self._noise_pct = unit.limits("current_noise")
        self._noise = self.chance("current noise").random
        self.temp_hs_dc = self.temp_bay_dc = ROOM_DC
        self._schedule: list[tuple[int, str, int]] = []

    # ----------------------------------------------------------- output image
    def write(self, motors: int, aux: int, t_ms: int) -> None:
        """The output image at `t_ms`: motor mask in the map's order, aux bit = output - 16."""
        if t_ms > self.now or self.next_ms <= t_ms:
            self.advance(t_ms)
        if not self.logic_ok:
            return
        flips = (aux ^ self.aux) & _DIR_MASK
        self.motors = motors
        self.aux = aux
        if flips:
            self._turn_relays(flips, aux, motors)
        self._feed()

    def _feed(self) -> None:
        """Work out which motors have current and tell those for which that changes."""
        mask = self.fitted & ~(_DICE | self.unfed) if self.k1 else 0
        if self.aux & C.AUX_DICE_SLEEP_N and self.logic_ok:
            mask |= _DICE
        drawn = self.motors & mask
        if self.runs_on:
            self._linger(self.drawn & ~drawn)
        if drawn != self.drawn:
            self._account(drawn)  # a dip of the mains is no stop, and its end no start
        if not self.has_mains:
            mask &= _DICE
            drawn &= _DICE
        if self.welded and not self.armed:
            drawn &= _DICE  # the contacts are closed, the triacs have no supply
        if (self.shorted or self.blocked or self.unfed or self.lingering or self.half_wave
                or self.swapped_plugs):
            drawn = drawn | (self.shorted | self.lingering) & mask
            self._currents()
        drawn = self.turned_by(drawn) & ~self.blocked
        self.strayed = (self.strayed | drawn & ~self.motors) & ~self.motors
        change = drawn ^ self.effective
        if change:
            self.effective = drawn
            now, drive_of = self.now, self.drive_of
            while change:
                bit = change & -change
                change ^= bit
                drive_of[bit].command(drawn & bit != 0, now)
            self.next_ms = min(self.due)

    def _linger(self, switched_off: int) -> None:
        """Motors that were switched off just now, and whose triacs stay on for a time."""
        for bit, ms in self.runs_on.items():
            if switched_off & bit and self.effective & self.turned_by(bit):
                self.lingering |= bit
                self._plan(self.now + ms, "_lets_go", bit)

    def _turn_relays(self, flips: int, aux: int, motors: int) -> None:
        """Direction relays switch: only at standstill, the triac off."""
        now = self.now
        for mask, indices, name in DIRECTIONS:
            if not flips & mask or name in self.stuck_relays:
                continue
            for index in indices:
                drive = self.drives[index]
                if drive is None:
                    continue
                if drive.moving or (motors | self.drawn) >> index & 1:
                    # what runs by itself cannot be stopped before its relay falls
                    tell = self.incident if self.strayed >> index & 1 else self.violate
                    tell("direction relay of %s switched while %s was on or moving"
                         % (name, drive.name))  # fmt: skip
                drive.set_way(self.way(index, aux & mask), now)
        self.next_ms = min(self.due)

    # --------------------------------------------------------- stop channels
    def arm(self, on: object, t_ms: int) -> None:
        """Motor power asked for: a rising edge arms, anything less disarms."""
        if bool(on) == self._arm_asked:
            return
        self.advance(t_ms)
        self._arm_asked = bool(on)
        if on and self.input_raw("loop_raw") and self.logic_ok:
            self.armed = True
            self.set_input("safe_fb", 1)
            self._plan(self.now + K1_CLOSE_MS, "k1")
        elif not on:
            self._disarm()

    def lose_live_signal(self) -> None:
        """The board's live signal stayed away for `live_signal_ms`; only an edge arms again."""
        self._disarm()

    def _disarm(self) -> None:
        """Both stop channels let go; welded contacts stay."""
        self.armed = False
        self.k1 = self.k1 and self.welded
        self._schedule = [entry for entry in self._schedule if entry[1] != "k1"]
        self._replan()
        self.set_input("safe_fb", 0)
        self.set_input("lmot_fb", self.k1 and self.has_mains)
        self.set_input("k1_mir", not self.k1)
        self._feed()

    def set_input(self, name: str, on: object) -> None:
        """A key or switch by its name in the I/O map; the lid's contact opens the stop loop."""
        super().set_input(name, on)
        if name == "lid":
            self._check_loop()

    def press_stop(self, pressed: object) -> None:
        """The latching stop button; released, nothing restarts by itself."""
        self._stop_pressed = bool(pressed)
        self._check_loop()

    def _check_loop(self) -> None:
        """The loop is closed while lid and stop button are; open, motors lose power at once."""
        closed = not (self._stop_pressed or self.input_raw("lid"))
        super().set_input("loop_raw", closed)
        if not closed:
            self._disarm()

    def blow_fuse(self, blown: bool) -> None:
        """The fuse of group A: its motors are dead."""
        self.unfed = _GROUP_A if blown else 0
        self.set_input("fuse_ok", not blown)
        self.refeed()

    def refeed(self) -> None:
        """Motors, relays or faults have changed outside `write`."""
        self._feed()
        self._currents()
        self.next_ms = min(self.due)

    def _plan(self, at: int, what: str, value: int = 0) -> None:
        self._schedule.append((at, what, value))
        self._schedule.sort()
        self._replan()

    def _replan(self) -> None:
        self.due[self._supply_slot] = self._schedule[0][0] if self._schedule else NEVER
        self.next_ms = min(self.due)

    # -------------------------------------------------------------- currents
    def _currents(self) -> None:
        """Measured minus modelled current of both groups; zero unless something is wrong: what
        watts, voltage and noise alone make stays within the board's tolerance."""
        live = self.k1 and self.has_mains
        amps = [0, 0]
        for motor in range(C.M_DICE):
            bit, its = 1 << motor, self.plugged[motor]
            share = self.own_ma[its.bit_length() - 1] if its != bit else self.own_ma[motor]
            ma = 0
            if not live:
                pass
            elif (self.shorted | self.lingering) & bit and not self.drawn & bit:
                ma = share
            elif self.half_wave & bit and not self.drawn & bit:
                ma = share // 2
            elif self.drawn & bit and self.open_circuit & its or self.motors & self.unfed & bit:
                ma = -share
            elif self.drawn & bit and self.blocked & its:
                ma = share * JAM_CURRENT_PCT // 100
            elif self.drawn & bit and its != bit:
                ma = self._beyond(share - self.own_ma[motor], self.own_ma[motor])
            amps[0 if bit & _GROUP_A else 1] += ma
        amps = [self._noisy(ma) for ma in amps]
        if [self.amps_a_ma, self.amps_b_ma] != amps or any(amps):
            # a board measures on: the same current means another thing when all motors are off
            self.amps_a_ma, self.amps_b_ma = amps
            self.edges |= ANALOGUE

    def _noisy(self, ma: int) -> int:
        """A measured current as the converter has it."""
        least, most = self._noise_pct
        return round(ma * (1 + (least + (most - least) * self._noise()) / 100)) if ma else 0
