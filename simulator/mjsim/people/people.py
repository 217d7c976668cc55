"""People at the table: they look at it now and then, and do what its state asks for.

A small event-driven actor. It sees what people see (the table's state on the lamps, the
hatch, tiles on the table) and does what people do: keys, tiles, patience. Habits are options
(`habits.py`).
Deterministic by its seed, and blind to the firmware's insides.
"""

from __future__ import annotations

import random
from collections import Counter

from mjsim.people.habits import LOOK_MS, Acts, Habits, Repairers
from mjsim.people.remedies import Told
from mjsim.people.seen import Seen

SWEEP_MS = (6_000, 12_000)
"""Sweeping a set into the drum, shortest and longest."""
HAND_TILES = 13
STRAY_TILES = 20
"""So many tiles of the other colour are no set of their own."""
STANDS = 5
"""Looks at a hatch that is to open and does not; it takes two."""
HATCH_MS = 3_000
"""From half open until the hatch stands."""

SETS = ("green", "blue")
SURPLUS = Told("E432", "", 0)
"""A tile too many; or it is one of those that a row lacks."""
SHORT = Told("E431", "", 0)
"""Tiles are called short, and none is missing."""


class People(Repairers):
    """Four people at one table. `next_ms` is when they next do or look at something."""

    def __init__(self, table: Seen, seed: int, habits: Habits | None = None) -> None:
        super().__init__(table, seed, habits)
        self._acts = self._evening()
        self._looks = 0

    def act(self) -> None:
        """Do whatever is due; sets `next_ms`."""
        self.next_ms = self._table.now_ms + next(self._acts)

    # the evening

    def _evening(self) -> Acts:
        """Look, do what the state asks for, look again."""
        yield 500
        while True:
            act = getattr(self, "_when_" + self._table.state, None)
            if act is None or self._have_left():
                yield LOOK_MS
            else:
                yield from act()

    def _have_left(self) -> bool:
        """The evening is over; the walls of its last hand stand on the table."""
        return 0 < self.habits.evening <= self.hands

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
            self._looks += 1
            if self._looks > STANDS and self.habits.keys:  # half open: shut, and begin again
                self._looks = 0
                for _ in range(2):  # only shut: nothing was swept in
                    self._table.press("elevator", 80)
                    yield 180
            return
        self._looks = 0
        self._fresh = True
        if self.habits.helpful and self._left_over():
            yield HATCH_MS  # tiles of the walls that stand finished lie in the drum
            if not self._table.whole_rows():
                yield from self._under_the_lid([SURPLUS])
                return
            yield from self._mend(SURPLUS)
        yield from self._sweep(self._set_to_load())
        yield 600
        if self._table.state == "loading":
            yield from self._tap("elevator")
            yield 1_500

    def _left_over(self) -> bool:
        """The table has told of a tile too many of the walls that stand finished, or it lies in
        the drum for all to see."""
        plant = self._table.plant
        waiting = set(plant.waiting_set.split("+"))
        seen = plant.loose or self._table.surplus_told
        return bool(seen and waiting.intersection(plant.set_in_works.split("+")))

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

    # doing things

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
            self._looked.clear()
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
        inside = self._inside()
        if inside:
            held = set(table.plant.hand_tiles(inside)).intersection(table.missing_tiles())
            return table.table_tiles(inside) + sorted(held)
        tiles = table.table_tiles()
        sets = [table.table_tiles(name) for name in SETS]
        if min(map(len, sets)) > STRAY_TILES:  # both lie there
            tiles = max(sets, key=len)
        tiles = table.fit(tiles) or table.boxed_set()
        tiles = drop_order(tiles, self.random)
        late = self.habits.late_tiles
        if late and tiles:
            table.keep_back(tiles[-late:])
            tiles = tiles[:-late]
        return tiles

    def _inside(self) -> str:
        """The set in the works, whatever single tiles of the other one have got into the drum;
        what a head hides of a set that the table calls built, nobody sees."""
        plant = self._table.plant
        name = str(plant.set_in_works)
        if not plant.loose and self._table.set_waiting:
            return ""
        found = Counter(plant.tile_set[tile] for tile in plant.loose)
        return found.most_common(1)[0][0] if found and name not in SETS else name

    def _sweep(self, tiles: list[int]) -> Acts:
        """Push the tiles in from four sides, in eight strokes, while the hatch is open."""
        total = self.random.randrange(*SWEEP_MS)
        strokes = 8
        first = self.random.randrange(4)
        for stroke in range(strokes):
            part = tiles[stroke * len(tiles) // strokes : (stroke + 1) * len(tiles) // strokes]
            if not self._table.hatch_open:
                self._table.keep_back(tiles[stroke * len(tiles) // strokes :])
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
