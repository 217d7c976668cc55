"""Strings as bytes, without allocating anything: a letter taken out of one may be a new object."""

import struct

LONG = 22  # letters that hardly a word has
COPIES = ["%ds" % size for size in range(LONG)]


def _takes_text():
    """`struct` packs a string as it is: MicroPython does, CPython wants bytes."""
    try:
        struct.pack_into("1s", bytearray(1), 0, "a")
    except Exception:  # noqa: BLE001 - of different kinds
        return False
    return True


AT_ONCE = _takes_text()
