"""Eight slow levels through a 74HC4051 and a buffer into one ADC pin (design hardware §1.8)."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design

CHANNELS = ("Y0", "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7")


def build(b: Board, design: Design) -> None:
    """Channel order from [amux]; the firmware's scale: +5V_SAFE reads 2.5 V."""
    nets = {pin: f"AM_{name.upper()}"
            for pin, name in zip(CHANNELS, design.data["amux"]["channels"], strict=True)}
    b.add("74HC4051", "U16", {
        **nets, "Z": "AM_Z", "E#": "GND", "VEE": "GND", "GND": "GND", "VCC": "+3V3",
        "S0": "AMUX_A0", "S1": "AMUX_A1", "S2": "AMUX_A2"})
    b.decouple("U16", "+3V3")
    b.add("MCP6002", "U171", {
        "INA+": "BIAS_IN", "INA-": "BIAS", "OUTA": "BIAS", "INB+": "AM_Z", "INB-": "AM_BUF",
        "OUTB": "AM_BUF", "VDD": "+3V3", "VSS": "GND"})
    b.decouple("U171", "+3V3")
    b.two("R", "R2601", "100", "AM_BUF", "AMUX")
    b.two("C", "C2601", "10n", "AMUX", "GND")
    _levels(b)


def _levels(b: Board) -> None:
    """What each channel sees: raw counters, thermistors on 10k, 12 V and +5V_SAFE divided."""
    for number, side in enumerate("ABCD"):
        b.two("R", f"R261{number}", "1k", f"cnt_{side.lower()}_raw", f"AM_CNT_{side}_RAW")
        b.two("C", f"C261{number}", "10n", f"AM_CNT_{side}_RAW", "GND")
    for number, name in enumerate(("NTC_HS", "NTC_BAY")):
        b.two("R", f"R262{number}", "10k", name, "+3V3")
        b.two("PESD5V0", f"D262{number}", "", name, "GND")
        b.two("R", f"R263{number}", "1k", name, f"AM_{name}")
        b.two("C", f"C263{number}", "100n", f"AM_{name}", "GND")
    b.two("R", "R2640", "33k", "+12V", "AM_V12")
    b.two("R", "R2641", "10k", "AM_V12", "GND")
    b.two("C", "C2640", "100n", "AM_V12", "GND")
    b.two("R", "R2213", "10k", "+5V_SAFE", "AM_V5SAFE_PINCH")
    b.two("R", "R2214", "10k", "AM_V5SAFE_PINCH", "GND")
    b.two("C", "C2641", "10n", "AM_V5SAFE_PINCH", "GND")
