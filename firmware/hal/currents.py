"""What the motors that are on should draw, and by how much the measurement differs.

A motor's running current is learnt once, when it first runs alone in its group for long enough;
until then the figure of machine.toml over 200 V at a power factor of 0.8 stands in, and a group
with such a motor on is not judged. A group with nothing on is judged always: more than
CURRENT_OFF_MA above its snubbers is a motor that runs by itself. Starting and stopping motors may
draw anything up to their starting current.

Learning again would hide a motor that ages; after a repair `forget` starts it anew.
"""

from array import array

from hal.analogue import milliamps
from hal.current_group import SNUBBERS_MAX_MA, Group
from mjtable.clock import HALF, MASK
from mjtable.iomap import MOTOR_RUN_MW
from mjtable.timing import CURRENT_OFF_MS

MOTORS = 16  # group A: 0-7, group B: 8-15; the dice motor has its own supply
IN_GROUP = 8
MOTOR_BITS = 0xFFFF
MAINS_V = 200  # machine.toml, mains.volts_v
POWER_FACTOR = 8  # tenths
STARTING_MS = 400  # 150 ms of lag, 200 ms of start (design hardware §2.3, §3)
LEARNT_OFF = 1 << 16  # snubbers of group A; the next bit: of group B
MOST_MA = 1000  # the converter ends at 550

VERSION = 1
RECORD_BYTES = 38  # version, 3 bytes learnt, 16 x 2 bytes mA, 2 bytes snubbers mA


def default_ma(motor):
    """Running current from the motor's electrical input, mA."""
    return MOTOR_RUN_MW[motor] * 10 // (MAINS_V * POWER_FACTOR)


class Currents:
    """Both groups. Nothing is learnt until `unpack` or `learn`."""

    def __init__(self):
        self.run_ma = array("H", [0] * MOTORS)
        self.learnt = 0  # bits 0-15 motors, then LEARNT_OFF and the next
        self.groups = (Group(0), Group(IN_GROUP))
        self._motors = 0
        self._changing = 0  # switched a short time ago
        self._dirty = 0  # motors whose group wants new limits
        self._due = array("i", [0] * MOTORS)  # until when
        self._next_ms = 0
        self.forget()

    @property
    def amps_a_ma(self):
        """Measured minus modelled, group A; 0 when within tolerance."""
        return self.groups[0].amps_ma

    @property
    def amps_b_ma(self):
        """The same of group B."""
        return self.groups[1].amps_ma

    def step(self, now_ms, motors, square_a, square_b):
        """Every 20 ms: motors on, both sums of four squares. True when a difference changed."""
        now_ms &= MASK  # the board's clock has no room above it in a small integer
        if motors != self._motors:
            self._switched(now_ms, (motors ^ self._motors) & MOTOR_BITS, motors)
        if self._changing and (now_ms - self._next_ms) & MASK < HALF:
            self._settle(now_ms)
        changed = self.groups[0].judge(now_ms, square_a)
        return self.groups[1].judge(now_ms, square_b) or changed

    def _switched(self, now_ms, flips, motors):
        """Some motors were switched: they may draw what they like for a while."""
        self._motors = motors
        if not self._changing:
            self._next_ms = now_ms + STARTING_MS & MASK
        self._dirty |= flips
        motor = 0
        while flips:
            if flips & 1:
                group = self.groups[motor // IN_GROUP]
                ma = self.run_ma[motor]
                changing = self._changing >> motor & 1
                self._changing |= 1 << motor
                if motors >> motor & 1:
                    self._due[motor] = now_ms + STARTING_MS & MASK
                    group.starting_ma += ma
                    if changing:
                        group.stopped_ma -= ma
                else:
                    self._due[motor] = now_ms + CURRENT_OFF_MS & MASK
                    self._next_ms = self._due[motor]
                    group.stopped_ma += ma
                    if changing:
                        group.starting_ma -= ma
                    else:
                        group.steady_ma -= ma
            flips >>= 1
            motor += 1
        self._limits()

    def _settle(self, now_ms):
        """Motors whose start or stop is over become steady or none; when to look again."""
        next_ms = STARTING_MS
        changing = self._changing
        motor = 0
        while changing:
            if changing & 1:
                left_ms = self._due[motor] - now_ms & MASK
                if left_ms == 0 or left_ms >= HALF:
                    self._settled(motor)
                elif left_ms < next_ms:
                    next_ms = left_ms
            changing >>= 1
            motor += 1
        self._next_ms = now_ms + next_ms & MASK
        self._limits()

    def _settled(self, motor):
        group = self.groups[motor // IN_GROUP]
        ma = self.run_ma[motor]
        self._changing &= ~(1 << motor)
        self._dirty |= 1 << motor
        if self._motors >> motor & 1:
            group.starting_ma -= ma
            group.steady_ma += ma
        else:
            group.stopped_ma -= ma

    def _limits(self):
        """New limits of the groups in which something changed."""
        unknown = (self._motors | self._changing) & ~self.learnt
        for group in self.groups:
            if self._dirty & group.bits:
                group.limits(not unknown & group.bits)
        self._dirty = 0

    # ------------------------------------------------------------ calibration
    def learn(self, square_a, square_b):
        """From what is certain now: snubbers of a group that is off, a motor on alone in it.

        Only with the motor bus live. True when something was learnt: the record wants saving.
        """
        learns = self._learn(self.groups[0], square_a)
        return self._learn(self.groups[1], square_b) or learns

    def _learn(self, group, square):
        on = self._motors & group.bits
        mark = on or LEARNT_OFF << group.first // IN_GROUP
        if self.learnt & mark or on & on - 1 or self._changing & group.bits:
            return False
        if not group.within(square):
            return False
        ma = milliamps(square)
        if not on:
            if ma > SNUBBERS_MAX_MA:
                return False
            group.off_ma = ma
        else:
            motor = group.first
            while on >> motor & 1 == 0:
                motor += 1
            ma -= group.off_ma
            usual_ma = default_ma(motor)
            if not usual_ma // 4 <= ma <= usual_ma * 4:
                return False  # it does not turn, or something else does
            self.run_ma[motor] = group.steady_ma = ma
        self.learnt |= mark
        self._dirty |= group.bits
        self._limits()
        return True

    def forget(self):
        """Nothing is learnt: a new board, or other motors."""
        self.learnt = 0
        for motor in range(MOTORS):
            self.run_ma[motor] = default_ma(motor)
        self._begin()

    def _begin(self):
        """After a change of `run_ma`: every motor is off, or about to be seen to be on."""
        self._motors = 0
        self._changing = 0
        self._dirty = MOTOR_BITS
        for group in self.groups:
            group.steady_ma = group.starting_ma = group.stopped_ma = 0
        self._limits()

    def pack(self, record):
        """Write the record into a bytearray of at least RECORD_BYTES; its length."""
        record[0] = VERSION
        for at in range(3):
            record[1 + at] = self.learnt >> 8 * at & 255
        for motor in range(MOTORS):
            record[4 + 2 * motor] = self.run_ma[motor] & 255
            record[5 + 2 * motor] = self.run_ma[motor] >> 8
        record[36] = self.groups[0].off_ma
        record[37] = self.groups[1].off_ma
        return RECORD_BYTES

    def unpack(self, record):
        """Take a record over; False, and nothing changed, when it is none of this version."""
        if len(record) < RECORD_BYTES or record[0] != VERSION:
            return False
        self.learnt = record[1] | record[2] << 8 | record[3] << 16
        for motor in range(MOTORS):
            ma = record[4 + 2 * motor] | record[5 + 2 * motor] << 8
            self.run_ma[motor] = min(ma, MOST_MA)
        self.groups[0].off_ma = min(record[36], SNUBBERS_MAX_MA)
        self.groups[1].off_ma = min(record[37], SNUBBERS_MAX_MA)
        self._begin()
        return True
