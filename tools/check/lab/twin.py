"""The same evening at the simulated table: plant, seed and people who see a little late.

What is the chip's alone it gets from there: the random words, and when each scan began and ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjsim.people.people import Habits, People
from mjsim.table.session import SETTLE_MS, SimTable
from tools.check.lab.chance import Drawn
from tools.check.lab.paced import Paced, Shown
from tools.check.lab.sight import Late


class Twin(SimTable):
    """A SimTable whose board has the random words that the chip had, and scans like the chip."""

    def __init__(self, machine: str, profile: str, seed: int, words: list[int],
                 scans: list[list[int]], start_us: int, shown: list[Shown]) -> None:  # fmt: skip
        super().__init__(machine, profile, seed, powered=False)
        self._words = Drawn(words)
        self.runner = Paced(self.plant, scans, start_us, shown)
        self.plant.mains_on()
        self._boot("power")
        self.run_for(SETTLE_MS)

    def _boot(self, cause: str) -> None:
        super()._boot(cause)
        self.board._random = self._words
        self.board.inputs.entropy = self._words.getrandbits(16)


def events(
    machine: str, profile: str, seed: int, habits: Habits, words: list[int], ms: int,
    scans: list[list[int]], start_us: int, shown: list[Shown],
) -> list[dict[str, Any]]:  # fmt: skip
    """Every event of the simulated firmware until `ms`.

    `words` are its random ones; `scans`, `start_us` and `shown` as in `paced.Paced`.
    """
    table = watched(Twin(machine, profile, seed, words, scans, start_us, shown), seed, habits)
    table.run_to(ms)
    return table.events


def watched(table: SimTable, seed: int, habits: Habits) -> SimTable:
    """The table with people who see what happens there a little late."""
    late = Late(table)
    table.hearing.listen(lambda event: late.hear(event, event["t_ms"]), ("dice",), ("table",))
    table.people = People(late, seed, habits)
    table.people.next_ms = SETTLE_MS
    return table


def sentence(event: Mapping[str, Any]) -> str:
    """An event without its number and time: two are the same when these are."""
    left = ("number", "t_ms")
    return " ".join(
        "%s=%s" % (key, _text(value)) for key, value in event.items() if key not in left
    )


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)


NEAR_MS = 30
"""How far apart an event may come on the chip and in the simulator."""


class Comparison:
    """How far two runs tell the same.

    `same` events come in the same order, `worst_ms` is their largest distance, `differ` the first
    two that are not the same. `alone` are events of either run without their like within
    `NEAR_MS`: two things that happen in the same moment may be told either way round. The clocks
    begin where each firmware began; what they are apart all the time is no distance. What comes
    after the last that the host heard of the chip is not looked for.
    """

    def __init__(self, chip: list[dict[str, Any]], twin: list[dict[str, Any]]) -> None:
        self.differ: tuple[str, str] | None = None
        apart = []
        for ours, theirs in zip(chip, twin, strict=False):
            if sentence(ours) != sentence(theirs):
                self.differ = (sentence(ours), sentence(theirs))
                break
            apart.append(int(ours["t_ms"]) - int(theirs["t_ms"]))
        self.same = len(apart)
        self.at_ms = int(twin[self.same - 1]["t_ms"]) if apart else 0
        usual = sorted(apart)[len(apart) // 2] if apart else 0
        self.worst_ms = max((abs(each - usual) for each in apart[1:]), default=0)
        self.alone = _alone(chip[1:], twin[1:], usual)


def _alone(chip: list[dict[str, Any]], twin: list[dict[str, Any]], shift: int) -> list[str]:
    """Events without their like, first those of the chip, each with the twin's time."""
    waiting: dict[str, list[int]] = {}
    for event in twin:
        waiting.setdefault(sentence(event), []).append(int(event["t_ms"]))
    found = []
    for event in chip:
        text, t_ms = sentence(event), int(event["t_ms"]) - shift
        times = waiting.get(text, [])
        near = next((at for at in times if abs(at - t_ms) <= NEAR_MS), None)
        if near is None:
            found.append("%d ms %s (chip)" % (t_ms, text))
        else:
            times.remove(near)
    end = max((int(event["t_ms"]) - shift for event in chip), default=0) - NEAR_MS
    left = [(at, text) for text, times in waiting.items() for at in times if at < end]
    return found + ["%d ms %s (simulator)" % each for each in sorted(left)]
