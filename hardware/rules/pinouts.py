"""What the pins of the logic parts do, by number, as the rules walk the circuit with them.

Written down apart from the project's symbols; each part's record (`hardware/lib/records`) says
whether somebody has read its data sheet, and the rule `records` holds the two together.
Bits: 595 bit 0 is QA, shifted in last; 165 bit 0 is A, shifted out last: both bytes go over the
wire most significant bit first.
"""

# Supply pins: (supply, ground) by kind, or by part number where a kind has several pinouts.
SUPPLY = {
    "74hc595": ("16", "8"), "74hc165": ("16", "8"), "74hc4051": ("16", "8"),
    "mcp6002": ("8", "4"), "fram": ("8", "4"), "drv8833": ("12", "13"),
    "74ahct125": ("14", "7"), "74hc74": ("14", "7"), "74lvc1g17": ("5", "3"),
    "74lvc1g14": ("5", "3"), "lm393": ("8", "4"), "pico": ("36", "38"),
    "APX803L-29SR-7": ("3", "2"), "TPS3710DDCR": ("5", "2"),
}
SUPPLY_NETS = {  # the rails that a kind may hang on
    "74hc595": ("+3V3",), "74hc165": ("+3V3",), "74hc4051": ("+3V3",), "mcp6002": ("+3V3",),
    "fram": ("+3V3",), "drv8833": ("+5V",), "74ahct125": ("+5V",), "74hc74": ("+3V3",),
    "74lvc1g17": ("+3V3",), "74lvc1g14": ("+3V3",), "lm393": ("+3V3", "+5V"),
    "pico": ("+3V3",), "APX803L-29SR-7": ("+3V3",), "TPS3710DDCR": ("+3V3", "+12V"),
}

OUT_BITS = ("15", "1", "2", "3", "4", "5", "6", "7")  # 74HC595 QA..QH
OUT_SERIAL, OUT_NEXT = "14", "9"  # serial input, QH'
OUT_CLOCK, OUT_LATCH, OUT_OE, OUT_CLEAR = "11", "12", "13", "10"
IN_BITS = ("11", "12", "13", "14", "3", "4", "5", "6")  # 74HC165 A..H
IN_SERIAL, IN_NEXT = "10", "9"  # serial input, QH
IN_CLOCK, IN_LOAD, IN_INHIBIT = "2", "1", "15"
ULN_GROUND, ULN_COMMON = "9", "10"
ULN_OUTPUTS = ("18", "17", "16", "15", "14", "13", "12", "11")  # of inputs 1-8
AMUX_INPUTS = ("13", "14", "15", "12", "1", "5", "2", "4")  # 74HC4051 Y0..Y7
AMUX_SELECT = ("11", "10", "9")  # S0 S1 S2
AMUX_OUT = "3"
OPTO_ANODE, OPTO_CATHODE, OPTO_FEED, OPTO_GATE = "1", "2", "6", "4"
OPTO_TRANSISTOR = ("3", "4")
TRIAC_A1, TRIAC_A2, TRIAC_GATE = "1", "2", "3"
RELAY_COIL, RELAY_COM, RELAY_NC, RELAY_NO = ("A1", "A2"), "11", "12", "14"
K1_COIL, K1_MIRROR, K1_POLES = ("0", "1"), ("11", "12"), (("33", "34"), ("43", "44"))

# GPIO number -> pin of the Pico and Pico 2.
PICO_GPIO = {
    0: "1", 1: "2", 2: "4", 3: "5", 4: "6", 5: "7", 6: "9", 7: "10", 8: "11", 9: "12", 10: "14",
    11: "15", 12: "16", 13: "17", 14: "19", 15: "20", 16: "21", 17: "22", 18: "24", 19: "25",
    20: "26", 21: "27", 22: "29", 26: "31", 27: "32", 28: "34",
}
PICO_GROUND = ("3", "8", "13", "18", "23", "28", "33", "38")
PICO_RUN, PICO_3V3, PICO_VSYS, PICO_VREF = "30", "36", "39", "35"
SUPERVISOR_RESET = "1"  # APX803L in the SR pinout; an SA has it at 2

# Order of the chains, nearest to MOSI first, nearest to MISO first.
OUT_CHAIN = ("U2", "U3", "U4", "U5")  # OUT0..OUT3
IN_CHAIN = ("U6", "U7", "U8", "U9", "U10", "U11", "U12", "U24")  # IN0..IN7
DRIVERS = ("U13", "U14", "U15")  # ULN2803A behind OUT0..OUT2


def uln_output(pin: str) -> str:
    """The output of a ULN2803A input: 1 -> 18, 8 -> 11."""
    return ULN_OUTPUTS[int(pin) - 1]
