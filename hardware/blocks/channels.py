"""Sixteen AC motor channels: opto triac, triac, snubber, indicator (design hardware §1.3)."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design, Motor

GROUP_BUS = {"A": "L_MOT_A", "B": "L_MOT_B"}


def build(b: Board, design: Design) -> None:
    """One channel for each motor of [motors] that has an output."""
    for motor in design.motors():
        _channel(b, motor)
    b.two("14D471K", "RV2", "", "L_MOT_A", "N_MOT")
    b.two("14D471K", "RV3", "", "L_MOT_B", "N_MOT")


def out_net(motor: Motor) -> str:
    """Where the triac's current goes: to the direction relay, or straight to the connector."""
    return f"{motor.net}_SW" if motor.reversible else f"{motor.net}_RUN"


def _channel(b: Board, motor: Motor) -> None:
    """LED 5.4 mA through 560; indicator in its own branch; feed 360 from the A2 side."""
    base, net, bus = 100 * motor.channel, motor.net, GROUP_BUS[motor.group]
    b.two("R", f"R{base + 1}", "560", "+5V_SAFE", f"{net}_AN")
    b.add("IL4208", f"OK{motor.channel}", {
        "A": f"{net}_AN", "K": f"{net}_LED", "T1": f"{net}_HV", "T2": f"{net}_GATE"})
    b.two("R", f"R{base + 2}", "1k5", "+5V_SAFE", f"{net}_IND")
    b.two("LED_YE", f"D{base + 1}", "", f"{net}_LED", f"{net}_IND", note=motor.name)
    b.two("R_1W", f"R{base + 3}", "360", bus, f"{net}_HV")
    b.two("R", f"R{base + 4}", "330", f"{net}_GATE", out_net(motor))
    b.add("BTA08", f"Q{motor.channel + 2}", {
        "A1": out_net(motor), "A2": bus, "G": f"{net}_GATE"})
    b.two("R_1W", f"R{base + 5}", "100", bus, f"{net}_SNUB")
    b.two("X2_10N", f"C{base + 1}", "", f"{net}_SNUB", out_net(motor))
