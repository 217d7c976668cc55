"""12 V from the mains, the hold-up behind its diode, 5 V, the diode to the controller.

Relays, fan and lamps hang on +12V and cannot drain the hold-up; the power-fail comparator watches
+12V, which falls at once because its own capacitor is small.
"""

from hardware.blocks.board import Board
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """Hold-up C2110 and C2111: computed in hardware/out/spice.md."""
    b.add("IRM-20-12", "PS1", {"AC/L": "L_SW", "AC/N": "N_SW", "-Vo": "GND", "+Vo": "+12V"})
    b.two("C", "C2101", "220u 25V", "+12V", "GND")
    b.two("SMBJ15A", "D2101", "", "+12V", "GND")
    b.two("SS34", "D2110", "", "+12V_HOLD", "+12V")
    b.two("C", "C2110", "3300u 25V", "+12V_HOLD", "GND", note="hold-up")
    b.two("C", "C2111", "3300u 25V", "+12V_HOLD", "GND", note="hold-up")
    b.two("C", "C2102", "100n", "+12V_HOLD", "GND")
    b.add("TSR2-2450", "PS2", {"+Vin": "+12V_HOLD", "GND": "GND", "+Vout": "+5V"})
    b.two("C", "C2103", "10u", "+12V_HOLD", "GND", note="at PS2's input")
    b.two("C", "C2104", "470u 10V", "+5V", "GND", note="lamps' pulses")
    b.two("C", "C2105", "10u", "+5V", "GND", note="at PS2's output")
    b.two("SMBJ5.0A", "D2102", "", "+5V", "GND")
    b.two("SS34", "D1", "", "VSYS", "+5V", note="a USB cable must not feed the board")
    b.two("C", "C2106", "10u", "VSYS", "GND")
    b.two("C", "C2107", "10u", "+3V3", "GND")
    b.two("R", "R2101", "2k2", "+12V", "LED_12V")
    b.two("LED_GN", "D2103", "", "GND", "LED_12V", note="12 V present")
