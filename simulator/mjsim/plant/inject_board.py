"""What goes wrong with the board's program, its memory and its host, and who runs a motor.

The plant has none of these: a table in whose plant such a cause is active does what it says
(`mjsim.table.upsets`).
"""

from __future__ import annotations

from mjsim.plant.inject_row import Rows, fault, nothing
from mjsim.plant.inject_words import Words, args_of, motor_name, one_of, reversible_name, time_ms

MEMORY = ("full", "torn", "corrupt", "missing")
HOST = ("noise", "flood", "gone")
SERVICE = ("jog", "back", "test")

_visit = args_of(motor_name, lambda word: one_of(word, *SERVICE), time_ms(60_000))


def _run_by_hand(words: Words) -> Words:
    words = _visit(words)
    if words[1] == "back":
        reversible_name(words[0])
    return words


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
    "service": fault(
        "somebody runs a motor in service mode as soon as the table lets them in, and leaves",
        "MOTOR %s TIME" % "|".join(SERVICE),
        _run_by_hand, nothing),
}  # fmt: skip
"""By name."""
