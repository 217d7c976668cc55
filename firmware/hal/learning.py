"""What each motor draws: learnt once, from what is certain: one motor alone in its group, or none.

Until it is learnt, the figure of machine.toml over the mains' voltage at a power factor of 0.8
stands in. Learning for ever would follow a motor that ages, and a fault of it, into the figures;
after a repair `forget` starts over.
"""

from array import array

from hal.analogue import milliamps
from hal.current_group import SNUBBERS_MA, SNUBBERS_MAX_MA, Group
from mjtable.generated.iomap import MOTOR_RUN_MW
from mjtable.generated.timing import MAINS_VOLTS_V

MOTORS = 16  # group A: 0-7, group B: 8-15; the dice motor has its own supply
IN_GROUP = 8
POWER_FACTOR = 8  # tenths
MOST_MA = 1000  # the converter ends at 550
FACTOR = 4  # a quarter of the figure, or four times it, is no running motor
LEARNT_OFF = 1 << 16  # snubbers of group A; the next bit: of group B

VERSION = 1
RECORD_BYTES = 38  # version, 3 bytes learnt, 16 x 2 bytes mA, 2 bytes snubbers mA


def default_ma(motor):
    """Running current from the motor's electrical input, mA."""
    return MOTOR_RUN_MW[motor] * 10 // (MAINS_VOLTS_V * POWER_FACTOR)


class Figures:
    """Running current of every motor, and the snubbers' of both groups."""

    def __init__(self):
        self.run_ma = array("H", [0] * MOTORS)
        self.learnt = 0  # bits 0-15 motors, then LEARNT_OFF and the next
        self.groups = (Group(0), Group(IN_GROUP))
        Figures.forget(self)

    def forget(self):
        """Nothing is learnt."""
        self.learnt = 0
        for motor in range(MOTORS):
            self.run_ma[motor] = default_ma(motor)
        for group in self.groups:
            group.off_ma = SNUBBERS_MA

    def learn_from(self, group, square, on):
        """A steady measurement with `on` the group's motors. True when something was learnt."""
        mark = on or LEARNT_OFF << group.first // IN_GROUP
        if self.learnt & mark or on & on - 1:
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
            if not usual_ma // FACTOR <= ma <= usual_ma * FACTOR:
                return False  # it does not turn, or something else does
            self.run_ma[motor] = group.steady_ma = ma
        self.learnt |= mark
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
        """Take a record over; False, and nothing changed, when it is of another version."""
        if len(record) < RECORD_BYTES or record[0] != VERSION:
            return False
        self.learnt = record[1] | record[2] << 8 | record[3] << 16
        for motor in range(MOTORS):
            ma = record[4 + 2 * motor] | record[5 + 2 * motor] << 8
            self.run_ma[motor] = min(ma, MOST_MA)
        self.groups[0].off_ma = min(record[36], SNUBBERS_MAX_MA)
        self.groups[1].off_ma = min(record[37], SNUBBERS_MAX_MA)
        return True
