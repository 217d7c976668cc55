"""Registers that differ between the two controllers, by the name MicroPython gives the board.

Sources: RP2040 datasheet §2.3.1.7 (SIO), §2.17 (ROSC), §4.7 (watchdog scratch), §2.5.7 (DMA);
RP2350 datasheet §3.1.11 (SIO), §8.3 (ROSC), §12.9 (watchdog scratch), §12.6.10 (DMA).
"""

import sys

GPIO_IN = 0xD0000004  # the same on both
DMA_BASE = 0x50000000
OLDEST = (1, 26)  # no MicroPython before was ever tried
# name: (ROSC RANDOMBIT, watchdog SCRATCH0, DMA TIMER0)
CHIPS = {
    "RP2040": (0x4006001C, 0x4005800C, 0x50000420),
    "RP2350": (0x400E8020, 0x400D800C, 0x50000440),
}


def name_of(machine_text):
    """RP2040 or RP2350 from sys.implementation._machine, "" for any other board."""
    for name in CHIPS:
        if name in machine_text:
            return name
    return ""


class WrongBoard(Exception):
    """This is no Pico and no Pico 2, or its MicroPython is too old."""


def chip_registers():
    """(ROSC random bit, watchdog scratch, DMA timer 0, is an RP2040) of this controller."""
    about = getattr(sys.implementation, "_machine", "an unknown board")
    chip = name_of(about)
    if not chip:
        raise WrongBoard(
            "this firmware is for a Raspberry Pi Pico (RP2040) or Pico 2 (RP2350); this is "
            + about + "; copy it to the right board"
        )
    if sys.implementation.version[:2] < OLDEST:
        raise WrongBoard(
            "MicroPython %d.%d is too old, 1.26 is needed: put the one that docs/FLASHING.md "
            "names on the board" % sys.implementation.version[:2]
        )
    return CHIPS[chip] + (chip == "RP2040",)
