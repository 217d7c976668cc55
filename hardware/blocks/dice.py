"""The dice plate's motor: DRV8833 with a 0.6 A limit."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """0.2 V / 0.33 ohm = 0.6 A; inputs low or sleep = coast. The second bridge stays off."""
    b.add("DRV8833PW", "U19", {
        "nSLEEP": "DICE_AWAKE", "AOUT1": "DICE_OUT1", "AOUT2": "DICE_OUT2",
        "AISEN": "DICE_SENSE", "BISEN": "GND", "nFAULT": "DICE_FAULT_N", "BIN1": "GND",
        "BIN2": "GND", "VCP": "DICE_VCP", "VM": "+5V", "GND": "GND", "VINT": "DICE_VINT",
        "AIN1": "DICE_IN1", "AIN2": "DICE_IN2"}, nc=("BOUT1", "BOUT2"))
    b.decouple("U19", "+5V")
    b.two("C", "C2901", "10u", "+5V", "GND", note="at U19 VM")
    b.two("C", "C2902", "10n", "DICE_VCP", "+5V")
    b.two("C", "C2903", "2u2", "DICE_VINT", "GND")
    b.two("R_LOW", "R2901", "0R33", "DICE_SENSE", "GND")
    b.two("R", "R2902", "1k", "+3V3", "DICE_FAULT_A")
    b.two("LED_RD", "D2901", "", "DICE_FAULT_N", "DICE_FAULT_A", note="dice driver's fault")
    b.two("R", "R2903", "100k", "DICE_AWAKE", "GND")
