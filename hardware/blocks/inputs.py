"""The 74HC165 chain and what stands before each bit.

Most significant bit first: stage H is bit 7, A is bit 0. U6 is IN0 and sends to MISO; each
register's serial input takes the next one's output, the last one's the outputs' loop-back.
A wire from outside has a 4k7 pull-up, a TVS, 1k and 10 nF; what is made on the board has what
its own block gives it. A silver or gold contact wants 5 V and 1 mA, so switches and K1's mirror
hang on +5V by 3k3 and are divided for the chip; a phototransistor gets 10k.
"""

from hardware.blocks.board import Board
from hardware.blocks.design import BITS, DIRECT_BYTE, Design, Input
from hardware.blocks.outputs import LOOP_BACK

STAGES = ("A", "B", "C", "D", "E", "F", "G", "H")
REGISTERS = ("U6", "U7", "U8", "U9", "U10", "U11", "U12", "U24")  # IN0 .. IN7, MISO first
OWN = ("lid", "loop_raw", "fuse_ok")  # made in safety and sensing, with their own filters
# by the part of the signal: pull-up, its rail, series, to 0 V at the chip. Contacts: 1.4 mA,
# 2.7 to 3.1 V when open (the 165's high is 2.3); an ITR9608 lets 0.5 mA through at 20 mA, so 10k
CONTACT = ("3k3", "+5V", "10k", "18k")
PHOTO = ("10k", "+3V3", "1k", "")
CELLS = {"SS-01GL": CONTACT, "G7SA": CONTACT, "ITR9608": PHOTO, "TCRT5000": PHOTO}
PLAIN = ("4k7", "+3V3", "1k", "")
# 8k2 at the edge switch's far end: 1k keeps the idle wire at 2.9 V, above the 165's threshold;
# the comparator in `sensing` must be able to pull the bit down without moving the wire
EDGE = ("1k", "+3V3", "47k", "")
# the level that the board itself makes while the signal is 1; sensors outside may have either
LEVEL = {"lid": "high", "loop_raw": "high", "fuse_ok": "high", "k1_mir": "low", "sig1": "high",
         "sig0": "high", "strap_4port": "high", "pinch": "low", "safe_fb": "high",
         "lmot_fb": "low", "pfail": "low"}


def build(b: Board, design: Design) -> None:
    """Registers, signature, straps, input cells."""
    _levels(b, design)
    for byte, ref in enumerate(REGISTERS):
        _register(b, ref, byte, design.inputs()[byte * BITS:(byte + 1) * BITS])
    for its in design.inputs():
        _bit(b, design, its)
    for its in design.direct_inputs():
        if its.name in design.connector_nets():
            cell(b, design, its, design.gpio_of(its.name).upper())


def _levels(b: Board, design: Design) -> None:
    """machine.toml must say of these signals what the circuit does."""
    for name, level in LEVEL.items():
        said = design.data["signals"].get(name, {}).get("active", level)
        if said != level:
            b.mistake(f"{design.at('signals', name, 'active')}: signals.{name}.active is {said}, "
                      f"but the board makes this wire {level} itself; write {level}")


def _register(b: Board, ref: str, byte: int, bits: list[Input]) -> None:
    after = REGISTERS[byte + 1] if byte + 1 < len(REGISTERS) else ""
    nets = {"SH/LD#": "SR_LOAD_N", "CLK": "SR_SCK", "CLK_INH": "GND", "VCC": "+3V3", "GND": "GND",
            "QH": "SR_MISO" if byte == 0 else f"SR_{ref}_{REGISTERS[byte - 1]}",
            "SER": f"SR_{after}_{ref}" if after else LOOP_BACK}
    nets |= {stage: its.chip_net for stage, its in zip(STAGES, bits, strict=True)}
    b.add("74HC165", ref, nets, nc=("QH#",), note=f"IN{byte}")
    b.decouple(ref, "+3V3")


def _bit(b: Board, design: Design, its: Input) -> None:
    """What bit `its` needs."""
    net, pull = its.chip_net, f"R{3000 + its.number}"
    if its.name in design.connector_nets():
        cell(b, design, its, net)
    elif its.name == "sig0":
        b.two("R", pull, "4k7", net, "GND")
    elif its.name in ("strap_4port", "brd0", "brd1"):
        b.two("R", pull, "4k7", net, "+3V3")
        number = ("strap_4port", "brd0", "brd1").index(its.name) + 1
        b.two("STRAP", f"JP{number}", "", net, "GND", note=f"closed: {its.name} wire low")
    elif its.name == "k1_mir":
        _resistors(b, design, its, net)
        b.two("C", f"C{3000 + its.number}", "10n", net, "GND")
    elif its.name == "sig1" or its.name == "lid":
        b.two("R", pull, "4k7", net, "+3V3")
    elif its.name and its.name not in OWN:
        where = design.at("inputs", f"byte{its.number // BITS}")
        b.mistake(f"{where}: input {its.name} has neither a connector pin nor a block that "
                  "makes it")


def cell(b: Board, design: Design, its: Input, net: str) -> None:
    """Pull-up and TVS at the wire, series resistor and capacitor at the chip."""
    b.two("PESD5V0", f"D{3000 + its.number}", "", its.name, "GND")
    _resistors(b, design, its, net)
    b.two("C", f"C{3000 + its.number}", "10n", net, "GND")


def _resistors(b: Board, design: Design, its: Input, net: str) -> None:
    """Pull-up, series resistor, and for a contact the divider's lower half."""
    part = design.signal_of(its.name)["part"].split()[0]
    up, rail, series, down = EDGE if its.name == "pinch" else CELLS.get(part, PLAIN)
    b.two("R", f"R{3000 + its.number}", up, its.name, rail)
    b.two("R", f"R{3100 + its.number}", series, its.name, net)
    if down:
        b.two("R", f"R{3200 + its.number}", down, net, "GND")


__all__ = ["BITS", "DIRECT_BYTE", "REGISTERS", "STAGES", "build", "cell"]
