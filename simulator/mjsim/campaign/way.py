"""One way of an exploration walked again, with the flight recorder on, and from its end home.

The recorder begins where the way does, and anew when the plug was pulled, as on a board. So it is
read where something unsafe came, or when people who do not come home pull the plug for the first
time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mjsim.campaign.graph import START, STEP
from mjsim.campaign.homeward import walk
from mjsim.campaign.roots import MADE, placed
from mjsim.campaign.world import World
from mjsim.table import flight
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError


class Recorded(World):
    """A world whose firmware records; it is a session for `flight`."""

    def __init__(self, played: SimTable) -> None:
        super().__init__(played)
        self.machine, self.profile_name = played.machine, played.profile_name
        self.plant, self.seed, self.late = played.plant, played.seed, played.late
        self.ended: list[bytes] = []
        """What was recorded until the plug was pulled, each time."""
        self._record()
        flight.keep(self.table)

    def _record(self) -> None:
        self.table = self.brain
        flight.begin(self.table, self.board, flight.RING)

    def scan(self) -> int:
        """One scan, and the checkpoint that is due."""
        wait = super().scan()
        flight.keep(self.table)
        return wait

    def switch_on(self) -> None:
        """New firmware, and nothing in its recorder."""
        self.ended.append(flight.left_by(self))
        self.board, self.brain = self._made()
        self._record()


@dataclass
class Walked:
    """What came of a way: after each event the cycle's state, and what was unsafe in it; at its
    end, unless that is unsafe, whether people come home and what is unsafe then."""

    events: list[str]
    states: list[str] = field(default_factory=list)
    unsafe: list[str] = field(default_factory=list)
    home: bool = False
    recording: bytes = b""

    @property
    def good(self) -> bool:
        """Nothing unsafe, and a way home."""
        return self.home and not any(self.unsafe)


def walked(machine: str, seed: int, sides: bool, way: str) -> Walked:
    """Walk it: `start N; event; ...`."""
    first, *events = [event.strip() for event in way.split(STEP.strip())]
    number = _number(first)
    world = placed(Recorded(MADE[number](machine, seed)), number)
    world.sides = sides
    found = Walked([first, *events], [world.brain.cycle.state], [""])
    for event in events:
        _possible(world, event)
        world.do(event)
        found.states.append(world.brain.cycle.state)
        found.unsafe.append(world.unsafe)
        world.unsafe = ""
    if not found.unsafe[-1]:
        _go_home(world, found)
    found.recording = found.recording or flight.left_by(world)
    return found


def _go_home(world: Recorded, found: Walked) -> None:
    """People as the search sends them."""
    plugs = len(world.ended)
    found.home = walk(world, lambda world: bool(world.unsafe)).came
    found.unsafe.append(world.unsafe)
    if not found.home:
        found.recording = next(filter(None, world.ended[plugs:]), b"")


def _number(first: str) -> int:
    """Of the root."""
    names = [START % number for number in range(len(MADE))]
    if first not in names:
        raise UsageError("--way: it begins with %r; begin with one of %s"
                         % (first, ", ".join(names)))  # fmt: skip
    return names.index(first)


def _possible(world: World, event: str) -> None:
    """Or a sentence: what cannot happen there shows nothing."""
    possible = world.events()
    if event not in possible:
        raise UsageError("--way: %r cannot happen in %s; what can: %s" % (
            event, world.brain.cycle.state, ", ".join(possible)))  # fmt: skip
