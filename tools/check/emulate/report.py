"""What the outputs are, as a line for people or a JSON object for programs."""

from __future__ import annotations

import json
from typing import Any

from mjsim.generated import constants as C

MOTORS = 16
AMUX = ("amux_a0", "amux_a1", "amux_a2")
PAUSE_MS = 200
"""Between two lines for people, of emulated time; programs get every change."""


def state(out: dict[str, Any]) -> dict[str, Any]:
    """Names instead of bits; without the analogue multiplexer, which changes all the time.

    `lamps`: {number: green red blue, two hex digits each} of those that are lit.
    """
    word = sum(byte << 8 * i for i, byte in enumerate(out["out"]))
    names = [name for i, name in enumerate(C.OUTPUTS) if name and word >> i & 1]
    motors = [name for name in names if C.OUTPUTS.index(name) < MOTORS]
    return {
        "enabled": bool(out["enabled"]),
        "alive": bool(out["alive"]),
        "armed": bool(out["arm"]),
        "emitters": bool(out["emit"]),
        "motors": motors + (["dice"] if out["dice"] else []),
        "outputs": [name for name in names if name not in motors and name not in AMUX],
        "display": out["text"],
        "lamps": {str(i): "%06X" % grb for i, grb in enumerate(out["lamps"]) if grb},
        "beep_hz": out["beep_hz"],
        "usb": bool(out["usb"]),
        "resets": out["resets"],
    }


class Reporter:
    """Gives a line when the state has changed."""

    def __init__(self, as_json: bool = False) -> None:
        self.as_json = as_json
        self._last: dict[str, Any] = {}
        self._at_ms = -PAUSE_MS

    def line(self, out: dict[str, Any]) -> str:
        """The line to print, or "" when there is nothing new."""
        now_ms = out["us"] // 1000
        fresh = state(out)
        if fresh == self._last or not self.as_json and now_ms - self._at_ms < PAUSE_MS:
            return ""
        self._last, self._at_ms = fresh, now_ms
        if self.as_json:
            return json.dumps({"t_ms": now_ms, **fresh})
        return sentence(now_ms, fresh)


def sentence(now_ms: int, fresh: dict[str, Any]) -> str:
    """One line for people."""
    parts = [
        "outputs on" if fresh["enabled"] else "outputs dead",
        "live signal" if fresh["alive"] else "no live signal",
        "armed" if fresh["armed"] else "not armed",
        "motors: %s" % (" ".join(fresh["motors"]) or "none"),
        "on: %s" % (" ".join(fresh["outputs"]) or "nothing"),
    ]
    if fresh["display"]:
        parts.append("display: %s" % fresh["display"])
    if fresh["lamps"]:
        parts.append("lamps lit: %d" % len(fresh["lamps"]))
    if fresh["beep_hz"]:
        parts.append("beep %d Hz" % fresh["beep_hz"])
    if fresh["resets"]:
        parts.append("resets: %d" % fresh["resets"])
    return "%8.3f s  %s" % (now_ms / 1000, ", ".join(parts))
