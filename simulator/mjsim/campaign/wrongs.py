"""What can go wrong on a machine, a kind for each row of the injection table.

`draw` writes one down as people would; a row without a drawing here is told by a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.plant.inject import InjectError, parse
from mjsim.plant.inject_board import HOST, MEMORY, SERVICE

SETTLED = ("reset", "chain_rev", "dice_a", "dice_b", "dice_c", "dice_d", "elevator2",
           "strap_4port", "brd0", "brd1")  # fmt: skip
"""Inputs that are not drawn, for they do nothing: read once at the start, keys that this table has
not or nobody reads. `every` has them: that they do nothing is shown."""
TRUTHFUL = (*SETTLED, "rule", "svc", "dice_rot")
"""Those, the rule switch (stuck is turned, which is another game), and two with a kind of their
own."""

CHAIN = "chain_"
"""How its inputs begin."""


class Draw:
    """Chance, and what a machine has."""

    def __init__(self, random: Random, machine: str) -> None:
        which = C.MACHINES.index(machine)
        lines = "abcd"[: C.LINES[which]]
        self.random = random
        self.lines = lines
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

    def run_by_hand(self) -> str:
        """Any motor, and how: only some turn back."""
        name = self.motor()
        turns = C.MOTOR_DIR[C.MOTORS.index(name)]
        return "%s %s" % (name, self.one(*(how for how in SERVICE if turns or how != "back")))

    def input(self) -> str:
        """Any input."""
        return self.random.choice(self.inputs)

    def among(self, *beginnings: str) -> str:
        """An input whose name begins like one of these."""
        return self.random.choice([name for name in self.inputs if name.startswith(beginnings)])

    def moving(self, beginning: str) -> str:
        """A motor whose name begins like this."""
        return self.random.choice([name for name in self.motors if name.startswith(beginning)])

    def pair(self) -> str:
        """Two inputs of one cable."""
        first = self.input()
        others = [name for name in self.inputs if INPUT[name] >> 3 == INPUT[first] >> 3]
        return "%s %s" % (first, self.random.choice([n for n in others if n != first] or [first]))

    def one(self, *words: str) -> str:
        """One of these."""
        return self.random.choice(words)


KINDS: dict[str, Callable[[Draw], str]] = {
    "stuck": lambda d: "%s %s" % (d.input(), d.one("on", "off")),
    "chatter": lambda d: d.input(),
    "drift": lambda d: "%s %s" % (d.input(), d.one("10", "30", "80")),
    "dim": lambda d: "%s %s" % (d.among("cnt_", "inlet_", "jam_"), d.one("2", "30", "100")),
    "swapped": lambda d: d.pair(),
    "limit lost": lambda d: d.among("hatch_", "lift_up", "lift_dn", "push_home"),
    "dead cable": lambda d: d.one(*d.lines),
    "key storm": lambda d: d.one("elevator", "mark"),
    "lid": lambda d: "open",
    "loop": lambda d: "open",
    "pinch": lambda d: "on",
    "chain signature": lambda d: "off",
    "chain corrupted": lambda d: "",
    "chain frozen": lambda d: "",
    "jam": lambda d: d.motor(),
    "open": lambda d: d.ac(),
    "short": lambda d: d.ac(),
    "half-wave": lambda d: d.ac(),
    "running on": lambda d: "%s %s" % (d.ac(), d.one("50ms", "200ms", "1s")),
    "slow": lambda d: "%s %s" % (d.motor(), d.one("40", "60", "80", "130", "190")),
    "weak": lambda d: d.motor(),
    "capacitor": lambda d: d.ac(),
    "reversed": lambda d: d.one("drum", "hatch", "belt_a"),
    # exchanged with a head, a belt and its head would run together, which no firmware can help
    "motors swapped": lambda d: d.one("lift_a lift_b", "lift_c lift_d"),
    "head phase": lambda d: "%s %s" % (d.moving("head_"), d.one("3", "8", "15")),
    "lift pinch": lambda d: d.moving("lift_"),
    "relay stuck": lambda d: d.one("hatch", "drum", "belts"),
    "relay welded": lambda d: "",
    "relay open": lambda d: "",
    "mains cut": lambda d: d.one("12ms", "15ms", "25ms", "60ms", "150ms", "500ms", "3s", "10s"),
    "mains half-cycle": lambda d: "",
    "mains hz": lambda d: d.one("47", "51", "60"),
    "mains sag": lambda d: d.one("50", "75", "85"),
    "brown-out": lambda d: d.one("5ms", "40ms", "300ms", "2s"),
    "clock": lambda d: d.one("97", "103"),
    "hot": lambda d: d.one("720", "900", "1900"),
    "random": lambda d: "7",
    "fuse blown": lambda d: "",
    "tile missing": lambda d: d.one("1", "2", "5"),
    "tile extra": lambda d: d.one("1", "2"),
    "tile weak": lambda d: d.one("1", "5"),
    "tile dead": lambda d: d.one("1", "2"),
    "tile jammed": lambda d: d.moving("belt_"),
    "tile doubled": lambda d: d.one("5", "30"),
    "tile shingled": lambda d: d.one("5", "30"),
    "wrong set": lambda d: d.one("1", "3"),
    "foreign body": lambda d: d.one("drum", "ring"),
    "exception": lambda d: "",
    "hang": lambda d: "",
    "store": lambda d: d.one(*MEMORY),
    "host": lambda d: d.one(*HOST),
    "service": lambda d: "%s %s" % (d.run_by_hand(), d.one("300", "900", "2500")),
    "stuck dice_rot": lambda d: d.one("on", "off"),
    "stuck svc": lambda d: d.one("on", "off"),
}
"""By kind, how its other words are drawn."""


def draw(random: Random, kind: str, machine: str) -> str:
    """One wrong of a kind, or the one that is written out whole."""
    if kind not in KINDS:
        return kind
    return (kind + " " + KINDS[kind](Draw(random, machine))).strip()


class _Path:
    """Every choice in turn: stands for chance, and takes another way each time it is asked."""

    def __init__(self) -> None:
        self._way: list[tuple[int, int]] = []  # taken, of how many
        self._at = 0

    def choice(self, among: Sequence[Any]) -> Any:
        """What this way takes here."""
        if self._at == len(self._way):
            self._way.append((0, len(among)))
        self._at += 1
        return among[self._way[self._at - 1][0]]

    def go_on(self) -> bool:
        """To the next way; False after the last one."""
        self._at = 0
        while self._way:
            taken, count = self._way.pop()
            if taken + 1 < count:
                self._way.append((taken + 1, count))
                return True
        return False


def every(machine: str) -> list[str]:
    """All that can be drawn, each once; two inputs in one order, and none of a chain that the
    machine has not."""
    chained = "chain" in Draw(Random(0), machine).motors
    found: dict[frozenset[str], str] = {}
    for kind in KINDS:
        path = _Path()
        while True:
            words = KINDS[kind](Draw(cast("Random", path), machine))
            if chained or CHAIN not in words:
                found.setdefault(frozenset((kind, *words.split())), (kind + " " + words).strip())
            if not path.go_on():
                break
    return [*found.values(), *("stuck %s %s" % (name, to) for name in SETTLED
                               if chained or not name.startswith(CHAIN) for to in ("on", "off"))]


def those(machine: str, words: Sequence[str]) -> list[str]:
    """Those of all that begin with one of these words ("jam", "stuck cnt_a"); all when there are
    none."""
    begins = tuple(word + " " for word in words) or ("",)
    return [text for text in every(machine) if (text + " ").startswith(begins)]


def begins_some(machine: str, word: str) -> str:
    """The word, or words, when a wrong of the machine begins with it; `InjectError` else."""
    begins = " ".join(word.lower().split())
    if not those(machine, (begins,)):
        parse(word)
        raise InjectError("it is none of those that are tried on %s" % machine)
    return begins
