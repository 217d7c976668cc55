"""The Pico on its socket, its supervisor, the service port."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design
from hardware.lib import TYPES, PartType, Pin

# RP2350 erratum E9: an input between its levels sources 120 uA; 8k2 or less pulls it low still
PULL_DOWN = "6k8"
FUNCTION_OF = {"in": "I", "out": "O", "io": "B", "analog": "I"}  # [pins.*].dir


def build(b: Board, design: Design) -> None:
    """GPIO nets are the upper-case names of [pins]."""
    pins = {f"GP{row['gp']}": name.upper() for name, row in design.data["pins"].items()}
    b.add("PICO", "U1", {
        **pins, "GND": "GND", "AGND": "GND", "RUN": "RUN", "ADC_VREF": "ADC_VREF", "3V3": "+3V3",
        "VSYS": "VSYS"}, nc=("3V3_EN", "VBUS"), what=_pico(design),
        note="on two 20-pin sockets; Pico 2, or Pico")
    b.two("C", "C2701", "2u2", "ADC_VREF", "GND")
    b.decouple("U1", "+3V3")
    b.add("APX803L", "U27", {"GND": "GND", "RESET#": "RUN", "VCC": "+3V3"})
    b.two("R", "R2701", "10k", "RUN", "+3V3")
    b.decouple("U27", "+3V3")
    for number, name in enumerate(("UART0_TX", "UART0_RX"), 2):
        b.two("PESD5V0", f"D270{number}", "", name, "GND")
    b.two("R", "R2704", "10k", "UART0_RX", "+3V3")
    b.two("R", "R2705", "10k", "SR_LOAD_N", "+3V3")
    b.two("R", "R2706", PULL_DOWN, "SR_LATCH", "GND")


def _pico(design: Design) -> PartType:
    """The Pico with its GPIOs as [pins] uses them, so that two drivers on a net are an error."""
    use = {f"GP{row['gp']}": FUNCTION_OF[row["dir"]] for row in design.data["pins"].values()}
    its = TYPES["PICO"]
    return its._replace(pins=tuple(
        Pin(p.number, p.name, use.get(p.name, p.function)) for p in its.pins))
