"""The dice plate's 5 V motor behind a DRV8833 (pins DICE_IN1, DICE_IN2; design hardware §1.7).

Only one way, at full speed. Both pins low let the plate coast; that is also what a reset leaves.
The driver chip sleeps unless the output bit DICE_SLEEP_N is set: the chain switches the motor
off even if these pins do not. A missing plate is noticed by the table, which sees no DICE_ROT.
"""

FULL = 65_535
LOW = 0


class DiceMotor:
    """`pwm1`, `pwm2`: the driver's two inputs, each with `duty_u16(0..65535)`."""

    def __init__(self, pwm1, pwm2):
        self._forward = pwm1.duty_u16
        self._back = pwm2.duty_u16
        self.run(0)

    def run(self, on):
        """Turn, or coast."""
        self._back(LOW)
        self._forward(FULL if on else LOW)
