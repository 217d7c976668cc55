"""What the motors that are on should draw, and by how much the measurement differs.

A group with a motor on whose current is not learnt yet (`learning.py`) is not judged. A group
with nothing on is judged always: more than CURRENT_OFF_MA above its snubbers is a motor that runs
by itself. Starting and stopping motors may draw anything up to their starting current.
"""

from array import array

from hal.learning import IN_GROUP, MOTORS, Figures
from mjtable.scan.clock import MASK, passed, sooner
from mjtable.kit.hosted import for_host
from mjtable.generated.timing import CURRENT_OFF_MS

MOTOR_BITS = 0xFFFF
STARTING_MS = 400  # 150 ms of lag, 200 ms of start (design hardware §2.3, §3)


class Currents(Figures):
    """Both groups. Nothing is learnt until `unpack` or `learn`."""

    def __init__(self):
        Figures.__init__(self)
        self._motors = 0
        self._changing = 0  # switched a short time ago
        self._dirty = 0  # motors whose group wants new limits
        self._due = array("i", [0] * MOTORS)  # until when
        self._next_ms = 0

    def group_a_ma(self):
        """Measured minus modelled, group A; 0 when within tolerance."""
        return self.groups[0].amps_ma

    amps_a_ma = for_host(group_a_ma)

    def group_b_ma(self):
        """The same of group B."""
        return self.groups[1].amps_ma

    amps_b_ma = for_host(group_b_ma)

    def step(self, now_ms, motors, square_a, square_b):
        """Every 20 ms: motors on, both sums of four squares. True when a difference changed."""
        now_ms &= MASK  # the board's clock has no room above it in a small integer
        if motors != self._motors:
            self._switched(now_ms, (motors ^ self._motors) & MOTOR_BITS, motors)
        if self._changing and passed(now_ms, self._next_ms):
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
                if motors >> motor & 1:
                    self._starts(now_ms, motor)
                else:
                    self._stops(now_ms, motor)
                self._changing |= 1 << motor
            flips >>= 1
            motor += 1
        self._limits()

    def _starts(self, now_ms, motor):
        group = self.groups[motor // IN_GROUP]
        ma = self.run_ma[motor]
        self._due[motor] = now_ms + STARTING_MS & MASK
        group.starting_ma += ma
        if self._changing >> motor & 1:
            group.stopped_ma -= ma

    def _stops(self, now_ms, motor):
        group = self.groups[motor // IN_GROUP]
        ma = self.run_ma[motor]
        self._due[motor] = self._next_ms = now_ms + CURRENT_OFF_MS & MASK
        group.stopped_ma += ma
        if self._changing >> motor & 1:
            group.starting_ma -= ma
        else:
            group.steady_ma -= ma

    def _settle(self, now_ms):
        """Motors whose start or stop is over become steady or none; when to look again."""
        next_ms = now_ms + STARTING_MS & MASK
        changing = self._changing
        motor = 0
        while changing:
            if changing & 1:
                due = self._due[motor]
                if passed(now_ms, due):
                    self._settled(motor)
                else:
                    next_ms = sooner(next_ms, due)
            changing >>= 1
            motor += 1
        self._next_ms = next_ms
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

    def learn(self, square_a, square_b):
        """From what is certain now: snubbers of a group that is off, a motor on alone in it.

        Only with the motor bus live. True when something was learnt: the record wants saving.
        """
        learns = self._learn(self.groups[0], square_a)
        return self._learn(self.groups[1], square_b) or learns

    def _learn(self, group, square):
        if self._changing & group.bits or not group.within(square):
            return False
        if not self.learn_from(group, square, self._motors & group.bits):
            return False
        self._dirty |= group.bits
        self._limits()
        return True

    def forget(self):
        """Nothing is learnt: a new board, or other motors."""
        Figures.forget(self)
        self._begin()

    def unpack(self, record):
        """Take a record over; False, and nothing changed, when it is of another version."""
        if not Figures.unpack(self, record):
            return False
        self._begin()
        return True

    def _begin(self):
        """After a change of the figures: every motor is off, or about to be seen to be on."""
        self._motors = 0
        self._changing = 0
        self._dirty = MOTOR_BITS
        for group in self.groups:
            group.steady_ma = group.starting_ma = group.stopped_ma = 0
        self._limits()
