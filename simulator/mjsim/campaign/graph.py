"""The graph of an exploration: states by number, and what leads from one to another."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b

from mjsim.campaign.alike import State

PLUG, START, STEP = "plug", "start %d", "; "
"""One event; the first word of a way, by its root; between two events of a way."""


class Graph:
    """States are kept as twelve bytes of their hash: a million of them are to fit."""

    def __init__(self) -> None:
        self.number: dict[bytes, int] = {}
        self.where: list[str] = []
        """The cycle's state, by number."""
        self.came: list[tuple[int, str]] = []
        """From where, and by which event, it was first reached."""
        self.back: list[array[int]] = []
        """What leads to it: twice the number, and one when only the plug does."""
        self.expanded: set[int] = set()
        self.goals: set[int] = set()

    def find(self, state: State) -> int:
        """A state's number, -1 for a new one."""
        return self.number.get(_key(state), -1)

    def add(self, state: State, before: int = -1, event: str = START % 0) -> int:
        """A new state; its number."""
        number = self.number[_key(state)] = len(self.where)
        self.where.append(state[0])
        self.came.append((before, event))
        self.back.append(array("i"))
        return number

    def lead(self, before: int, event: str, after: int) -> None:
        """An event leads from one state to another."""
        if before != after:
            self.back[after].append(2 * before + (event == PLUG))

    def way(self, number: int) -> str:
        """How it was first reached."""
        events: list[str] = []
        while number >= 0:
            number, event = self.came[number]
            events.append(event)
        return STEP.join(reversed(events))

    def saved(self, ends: Iterable[int], plug: bool) -> set[int]:
        """All from which a way leads to these; without the plug unless `plug`."""
        found = set(ends)
        todo = list(found)
        while todo:
            for edge in self.back[todo.pop()]:
                before = edge >> 1
                if before not in found and (plug or not edge & 1):
                    found.add(before)
                    todo.append(before)
        return found

    def counted(self, so: Callable[[int], object]) -> dict[str, int]:
        """How many are so, by the cycle's state."""
        return dict(sorted(Counter(
            where for number, where in enumerate(self.where) if so(number)).items()))  # fmt: skip


def _key(state: State) -> bytes:
    return blake2b(repr(state).encode(), digest_size=12).digest()
