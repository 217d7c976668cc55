"""The live-signal watchdog: WD_OK falls for good when the kick stops or slows down.

Each kick pumps charge through two capacitors in series (a shorted one still blocks DC) into
C2303, two resistors (an open one still discharges) take it away; below 0.4 V the detector U29
pulls WD_OK down, and that clears the ARM latch in `safety`. Computed by hardware/spice.
"""

from hardware.blocks.board import Board
from hardware.blocks.controller import PULL_DOWN
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """Values: hardware/out/spice.md, all corners."""
    b.two("R", "R2301", PULL_DOWN, "WD_KICK", "GND", note="the kick is high-Z through reset")
    b.add("74LVC1G17", "U25", {"A": "WD_KICK", "GND": "GND", "Y": "WD_BUF", "VCC": "+3V3"})
    b.two("R", "R2302", "100", "WD_BUF", "WD_SER")
    b.two("C", "C2301", "4u7", "WD_SER", "WD_MID")
    b.two("C", "C2302", "4u7", "WD_MID", "WD_PUMP")
    b.add("BAT54S", "D2301", {"A1": "GND", "K2": "WD_LEVEL", "COM": "WD_PUMP"})
    b.two("R", "R2306", "1k8", "WD_PUMP", "GND", note="a kick that stands high must not feed on")
    b.two("C", "C2303", "1u 63V", "WD_LEVEL", "GND", note="film: the time hangs on it")
    b.two("R", "R2303", "40k2", "WD_LEVEL", "GND")
    b.two("R", "R2304", "40k2", "WD_LEVEL", "GND")
    b.add("TPS3710", "U29", {"SENSE": "WD_LEVEL", "OUT": "WD_OK", "VDD": "+3V3", "GND": "GND"})
    b.two("R", "R2305", "10k", "WD_OK", "+3V3")
    b.decouple("U25", "+3V3")
    b.decouple("U29", "+3V3")
