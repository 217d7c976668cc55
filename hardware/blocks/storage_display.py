"""FRAM for the journal, I2C to the display (design hardware §1.6, §1.7)."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design


def build(b: Board, _design: Design) -> None:
    """FRAM at 0x50, HT16K33 at 0x70; 2k2 for 400 kHz over 0.6 m of wire."""
    b.add("MB85RC256V", "U18", {
        "A0": "GND", "A1": "GND", "A2": "GND", "WP": "GND", "VSS": "GND", "VDD": "+3V3",
        "SDA": "I2C0_SDA", "SCL": "I2C0_SCL"})
    b.decouple("U18", "+3V3")
    for number, net in enumerate(("I2C0_SDA", "I2C0_SCL"), 1):
        b.two("R", f"R280{number}", "2k2", net, "+3V3")
        b.two("PESD5V0", f"D280{number}", "", net, "GND")
