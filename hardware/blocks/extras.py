"""What is bought but is no part of the circuit: holders, sockets, sensors and switches."""

from typing import NamedTuple


class Extra(NamedTuple):
    """A row of the bill of materials."""

    mpn: str
    value: str
    substitute: str = ""
    check: str = ""
    pieces: int = 1
    once: bool = False  # one part makes several signals (the rule switch its four bits)


# symbol of the circuit -> what goes with each
BOARD_EXTRAS = {
    "FUSE_T500MA": (Extra("0031.8201", "holder 5x20, open", "",
                          "order its cover with it: the contacts are live"),),
    "PICO": (Extra("PPPC201LFBN-RC", "socket, 20 pins", "SSW-120-01-T-S", "", 2),
             Extra("PREC020SAAN-RC", "pin header, 20 pins, soldered to the Pico",
                   "TSW-120-07-T-S", "SC1631 and SC0915 come without", 2)),
    "BOARD_LINK": (Extra("61205023021", "ribbon plug 2x25, with strain relief", "", ""),),
    "FN9280": (Extra("0215001.MXP", "F1, F1N T1A H 250V", "0001.2504",
                     "ceramic, high breaking capacity", 2),),
}

# connector of machine.toml -> what hangs on it besides sensors; motors are the table's own
AT_CONNECTORS = {
    "loop": (Extra("XB5AS8442", "stop button, latching, 1 NC, red", "",
                   "positive opening contact"),
             Extra("ZBE102", "the stop button's second contact, 1 NC", "",
                   "fits XB5AS8442; positive opening"),
             Extra("KSD301 90C NC", "bimetal switch 90 C", "67F090", "at the triacs")),
    "bench": (Extra("", "bench switch, two hands' work, not for a table in use", "",
                    "choose: normally open, spring return, no latch, 24 V 1 A, guarded against "
                    "being clamped; an enabling switch with three positions is best"),),
    "display": (Extra("HT16K33 4x7 segment", "display module, 0x70", "",
                      "works at 3.3 V; else feed it 5 V through a level shifter"),),
    "lamps": (Extra("SK6812 strip, 24 LEDs", "lamps", "",
                    "current at full white: the firmware limits it"),),
    "ntc": (Extra("NTCLE100E3103JB0", "NTC 10k", "B57891M0103J000", "B value 3950", 2),),
    "indicators": (Extra("", "fan 60 mm 12 V", "", "choose: 12 V DC, up to 0.1 A"),
                   Extra("", "panel lamp 12 V", "", "choose: LED lamp for 12 V, up to 20 mA", 3)),
}

# first word of [signals.*].part -> the resistor of its emitter, soldered into its tail: 5 V less
# 1.2 V give 14 mA in 270 R, and 17 mA in 220 R, as [sensors] counts
_SLOT = Extra("MFR-25FBF52-220R", "220R 0.25 W axial, emitter of a sensor")
_REFLECTIVE = Extra("MFR-25FBF52-270R", "270R 0.25 W axial, emitter of a sensor")
EMITTERS = {"ITR20001": _REFLECTIVE, "TCRT5000": _REFLECTIVE, "ITR9608": _SLOT}

# first word of [signals.*].part -> what to buy; words that are not here are bought with the
# circuit (straps, the relay's own contact, the loop)
SENSORS = {
    "ITR20001": Extra("ITR20001/T", "reflective sensor, 10 mm", "TCRT5000",
                      "distance to the tile"),
    "ITR9608": Extra("ITR9608", "slotted optical switch", "ITR9606-F", "0.5 mA at 20 mA"),
    "TCRT5000": Extra("TCRT5000", "reflective sensor", "ITR20001/T",
                      "levels must reach 0.8 V at 0.35 mA"),
    "SS-01GL": Extra("SS-01GL", "micro-switch, hinge lever, 0.1 A", "",
                     "wired normally closed; an SS-5GL wants 160 mA, this 1 mA at 5 V"),
    "DRV5023": Extra("DRV5023AJQLPGM", "hall switch", "", "open drain, 5 V; magnet's pole"),
    "D2SW-3L1H": Extra("D2SW-3L1H", "sealed micro-switch", "",
                       "one contact, in the 12 V loop: 0.3 A, so no 0.1 A type"),
    "edge": Extra("", "conductive edge with 8k2 end resistor", "E-profile switch",
                  "choose by the hatch's rim; contact closed = pinched, 8k2 1 % at its far end"),
    "BCD": Extra("", "BCD rotary switch, 10 positions", "the table's own gear switch",
                 "real code, common to 0 V", once=True),
    "key": Extra("", "key switch", "", "normally open"),
    "push": Extra("", "push button", "the table's own", "normally open, 0.7 mA wetting current"),
    "six-key": Extra("", "key of the six-key panel", "the table's own", "normally open"),
}
