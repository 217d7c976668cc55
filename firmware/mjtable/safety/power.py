"""The power budget: which of the wished-for motors run (design hardware §2.3).

A wish is a bit mask: bits 0-16 motors in iomap order, bits 17-20 "reversed" for the hatch, chain,
drum and belts, whose direction relays change only at rest. One motor starts at a time, at least
`power.start_gap_ms` after the one before; the sum of running motors stays within
`power.budget_mw`, with the starting surge of the youngest within `power.peak_mw`.
"""

from mjtable.generated.iomap import LOGIC_MW, M_BELT, M_CHAIN, M_DRUM, M_HEAD
from mjtable.generated.iomap import M_DICE, M_RING, MOTOR_RUN_MW, MOTOR_START_MW, START_MS
from mjtable.generated.setting_table import S_POWER_BUDGET_MW, S_POWER_PEAK_MW
from mjtable.generated.setting_table import S_POWER_START_GAP_MS
from mjtable.generated.timing import DIR_SETTLE_MS, RELAY_MS
from mjtable.scan.clock import MASK, sooner
from mjtable.scan.loops import all_of
from mjtable.scan.places import INTERLOCKS, P_POWER, PLACES, SIGNALS
from mjtable.safety.motor_groups import MOTOR_BITS, REVERSE_SHIFT, GROUPS, DRUM_GROUP, GROUP_MASK
from mjtable.safety.motor_groups import SAFETY_FIRST, SAFETY, GROUP, HASH, MOTOR_OF_BIT

TOUCHES = {
    "reads": "armed inputs.wrote_ms now settings.value wants",
    "calls": "motor_granted motor_stopped",
    "writes": "asked due",
}


class Power:
    """Grants motors to wishes. `on` is what runs, `relays` the direction relays drawn (4 bits)."""

    STATE = (
        "on", "relays", "due", "run_mw", "last_start", "_sent", "surge_mw", "old_surge_mw",
        "old_start", "starts", "order", "group_off", "relay_since",
    )

    def __init__(self, table):
        self.table = table
        self.on = 0
        self.relays = 0
        self.due = -1
        self.run_mw = LOGIC_MW
        self.last_start = -START_MS
        self._sent = True  # it has been at the outputs since then
        self.surge_mw = 0  # above running, of the motor started last
        self.old_surge_mw = 0  # of the one before it
        self.old_start = 0
        self.starts = 0
        self.order = bytearray([0, 1, 2, 3])  # lines, the most urgent first
        self.group_off = [0] * GROUPS  # since when the group's motors have been off
        self.relay_since = [-1] * GROUPS  # its relay has switched, -1: long ago

    def drop_all(self):
        """Everything off at once, relays left for `step` to release."""
        self._stop(self.on)

    def run(self, now):
        """Grant what all charts wish together."""
        before = self.on
        relays = self.relays
        self.step(now, all_of(self.table.wants, PLACES))
        self._tell(before, relays != self.relays)

    def _tell(self, before, turned):
        """Who has to look at it; `before` ran until now, `turned`: a direction relay switched."""
        table = self.table
        table.due[P_POWER] = self.due
        on = self.on
        if on & ~before:
            table.asked |= INTERLOCKS  # what stops breaks no rule
        if turned or not on or not before or (on ^ before) >> M_DICE & 1:
            table.asked |= SIGNALS  # direction relays, "a motor runs", the dice driver awake

    def step(self, now, want):
        """Stop what is not wished, then start at most one motor, if any."""
        self.due = -1
        if not self._sent:
            self._take_effect(now)
        stop = self.on & ~want
        if self.relays != want >> REVERSE_SHIFT:
            stop |= self._wrong_way(want >> REVERSE_SHIFT)
        if stop:
            self._stop(stop)
        if self.relays:
            self._release(now, want >> REVERSE_SHIFT)
        missing = want & ~self.on & MOTOR_BITS
        if missing and self.table.armed and self._may_start(now):
            self._start_one(want, missing)

    def _may_start(self, now):
        """The last start lies far enough back; if not, look again when it does."""
        rest_ms = self.table.settings.value[S_POWER_START_GAP_MS]
        rest_ms -= (now - self.last_start) & MASK
        if rest_ms > 0 and self.starts:
            self._wake(now, rest_ms)
            return False
        return True

    def _take_effect(self, now):
        """The last start came when its scan had ended: the gap counts from then."""
        self._sent = True
        wrote_ms = self.table.inputs.wrote_ms
        if wrote_ms >= 0 and (now - wrote_ms) & MASK < (now - self.last_start) & MASK:
            self.last_start = wrote_ms & MASK

    def _wrong_way(self, reverse):
        """Motors on that are wished for in the other direction: they stand before they turn."""
        stop = 0
        wrong = self.relays ^ reverse
        if wrong:
            for group in range(GROUPS):
                if wrong >> group & 1:
                    stop |= self.on & GROUP_MASK[group]
        return stop

    def _start_one(self, want, missing):
        """Start the first motor that may, in order of priority."""
        if missing & SAFETY and self._start_safety(want):
            return
        if missing & 0xF << M_HEAD and self._start_line(M_HEAD, want):
            return
        if missing >> M_RING & 1 and self._try(M_RING, want):
            return
        if missing >> M_DRUM & 1 and self._try(M_DRUM, want):
            return
        if missing >> M_DICE & 1 and self._try(M_DICE, want):
            return  # people wait for it, and belts never rest
        if missing & 0xF << M_BELT and self._start_line(M_BELT, want):
            return
        if missing >> M_CHAIN & 1:
            self._try(M_CHAIN, want)

    def _start_safety(self, want):
        """Start a lift or the hatch."""
        for place in range(len(SAFETY_FIRST)):
            motor = SAFETY_FIRST[place]
            if want & ~self.on & 1 << motor and self._try(motor, want):
                return True
        return False

    def _start_line(self, first, want):
        """Start the head or belt (`first` is line A's) of the most urgent line that may."""
        for place in range(len(self.order)):
            motor = first + self.order[place]
            if want & ~self.on & 1 << motor and self._try(motor, want):
                return True
        return False

    def _try(self, motor, want):
        now = self.table.now
        if GROUP[motor] >= 0 and not self._relay_ready(GROUP[motor], now, want):
            return False
        if not self._affordable(motor, now):
            return False
        self.old_start = self.last_start
        self.old_surge_mw = self.surge_mw
        self.last_start = now
        self._sent = False
        self.surge_mw = MOTOR_START_MW[motor] - MOTOR_RUN_MW[motor]
        self.starts += 1
        self.run_mw += MOTOR_RUN_MW[motor]
        self.on |= 1 << motor
        if want & ~self.on & MOTOR_BITS:
            self._wake(now, self.table.settings.value[S_POWER_START_GAP_MS])
        self.table.motor_granted(motor)
        return True

    def _affordable(self, motor, now):
        """The budget has room for it; if only its start is too much, look again a little later."""
        value = self.table.settings.value
        if self.run_mw + MOTOR_RUN_MW[motor] > value[S_POWER_BUDGET_MW]:
            return False
        age_ms = (now - self.last_start) & MASK
        peak_mw = self.run_mw + MOTOR_START_MW[motor]
        if age_ms < START_MS:
            peak_mw += self._surge(now)
        if peak_mw > value[S_POWER_PEAK_MW]:
            if age_ms < START_MS:
                self._wake(now, START_MS - age_ms)  # else one has to stop, which is a wish
            return False
        return True

    def _surge(self, now):
        """Above running, of the last two that started; the younger one does so now."""
        if (now - self.old_start) & MASK < START_MS:
            return self.surge_mw + self.old_surge_mw
        return self.surge_mw

    def _relay_ready(self, group, now, want):
        reverse = want >> REVERSE_SHIFT + group & 1
        if self.relays >> group & 1 != reverse:  # its motors stand: see `_wrong_way`
            rest_ms = DIR_SETTLE_MS << (group == DRUM_GROUP)
            rest_ms -= (now - self.group_off[group]) & MASK
            if rest_ms > 0:
                self._wake(now, rest_ms)
                return False
            self.relays ^= 1 << group
            self.relay_since[group] = now
        since = self.relay_since[group]
        if since >= 0:
            rest_ms = RELAY_MS - ((now - since) & MASK)
            if rest_ms > 0:
                self._wake(now, rest_ms)
                return False
            self.relay_since[group] = -1
        return True

    def _release(self, now, reverse):
        """Let relays fall back that nobody asks for, once their motors stand still."""
        for group in range(GROUPS):
            if self.relays & ~reverse & 1 << group and not self.on & GROUP_MASK[group]:
                rest_ms = DIR_SETTLE_MS << (group == DRUM_GROUP)
                rest_ms -= (now - self.group_off[group]) & MASK
                if rest_ms > 0:
                    self._wake(now, rest_ms)
                else:
                    self.relays &= ~(1 << group)
                    self.relay_since[group] = now

    def _stop(self, mask):
        now = self.table.now
        self.on &= ~mask
        while mask:
            bit = mask & -mask
            mask ^= bit
            motor = MOTOR_OF_BIT[bit % HASH]
            self.run_mw -= MOTOR_RUN_MW[motor]
            group = GROUP[motor]
            if group >= 0:
                self.group_off[group] = now
            self.table.motor_stopped(motor)

    def _wake(self, now, delay_ms):
        due = (now + delay_ms) & MASK
        self.due = sooner(self.due, due)
