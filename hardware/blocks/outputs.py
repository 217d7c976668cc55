"""The 74HC595 chain and the ULN2803A drivers.

The frame is sent most significant bit first, OUT3 before OUT0: the byte sent last stays in the
register next to MOSI, so U2 is OUT0, and bit 0 is QA. U5's QH' goes on into the far 74HC165.
"""

from hardware.blocks.board import Board
from hardware.blocks.design import Design

STAGES = ("QA", "QB", "QC", "QD", "QE", "QF", "QG", "QH")
REGISTERS = ("U2", "U3", "U4", "U5")  # OUT0 .. OUT3, MOSI first
DRIVERS = ("U13", "U14", "U15")  # OUT0 .. OUT2
LOOP_BACK = "SR_LOOPBACK"


def build(b: Board, design: Design) -> None:
    """Registers, drivers, the pull-up that keeps the outputs dead, the logic's own LEDs."""
    for byte, ref in enumerate(REGISTERS):
        _register(b, ref, byte, design.outputs(byte))
    for byte, ref in enumerate(DRIVERS):
        _driver(b, ref, byte, design)
    b.two("R", "R4001", "10k", "OUT_OE_N", "+3V3", note="outputs dead through reset")
    for number, (name, colour) in enumerate((("led_run", "LED_GN"), ("led_arm", "LED_YE"),
                                             ("led_flt", "LED_RD")), 2):
        net = name.upper()
        b.two("R", f"R400{number}", "1k", net, f"{net}_A")
        b.two(colour, f"D400{number}", "", "GND", f"{net}_A", note=name)


def serial(byte: int) -> str:
    """The net into register `byte`'s serial input."""
    return "SR_MOSI" if byte == 0 else f"SR_{REGISTERS[byte - 1]}_{REGISTERS[byte]}"


def _register(b: Board, ref: str, byte: int, names: list[str]) -> None:
    nets = {"SER": serial(byte), "SRCLK": "SR_SCK", "RCLK": "SR_LATCH", "OE#": "OUT_OE_N",
            "SRCLR#": "+3V3", "VCC": "+3V3", "GND": "GND",
            "QH'": serial(byte + 1) if byte + 1 < len(REGISTERS) else LOOP_BACK}
    nets |= {stage: name.upper() for stage, name in zip(STAGES, names, strict=True) if name}
    spare = [stage for stage, name in zip(STAGES, names, strict=True) if not name]
    b.add("74HC595", ref, nets, nc=spare, note=f"OUT{byte}")
    b.decouple(ref, "+3V3")


def driven(design: Design, name: str) -> str:
    """The net at the driver's output."""
    motors = {row["output"] for row in design.data["motors"].values()}
    if name in motors:
        return f"{name.upper()}_LED"
    return f"{name.upper()}_COIL" if name.startswith("dir_") else f"{name.upper()}_OUT"


def _driver(b: Board, ref: str, byte: int, design: Design) -> None:
    """COM is needed where coils are: to +12V, see `relays`."""
    nets, spare = {"GND": "GND"}, []
    for bit, name in enumerate(design.outputs(byte), 1):
        if name:
            nets[f"I{bit}"] = name.upper()
            nets[f"O{bit}"] = driven(design, name)
        else:
            nets[f"I{bit}"] = "GND"
            spare.append(f"O{bit}")
    if byte == 2:
        nets["COM"] = "+12V"
        b.decouple(ref, "+12V")
    else:
        spare.append("COM")
        b.decouple(ref, "+5V_SAFE")
    b.add("ULN2803A", ref, nets, nc=spare, note=f"OUT{byte}")
