"""Registers that differ between the two controllers, by the name MicroPython gives the board.

Sources: RP2040 datasheet §2.3.1.7 (SIO), §2.17 (ROSC), §4.7 (watchdog scratch); RP2350 datasheet
§3.1.11 (SIO), §8.3 (ROSC), §12.9 (watchdog scratch).
"""

GPIO_IN = 0xD0000004  # the same on both
GPIO_OUT = 0xD0000010
# name: (ROSC RANDOMBIT, watchdog SCRATCH0)
CHIPS = {
    "RP2040": (0x4006001C, 0x4005800C),
    "RP2350": (0x400E8020, 0x400D800C),
}


def name_of(machine_text):
    """RP2040 or RP2350 from sys.implementation._machine, "" for any other board."""
    for name in CHIPS:
        if name in machine_text:
            return name
    return ""
