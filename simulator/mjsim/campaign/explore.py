"""`mjsim campaign explore`: the cycle with its interlocks, over everything mechanisms may do.

The firmware is the real one, the machine below it abstract. Breadth first: in each state any
mechanism with current may come to its next flag, people press keys, open the lid, press stop, are
pinched, pull the plug, or nothing happens until the firmware itself goes on. Two states are the
same when charts, inputs, outputs, fault and zones are. No output may be unsafe; from every state
a way must lead to an open hatch.
"""

from __future__ import annotations

import gc
import json
import pickle
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from mjsim.board.tapping import untap
from mjsim.campaign import show
from mjsim.campaign.world import State, World
from mjsim.people.people import SETS
from mjsim.table.session import SimTable

LIMIT = 50_000


@dataclass
class Report:
    """What was found."""

    machine: str
    states: int = 0
    steps: int = 0
    whole: bool = False
    """Everything that can be reached was; else the limit ended it."""
    by_state: dict[str, int] = field(default_factory=dict)
    unsafe: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Nothing unsafe, no dead end."""
        return not self.unsafe and not self.dead


def roots(machine: str, seed: int) -> list[World]:
    """A table after power-on, one with a finished set, one whose walls have come up."""
    return [World(SimTable(machine, seed=seed)), World(_built(machine, seed)),
            World(_risen(machine, seed))]  # fmt: skip


def _built(machine: str, seed: int) -> SimTable:
    """The first set stands finished on the lanes."""
    table = SimTable(machine, seed=seed)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load()
    table.run_until(lambda: table.table.set_waiting in SETS, 400_000)
    table.run_for(3_000)
    return table


def _risen(machine: str, seed: int) -> SimTable:
    """Its walls are up, the other set is in the drum, the dice are about to roll."""
    table = _built(machine, seed)
    table.load()
    table.run_until("rolling", 60_000)
    return table


def frozen(world: World) -> bytes:
    """A copy of a world."""
    untap(world.brain.events)
    return pickle.dumps(world, protocol=5)


def explore(machine: str, limit: int = LIMIT, seed: int = 1, on_state: Any = None) -> Report:
    """Everything that can happen, up to a number of states."""
    gc.freeze()  # what is there stays; looking through it for each copy would take most time
    report, way = Report(machine), {}
    back: dict[State, set[State]] = {}
    frontier: deque[tuple[State, bytes]] = deque()
    goals, expanded = set(), set()
    for world in roots(machine, seed):
        way[world.state()] = "start"
        frontier.append((world.state(), frozen(world)))
    while frontier and len(way) < limit:
        state, data = frontier.popleft()
        expanded.add(state)
        here: World = pickle.loads(data)
        if here.free:
            goals.add(state)
        for event in here.events():
            world = pickle.loads(data)
            world.do(event)
            report.steps += 1
            after = world.state()
            back.setdefault(after, set()).add(state)
            if world.unsafe:
                report.unsafe.append("%s: %s; then %s" % (world.unsafe, way[state], event))
            if after not in way:
                way[after] = (way[state] + "; " + event)[-400:]
                frontier.append((after, frozen(world)))
        if on_state is not None:
            on_state(report.unsafe)
    _conclude(report, way, back, goals, expanded, {state for state, _ in frontier})
    return report


def _conclude(report: Report, way: dict[State, str], back: dict[State, set[State]],
              goals: set[State], expanded: set[State], open_: set[State]) -> None:  # fmt: skip
    """Counts, and the states from which no way leads on; what was not looked into may."""
    saved, todo = set(goals) | open_, [*goals, *open_]
    while todo:
        for before in back.get(todo.pop(), ()):
            if before not in saved:
                saved.add(before)
                todo.append(before)
    report.states, report.whole = len(way), not open_
    report.by_state = dict(sorted(Counter(str(state[0]) for state in way).items()))
    report.dead = ["%s: %s" % (state[0], way[state]) for state in expanded - saved]


def command(machines: tuple[str, ...], limit: int, as_json: bool) -> int:
    """Explore, print, exit code."""
    reports = []
    for machine in machines:
        with show.progress(as_json, limit, machine) as bar:
            reports.append(explore(machine, limit, on_state=bar.step))
    if as_json:
        print(json.dumps([{**vars(one), "good": one.good} for one in reports]))
    for one in [] if as_json else reports:
        print("%s: %d states%s, %d steps: %d unsafe outputs, %d dead ends" % (
            one.machine, one.states, "" if one.whole else " (the limit; not all)", one.steps,
            len(one.unsafe), len(one.dead)))  # fmt: skip
        print("  by state: " + show.counted(Counter(one.by_state)))
        for text in (*one.unsafe[:5], *one.dead[:5]):
            print("  " + text)
    return 0 if all(one.good for one in reports) else 1
