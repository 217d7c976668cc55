"""What people at a table are like, how they press a key, and what they put right with their hands.

With `helpful` they do what a fault's remedy says (`remedies.py`), under the lid where it says so,
and acknowledge; when `clumsy`, the wrong thing first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from mjsim.generated.fault_rows import LOOKS_AT
from mjsim.people.remedies import PLAIN, Told, acts
from mjsim.people.seen import Seen
from mjsim.words.names import UsageError

LOOK_MS = 1_000
"""How often somebody looks at the table while nothing is to be done."""
PLAY_MS = 60_000
"""A hand (issue: "60 s of play between")."""
LID_MS = 2_000
"""Opening the lid, or shutting it: longer than anything coasts."""
ACT_MS = 1_500
"""One thing done with the hands inside."""
Acts = Iterator[int]


@dataclass(frozen=True)
class Habits:
    """What these people are like; the default ones are patient and tidy."""

    play_ms: int = PLAY_MS
    press_early: bool = False  # the elevator key while the other set is being sorted
    hold: bool = False  # keys held for a second instead of tapped
    press_both: bool = False  # both keys in the middle of the sorting, nothing to add
    late_tiles: int = 0  # tiles found only after the hatch has shut
    curious: bool = False  # the elevator key in the middle of a hand
    helpful: bool = True  # puts faults and shortages right
    pass_deal: bool = True  # marker, once a hand
    clumsy: float = 0.0  # how often they do the wrong thing first when there is a fault, 0 to 1
    thorough: bool = True  # behind any fault they put right all there is, not just what it names
    evening: int = 0  # they leave when so many hands have been dealt; 0 = they play on
    keys: bool = True  # they press keys; without, they only sweep the tiles in


SWEEPERS = Habits(helpful=False, pass_deal=False, keys=False)
"""Nobody plays: whoever presses the keys finds the tiles swept in through the open hatch."""


class Repairers:
    """People with their habits; what they do about a fault."""

    def __init__(self, table: Seen, seed: int, habits: Habits | None = None) -> None:
        self.habits = habits or Habits()
        self.random = random.Random(seed * 7919 + 17)
        self.next_ms = 0
        self.hands = 0
        self.started_ms = 0  # first elevator press of the cycle under way
        self._fresh = True  # the next opening begins a cycle
        self._table = table
        self._dice_seen = 0
        self._played = True  # the hand on the table is over
        self._interfered = False
        self._blundered: set[str] = set()  # faults that they went about wrongly in this hand
        self._looked: set[tuple[str, str]] = set()  # where they have looked in this hand
        self._mended: list[Told] = []  # faults that were put right in this hand

    def _tap(self, key: str) -> Acts:
        """Press a key as these people press keys."""
        if not self.habits.keys:
            yield LOOK_MS
            return
        ms = 900 if self.habits.hold and key == "elevator" else self.random.randrange(90, 220)
        self._table.press(key, ms)
        yield ms + 100

    def _when_fault(self) -> Acts:
        """Put the cause right, as a repairer would, and acknowledge."""
        if not self.habits.helpful:
            yield 1_000
            return
        yield 3_000
        told = self._table.told
        if told and self._blunders(told[0].code):
            yield from self._do_wrong(look=told[0].code not in PLAIN)
            return
        seen: set[tuple[str, str]] = set()
        mended = False
        while not mended:
            while fresh := self._unseen(seen):  # what came meanwhile comes next
                if any(acts(one, len(self._table.plant.heads)) for one in fresh):
                    yield from self._under_the_lid(fresh)
                seen |= {(one.code, one.place) for one in fresh}
            self._table.clear_causes(self._named(self._table.told))
            yield 1_000
            mended = not self._unseen(seen)  # they read the display once more
        yield from self._tap("elevator")
        yield 1_500

    def _named(self, told: list[Told]) -> set[str] | None:
        """The inputs and motors that they look at; None: at all of them, as `thorough` people do
        at once, and others when the same faults come again in this hand."""
        places = {(one.code, one.place) for one in told}
        if self.habits.thorough or self._looked >= places:
            return None
        self._looked |= places
        return {name for one in told for name in LOOKS_AT[one.code].split()}

    def _unseen(self, seen: set[tuple[str, str]]) -> list[Told]:
        """What is told and was not yet done."""
        return [one for one in self._table.told if (one.code, one.place) not in seen]

    def _blunders(self, code: str) -> bool:
        """Do these people go about it wrongly? Once a hand for each fault, and not beside somebody
        who serves the table, and knows what they turned."""
        chance = self.habits.clumsy
        served = any(cause.name == "service" for cause in self._table.plant.causes)
        if served or not chance or code in self._blundered or self.random.random() >= chance:
            return False
        self._blundered.add(code)
        return True

    def _do_wrong(self, *, look: bool) -> Acts:
        """Acknowledge with the cause as it was, perhaps after a mere look under the lid, where
        that does not show everybody what to do."""
        if self.random.random() < 0.5 and look:
            self._table.set_lid(True)
            yield LID_MS
            self._table.leave_heads()
            self._table.set_lid(False)
            yield LID_MS
        yield from self._tap("elevator")
        yield 1_500

    def _under_the_lid(self, told: list[Told]) -> Acts:
        """Open the lid, do what hands can do about these faults, shut it."""
        self._table.set_lid(True)
        yield LID_MS
        for one in told:
            yield from self._mend(one)
        self._table.set_lid(False)
        yield LID_MS

    def _mend(self, told: Told) -> Acts:
        """The acts of a fault's remedy; what cannot be done is left, and the next one tried."""
        table = self._table
        again = told in self._mended
        self._mended.append(told)
        for act in acts(told, len(table.plant.heads), again):
            words = act.split()
            if words[0] == "box":
                table.box(table.surplus())
            else:
                with suppress(UsageError):
                    table.mend(words[0], words[1], int(words[2]) if words[2:] else 1)
            yield ACT_MS
