"""Semiconductors with two or three pins, connectors' neighbours, mechanics."""

from hardware.lib.types import PartType, pins, row

_DIODE = pins("1:K:P 2:A:P")

TYPES = {
    "TSR2-2450": PartType(
        "dcdc", pins("1:+Vin:W 2:GND:W 3:+Vout:w"), "mj:SIP-3_TSR2", "TSR 2-2450", "TSR 2-2450",
        "K7805-2000R3"),
    "SS34": PartType("schottky", _DIODE, "mj:D_SMA", "B340A", "B340A-13-F", "",
                     "SMA; the SS34 of most makers is SMC"),
    "1N4148W": PartType("diode", _DIODE, "mj:D_SOD-123", "1N4148W", "1N4148W-7-F", "1N4148W-TP"),
    "BAT54WS": PartType("schottky", _DIODE, "mj:D_SOD-323", "BAT54WS", "BAT54WS-7-F",
                        "BAT54WS-E3-08"),
    "BZT52C15": PartType("zener", _DIODE, "mj:D_SOD-123", "BZT52C15", "BZT52C15-7-F",
                         "MMSZ5245BT1G"),
    "BZT52C12": PartType("zener", _DIODE, "mj:D_SOD-123", "BZT52C12", "BZT52C12-7-F",
                         "MMSZ5242BT1G"),
    "SMBJ15A": PartType("tvs", _DIODE, "mj:D_SMB", "SMBJ15A", "SMBJ15A", "SMBJ15A-TR"),
    "SMBJ5.0A": PartType("tvs", _DIODE, "mj:D_SMB", "SMBJ5.0A", "SMBJ5.0A", "SMBJ5.0A-TR"),
    "PESD5V0": PartType("tvs", _DIODE, "mj:D_SOD-323", "PESD5V0S1BA", "PESD5V0S1BA,115",
                        "SD05C-01FTG"),
    "BAT54S": PartType("schottky", pins("1:A1:P 2:K2:P 3:COM:P"), "mj:SOT-23", "BAT54S",
                       "BAT54S,215", "BAT54S-7-F"),
    "AO3400A": PartType("nmos", pins("1:G:I 2:S:P 3:D:P"), "mj:SOT-23", "AO3400A", "AO3400A",
                        "DMG3414U-7", "30 V; threshold well below 3 V"),
    "AO3401A": PartType("pmos", pins("1:G:I 2:S:P 3:D:P"), "mj:SOT-23", "AO3401A", "AO3401A",
                        "DMG2305UX-7"),
    "MMBT3904": PartType("npn", pins("1:B:I 2:E:P 3:C:P"), "mj:SOT-23", "MMBT3904",
                         "MMBT3904,215", "MMBT3904-7-F"),
    "MMBT3906": PartType("pnp", pins("1:B:I 2:E:P 3:C:P"), "mj:SOT-23", "MMBT3906",
                         "MMBT3906,215", "MMBT3906-7-F"),
    "LED_GN": PartType("led", _DIODE, "mj:LED_0805", "green", "LTST-C171GKT", ""),
    "LED_YE": PartType("led", _DIODE, "mj:LED_0805", "yellow", "LTST-C171KSKT", "150080YS75000"),
    "LED_RD": PartType("led", _DIODE, "mj:LED_0805", "red", "LTST-C171KRKT", "150080RS75000"),
    "MLT-8530": PartType("buzzer", pins("1:+:P 2:-:P 3:NC:N"), "mj:Buzzer_8504", "MLT-8530",
                         "MLT-8530", "CSS-I4B20-SMT", "voltage; pads of the substitute"),
    "STRAP": PartType("strap", row("1 2"), "mj:Strap_0R", "open", "",
                      "", "nothing to buy: two pads, closed with solder when needed"),
    "PE_TIE": PartType("strap", row("1 2"), "mj:Link_PE", "copper link", "", "",
                       "bare copper wire 1.5 mm2, soldered into both holes; no 0-ohm resistor: it "
                       "carries the fault current until the fuse blows"),
    "TESTPOINT": PartType("testpoint", row("1"), "mj:TestPoint", "test point", "5001", "5002"),
    "HOLE_PE": PartType("mounting_hole", row("1"), "mj:MountingHole_PE", "M3, PE bond",
                        "M3 stand-off 10 mm, toothed washer"),
    "HOLE": PartType("mounting_hole", (), "mj:MountingHole", "M3", "M3 stand-off 10 mm"),
}
