"""The dice plate's motor: on, and coasting."""

from hal.dice_motor import FULL, DiceMotor


class Pwm:
    def __init__(self, log, name):
        self.log, self.name = log, name
        self.duty = 12_345

    def duty_u16(self, duty):
        self.duty = duty
        self.log.append((self.name, duty))


def bench():
    log = []
    pins = Pwm(log, "in1"), Pwm(log, "in2")
    return DiceMotor(*pins), pins, log


def duties(pins):
    return [pin.duty for pin in pins]


def test_it_coasts_from_the_start():
    _, pins, _ = bench()
    assert duties(pins) == [0, 0]


def test_it_turns_one_way_at_full_speed_and_coasts():
    motor, pins, _ = bench()
    motor.run(1)
    assert duties(pins) == [FULL, 0]
    motor.run(0)
    assert duties(pins) == [0, 0]


def test_both_pins_are_never_high():
    """Both high would brake: the driver shorts the motor."""
    motor, _, log = bench()
    for on in (1, 1, 0, 1, 0):
        motor.run(on)
    state = {"in1": 0, "in2": 0}
    for name, duty in log:
        state[name] = duty
        assert not (state["in1"] and state["in2"])
