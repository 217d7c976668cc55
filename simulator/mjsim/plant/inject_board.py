"""What goes wrong with the board's program, its memory and its host.

The plant has none of these: a table in whose plant such a cause is active does what it says
(`mjsim.table.upsets`).
"""

from __future__ import annotations

from mjsim.plant.inject_row import Rows, fault, nothing
from mjsim.plant.inject_words import args_of, one_of

MEMORY = ("full", "torn", "corrupt", "missing")
HOST = ("noise", "flood", "gone")

BOARD: Rows = {
    "exception": fault(
        "the program stops with an exception; the controller's watchdog starts it again", "",
        args_of(), nothing),
    "hang": fault(
        "the program hangs: outputs stay until the live signal is missed, then a restart", "",
        args_of(), nothing),
    "store": fault(
        "flash full; or the memory chip keeps half a record, has wrong bits, does not answer",
        "|".join(MEMORY), args_of(lambda word: one_of(word, *MEMORY)), nothing),
    "host": fault(
        "the serial port brings noise, requests without end, or half of one and reads no answer",
        "|".join(HOST), args_of(lambda word: one_of(word, *HOST)), nothing),
}  # fmt: skip
"""By name."""
