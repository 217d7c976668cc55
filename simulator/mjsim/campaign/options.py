"""A seed becomes printed options: which table, which moment, what goes wrong when.

Runs are numbered from 0. `TREE` of them in a row fork from one table, the trunk; everything is
drawn from the campaign's seed and the number, so one run can be had alone.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, NamedTuple

from mjsim.campaign.wrongs import KINDS, draw
from mjsim.words import vocabulary
from mjsim.words.names import MACHINES

TREE = 16
"""Runs that fork from one trunk."""
LATE = ("none", "none", "now", "8", "30@0.01")
UNITS = ("typical", "typical", "typical", "nominal")
OFF = (0.25, 0.5, 0.75)
"""Share of the kinds of wrongs that is switched off in a run (swarm testing)."""
ONSET_MS, LAST_MS = 40_000, 45_000
"""The latest onset after the fork, the longest duration."""
REPEAT_MS = (3_000, 20_000)


class Companion(NamedTuple):
    """What some kinds are nothing without: how soon behind them, for how long (0: as long as they
    last), how long they last themselves at least, and in which share of the runs it comes."""

    text: str
    after_ms: int
    ms: int
    lasts_ms: int
    share: float = 1.0


WITH = {
    # a record is read at a start alone; a chip that is silent for a moment, with a cut in it, and
    # answers again then gives an old one that nobody can tell from a new one: that is not tried
    "store": Companion("mains cut 3s", 2_000, 0, 8_000),
    # they wait until they are let in: in the middle of a sort behind a stop
    "service": Companion("loop open", 0, 500, 25_000, 0.8),
}


@dataclass(frozen=True)
class Trunk:
    """A table that runs fork from."""

    machine: str
    profile: str
    unit: str
    late: str
    seed: int
    play_ms: int
    clumsy: float
    thorough: bool = True

    @property
    def text(self) -> str:
        """For people."""
        return "%s %s, %s unit %d, late %s, hands of %d s, clumsy %.1f, %s" % (
            self.machine, self.profile, self.unit, self.seed, self.late, self.play_ms // 1000,
            self.clumsy, "thorough" if self.thorough else "mending what is told",
        )  # fmt: skip


@dataclass(frozen=True)
class Wrong:
    """One thing that goes wrong: when after the fork, for how long, how often again."""

    text: str
    at_ms: int
    ms: int
    times: int = 1
    every_ms: int = 0

    @property
    def end_ms(self) -> int:
        """When it is over for good."""
        return self.at_ms + (self.times - 1) * self.every_ms + self.ms

    @property
    def told(self) -> str:
        """For people."""
        again = ", %d times every %.1f s" % (self.times, self.every_ms / 1000)
        return "%s after %.2f s for %.1f s%s" % (
            self.text, self.at_ms / 1000, self.ms / 1000, again if self.times > 1 else "",
        )  # fmt: skip


@dataclass(frozen=True)
class Options:
    """One run, all of it."""

    seed: int
    number: int
    trunk: Trunk
    place: float
    """Where on the trunk it forks: 0 to 1 of its evening, or from 1 to 2 of its changes."""
    off: tuple[str, ...]
    wrongs: tuple[Wrong, ...]
    kinds: tuple[str, ...] = ()
    """What it was drawn from; empty = everything."""

    @property
    def text(self) -> str:
        """For people, one line."""
        return "run %d: %s: %s (off: %s)" % (
            self.number, self.trunk.text, "; ".join(wrong.told for wrong in self.wrongs),
            ", ".join(self.off) or "nothing",
        )  # fmt: skip

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def trunk_of(seed: int, tree: int) -> Trunk:
    """The trunk of a tree: machines and profiles in turn, the rest by chance."""
    random = Random("%d trunk %d" % (seed, tree))
    profiles = vocabulary.profiles()
    return Trunk(
        MACHINES[tree % len(MACHINES)],
        profiles[tree // len(MACHINES) % len(profiles)],
        random.choice(UNITS),
        random.choice(LATE),
        random.randrange(1 << 30),
        random.choice((10_000, 20_000, 40_000)),
        random.choice((0.0, 0.3)),
        random.choice((True, False)),
    )


def _wrong(random: Random, kinds: list[str], machine: str) -> Wrong:
    text = draw(random, random.choice(kinds), machine)
    times = random.choice((1, 1, 1, 2, 4))
    at_ms = random.choice((0, random.randrange(ONSET_MS)))
    most = random.choice((500, 5_000, LAST_MS))
    return Wrong(text, at_ms, random.randrange(50, most), times,
                 random.randrange(*REPEAT_MS) if times > 1 else 0)


def _with(one: Wrong, random: Random) -> tuple[Wrong, ...]:
    """A wrong and what belongs to it."""
    other = WITH.get(one.text.split()[0])
    if other is None:
        return (one,)
    one = replace(one, ms=max(one.ms, other.lasts_ms),
                  every_ms=max(one.every_ms, 2 * other.lasts_ms))  # fmt: skip
    if other.share < 1 and random.random() >= other.share:
        return (one,)
    return one, replace(one, text=other.text, at_ms=one.at_ms + other.after_ms,
                        ms=other.ms or one.ms)


def options_of(seed: int, number: int, kinds: tuple[str, ...] = ()) -> Options:
    """Run `number` of the campaign `seed`, drawn from these kinds of wrongs (all)."""
    random = Random("%d run %d" % (seed, number))
    trunk = trunk_of(seed, number // TREE)
    every = list(kinds or KINDS)
    off = random.sample(every, int(len(every) * random.choice(OFF)))
    on = [kind for kind in every if kind not in off]
    wrongs = tuple(_wrong(random, on, trunk.machine) for _ in range(random.choice((1, 1, 2))))
    wrongs = tuple(part for one in wrongs for part in _with(one, random))
    place = random.random() + random.randrange(2)
    return Options(seed, number, trunk, place, tuple(sorted(off)), wrongs, kinds)
