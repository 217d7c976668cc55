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

from mjsim.board.board import VirtualBoard
from mjsim.campaign import show
from mjsim.campaign.abstract import PUSHING, SHUT, Abstract
from mjsim.campaign.motions import names
from mjsim.campaign.scene import BELTS, CHAIN, HATCH, HEADS, INSIDE, LIFTS, RING
from mjsim.generated import constants as C
from mjsim.people.people import SETS
from mjsim.table.session import SimTable
from mjtable.table import Table

KEY_MS, HOLD_MS, SETTLE, QUIET_MS = 150, 1_400, 40, 120_000
LIMIT = 50_000
UP, LONG_MS = 2, 4_000
State = tuple[Any, ...]


class Words:
    """A source of chance that fits in a few bytes."""

    word = 1

    def getrandbits(self, bits: int) -> int:
        """The next word."""
        self.word = self.word * 40_503 + 12_345 & 0xFFFF
        return self.word >> 16 - bits


class World:
    """One firmware on one abstract machine."""

    def __init__(self, table: SimTable) -> None:
        self.abstract = Abstract(table.plant)
        self.board, self.brain, self.store = table.board, table.table, table.store
        self.board.plant, self.board._random = self.abstract, Words()
        self.abstract.armed = bool(self.board.outputs.arm)
        self.abstract.write(self.board.outputs.motors, self.board.outputs.aux, 0)
        self.now = table.now_ms
        self.unsafe = ""
        self.up_ms = -1  # since when the hatch is up

    def scan(self) -> int:
        """One scan; the firmware's wait."""
        board = self.board
        board.inputs.now_ms = self.now & 0x3FFFFFFF
        board.read(board.inputs)
        wait = int(self.brain.step(board.inputs, board.outputs))
        before = self.abstract.on
        board.write(board.outputs)
        if self.abstract.hatch != UP:
            self.up_ms = -1
        elif self.up_ms < 0:
            self.up_ms = self.now
        self.unsafe = self.unsafe or unsafe(self.abstract, self.abstract.on & ~before)
        return wait

    def run(self, ms: int) -> None:
        """A time in which no mechanism moves."""
        end = self.now + ms
        while self.now < end:
            self.now += 5
            wait = self.scan()
            self.now = max(self.now, min(end, self.now + wait - wait % 5 - 5))

    def until_it_changes(self) -> None:
        """Time passes until the firmware does something by itself."""
        was, end = self.state(), self.now + QUIET_MS
        while self.now < end:
            wait = self.scan()
            if self.state() != was:
                break
            self.now += max(5, wait - wait % 5)

    def do(self, event: str) -> None:
        """One event, and what follows at once."""
        kind, _, what = event.partition(" ")
        if kind == "move":
            self.abstract.move(what)
        elif kind == "key":
            for name in what.split("+"):
                self.abstract.put(name, True)
            self.run(HOLD_MS if "+" in what else KEY_MS)
            for name in what.split("+"):
                self.abstract.put(name, False)
        elif kind == "wait":
            self.until_it_changes()
        elif kind == "plug":
            self._restart()
        elif kind == "pinch":
            self.abstract.put("pinch", not self.abstract.sees("pinch"))
        else:
            self.abstract.stop(self.abstract.sees("loop_raw"), lid=kind == "lid")
        for _ in range(SETTLE):
            self.now += 5
            if self.scan() > 5:
                break

    def _restart(self) -> None:
        self.abstract.arm(False, self.now)
        self.abstract.write(0, 0, self.now)
        self.abstract.power_cycles += 1
        self.board = VirtualBoard(self.abstract, self.store, "power")  # type: ignore[arg-type]
        self.board._random = Words()
        self.brain = Table(self.board.inputs.machine, self.store)
        self.run(100)

    def events(self) -> list[str]:
        """What may happen now."""
        found = ["move " + name for name in self.abstract.moves()]
        found += ["wait", "key elevator", "key mark", "key elevator+mark", "pinch", "plug"]
        closed = self.abstract.sees("loop_raw")
        found += ["lid"] if closed or self.abstract.sees("lid") else []
        return found + (["stop"] if closed or not self.abstract.sees("lid") else [])

    def state(self) -> State:
        """What two states have alike when they are the same."""
        brain, outputs = self.brain, self.board.outputs
        charts = tuple(chart.state for chart in brain.charts)
        return (brain.cycle.state, brain.sorter.state, charts, brain.faults.active_code(),
                brain.armed, brain.cycle.loaded, tuple(brain.panel._state), brain.keys.count,
                bytes(self.abstract.level), outputs.motors, outputs.aux & 15,
                self.abstract.zones, self.long_up)  # fmt: skip

    @property
    def long_up(self) -> bool:
        """The hatch is up for so long that a set may be in."""
        return self.up_ms >= 0 and self.now - self.up_ms >= LONG_MS

    @property
    def free(self) -> bool:
        """People can reach their tiles: the hatch is up, and nobody waits for anything."""
        return self.abstract.hatch == UP and self.brain.cycle.state in ("loading", "adding")


def unsafe(machine: Abstract, starts: int) -> str:
    """What is wrong with the outputs; "" when nothing is."""
    on = machine.on
    checks = (
        ("an open hatch", starts & INSIDE and machine.hatch != SHUT),
        ("a lift that is not down", starts & (HEADS | CHAIN) and any(machine.lifts)),
        ("a pusher that is out", starts & (LIFTS | CHAIN) and PUSHING in machine.heads),
        ("a chain that is away", starts & LIFTS and machine.chain),
        ("chain and head together", on & CHAIN and on & HEADS),
        ("a lift and what is under it", on & LIFTS and on & (BELTS | HEADS | CHAIN | RING)),
        ("the hatch and what is inside", on & HATCH and on & INSIDE),
        ("belt and head of a line", on >> C.M_BELT & on >> C.M_HEAD & 15),
        ("a pinch", starts & HATCH and machine.aux & C.AUX_DIR_HATCH and machine.sees("pinch")),
        ("an open loop", starts and not machine.sees("loop_raw")),
    )
    return next(("%s with %s" % (names(on), what) for what, so in checks if so), "")


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
    """A table after power-on, and one that is played on while the other set stands finished."""
    begun = SimTable(machine, seed=seed)
    played = SimTable(machine, seed=seed)
    played.press("elevator")
    played.run_until("ready", 30_000)
    played.load()
    played.run_until(lambda: played.table.set_waiting in SETS, 400_000)
    played.run_for(3_000)
    return [World(begun), World(played)]


def frozen(world: World) -> bytes:
    """A copy of a world."""
    world.brain.events.tap = None
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
