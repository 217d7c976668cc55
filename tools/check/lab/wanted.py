"""Is this the MicroPython that the firmware is built for? Said before anything runs."""

from __future__ import annotations

import re
from pathlib import Path

from tools.check.emulate.problems import EmulateError

OLDEST = (1, 26)
MEASURED = "1.28.0"
RESET_HZ = 125_000_000
"""What MicroPython gives a Pico when nobody sets anything."""


def image(path: Path, content: bytes) -> str:
    """Version of the MicroPython in an image; `EmulateError` for none or a wrong one."""
    if b"MicroPython" not in content:
        raise EmulateError(str(path), "there is no MicroPython in this image", "it is another "
                           "program's", "give MicroPython %s for RPI_PICO" % MEASURED)  # fmt: skip
    found = re.search(rb"v(1)\.(\d+)\.(\d+)(-preview)?", content)
    if not found:
        raise EmulateError(str(path), "its MicroPython does not tell its version",
                           do="give MicroPython %s for RPI_PICO" % MEASURED)  # fmt: skip
    text = found.group().decode()
    if (int(found.group(1)), int(found.group(2))) < OLDEST:
        raise EmulateError(
            str(path), "MicroPython %s cannot run the firmware: it has no hard timer interrupts"
            % text, "the image is too old",
            "give MicroPython %s for RPI_PICO" % MEASURED)  # fmt: skip
    return text


def clock(bundle: Path, hertz: int) -> None:
    """`EmulateError` when the board's clock is not the one that the launcher sets."""
    found = re.search(r"^CLOCK_HZ = ([0-9_]+)", (bundle / "main.py").read_text(), re.MULTILINE)
    wanted = int(found.group(1)) if found else RESET_HZ
    if hertz != wanted:
        raise EmulateError(
            "the emulated board", "it runs at %d MHz at its first scan, and the firmware is for "
            "%d MHz"
            % (hertz // 1_000_000, wanted // 1_000_000), "the image did not let the launcher set "
            "its clock", "give MicroPython %s for RPI_PICO" % MEASURED)  # fmt: skip
