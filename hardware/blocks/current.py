"""Fuses F2, F3 and the current of both motor groups: transformer, burden, bias, clamp, buffer."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """2 turns, 1000:1, 1k: 2 mV a milliampere; bias half of ADC_VREF (design hardware §1.5)."""
    for group, fuse, transformer, base in (("A", "F2", "T1", 2500), ("B", "F3", "T2", 2510)):
        _group(b, group, fuse, transformer, base)
    b.two("R", "R2530", "10k", "ADC_VREF", "BIAS_IN")
    b.two("R", "R2531", "10k", "BIAS_IN", "GND")
    b.two("C", "C2530", "1u", "BIAS_IN", "GND")
    b.add("MCP6002", "U172", {
        "INA+": "CUR_A_IN", "INA-": "CUR_A_OUT", "OUTA": "CUR_A_OUT", "INB+": "CUR_B_IN",
        "INB-": "CUR_B_OUT", "OUTB": "CUR_B_OUT", "VDD": "+3V3", "VSS": "GND"})
    b.decouple("U172", "+3V3")


def _group(b: Board, group: str, fuse: str, transformer: str, base: int) -> None:
    b.two("FUSE_T500MA", fuse, "", "L_MOT", f"L_FUSE_{group}")
    b.add("ZMCT103C", transformer, {
        "P1": f"L_FUSE_{group}", "P2": f"L_MOT_{group}", "S1": f"CT_{group}", "S2": "BIAS"},
        note="2 primary turns")
    b.two("R", f"R{base + 1}", "1k", f"CT_{group}", "BIAS", note="burden")
    b.two("R", f"R{base + 2}", "1k", f"CT_{group}", f"CUR_{group}_IN")
    b.two("C", f"C{base + 1}", "10n", f"CUR_{group}_IN", "GND")
    b.add("BAT54S", f"D{base + 1}", {"A1": "GND", "K2": "+3V3", "COM": f"CUR_{group}_IN"})
    b.two("R", f"R{base + 3}", "100", f"CUR_{group}_OUT", f"I_{group}")
    b.two("C", f"C{base + 2}", "10n", f"I_{group}", "GND")
