"""From wherever a table stands, whatever went wrong: people with keys come to a finished hand.

Every start is written as the text of a scenario, so that a dead end can be run by a person with
`mjsim scenario`. A hand is finished when its walls have come up and its dice lie still.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from mjsim.campaign.fork import elsewhere
from mjsim.people.habits import Habits
from mjsim.plant import INPUT, Plant
from mjsim.plant.inject_words import MOTOR
from mjsim.run.report import HandMeter
from mjsim.scenario import scenario
from mjsim.scenario.place import put
from mjsim.scenario.steps import Actor
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError
from tools.check.explore.shape import Visits

LIMIT_MS = 20 * 60_000
"""Longer than two hands with every wait of people and table."""
STEP_MS = 500
SEED = 3
SIDES = ("a", "d")
"""Sides that stand for all four: the first in every order, and the last."""
TRUTHFUL = ("elevator", "mark", "svc", "reset", "chain_rev", "strap_4port")
"""Inputs that are not spoilt: people need them, or they are read once at the start."""
HEAD = "machine: %s\nseed: %d\nplayers: auto\nlate: none\n"
END = "expect event dice within 20min\n"


@dataclass
class Start:
    """A place to begin at: its name, and the steps of its scenario."""

    name: str
    machine: str
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The scenario, as a person can run it."""
        head = "# %s: does a way lead to a finished hand?\n" % self.name
        return head + HEAD % (self.machine, SEED) + "\n".join(self.steps) + "\n" + END


@dataclass
class Report:
    """What was tried and where no way led on."""

    tried: int = 0
    dead: list[tuple[Start, str]] = field(default_factory=list)
    faults: set[str] = field(default_factory=set)
    visited: set[tuple[str, ...]] = field(default_factory=set)
    slowest_s: float = 0.0
    driven: list[tuple[Start, str]] = field(default_factory=list)
    """Violations of physics on the way."""
    walls: list[tuple[Start, str]] = field(default_factory=list)
    """Hands that came with another wall than the game's: of a missing tile, or laid aside."""

    def add(self, start: Start, told: dict[str, Any]) -> None:
        """One start's end."""
        self.tried += 1
        self.faults |= set(told["faults"])
        self.visited |= {tuple(row) for row in told["visited"]}
        self.slowest_s = max(self.slowest_s, told["took_s"])
        for key, found in (("where", self.dead), ("driven", self.driven), ("wall", self.walls)):
            if told.get(key):
                found.append((start, told[key]))


def finish(table: SimTable) -> dict[str, Any]:
    """Let people play on until dice lie still; what was seen, and where it stands if not."""
    begun, dice_ms = table.now_ms, table.dice_ms
    seen, before = len(table.hearing.raw), len(table.violations)
    meter = HandMeter(table)
    while table.dice_ms == dice_ms and table.now_ms - begun < LIMIT_MS:
        table.run_for(STEP_MS)
    meter.look()
    events = table.events[seen:]
    dead = table.dice_ms == dice_ms
    return {
        "where": table.summary() if dead else "",
        "driven": "; ".join(table.violations[before : before + 1]),
        "wall": "; ".join(meter.wrong[:1]),
        "faults": sorted({event["code"] for event in events if event["event"] == "fault"}),
        "visited": [],
        "took_s": (table.now_ms - begun) / 1000,
    }


# --- places of mechanisms at power-on


def _runs(flags: list[Any]) -> list[int]:
    """The middle of each stretch of equal flags."""
    edges = [0] + [i for i in range(1, len(flags)) if flags[i] != flags[i - 1]] + [len(flags)]
    return [(low + high) // 2 for low, high in zip(edges, edges[1:], strict=False)]


def zones(machine: str) -> dict[str, list[int]]:
    """By mechanism: degrees or per cent in the middle of each stretch between its flags."""
    plant = Plant(machine, SEED)
    parts = ["hatch", "head_a", *["head_d"] * (len(plant.heads) > 1), "lift_a", "lift_d"]
    parts += ["chain"] * (plant.chain is not None)
    found = {}
    for name in parts:
        flags = []
        for place in range(100 if name in ("hatch", "chain") else 360):
            put(plant, name, place)
            flags.append(bytes(plant.raw))
        found[name] = _runs(flags)
        put(plant, name, 0)
    return found



def places(machine: str) -> Iterator[Start]:
    """Each mechanism alone at each of its zones, then every pair."""
    found = [(name, place) for name, all_of in zones(machine).items() for place in all_of]
    for name, place in found:
        yield _placed(machine, (name, place))
    for i, first in enumerate(found):
        for second in found[i + 1 :]:
            if first[0] != second[0]:
                yield _placed(machine, first, second)


def _placed(machine: str, *which: tuple[str, int]) -> Start:
    steps = ("power off", *["place %s %d" % one for one in which], "power on")
    name = "power-on with " + " and ".join("%s at %d" % one for one in which)
    return Start(name, machine, steps)


def from_places(start: Start) -> dict[str, Any]:
    """Perform a start's steps on a table of its own, and play on."""
    table = SimTable(start.machine, seed=SEED, players=Habits(), late="none")
    actor = Actor(table)
    for step in scenario.parse(start.text, start.name).steps[:-1]:
        actor.do(step)
    return finish(table)


# --- what goes wrong at every moment of an evening


def wrongs(machine: str) -> list[str]:
    """Everything that can go wrong, sides A and D for all."""
    plant = Plant(machine, SEED)
    motors = [name for name, index in MOTOR.items()
              if plant.drives[index] is not None and name[-2:] not in ("_b", "_c")]  # fmt: skip
    inputs = [name for name in INPUT if name[-2:] not in ("_b", "_c") and name not in TRUTHFUL
              and not name.startswith(("rule", "brd", "dice_", "elev"))]  # fmt: skip
    ac = [name for name in motors if name != "dice"]
    found = ["jam " + name for name in motors]
    found += ["%s %s" % (what, name) for what in ("short", "open") for name in ac]
    found += ["slow %s 50" % name for name in motors]
    found += ["stuck %s %s" % (name, on) for name in inputs for on in ("on", "off")]
    found += ["chatter " + name for name in inputs]
    found += ["lid open", "loop open", "pinch on", "hot 900", "fuse blown", "tile missing 2",
              "tile extra 1", "tile dead 1", "random 7", "mains half-cycle", "mains hz 60",
              "chain signature off", "mains cut 15ms", "mains cut 100ms", "mains cut 3s"]
    return found


def stand(table: SimTable) -> str:
    """How the charts of a table stand."""
    brain: Any = table.table
    lifts = sorted({lift.state for lift in brain.lifts})
    chain = [chart.state for chart in brain.chains]
    return " ".join([table.state, brain.sorter.state, brain.hatch.state, *lifts,
                     brain.dice.state, *chain])  # fmt: skip


def moments(machine: str, hands: int = 2) -> Iterator[tuple[str, SimTable]]:
    """An evening, halted at each new stand of the charts."""
    table = SimTable(machine, seed=SEED, players=Habits(), late="none")
    people: Any = table.people
    seen = set()
    while people.hands < hands or table.state != "playing":
        now = stand(table)
        if now not in seen:
            seen.add(now)
            yield now, table
        table.run_for(50)


def at_moments(machine: str, every: int, visits: Visits) -> Iterator[tuple[Start, Any]]:
    """Each wrong at every `every`-th moment; (start, its report)."""
    todo = wrongs(machine)
    for number, (name, table) in enumerate(moments(machine)):
        for index, wrong in enumerate(todo):
            if (number + index) % every == 0:
                start = Start("%s in %s" % (wrong, name), machine,
                              ("at %dms inject %s" % (table.now_ms, wrong),))  # fmt: skip
                yield start, elsewhere(partial(_go_wrong, table, wrong, visits))


def _go_wrong(table: SimTable, wrong: str, visits: Visits) -> dict[str, Any]:
    """In a branch: it goes wrong now, and people play on."""
    told = {"where": "", "faults": [], "visited": [], "took_s": 0.0}
    try:
        table.inject(wrong)
    except UsageError:
        return told  # not now: no such tile
    before = visits.seen()
    told = finish(table)
    told["visited"] = sorted(visits.seen() - before)
    return told


def kind_of(where: str) -> str:
    """A dead end's kind: its first fault, or the state it stays in."""
    fault = re.search(r"E\d{3}", where)
    state = re.search(r"state is (\w+)", where)
    return fault[0] if fault else state[1] if state else where
