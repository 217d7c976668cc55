"""Breadth first through what can be done, from many moments, to a stated depth."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tools.check.explore.actions import Action
from tools.check.explore.rig import Rig, thaw
from tools.check.explore.shape import Shape, mode, shape
from tools.check.explore.watch import Breach

AFTER_MS = 8_000
"""How long the table is watched after the last action of a sequence."""


@dataclass(frozen=True)
class Found:
    """A breach and the way to it."""

    root: str
    way: tuple[str, ...]
    breach: Breach


@dataclass
class Result:
    """What a search reached."""

    found: dict[str, Found] = field(default_factory=dict)
    states: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


@dataclass
class Node:
    """A table on the frontier."""

    data: bytes
    root: str
    way: tuple[str, ...]


class Search:
    """One search; `stop` at the first breach when only that is asked for."""

    def __init__(self, actions: list[Action], depth: int, *, first: bool = False,
                 until_s: float = 0.0, tell: Callable[[str], None] | None = None) -> None:
        self.actions = actions
        self.depth = depth
        self.first = first
        self.until_s = until_s
        self.tell = tell
        self.result = Result()
        self._seen: set[Shape] = set()

    def run(self, roots: Iterable[tuple[str, bytes]]) -> Result:
        """Search from every root, level by level."""
        begun = time.monotonic()
        frontier = []
        for name, data in roots:
            rig = thaw(data)
            if self._new(rig):
                frontier.append(Node(data, name, ()))
        for level in range(1, self.depth + 1):
            frontier = self._level(frontier, level)
            if self.first and self.result.found:
                break
        self.result.seconds = time.monotonic() - begun
        return self.result

    def _level(self, frontier: list[Node], level: int) -> list[Node]:
        following: list[Node] = []
        for place, node in enumerate(frontier):
            for action in self.actions:
                if action.asks and level > 1:
                    continue
                child = self._step(node, action, level)
                if child is not None:
                    following.append(child)
                if self.first and self.result.found:
                    return []
            if self.tell:
                self.tell("depth %d: %d of %d tables, %d states, %d steps, %d breaches" % (
                    level, place + 1, len(frontier), sum(self.result.states.values()),
                    sum(self.result.steps.values()), len(self.result.found)))  # fmt: skip
        return following

    def _step(self, node: Node, action: Action, level: int) -> Node | None:
        rig = thaw(node.data)
        way = (*node.way, action.name)
        action(rig)
        rig.watch.look()
        self.result.steps[mode(rig)] += 1
        if self._judge(rig, node.root, way) or not self._new(rig):
            return None
        if level == self.depth:
            rig.run_for(AFTER_MS)
            rig.watch.look()
            self._judge(rig, node.root, way)
            return None
        return Node(rig.freeze(), node.root, way)

    def _judge(self, rig: Rig, root: str, way: tuple[str, ...]) -> bool:
        for breach in rig.watch.breaches:
            self.result.found.setdefault(breach.kind, Found(root, way, breach))
        return bool(rig.watch.breaches)

    def _new(self, rig: Rig) -> bool:
        found = shape(rig)
        if found in self._seen:
            return False
        self._seen.add(found)
        self.result.states[mode(rig)] += 1
        return True


class Line:
    """One line on stderr that is written over: how far a search is."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._next = time.monotonic() + 1

    def __call__(self, text: str) -> None:
        if time.monotonic() >= self._next and sys.stderr.isatty():
            self._next = time.monotonic() + 0.5
            sys.stderr.write("\r\x1b[K%s: %s" % (self.what, text))
            sys.stderr.flush()

    def end(self) -> None:
        """The search is over."""
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
