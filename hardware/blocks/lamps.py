"""Lamp data at 5 V, the beeper, the switch of the optical emitters."""

from hardware.blocks.board import Board
from hardware.blocks.controller import PULL_DOWN
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """Design hardware §1.5, §1.7."""
    b.add("74AHCT125", "U20", {
        "1OE#": "GND", "1A": "LED_DATA", "1Y": "LAMP_DRIVE", "2OE#": "+5V", "2A": "GND",
        "3OE#": "+5V", "3A": "GND", "4OE#": "+5V", "4A": "GND", "VCC": "+5V", "GND": "GND"},
        nc=("2Y", "3Y", "4Y"))
    b.decouple("U20", "+5V")
    b.two("R", "R2911", "330", "LAMP_DRIVE", "LED_DATA_5V")
    b.two("R", "R2912", PULL_DOWN, "LED_DATA", "GND")
    _beeper(b)
    _emitters(b)


def _beeper(b: Board) -> None:
    b.add("AO3400A", "Q25", {"G": "BUZZ_G", "S": "GND", "D": "BUZZ_LOW"})
    b.two("R", "R2913", "100", "BUZZ", "BUZZ_G")
    b.two("R", "R2914", PULL_DOWN, "BUZZ_G", "GND")
    b.add("MLT-8530", "LS1", {"+": "BUZZ_HIGH", "-": "BUZZ_LOW"})
    for ref in ("R2915", "R2919"):  # 0.21 W while beeping, 0.1 W in each body of 0.25 W
        b.two("R_1206", ref, "47", "+5V", "BUZZ_HIGH")
    b.two("1N4148W", "D2911", "", "BUZZ_HIGH", "BUZZ_LOW")


def _emitters(b: Board) -> None:
    """P-FET; off is off within 1 ms, for the test that every sensor then reads "no tile"."""
    b.add("AO3401A", "Q26", {"G": "EMIT_G", "S": "+5V", "D": "EMIT"})
    b.two("R", "R2916", "10k", "EMIT_G", "+5V")
    b.add("AO3400A", "Q27", {"G": "EMIT_ON", "S": "GND", "D": "EMIT_G"})
    b.two("R", "R2917", PULL_DOWN, "EMIT_EN", "GND")
    b.two("R", "R2428", "4k7", "EMIT_EN", "EMIT_ON", note="PFAIL_N overrules, see sensing")
    b.two("R", "R2918", "1k", "EMIT", "GND")
