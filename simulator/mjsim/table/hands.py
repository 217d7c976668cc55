"""What people do with a simulated table: keys, switches, tiles, and things going wrong."""

from __future__ import annotations

from collections.abc import Callable, Set
from random import Random
from typing import Any

from mjsim.people.mending import Mending
from mjsim.people.people import SETS, drop_order
from mjsim.plant import inject
from mjsim.plant.inject import Cause, InjectError
from mjsim.plant.inject_timed import timed
from mjsim.table.timing import CannotGoWrong, Timing
from mjsim.words import vocabulary
from mjsim.words.names import UsageError, choose
from mjtable.game import profiles

KEY_INPUTS = {"marker": "mark", "service": "svc"}
"""Keys whose input has another name in the I/O map."""
MEMORY = {"E904", "E910", "E913"}
"""What is told of the memory chip."""
HOLD_SKEW_MS = 60
"""Nobody presses two keys at the same moment."""
STROKE_MS = 1_500
"""One side's share of a set swept into the drum."""


class Hands(Mending):
    """Part of `SimTable`: verbs. Only `sweep` and `load` let time pass."""

    profile_index: int
    after: Callable[[int, Callable[[], None]], None]
    faults: Any
    upsets: Any
    run_for: Callable[[int], None]
    timing: Timing
    run_until: Callable[[Any, int], int]
    _boxed: list[str]
    _chance: Random

    # keys and switches

    def press(self, key: str, ms: int = 120) -> None:
        """Press a key now and let it go after `ms`; time does not pass here."""
        self._key(key, True)
        self.after(ms, lambda: self._key(key, False))

    def press_twice(self, key: str) -> None:
        """Two presses within the double-press time; time does not pass here."""
        self.press(key, 80)
        self.after(180, lambda: self.press(key, 80))

    def hold(self, key: str, ms: int) -> None:
        """Hold a key, or "both" table keys, for `ms`; time does not pass here."""
        if key != "both":
            self.press(key, ms)
            return
        self.press("elevator", ms + HOLD_SKEW_MS)
        if self.table is None:
            self.press("marker", ms)
        else:
            self.after(HOLD_SKEW_MS, lambda: self.press("marker", ms))

    def _key(self, key: str, down: bool) -> None:
        name = choose("key", key, vocabulary.KEYS)
        self.plant.set_input(KEY_INPUTS.get(name, name), down)

    def turn_switch(self, position: int) -> None:
        """Turn the rule switch to a position (0..15)."""
        for bit in range(4):
            self.plant.set_input("rule%d" % bit, bool(position >> bit & 1))

    def set_lid(self, is_open: bool) -> None:
        """Open or close the lid; its contact is in the stop loop."""
        self.plant.set_input("lid", is_open)

    # tiles

    def boxed_set(self, name: str = "") -> list[int]:
        """Open the box of a set that was never loaded: its tiles, for the chosen game."""
        if not self._boxed or (name and name not in self._boxed):
            return []
        name = name or self._boxed[0]
        self._boxed.remove(name)
        return list(self.plant.new_set(name, self._tiles_wanted()))

    def _tiles_wanted(self) -> int:
        index = self.profile_index if self.table is None else self.table.profile
        return int(profiles.tiles(index))

    def _stacks_wanted(self, side: int) -> int:
        """Of the walls that stand finished, else of those in the works; of a table without power
        as people know it."""
        if self.table is None:
            return int(profiles.stacks(self.profile_index, side))
        sets, sorted_for = self.table.sets, self.table.sorted_profile()
        profile = sets.profile_of[sets.waiting] if sets.waiting else sorted_for
        return int(profiles.stacks(profile, side))

    def fit(self, tiles: list[int]) -> list[int]:
        """The tiles a set needs for the chosen game: some from its box, or some back into it."""
        if not tiles:
            return tiles
        name = self.plant.tile_set[tiles[0]]
        away = sum(1 for tile in self._taken if self.plant.tile_set[tile] == name)
        change = self._tiles_wanted() - len(tiles) - away
        if not change:
            return tiles
        if change > 0:
            return tiles + list(self.plant.new_set(name, change))
        self.plant.take_from_table(tiles[change:])
        return tiles[:change]

    def drop(self, tiles: list[int], side: int = 0) -> None:
        """Sweep these tiles from `side` (0..3) into the open hatch, now."""
        try:
            self.plant.drop(tiles, [side] * len(tiles))
        except ValueError as problem:
            raise UsageError(str(problem)) from problem
        self._taken = [tile for tile in self._taken if tile not in tiles]  # one got lost just now

    def sweep(self, name: str = "") -> int:
        """Sweep the tiles on the table, or a boxed set, into the open hatch; how many."""
        tiles = [] if name in self._boxed else self.table_tiles(name)
        tiles = self.fit(tiles) or self.boxed_set(name)
        order = drop_order(tiles, self._chance)
        for side in range(4):
            part = order[side * len(order) // 4 : (side + 1) * len(order) // 4]
            self.drop(part, side)
            self.run_for(STROKE_MS)
        return len(tiles)

    def load(self, name: str = "") -> None:
        """What people do with a finished hand: elevator, sweep the tiles in, elevator."""
        self.press("elevator")
        self.run_until("loading", 4_000)
        self.run_until(lambda: self.io("hatch_up"), 8_000)
        self.sweep(name)
        self.press("elevator")
        self.run_for(500)

    def take_tiles(self, count: int, name: str = "") -> int:
        """Take tiles off the table (the floor, a sleeve); how many there were."""
        tiles = self.table_tiles(name)[:count]
        self.plant.take_from_table(tiles)
        self._taken += tiles
        return len(tiles)

    def keep_back(self, tiles: list[int]) -> None:
        """These tiles are overlooked when their set is dropped; `missing_tiles` has them."""
        on_table = set(self.table_tiles())
        self.plant.take_from_table([tile for tile in tiles if tile in on_table])
        self._taken += tiles

    def missing_tiles(self) -> list[int]:
        """Tiles that were taken away and not brought back."""
        return list(self._taken)

    def forgotten_tiles(self) -> list[int]:
        """Tiles that belong to the set being built: missing ones, and such that lie on the table.

        Without a set there, all that are missing.
        """
        name = self.plant.set_in_works or self.plant.waiting_set
        if name not in SETS:
            return self.missing_tiles()
        missing = [tile for tile in self._taken if self.plant.tile_set[tile] == name]
        return list(dict.fromkeys(missing + self.table_tiles(name)))

    def add_tiles(self, tiles: list[int]) -> None:
        """Put tiles through the open hatch late."""
        try:
            self.plant.add_loose(tiles)
        except ValueError as problem:
            raise UsageError(str(problem)) from problem
        self._taken = [tile for tile in self._taken if tile not in tiles]

    def add_some(self, count: int, name: str = "") -> None:
        """Add tiles: those that were taken first, then new ones of the set."""
        tiles = [t for t in self._taken if not name or self.plant.tile_set[t] == name][:count]
        if len(tiles) < count:
            colour = name or self.plant.set_in_works or SETS[0]
            tiles += list(self.plant.new_set(colour, count - len(tiles)))
        self.add_tiles(tiles)

    # faults

    def inject(self, text: str) -> None:
        """Make something go wrong, or right again: `jam head_b`, `clear all` (`inject.py`); with
        times behind it at those (`inject_timed.py`)."""
        try:
            self.timing.begin(timed(text))
        except InjectError as problem:
            raise CannotGoWrong(str(problem)) from problem

    def _do(self, cause: Cause) -> None:
        """A cause begins or ends now."""
        try:
            inject.apply(self.plant, cause)
        except ValueError as problem:
            raise CannotGoWrong(str(problem)) from problem
        self._taken += [tile for tile in self._lost() if tile not in self._taken]
        self.upsets.look()
        self.runner.wake()

    def _lost(self) -> list[int]:
        """Tiles that an injected fault took off the table or out of the drum."""
        return [tile for tile in self.plant.hand_tiles() if self.plant.drop_order[tile] >= 0]

    def clear_causes(self, named: Set[str] | None = None) -> None:
        """Put right what was injected, as a repairer would: everything, or what has a `named`
        input or motor, or none at all. A memory chip is looked at only when the table has told of
        it, and nobody sends a technician away."""
        told = MEMORY.intersection(self.faults)
        for cause in list(self.plant.causes):
            seen = named is None or not cause.parts or not named.isdisjoint(cause.parts)
            if seen and cause.name != "service" and (cause.name != "store" or told):
                self.inject("clear " + cause.text)

    # what people see to before a set is built or comes up

    def _set_stops(self, event: dict[str, Any]) -> None:
        """A set is about to be built: people have put the lanes' stops where its walls end."""
        if event["to"] == "premix":
            profile = self.table.sorted_profile()
            self.plant.stops[:] = [profiles.stacks(profile, side) for side in range(4)]

    def _put_dice_in(self, _event: dict[str, Any]) -> None:
        """Walls come up: people see to it that the dome holds the dice of their game."""
        sets = self.table.sets
        self.plant.dice_count = profiles.dice(sets.profile_of[sets.waiting or sets.on_table])
