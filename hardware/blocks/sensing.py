"""Zero cross, live motor bus, fuses, power fail, tile counters, edge switch."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design

SIDES = "ABCD"
COMPARATORS = {"A": ("U22", "A"), "B": ("U22", "B"), "C": ("U23", "A"), "D": ("U23", "B")}


def build(b: Board, _design: Design) -> None:
    """Design hardware §1.5."""
    _zero_cross(b)
    _mains_opto(b, 18, 2410, "L_MOT", "N_MOT", "LMOT_FB")
    b.two("R", "R2413", "47k", "LMOT_FB", "+3V3")
    _fuses(b)
    for side in SIDES:
        _counter(b, side)
    b.two("R", "R2430", "10k", "+3V3", "CNT_REF", note="1.65 V")
    b.two("R", "R2431", "10k", "CNT_REF", "GND")
    b.two("C", "C2430", "100n", "CNT_REF", "GND")
    for ref in ("U22", "U23", "U26"):
        b.decouple(ref, "+5V")
    _power_fail(b)


def _zero_cross(b: Board) -> None:
    """ZC is low while the mains is live; two zeners and the transistor set the pulse's width.

    hardware/out/spice.md: 0.2-0.8 ms over every corner, which the opto alone does not reach.
    """
    b.two("R_1W", "R2401", "47k", "L_SW", "ZC_Z1")
    b.two("BZT52C15", "D2401", "", "ZC_Z1", "ZC_Z2")
    b.two("BZT52C15", "D2402", "", "ZC_L", "ZC_Z2")
    b.two("R_1W", "R2402", "47k", "N_SW", "ZC_N")
    b.add("LTV-814", "OK17", {"AC1": "ZC_L", "AC2": "ZC_N", "C": "+3V3", "E": "ZC_E"})
    b.two("R", "R2403", "16k", "ZC_E", "GND")
    b.two("R", "R2404", "47k", "ZC_E", "ZC_B")
    b.add("MMBT3904", "Q28", {"B": "ZC_B", "E": "GND", "C": "ZC"})
    b.two("R", "R2405", "4k7", "ZC", "+3V3")


def _mains_opto(b: Board, number: int, base: int, live: str, neutral: str, out: str) -> None:
    """2 x 47k 1 W: 2.1 mA at 200 V, 0.34 W each at 253 V; output low while the mains is live."""
    b.two("R_1W", f"R{base + 1}", "47k", live, f"{out}_L")
    b.two("R_1W", f"R{base + 2}", "47k", neutral, f"{out}_N")
    b.add("LTV-814", f"OK{number}", {
        "AC1": f"{out}_L", "AC2": f"{out}_N", "C": out, "E": "GND"})


def _fuses(b: Board) -> None:
    """An opto across each fuse: a blown one pulls IN_FUSE_OK down through the snubbers' current.

    100 nF on 47k bridges the 0.4 ms around each zero crossing.
    """
    _mains_opto(b, 19, 2440, "L_MOT", "L_FUSE_A", "IN_FUSE_OK")
    b.two("R_1W", "R2451", "47k", "L_MOT", "F3_L")
    b.two("R_1W", "R2452", "47k", "L_FUSE_B", "F3_N")
    b.add("LTV-814", "OK20", {"AC1": "F3_L", "AC2": "F3_N", "C": "IN_FUSE_OK", "E": "GND"})
    b.two("R", "R2443", "47k", "IN_FUSE_OK", "+3V3")
    b.two("C", "C2441", "100n", "IN_FUSE_OK", "GND")


def _counter(b: Board, side: str) -> None:
    """A tile lights the phototransistor and pulls cnt_x_raw down; 10k/120k: 8 % hysteresis."""
    base = 2460 + 10 * SIDES.index(side)
    low = side.lower()
    raw, plus, out = f"cnt_{low}_raw", f"CNT_{side}_P", f"cnt_{low}"
    b.two("R", f"R{base}", "10k", raw, "+3V3")
    b.two("PESD5V0", f"D{base}", "", raw, "GND")
    b.two("R", f"R{base + 1}", "10k", raw, plus)
    b.two("R", f"R{base + 2}", "120k", out, plus)
    ref, half = COMPARATORS[side]
    if half == "A":
        other = SIDES[SIDES.index(side) + 1]
        b.add("LM393", ref, {
            "INA+": plus, "INA-": "CNT_REF", "OUTA": out, "INB+": f"CNT_{other}_P",
            "INB-": "CNT_REF", "OUTB": f"cnt_{other.lower()}", "VCC": "+5V", "GND": "GND"})


def _power_fail(b: Board) -> None:
    """12 V against 2.495 V: 32k4/10k with 470k: 10.5 V falling; the other half: edge switch open.

    PFAIL_N sheds by itself, without the firmware: watchdog's WD_OK (and with it both latches),
    emitters and dice driver, each through a Schottky diode.

    The edge switch's 8k2 and the 1k pull-up make 0.891 of 3.3 V; an open wire makes 1.0; the
    threshold is 0.947, and above it the bit is pulled down: a broken wire reads "pinched".
    """
    b.two("R", "R2420", "1k", "+5V", "VREF")
    b.add("TL431", "U28", {"K": "VREF", "REF": "VREF", "A": "GND"})
    b.two("R", "R2421", "32k4", "+12V", "PF_IN")
    b.two("R", "R2422", "10k", "PF_IN", "GND")
    b.two("C", "C2420", "1n", "PF_IN", "GND")
    b.two("R", "R2423", "470k", "PFAIL_N", "PF_IN")
    b.two("R", "R2424", "4k7", "PFAIL_N", "+3V3")
    b.two("BAT54WS", "D2420", "", "PFAIL_N", "WD_OK")
    b.two("BAT54WS", "D2421", "", "PFAIL_N", "EMIT_ON")
    b.two("BAT54WS", "D2422", "", "PFAIL_N", "DICE_AWAKE")
    b.two("R", "R2427", "4k7", "DICE_SLEEP_N", "DICE_AWAKE")
    b.two("R", "R2425", "1k", "+3V3", "PINCH_REF")
    b.two("R", "R2426", "18k", "PINCH_REF", "GND")
    b.add("LM393", "U26", {
        "INA+": "PF_IN", "INA-": "VREF", "OUTA": "PFAIL_N", "INB+": "PINCH_REF",
        "INB-": "pinch", "OUTB": "IN_PINCH", "VCC": "+5V", "GND": "GND"})
