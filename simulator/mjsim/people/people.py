"""People at the table: they look at it now and then, and do what its state asks for.

A small event-driven actor. It sees what people see (the table's state on the lamps, the
hatch, tiles on the table) and does what people do: keys, tiles, patience. Habits are
options; with `helpful` it also puts right what is wrong, with its hands inside the machine where
the remedy says so (`remedies.py`), and acknowledges; when `clumsy`, the wrong thing first.
Deterministic by its seed, and blind to the firmware's insides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from mjsim.people.remedies import Told, acts
from mjsim.people.seen import Seen
from mjsim.words.names import UsageError

LOOK_MS = 1_000
"""How often somebody looks at the table while nothing is to be done."""
SWEEP_MS = (6_000, 12_000)
"""Sweeping a set into the drum, shortest and longest."""
PLAY_MS = 60_000
"""A hand (issue: "60 s of play between")."""
HAND_TILES = 13
HATCH_MS = 3_000
"""From half open until the hatch stands."""
LID_MS = 2_000
"""Opening the lid, or shutting it: longer than anything coasts."""
ACT_MS = 1_500
"""One thing done with the hands inside."""

SETS = ("green", "blue")
SHORT = Told("E431", "", 0)
"""Tiles are called short, and none is missing."""

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
    keys: bool = True  # they press keys; without, they only sweep the tiles in


SWEEPERS = Habits(helpful=False, pass_deal=False, keys=False)
"""Nobody plays: whoever presses the keys finds the tiles swept in through the open hatch."""


class People:
    """Four people at one table. `next_ms` is when they next do or look at something."""

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
        self._mended: list[Told] = []  # faults that were put right in this hand
        self._acts = self._evening()

    def act(self) -> None:
        """Do whatever is due; sets `next_ms`."""
        self.next_ms = self._table.now_ms + next(self._acts)

    # the evening

    def _evening(self) -> Acts:
        """Look, do what the state asks for, look again."""
        yield 500
        while True:
            act = getattr(self, "_when_" + self._table.state, None)
            if act is None:
                yield LOOK_MS
            else:
                yield from act()

    def _when_power_on(self) -> Acts:
        yield from self._tap("elevator")
        yield 1_000

    def _when_ready(self) -> Acts:
        """Nobody plays: open the table."""
        yield 500
        yield from self._open()

    def _when_loading(self) -> Acts:
        """The hatch is up: sweep the set in, shut it."""
        yield 800
        if not self._table.hatch_open:
            yield 1_000
            return
        self._fresh = True
        plant = self._table.plant
        if self.habits.helpful and plant.loose and plant.set_in_works == plant.waiting_set:
            yield HATCH_MS  # tiles of the walls that stand finished lie in the drum
            yield from self._mend(Told("E432", "", 0))
        yield from self._sweep(self._set_to_load())
        yield 600
        if self._table.state == "loading":
            yield from self._tap("elevator")
            yield 1_500

    def _when_sorting(self) -> Acts:
        """The dropped set is being built; a hand may be played meanwhile."""
        yield from self._play_some(sorting=True)

    def _when_playing(self) -> Acts:
        """Play the hand to its end, then open the table."""
        yield from self._play_some(sorting=False)
        if self._done() and self._table.state == "playing":
            yield from self._open()

    def _when_short(self) -> Acts:
        """Tiles are missing: with the hand over, open, and `adding` follows."""
        yield from self._play_some(sorting=False)
        if self.habits.helpful and self._done():
            yield from self._open()
            yield 1_000

    def _when_adding(self) -> Acts:
        """The hatch is up for tiles that were forgotten."""
        yield 1_500
        if not self._table.hatch_open:
            return
        missing = self._table.forgotten_tiles()
        if missing:
            self._table.add_tiles(missing)
            yield 1_500
        elif self.habits.helpful:
            self._table.clear_causes()  # nothing lies on the floor: look what holds the tiles up
            if SHORT in self._mended:  # nor did that help
                yield from self._under_the_lid([SHORT])
            self._mended.append(SHORT)
        if self._table.state == "adding":
            yield from self._tap("elevator")
            yield 1_500

    def _when_fault(self) -> Acts:
        """Put the cause right, as a repairer would, and acknowledge."""
        if not self.habits.helpful:
            yield 1_000
            return
        yield 3_000
        told = self._table.told
        if told and self._blunders(told[0].code):
            yield from self._do_wrong()
            return
        if any(acts(one, len(self._table.plant.heads)) for one in told):
            yield from self._under_the_lid(told)
        self._table.clear_causes()
        yield 1_000
        yield from self._tap("elevator")
        yield 1_500

    def _blunders(self, code: str) -> bool:
        """Do these people go about it wrongly? Once a hand for each fault."""
        chance = self.habits.clumsy
        if not chance or code in self._blundered or self.random.random() >= chance:
            return False
        self._blundered.add(code)
        return True

    def _do_wrong(self) -> Acts:
        """Acknowledge with the cause as it was, perhaps after a mere look under the lid."""
        if self.random.random() < 0.5:
            self._table.set_lid(True)
            yield LID_MS
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

    # doing things

    def _tap(self, key: str) -> Acts:
        """Press a key as these people press keys."""
        if not self.habits.keys:
            yield LOOK_MS
            return
        ms = 900 if self.habits.hold and key == "elevator" else self.random.randrange(90, 220)
        self._table.press(key, ms)
        yield ms + 100

    def _open(self) -> Acts:
        if self._fresh:
            self._fresh = False
            self.started_ms = self._table.now_ms
        yield from self._tap("elevator")
        yield 1_000

    def _over(self) -> bool:
        """The hand on the table has been played (or none was dealt)."""
        table = self._table
        since = table.dice_ms
        if since > self._dice_seen:
            self._dice_seen = since
            self._played = self._interfered = False
            self._blundered.clear()
            self._mended.clear()
            self.hands += 1
        return self._dice_seen == 0 or table.now_ms - since >= self.habits.play_ms

    def _done(self) -> bool:
        """The hand is over and the deal passed on: nobody opens the table between the two."""
        return self._over() and self._played

    def _play_some(self, *, sorting: bool) -> Acts:
        """A look at the hand in progress: habits in its middle, the deal at its end."""
        over = self._over()
        if self._dice_seen == 0:
            yield LOOK_MS
            return
        half = self._table.now_ms - self._dice_seen >= min(self.habits.play_ms // 2, 20_000)
        if half and not self._interfered:
            self._interfered = True
            yield from self._interfere(sorting)
        elif over and not self._played:
            self._played = True
            if self.habits.pass_deal:
                yield from self._tap("marker")
            if sorting and self.habits.press_early:
                yield from self._tap("elevator")
        yield LOOK_MS

    def _interfere(self, sorting: bool) -> Acts:
        """What curious people do in the middle of a hand."""
        habits = self.habits
        if sorting and (habits.press_both or habits.late_tiles):
            self._table.hold("both", 1_300)
            yield 1_500
        elif habits.curious and sorting:
            yield from self._tap("elevator")

    # tiles

    def _set_to_load(self) -> list[int]:
        """The tiles on the table, or a fresh set from its box; those kept back come later.

        With a set in the drum already only its own tiles may follow: everybody can see that.
        """
        table = self._table
        inside = table.plant.set_in_works
        if inside in SETS:
            return table.table_tiles(inside)
        tiles = table.fit(table.table_tiles()) or table.boxed_set()
        tiles = drop_order(tiles, self.random)
        late = self.habits.late_tiles
        if late and tiles:
            table.keep_back(tiles[-late:])
            tiles = tiles[:-late]
        return tiles

    def _sweep(self, tiles: list[int]) -> Acts:
        """Push the tiles in from four sides, in eight strokes, while the hatch is open."""
        total = self.random.randrange(*SWEEP_MS)
        strokes = 8
        first = self.random.randrange(4)
        for stroke in range(strokes):
            part = tiles[stroke * len(tiles) // strokes : (stroke + 1) * len(tiles) // strokes]
            if not self._table.hatch_open:
                return
            if part:
                self._table.drop(part, side=(first + stroke) % 4)
            yield total // strokes


def drop_order(tiles: list[int], chance: random.Random) -> list[int]:
    """Tiles in the order they are swept in: what was thrown and left first, hands last."""
    held = [tiles[i : i + HAND_TILES] for i in range(0, 4 * HAND_TILES, HAND_TILES)]
    rest = tiles[4 * HAND_TILES :]
    thrown = rest[: len(rest) // 2]
    chance.shuffle(thrown)
    chance.shuffle(held)
    return thrown + rest[len(rest) // 2 :] + [tile for hand in held for tile in hand]
