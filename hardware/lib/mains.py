"""Parts of the mains half and the barriers to the logic half."""

from hardware.lib.types import PartType, pins, row

_RATING = "rating and creepage at 253 V"

TYPES = {
    "FN9280": PartType(
        "inlet_filter", pins("1:L:P 2:N:P 3:PE:P 4:L':P 5:N':P"), "mj:OffBoard",
        "C14 inlet, filter, 2-pole switch, 2 x T1A", "FN9280", "DD12",
        "a family, no order number: ask for 1 A, 2-pole switch, two 5x20 holders, class I"),
    "TMOV14RP300E": PartType(
        "mov", row("1 2"), "mj:RV_14mm", "TMOV14RP300E", "TMOV14RP300E", "", _RATING),
    "14D471K": PartType(
        "mov", row("1 2"), "mj:RV_14mm", "14D471K", "B72214S0301K101", "MOV-14D471K", _RATING),
    "X2_100N": PartType(
        "x_capacitor", row("1 2"), "mj:CX2_P15", "100n X2", "R46KI310000M2M", "B32922C3104M000",
        _RATING),
    "X2_10N": PartType(
        "x_capacitor", row("1 2"), "mj:CX2_P10", "10n X2", "B32921C3103M000", "R46KF210000M1M",
        _RATING),
    "Y1_2N2": PartType(
        "y_capacitor", row("1 2"), "mj:CY_P10", "2n2 Y1", "DE1E3RA222MA4BQ01F",
        "", "sum of leakage with the inlet filter's <= 3.5 mA"),
    "CM_CHOKE": PartType(
        "cm_choke", pins("1:1:P 2:2:P 3:3:P 4:4:P"), "mj:CM_choke", "2x10mH 1A",
        "B82732R2102B030", "", "10 mH at 1 A, winding starts; its pins are 10 x 12.5 mm apart"),
    "FUSE_T500MA": PartType(
        "fuse", row("1 2"), "mj:Fuse_5x20", "T500mA H 250V", "0215.500MXP", "0001.2501",
        "ceramic, breaking capacity 1500 A"),
    "IRM-20-12": PartType(
        "smps_acdc", pins("1:AC/L:P 2:AC/N:P 3:-Vo:w 4:+Vo:w"), "mj:IRM-20", "IRM-20-12",
        "IRM-20-12", "", "starts into 6800 uF behind a diode; pins 1 and 2 may be exchanged"),
    "G7SA-2A2B": PartType(
        "relay_forceguided",
        pins("0:COIL-:P 1:COIL+:P " + " ".join(f"{n}:{n}:P" for n in (11, 12, 21, 22, 33, 34, 43,
                                                                       44))),
        "mj:Relay_G7SA", "G7SA-2A2B DC12", "G7SA-2A2B DC12", "",
        "the coil has polarity; which poles have reinforced insulation to one another"),
    # five pins, 5 mm apart; an RT314012 or a G2RL-1-E is the 16 A form with eight
    "RT214012": PartType(
        "relay_spdt", pins("A1:A1:P A2:A2:P 11:11:P 12:12:P 14:14:P"), "mj:Relay_SPDT",
        "RT214012", "RT214012", "40.51.9.012.0000",
        "2 = 12 A, five pins, 5 mm; the substitute takes 54 mA: 409 in the loop with all on"),
    "IL4208": PartType(
        "opto_triac", pins("1:A:P 2:K:P 3:NC:N 4:T2:P 5:SUB:N 6:T1:P"), "mj:DIP-6_W10.16",
        "IL4208-X006", "IL4208-X006", "FOD4208TV", "800 V, trigger current 2 mA, 400-mil form"),
    "LTV-814": PartType(
        "opto_ac", pins("1:AC1:P 2:AC2:P 3:E:P 4:C:P"), "mj:DIP-4_W10.16", "LTV-814M",
        "LTV-814M-A", "SFH620A-3X006", "rank A (50-150 % at 1 mA); 400-mil form"),
    "BTA08": PartType(
        "triac", pins("1:A1:P 2:A2:P 3:G:P"), "mj:TO-220-3_V", "BTA08-800SW",
        "BTA08-800SWRG", "BTA06-800SWRG", "holding and latching current, insulated tab"),
    "ZMCT103C": PartType(
        "ct", pins("1:P1:P 2:P2:P 3:S1:P 4:S2:P"), "mj:CT_ZMCT103C", "ZMCT103C", "ZMCT103C",
        "", "insulation of the primary wire: 2 turns of double-insulated wire"),
}
