"""The cycle with its interlocks, over everything that mechanisms may do.

The firmware is the real one, the machine below it abstract. Breadth first: in each state any
mechanism with current may come to its next flag, people press keys, open the lid, put right what
stands in the way under it, press stop, are pinched, pull the plug, or nothing happens until the
firmware itself goes on. `alike.py` says which states are the same. No output may be unsafe; from
every state a way must lead to an open hatch: in the graph, and where a limit ends the search by
going it (`homeward.py`).
"""

from __future__ import annotations

import zlib
from collections import deque
from dataclasses import dataclass, field

from mjsim.campaign.alike import alike
from mjsim.campaign.graph import START, STEP, Graph
from mjsim.campaign.homeward import walk
from mjsim.campaign.pieces import OnStep
from mjsim.campaign.roots import roots
from mjsim.campaign.world import World

Failure = list[str]
"""What it is, and the way that leads to it."""


@dataclass
class Report:
    """What was found."""

    machine: str
    states: int = 0
    steps: int = 0
    expanded: int = 0
    """In these everything that can happen was tried."""
    walked: int = 0
    """From these, which the limit left, people found the way by going it."""
    by_plug: int = 0
    """From these a way is known only by switching off and on."""
    by_state: dict[str, int] = field(default_factory=dict)
    plug_by_state: dict[str, int] = field(default_factory=dict)
    unsafe: list[Failure] = field(default_factory=list)
    dead: list[Failure] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Everything that can be reached was expanded; else the limit ended it."""
        return self.expanded == self.states

    @property
    def good(self) -> bool:
        """Nothing unsafe, no dead end."""
        return not self.unsafe and not self.dead


class Search:
    """One machine's."""

    def __init__(self, worlds: list[World], sides: bool = False) -> None:
        self.report, self.graph = Report(worlds[0].abstract.machine), Graph()
        self.frontier: deque[tuple[int, bytes]] = deque()
        for number, world in enumerate(worlds):
            self.world, world.sides = world, sides
            self._new(self.graph.add(alike(world), event=START % number))

    def _new(self, number: int) -> None:
        self.frontier.append((number, zlib.compress(self.world.save(), 1)))

    def expand(self) -> None:
        """Everything that can happen in the oldest state that was not looked into."""
        world, graph = self.world, self.graph
        here, packed = self.frontier.popleft()
        saved = zlib.decompress(packed)
        world.back(saved)
        graph.expanded.add(here)
        if world.free:
            graph.goals.add(here)
        for event in world.events():
            world.back(saved)
            world.do(event)
            self.report.steps += 1
            if world.unsafe:
                self.report.unsafe.append([world.unsafe, graph.way(here) + STEP + event])
                world.unsafe = ""  # it is told; what follows is told of itself alone
            state = alike(world)
            after = graph.find(state)
            if after < 0:
                after = graph.add(state, here, event)
                self._new(after)
            graph.lead(here, event, after)

    def conclude(self) -> Report:
        """Counts, and the states from which no way leads on."""
        graph, report = self.graph, self.report
        known = graph.saved(graph.goals, plug=True)
        easy = graph.saved(graph.goals, plug=False)
        went, by_plug = self._walk(known, easy)
        home = graph.saved(graph.goals | went, plug=True)
        easy = graph.saved(graph.goals | went - by_plug, plug=False)
        report.states, report.expanded = len(graph.where), len(graph.expanded)
        report.walked, report.by_plug = len(went), len(home - easy)
        report.by_state = graph.counted(lambda number: True)
        report.plug_by_state = graph.counted((home - easy).__contains__)
        report.dead = [["no way home from " + graph.where[number], graph.way(number)]
                       for number in range(report.states) if number not in home]
        return report

    def _walk(self, known: set[int], easy: set[int]) -> tuple[set[int], set[int]]:
        """From each state that was not expanded; who came home, and who of them by the plug."""
        went, by_plug, find = set(), set(), self.graph.find
        for number, packed in self.frontier:
            self.world.back(zlib.decompress(packed))
            home = walk(self.world, lambda world: find(alike(world)) in known)
            if self.world.unsafe:
                self.report.unsafe.append([self.world.unsafe + ", on the way home",
                                           self.graph.way(number)])
            if home.came:
                went.add(number)
            if home.plugs or not (self.world.free or find(alike(self.world)) in easy):
                by_plug.add(number)
        return went, by_plug


def explore(machine: str, seed: int, states: int, sides: bool,
            on_state: OnStep) -> Report:  # fmt: skip
    """Everything that can happen, up to a number of states; `seed`: of the first tables."""
    search = Search(roots(machine, seed), sides)
    while search.frontier and len(search.graph.where) < states:
        search.expand()
        on_state(search.report.unsafe)
    return search.conclude()
