"""What every part of the plant shares: time, sources of chance, the due times, the sentences.

A violation is a sentence beginning with its time; any of them makes a run a failure. An accident
on a line with an injected fault is an incident: the fault explains it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from mjsim.plant.numbers import NEVER
from mjsim.plant.unit import Unit


class Core:
    """Base of the plant's parts; `Plant` puts them together."""

    machine: str
    edges: int
    chained: bool
    tiles_a_push: int
    fitted: int
    shorted: int
    strayed: int
    moving: int
    hatch: Any
    grid: Any
    pick: Any
    chain: Any
    belts: list[Any]
    heads: list[Any]
    lifts: list[Any]
    drives: list[Any]
    drive_of: dict[int, Any]  # by its bit in the mask of motors

    def __init__(self, seed: int, unit: Unit) -> None:
        self.seed = seed
        self.unit = unit
        self.now = 0
        self.events = 0
        self.next_ms = NEVER
        self.due: list[int] = []
        self.handlers: list[Callable[[int], None]] = []
        self.violations: list[str] = []
        self.incidents: list[str] = []
        self.excused = self.excused_now = 0
        self.let_be = 0  # lines whose head a person was sent to, and left as it should not be
        self.by_hand = 0  # lines, lifts and the chain whose motor somebody runs in service mode
        self.excuse_mix = False
        self.causes: list[Any] = []
        self.has_program = True
        """The controller, if it has supply, runs its program."""

    def chance(self, part: str) -> Random:
        """The random source of one part: what it draws depends on seed and name alone.

        Nobody else draws from it, and its owner once for each thing that happens to it. So a
        controller that is some ms earlier or later gets the same machine and the same tiles.
        """
        return Random("%d/%s" % (self.seed, part))

    def add_slot(self, handler: Callable[[int], None]) -> int:
        """A place in the list of due times; `handler(now)` runs when it comes."""
        self.due.append(NEVER)
        self.handlers.append(handler)
        return len(self.due) - 1

    def advance(self, t_ms: int) -> None:
        """Let everything up to and including `t_ms` happen."""
        due, handlers = self.due, self.handlers
        at = self.next_ms
        while at <= t_ms:
            self.now = at
            self.events += 1
            handlers[due.index(at)](at)
            at = min(due)
        self.now = t_ms
        self.next_ms = at

    def advance_to_edge(self, t_ms: int) -> int:
        """The same, but no further than to the first event that an input shows; its time.

        NEVER when none does up to `t_ms`; what else is due at that very time may be left.
        """
        # copy: `advance` with one question more; asking it there would slow the hottest loop.
        due, handlers = self.due, self.handlers
        at = self.next_ms
        while at <= t_ms:
            self.now = at
            self.events += 1
            handlers[due.index(at)](at)
            if self.edges:
                self.next_ms = min(due)
                return at
            at = min(due)
        self.next_ms = at
        return NEVER

    def violate(self, text: str) -> None:
        """Physics was broken: note it with the time."""
        self.violations.append("%.3f s: %s" % (self.now / 1000, text))

    def incident(self, text: str) -> None:
        """Something went wrong that an injected fault explains."""
        self.incidents.append("%.3f s: %s" % (self.now / 1000, text))

    def accident(self, text: str, line: int) -> None:
        """A violation, or an incident: a fault was injected on this line, a person turns it, or
        left in its head what they were told to lift out."""
        if (self.excused | self.by_hand | self.let_be) & 1 << line:
            self.incident(text)
        else:
            self.violate(text)
