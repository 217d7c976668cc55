"""Digital and analogue ICs; pin numbers are those of the makers' datasheets for this package."""

from hardware.lib.types import PartType, pins

_PICO_PINS = " ".join(
    f"{number}:{name}:{function}" for number, name, function in (
        *((n, f"GP{g}", "B") for n, g in zip(
            (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29),
            range(23), strict=True)),
        *((n, "GND", "W") for n in (3, 8, 13, 18, 23, 28, 38)),
        (30, "RUN", "I"), (31, "GP26", "B"), (32, "GP27", "B"), (33, "AGND", "W"),
        (34, "GP28", "B"), (35, "ADC_VREF", "P"), (36, "3V3", "w"), (37, "3V3_EN", "I"),
        (39, "VSYS", "W"), (40, "VBUS", "P"),
    )
)

TYPES = {
    "PICO": PartType(
        "pico", pins(_PICO_PINS), "mj:Pico_socket", "Raspberry Pi Pico 2", "SC1631", "SC0915",
        ""),
    "74HC595": PartType(
        "74hc595",
        pins("1:QB:T 2:QC:T 3:QD:T 4:QE:T 5:QF:T 6:QG:T 7:QH:T 8:GND:W 9:QH':O 10:SRCLR#:I "
             "11:SRCLK:I 12:RCLK:I 13:OE#:I 14:SER:I 15:QA:T 16:VCC:W"),
        "mj:SOIC-16", "74HC595", "SN74HC595DR", "74HC595D,118"),
    "74HC165": PartType(
        "74hc165",
        pins("1:SH/LD#:I 2:CLK:I 3:E:I 4:F:I 5:G:I 6:H:I 7:QH#:O 8:GND:W 9:QH:O 10:SER:I "
             "11:A:I 12:B:I 13:C:I 14:D:I 15:CLK_INH:I 16:VCC:W"),
        "mj:SOIC-16", "74HC165", "SN74HC165DR", "74HC165D,653"),
    "ULN2803A": PartType(
        "uln2803",
        pins(" ".join(f"{n}:I{n}:I" for n in range(1, 9)) + " 9:GND:W 10:COM:P "
             + " ".join(f"{19 - n}:O{n}:C" for n in range(1, 9))),
        "mj:SOIC-18W", "ULN2803A", "ULN2803ADWR", "ULN2803AFWG"),
    "74HC4051": PartType(
        "74hc4051",
        pins("1:Y4:P 2:Y6:P 3:Z:P 4:Y7:P 5:Y5:P 6:E#:I 7:VEE:W 8:GND:W 9:S2:I 10:S1:I 11:S0:I "
             "12:Y3:P 13:Y0:P 14:Y1:P 15:Y2:P 16:VCC:W"),
        "mj:SOIC-16", "74HC4051", "74HC4051D,653", "CD74HC4051M96"),
    "MCP6002": PartType(
        "mcp6002",
        pins("1:OUTA:O 2:INA-:I 3:INA+:I 4:VSS:W 5:INB+:I 6:INB-:I 7:OUTB:O 8:VDD:W"),
        "mj:SOIC-8", "MCP6002", "MCP6002T-I/SN", "MCP6002-I/SN"),
    "LM393": PartType(
        "lm393",
        pins("1:OUTA:C 2:INA-:I 3:INA+:I 4:GND:W 5:INB+:I 6:INB-:I 7:OUTB:C 8:VCC:W"),
        "mj:SOIC-8", "LM393", "LM393DR", "LM393DR2G"),
    "MB85RC256V": PartType(
        "fram",
        pins("1:A0:I 2:A1:I 3:A2:I 4:VSS:W 5:SDA:B 6:SCL:I 7:WP:I 8:VDD:W"),
        "mj:SOIC-8", "MB85RC256V", "MB85RC256VPNF-G-JNERE1", "FM24CL64B-GTR",
        "the substitute holds 8 KiB instead of 32"),
    "DRV8833PW": PartType(
        "drv8833",
        pins("1:nSLEEP:I 2:AOUT1:O 3:AISEN:P 4:AOUT2:O 5:BOUT2:O 6:BISEN:P 7:BOUT1:O 8:nFAULT:C "
             "9:BIN1:I 10:BIN2:I 11:VCP:P 12:VM:W 13:GND:W 14:VINT:P 15:AIN2:I 16:AIN1:I"),
        "mj:TSSOP-16", "DRV8833PW", "DRV8833PWR", "",
        "0.6 A in the plain PW package: heat at the dice motor's stall"),
    "74AHCT125": PartType(
        "74ahct125",
        pins("1:1OE#:I 2:1A:I 3:1Y:T 4:2OE#:I 5:2A:I 6:2Y:T 7:GND:W 8:3Y:T 9:3A:I 10:3OE#:I "
             "11:4Y:T 12:4A:I 13:4OE#:I 14:VCC:W"),
        "mj:SOIC-14", "74AHCT125", "SN74AHCT125DR", "74AHCT125D,118"),
    "74HC74": PartType(
        "74hc74",
        pins("1:1CLR#:I 2:1D:I 3:1CLK:I 4:1PRE#:I 5:1Q:O 6:1Q#:O 7:GND:W 8:2Q#:O 9:2Q:O "
             "10:2PRE#:I 11:2CLK:I 12:2D:I 13:2CLR#:I 14:VCC:W"),
        "mj:SOIC-14", "74HC74", "SN74HC74DR", "74HC74D,653"),
    "74LVC1G17": PartType(
        "74lvc1g17", pins("1:NC:N 2:A:I 3:GND:W 4:Y:O 5:VCC:W"),
        "mj:SOT-23-5", "74LVC1G17", "SN74LVC1G17DBVR", "74LVC1G17GV,125"),
    "TPS3710": PartType(
        "supervisor", pins("1:OUT:C 2:GND:W 3:SENSE:I 4:GND:W 5:VDD:W 6:GND:W"),
        "mj:SOT-23-6", "TPS3710", "TPS3710DDCR", "",
        "pins 4 and 6 to ground"),
    "APX803L": PartType(
        "supervisor", pins("1:RESET#:C 2:GND:W 3:VCC:W"),
        "mj:SOT-23", "APX803L-29SR", "APX803L-29SR-7", "",
        "SR: 1 = RESET#, 2 = GND; an SA has them the other way round"),
    "TL431": PartType(
        "tl431", pins("1:K:P 2:REF:I 3:A:P"),
        "mj:SOT-23", "TL431", "TL431AIDBZR", "",
        "TL432 has pins 1 and 2 the other way round"),
}
