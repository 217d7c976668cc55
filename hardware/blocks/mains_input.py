"""From the inlet filter to L_SW and N_SW: varistor, X2, bleeder, choke, Y capacitors, PE tie."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """Values: design hardware §1.2. Bleeder 2 x 470k: 200 nF are below 34 V within 0.5 s."""
    b.add("FN9280", "FL1", {"PE": "PE", "L'": "L_IN", "N'": "N_IN"}, nc=("L", "N"),
          note="with fuses F1 and F1N, T1A H 250 V in both poles, and the 2-pole switch")
    b.two("TMOV14RP300E", "RV1", "", "L_IN", "N_IN")
    b.two("X2_100N", "C2001", "", "L_IN", "N_IN")
    b.two("R_1W", "R2001", "470k", "L_IN", "BLEED")
    b.two("R_1W", "R2002", "470k", "BLEED", "N_IN")
    b.add("CM_CHOKE", "L1", {"1": "L_IN", "2": "L_SW", "4": "N_IN", "3": "N_SW"})
    b.two("X2_100N", "C2002", "", "L_SW", "N_SW")
    b.two("Y1_2N2", "C2003", "", "L_SW", "PE")
    b.two("Y1_2N2", "C2004", "", "N_SW", "PE")
    b.two("PE_TIE", "JP4", "", "GND", "PE", note="the one tie of 0 V to protective earth")
    b.add("HOLE_PE", "H1", {"1": "PE"})
    b.add("HOLE", "H2", {})
    b.add("HOLE", "H3", {})
    b.add("HOLE", "H4", {})
