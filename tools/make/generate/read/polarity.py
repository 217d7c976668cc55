"""Signals whose polarity is the same on every table, and why: docs/MEASURED.md."""

from typing import Any

# Kinds of [sensors] whose polarity may be another's; with every other kind or a signal that is
# made on the board, a turned polarity would let a broken wire read as safe. A new kind of sensor
# (SENSORS of board_schema.py) is either here or has its reason in BY_KIND; a test names it.
TURNABLE = ("counter", "slot", "reflective", "hall", "key", "coded")
ON_BOARD = ("is made on the board, which is the same for every table; turned round, an open stop "
            "loop or a broken wire would read as closed and safe. Find the wiring mistake with "
            "the test in docs/IO.md instead")
BY_KIND = {
    "limit": "is a normally closed contact to 0 V; turned round, a broken wire would read as "
             "free. Wire the switch's normally closed contact instead: with its plug pulled it "
             "must read 1",
    "edge": "guards fingers through its end resistor; turned round, a broken wire would read as "
            "free. Fit an edge with 8k2 at its end instead",
}


def fixed(name: str, data: dict[str, Any]) -> str:
    """Why the polarity of a signal may not be turned, and what to do instead; "" when it may."""
    if data["signals"][name]["wired"] == "board":
        return ON_BOARD
    kind = next(kind for kind, row in data["sensors"].items() if name in row["signals"])
    return "" if kind in TURNABLE else BY_KIND[kind]
