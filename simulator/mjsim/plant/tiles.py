"""Tiles: who they are and where they are. Only the simulator knows.

A tile is an int. Every tile is in exactly one place; `where[id]` says which, and each place's
own list must agree (`check`). The hand is everything beside the machine: boxes, sleeves, floor.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import pi

from mjsim import constants as C
from mjsim.plant.hatch import SHUT
from mjsim.plant.numbers import HATCH_END
from mjsim.plant.physics import Physics

_LETTERS = tuple(side.lower() for side in C.SIDES)
PLACES = (
    "hand",
    "drum",
    *("table_" + letter for letter in _LETTERS),
    *("belt_" + letter for letter in _LETTERS),
    *("head_" + letter for letter in _LETTERS),
    *("lane_" + letter for letter in _LETTERS),
    "lane_head",
)
"""Names of the places, by code; lane_head is the single-port head's own lane."""
CODE = {name: code for code, name in enumerate(PLACES)}
TABLE_CODES = tuple(CODE["table_" + letter] for letter in _LETTERS)
SETS = ("green", "blue")
SOUND, WEAK, DEAD = 2, 1, 0


class Tiles(Physics):
    """Part of the plant: the tiles, the table, the hand and the lanes."""

    def _init_tiles(self) -> None:
        self.where: list[int] = []
        self.tile_set: list[str] = []
        self.sound = bytearray()
        self.drop_order: list[int] = []
        self.drop_side: list[int] = []
        self.exit_order: list[int] = []
        self.hand: list[int] = []
        self.table: list[list[int]] = [[], [], [], []]
        self.lanes: list[list[tuple[int, ...]]] = [[], [], [], []]
        self.raised: list[list[tuple[int, ...]]] = [[], [], [], []]
        self.head_lane: list[tuple[int, ...]] = [] if self.single else self.lanes[0]
        self.lane_codes = tuple(CODE["lane_" + letter] for letter in _LETTERS)
        self.drum_code = CODE["drum"]
        self.moves = 0
        self.strict = False
        self._drops = self._exits = 0
        self.strays: list[int] = []

    def check(self) -> bool:
        """True when every tile is in exactly one place; `Survey` does it."""
        raise NotImplementedError

    def place_code(self, name: str) -> int:
        """Code of a place."""
        return CODE[name]

    def place(self, tile: int) -> str:
        """Where a tile is, as "drum", "belt_b", "lane_c", "table_d", "hand"."""
        return PLACES[self.where[tile]]

    def lane_of(self, line: int) -> list[tuple[int, ...]]:
        """The lane a line's head pushes on to."""
        return self.head_lane if self.single else self.lanes[line]

    def lane_code(self, line: int) -> int:
        """The place code of that lane."""
        return CODE["lane_head"] if self.single else self.lane_codes[line]

    # ------------------------------------------------------------------ moving
    def moved_one(self, tile: int, code: int) -> None:
        """A tile is in another place now."""
        self.where[tile] = code
        self.moves += 1
        if self.strict:
            self.check()

    def moved(self, tiles: Iterable[int], code: int) -> None:
        """Some tiles are in another place now."""
        for tile in tiles:
            self.where[tile] = code
            self.moves += 1
        if self.strict:
            self.check()

    def leaves_drum(self, tile: int) -> None:
        """The ring hands a tile to a port: its rank among those that left since the last drop."""
        self.exit_order[tile] = self._exits
        self._exits += 1

    def wall_rises(self, side: int, lane: list[tuple[int, ...]]) -> None:
        """A lift tips its wall on to the table."""
        self.raised[side] = list(lane)
        lane.clear()
        tiles = [tile for stack in self.raised[side] for tile in stack]
        self.table[side] += tiles
        self.moved(tiles, TABLE_CODES[side])

    # ------------------------------------------------------------------ people
    def new_set(self, name: str, count: int) -> list[int]:
        """Make `count` tiles of set `name`, in the hand; their ids."""
        if name not in SETS:
            raise ValueError("no set '%s'; the sets are green and blue" % name)
        first = len(self.where)
        ids = list(range(first, first + count))
        pick = self.pick
        self.where += [CODE["hand"]] * count
        self.tile_set += [name] * count
        self.sound += bytes([SOUND]) * count
        for column in (self.drop_order, self.drop_side, self.exit_order):
            column += [-1] * count
        pick.angle += [0.0] * count
        pick.depth += [0.0] * count
        pick.back += bytes(count)
        pick.seen += [0] * count
        self.hand += ids
        return ids

    def hand_tiles(self, name: str = "") -> list[int]:
        """Tiles in the hand, of one set or of both."""
        return [tile for tile in self.hand if not name or self.tile_set[tile] == name]

    def table_tiles(self, name: str = "") -> list[int]:
        """Tiles on the table, of one set or of both, side by side, each in wall order."""
        return [
            tile for side in self.table for tile in side if not name or self.tile_set[tile] == name
        ]

    def take_from_table(self, tiles: Iterable[int]) -> None:
        """Tiles go from the table to the hand (the floor, a sleeve, their box)."""
        tiles = self._release(tiles, TABLE_CODES)
        self.hand += tiles
        self.moved(tiles, CODE["hand"])

    def put_on_table(self, tiles: Iterable[int], side: int = 0) -> None:
        """Tiles go from the hand to the table before `side`."""
        tiles = self._release(tiles, (CODE["hand"],))
        self.table[side] += tiles
        self.moved(tiles, TABLE_CODES[side])

    def drop(self, tiles: Iterable[int], sides: Iterable[int] | None = None) -> None:
        """Tiles go from table or hand through the open hatch, in this order.

        The first lies deepest. `sides` says from which side (0..3) each is swept; by default
        from the side where it lay, or from any for a tile out of the hand.
        """
        tiles = list(tiles) + self.strays
        if self.hatch.zone == SHUT or self.hatch.place(self.now) * 2 < HATCH_END:
            raise ValueError("the hatch is not open: nothing can be dropped at %d ms" % self.now)
        swept = list(sides) if sides is not None else []
        for tile in tiles[len(swept) :]:
            code = self.where[tile]
            lay = TABLE_CODES.index(code) if code in TABLE_CODES else int(self.random() * 4)
            swept.append(lay)
        self.check_sets(tiles)
        self._release(tiles, (CODE["hand"], *TABLE_CODES))
        self.strays = []
        self._pour(tiles, swept)
        self.pick.retime(self.now)
        self.next_ms = min(self.due)

    add_loose = drop

    def _pour(self, tiles: list[int], swept: list[int]) -> None:
        """Lay dropped tiles over what is in the drum."""
        pick = self.pick
        if not pick.loose:
            self._drops = self._exits = 0
            self.excused = self.excused_now
        share = len(tiles) / (len(tiles) + len(pick.loose) or 1)
        turned = pick.turned(self.now)
        for tile in pick.loose:
            pick.mix(tile, turned)
            pick.depth[tile] = share + (1 - share) * pick.depth[tile]
        for rank, (tile, side) in enumerate(zip(tiles, swept, strict=True)):
            angle = pi / 2 * (side + self.random() - 0.5)
            pick.put(tile, angle, share * (1 - (rank + 0.5) / len(tiles)), self.now)
            self.drop_order[tile] = self._drops
            self.drop_side[tile] = side
            self._drops += 1
        self.moved(tiles, CODE["drum"])

    def _release(self, tiles: Iterable[int], allowed: tuple[int, ...]) -> list[int]:
        """Take tiles out of the hand's and the table's lists; the caller puts them elsewhere."""
        tiles = list(tiles)
        gone = set(tiles)
        if len(gone) != len(tiles):
            raise ValueError("a tile was named twice: %s" % tiles)
        for tile in tiles:
            if self.where[tile] not in allowed:
                raise ValueError("tile %d cannot be taken: it is in %s" % (tile, self.place(tile)))
        self.hand[:] = [tile for tile in self.hand if tile not in gone]
        for side in self.table:
            if not gone.isdisjoint(side):
                side[:] = [tile for tile in side if tile not in gone]
        for side, raised in zip(self.table, self.raised, strict=True):
            if not side:
                raised.clear()
        return tiles

    # ------------------------------------------------------ people's misfortunes
    def lose(self, count: int) -> list[int]:
        """Some tiles of the set in play go astray: from the table, else out of the drum."""
        tiles = self.some(count)
        on_table = [tile for tile in tiles if self.where[tile] in TABLE_CODES]
        self.take_from_table(on_table)
        from_drum = [tile for tile in tiles if tile not in on_table]
        self.pick.loose[:] = [tile for tile in self.pick.loose if tile not in from_drum]
        self.hand += from_drum
        self.moved(from_drum, CODE["hand"])
        self.pick.retime(self.now)
        self.next_ms = min(self.due)
        return tiles

    def some(self, count: int) -> list[int]:
        """Random tiles from the table, or when there are too few, loose in the drum."""
        pool = self.table_tiles()
        if len(pool) < count:
            pool = list(self.pick.loose)
        if len(pool) < count:
            raise ValueError(
                "%d tiles are wanted, but %d lie on the table and %d in the drum"
                % (count, len(self.table_tiles()), len(self.pick.loose))
            )
        return self.rng.sample(pool, count)

    def stray(self, name: str, count: int) -> list[int]:
        """Tiles nobody counts on: they fall in with the next drop."""
        tiles = self.new_set(name, count)
        self.strays += tiles
        return tiles
