"""The safety loop: K1 breaks the motor bus, Q2 the supply of all opto LEDs; each alone stops.

Both need two latches set by one edge of ARM: latch 1 is cleared by the watchdog, latch 2 by the
open loop, so that neither a kick that comes back nor a lid that closes starts anything. K1's coil
hangs on 12V_LOOP, so the loop drops K1 without any IC; the string of Q2 contains WD_OK itself, so
a dead latch chip cannot outlive the watchdog. The stop button's second contact pulls WD_OK down
when it opens, whatever the loop does: a bridge across the first does not bridge it, and a short
between the two, 12 V and 0 V, is one of the supply. SAFE_FB reads the real current path of
K1's coil.
"""

from hardware.blocks.board import Board
from hardware.blocks.controller import PULL_DOWN
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """Design hardware §1.4."""
    _loop(b)
    _second_channel(b)
    _latches(b)
    _motor_bus(b)
    _led_supply(b)
    _read_back(b)


def _loop(b: Board) -> None:
    """The loop's levels: 27k/10k gives 2.8-3.6 V of 10.5-13.2 V; the lid alone by LOOP_LID."""
    b.two("R", "R2201", "27k", "12V_LOOP", "LOOP_OK")
    b.two("R", "R2202", "10k", "LOOP_OK", "GND")
    b.two("C", "C2201", "100n", "LOOP_OK", "GND")
    b.two("SMBJ15A", "D2203", "", "12V_LOOP", "GND", note="the coils' current when it opens")
    b.two("R", "R2203", "1k", "LOOP_OK", "IN_LOOP_RAW")
    b.two("R", "R2204", "47k", "LOOP_LID", "LID_B")
    b.two("R", "R2205", "22k", "LID_B", "GND")
    b.add("MMBT3904", "Q19", {"B": "LID_B", "E": "GND", "C": "IN_LID"},
          note="lid closed pulls the bit low; a broken wire reads open")


def _second_channel(b: Board) -> None:
    """The button's second contact, to 0 V: 5.5 mA; open, or its wire broken, Q29 pulls WD_OK."""
    b.two("R", "R2219", "2k2", "STOP_2", "+12V")
    b.two("SMBJ15A", "D2204", "", "STOP_2", "GND")
    b.two("R", "R2220", "10k", "STOP_2", "STOP_2B")
    b.two("R", "R2221", "10k", "STOP_2B", "GND")
    b.two("C", "C2204", "10n", "STOP_2B", "GND")
    b.add("MMBT3904", "Q29", {"B": "STOP_2B", "E": "GND", "C": "WD_OK"},
          note="stop's second channel: clears latch 1 and opens Q2's string")


def _latches(b: Board) -> None:
    b.two("R", "R2206", PULL_DOWN, "ARM", "GND", note="disarmed through reset")
    b.add("74HC74", "U21", {
        "1D": "+3V3", "1CLK": "ARM", "1PRE#": "+3V3", "1CLR#": "WD_OK", "1Q": "ARM_OK",
        "2D": "+3V3", "2CLK": "ARM", "2PRE#": "+3V3", "2CLR#": "LOOP_OK", "2Q": "ARM_LOOP",
        "VCC": "+3V3", "GND": "GND"}, nc=("1Q#", "2Q#"))
    b.decouple("U21", "+3V3")
    b.two("R", "R2207", "100k", "ARM_OK", "GND")
    b.two("R", "R2208", "100k", "ARM_LOOP", "GND")


def _motor_bus(b: Board) -> None:
    """K1: L and N of the motor bus; mirror contact 11-12 (closed = dropped out)."""
    b.add("AO3400A", "Q1", {"G": "ARM_OK", "S": "K1_MID", "D": "K1_LOW"})
    b.add("AO3400A", "Q20", {"G": "ARM_LOOP", "S": "GND", "D": "K1_MID"})
    b.add("G7SA-2A2B", "K1", {
        "COIL+": "12V_LOOP", "COIL-": "K1_LOW", "11": "k1_mir", "12": "GND",
        "33": "L_SW", "34": "L_MOT", "43": "N_SW", "44": "N_MOT"}, nc=("21", "22"))
    b.two("1N4148W", "D2201", "", "K1_CLAMP", "K1_LOW")
    b.two("BZT52C12", "D2202", "", "K1_CLAMP", "12V_LOOP",
          note="its coil dies against 12.7 V: falls out in time")


def _led_supply(b: Board) -> None:
    """Q2 and its string; R2212 empties +5V_SAFE, R2213/14 show it to the multiplexer."""
    b.add("AO3401A", "Q2", {"G": "SAFE_G", "S": "+5V", "D": "+5V_SAFE"})
    b.two("R", "R2209", "10k", "SAFE_G", "+5V")
    b.two("R", "R2210", "1k", "SAFE_G", "SAFE_1")
    b.add("AO3400A", "Q21", {"G": "ARM_OK", "S": "SAFE_2", "D": "SAFE_1"})
    b.add("AO3400A", "Q22", {"G": "ARM_LOOP", "S": "SAFE_3", "D": "SAFE_2"})
    b.add("AO3400A", "Q23", {"G": "WD_OK", "S": "GND", "D": "SAFE_3"})
    b.two("C", "C2202", "1u", "+5V_SAFE", "GND")
    b.two("R", "R2212", "1k", "+5V_SAFE", "GND")


def _read_back(b: Board) -> None:
    """Q24 conducts when 12V_LOOP is live and K1's coil is pulled down: 18k/5k6 at SAFE_FB.

    10.5-13.2 V less 0.05-0.3 V in Q24, 1 % parts: 2.38 to 3.17 V, above 2.0 and below 3.2 V. Off,
    the 120 uA that an RP2350's input may source (erratum E9) make 0.67 V of 5k6, below 0.8 V.
    """
    b.add("MMBT3906", "Q24", {"E": "12V_LOOP", "B": "FB_B", "C": "FB_C"})
    b.two("R", "R2215", "47k", "FB_B", "K1_LOW")
    b.two("R", "R2216", "100k", "FB_B", "12V_LOOP")
    b.two("R", "R2217", "18k", "FB_C", "SAFE_FB")
    b.two("R", "R2218", "5k6", "SAFE_FB", "GND")
    b.two("C", "C2203", "10n", "SAFE_FB", "GND")
