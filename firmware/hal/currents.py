"""What the motors that are on should draw, and by how much the measurement differs.

Each motor has a learnt running current; until it is learnt, the figure of machine.toml over
200 V at a power factor of 0.8 stands in, and a group with such a motor on is not judged. A group
with nothing on is judged always: more than CURRENT_OFF_MA above its snubbers is a motor that runs
by itself. Starting and stopping motors may draw anything up to their starting current.

Sums of milliamperes ignore phase; motors of one kind have nearly the same, and the tolerance of
20 %, at least 12 mA, covers the rest. A difference is told once it has lasted CURRENT_OFF_MS.
"""

from array import array

from hal.analogue import milliamps, square_of
from mjtable.clock import HALF, MASK
from mjtable.iomap import MOTOR_RUN_MW
from mjtable.timing import CURRENT_MISMATCH_PCT, CURRENT_OFF_MA, CURRENT_OFF_MS

MOTORS = 16  # group A: 0-7, group B: 8-15; the dice motor has its own supply
IN_GROUP = 8
MAINS_V = 200  # machine.toml, mains.volts_v
POWER_FACTOR = 8  # tenths
SNUBBERS_MA = 5  # of one group, none of its motors on (design hardware §1.3)
SNUBBERS_MAX_MA = 20  # more is no snubber
STARTING_MS = 400  # hardware §3: 150 ms lag, 200 ms start
STARTING_PCT = 220  # of the running current: 1.8 and the tolerance
TELL_MA = 4  # smaller changes of a difference are not told
LEARN_STEP_MA = 2  # smaller changes of a running current are noise
LEARNT_OFF = 1 << 16  # of group A; the next bit: of group B
NO_LIMIT = 0x3FFFFFFF

VERSION = 1
RECORD_BYTES = 38  # version, 3 bytes learnt, 16 x 2 bytes mA, 2 bytes snubbers mA


def default_ma(motor):
    """Running current from the motor's electrical input, mA."""
    return MOTOR_RUN_MW[motor] * 10 // (MAINS_V * POWER_FACTOR)


class Group:
    """Half of the motors: its limits, and what is told of it."""

    def __init__(self, first):
        self.first = first
        self.off_ma = SNUBBERS_MA
        self.model_ma = SNUBBERS_MA
        self.low = 0  # limits of the sum of four squares
        self.high = square_of(SNUBBERS_MA + CURRENT_OFF_MA + 1)
        self.amps_ma = 0
        self._since_ms = -1

    def judge(self, now_ms, square):
        """One measurement; True when `amps_ma` has changed."""
        amps_ma = 0
        if self.low <= square <= self.high:
            self._since_ms = -1
        elif self._since_ms < 0:
            self._since_ms = now_ms
        elif now_ms - self._since_ms & MASK >= CURRENT_OFF_MS:
            amps_ma = milliamps(square) - self.model_ma
            if self.amps_ma and abs(amps_ma - self.amps_ma) < TELL_MA:
                amps_ma = self.amps_ma
        if amps_ma == self.amps_ma:
            return False
        self.amps_ma = amps_ma
        return True

    def limits(self, steady_ma, starting_ma, other_ma, known):
        """New limits: motors on for long, just started, just stopped (sums of running mA)."""
        self.model_ma = self.off_ma + steady_ma + starting_ma
        spread_ma = max(steady_ma * CURRENT_MISMATCH_PCT // 100, CURRENT_OFF_MA)
        high_ma = self.off_ma + steady_ma + spread_ma + 1
        high_ma += (starting_ma + other_ma) * STARTING_PCT // 100
        low_ma = self.off_ma + steady_ma - spread_ma
        self.low = square_of(low_ma) if known and steady_ma and low_ma > 0 else 0
        self.high = square_of(high_ma) if known else NO_LIMIT


class Currents:
    """`calibration`: a record of `pack`, or None."""

    def __init__(self, calibration=None):
        self.run_ma = array("H", [default_ma(motor) for motor in range(MOTORS)])
        self.learnt = 0  # bits 0-15 motors, 16 and 17 the groups' snubbers
        self.groups = (Group(0), Group(IN_GROUP))
        self._motors = 0
        self._changing = 0  # switched a short time ago
        self._due = array("i", (0,) * MOTORS)  # until when
        self._next_ms = -1
        if calibration:
            self.unpack(calibration)

    @property
    def amps_a_ma(self):
        """Measured minus modelled, group A; 0 when within tolerance."""
        return self.groups[0].amps_ma

    @property
    def amps_b_ma(self):
        """The same of group B."""
        return self.groups[1].amps_ma

    def step(self, now_ms, motors, square_a, square_b):
        """Once a scan: motors on, both sums of four squares. True when a difference changed."""
        if motors != self._motors:
            self._switched(now_ms, motors)
        elif self._changing and (now_ms - self._next_ms) & MASK < HALF:
            self._settled(now_ms)
        changed = self.groups[0].judge(now_ms, square_a)
        return self.groups[1].judge(now_ms, square_b) or changed

    def _switched(self, now_ms, motors):
        flips = motors ^ self._motors
        self._motors = motors
        for motor in range(MOTORS):
            if flips >> motor & 1:
                lasts_ms = STARTING_MS if motors >> motor & 1 else CURRENT_OFF_MS
                self._due[motor] = now_ms + lasts_ms & MASK
                self._changing |= 1 << motor
        self._settled(now_ms)

    def _settled(self, now_ms):
        """Motors whose start or stop is over become steady; new limits."""
        next_ms = -1
        for motor in range(MOTORS):
            if self._changing >> motor & 1:
                left_ms = self._due[motor] - now_ms & MASK
                if left_ms == 0 or left_ms >= HALF:
                    self._changing &= ~(1 << motor)
                elif next_ms < 0 or left_ms < next_ms:
                    next_ms = left_ms
        self._next_ms = now_ms + next_ms & MASK
        for group in self.groups:
            self._limits(group)

    def _limits(self, group):
        steady_ma = starting_ma = other_ma = 0
        unknown = 0
        for motor in range(group.first, group.first + IN_GROUP):
            on = self._motors >> motor & 1
            changing = self._changing >> motor & 1
            if on or changing:
                ma = self.run_ma[motor]
                unknown |= ~self.learnt >> motor & 1
                if not on:
                    other_ma += ma
                elif changing:
                    starting_ma += ma
                else:
                    steady_ma += ma
        group.limits(steady_ma, starting_ma, other_ma, not unknown)

    # ------------------------------------------------------------ calibration
    def learn(self, square_a, square_b):
        """From what is certain now: snubbers of a group that is off, a motor on alone in it.

        Only with the motor bus live. True when a figure changed: the record wants saving.
        """
        changed = self._learn(self.groups[0], milliamps(square_a))
        return self._learn(self.groups[1], milliamps(square_b)) or changed

    def _learn(self, group, ma):
        bits = 255 << group.first
        on = self._motors & bits
        if self._changing & bits or on & on - 1:
            return False
        if not on:
            learns = self._learn_off(group, ma)
        else:
            motor = group.first
            while on >> motor & 1 == 0:
                motor += 1
            learns = self._learn_run(motor, ma - group.off_ma)
        if learns:
            self._limits(group)
        return learns

    def _learn_off(self, group, ma):
        bit = LEARNT_OFF << group.first // IN_GROUP
        if ma > SNUBBERS_MAX_MA or ma == group.off_ma and self.learnt & bit:
            return False
        group.off_ma = ma
        self.learnt |= bit
        return True

    def _learn_run(self, motor, ma):
        usual_ma = default_ma(motor)
        if not usual_ma // 4 <= ma <= usual_ma * 4:
            return False
        if self.learnt >> motor & 1 and abs(ma - self.run_ma[motor]) < LEARN_STEP_MA:
            return False
        self.run_ma[motor] = ma
        self.learnt |= 1 << motor
        return True

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
            self.run_ma[motor] = record[4 + 2 * motor] | record[5 + 2 * motor] << 8
        self.groups[0].off_ma = record[36]
        self.groups[1].off_ma = record[37]
        for group in self.groups:
            self._limits(group)
        return True
