"""What can go wrong on a machine, a kind for each row of the injection table.

`draw` writes one down as people would; a row without a drawing here is told by a test.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mjsim.generated import constants as C
from mjsim.plant import INPUT

TRUTHFUL = ("svc", "reset", "chain_rev", "rule", "dice_", "strap", "brd", "elevator2")
"""Inputs that are not spoilt: read once at the start, or keys that this table has not."""


class Draw:
    """Chance, and what a machine has."""

    def __init__(self, random: Random, machine: str) -> None:
        which = C.MACHINES.index(machine)
        lines = "abcd"[: C.LINES[which]]
        self.random = random
        self.motors = [name for i, name in enumerate(C.MOTORS) if C.MOTORS_OF[which] >> i & 1]
        self.inputs = [name for name in INPUT if not name.startswith(TRUTHFUL)
                       and (name[-2:-1] != "_" or name[-1] in lines or "lift" in name
                            or name[-1] not in "abcd")]  # fmt: skip

    def motor(self) -> str:
        """Any motor."""
        return self.random.choice(self.motors)

    def ac(self) -> str:
        """Any motor with a triac."""
        return self.random.choice([name for name in self.motors if name != "dice"])

    def input(self) -> str:
        """Any input."""
        return self.random.choice(self.inputs)

    def one(self, *words: str) -> str:
        """One of these."""
        return self.random.choice(words)


KINDS: dict[str, Callable[[Draw], str]] = {
    "stuck": lambda d: "%s %s" % (d.input(), d.one("on", "off")),
    "chatter": lambda d: d.input(),
    "jam": lambda d: d.motor(),
    "open": lambda d: d.ac(),
    "short": lambda d: d.ac(),
    "slow": lambda d: "%s %s" % (d.motor(), d.one("40", "60", "80", "130", "190")),
    "mains cut": lambda d: d.one("12ms", "15ms", "25ms", "60ms", "150ms", "500ms", "3s", "10s"),
    "mains half-cycle": lambda d: "",
    "mains hz": lambda d: d.one("47", "51", "60"),
    "lid": lambda d: "open",
    "loop": lambda d: "open",
    "pinch": lambda d: "on",
    "hot": lambda d: d.one("720", "900", "1900"),
    "chain signature": lambda d: "off",
    "random": lambda d: "7",
    "tile missing": lambda d: d.one("1", "2", "5"),
    "tile extra": lambda d: d.one("1", "2"),
    "tile weak": lambda d: d.one("1", "5"),
    "tile dead": lambda d: d.one("1", "2"),
    "wrong set": lambda d: d.one("1", "3"),
    "fuse blown": lambda d: "",
}
"""By kind, how its other words are drawn."""


def draw(random: Random, kind: str, machine: str) -> str:
    """One wrong of a kind."""
    return (kind + " " + KINDS[kind](Draw(random, machine))).strip()
