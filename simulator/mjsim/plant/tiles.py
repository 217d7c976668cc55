"""Tiles: who they are and where they are. Only the simulator knows.

A tile is an int. Every tile is in exactly one place; `where[id]` says which, and each place's
own list must agree (`check`). The hand is everything beside the machine: boxes, sleeves, floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mjsim.generated import constants as C
from mjsim.plant.physics import Physics
from mjsim.plant.unit import Unit

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
WALL_STOP = 17
"""Stacks of a wall of 136 tiles."""


OWN = ("tile_magnet", "tile_weight")
"""What one tile differs in from the others of its set: its pull is the first over the second."""


def strongest(unit: Unit) -> float:
    """The pull of the strongest tile and lightest that there can be."""
    magnet, weight = (unit.limits(name) for name in OWN)
    return (1 + magnet[1] / 100) / (1 + weight[0] / 100)


def pulls(unit: Unit, part: str, count: int) -> list[float]:
    """How readily the ring's magnets lift each tile, 1.0 as designed: by its magnet and weight."""
    random = unit.chance("tile", part).random

    def drawn(limits: tuple[float, float]) -> float:
        return 1 + (limits[0] + (limits[1] - limits[0]) * random()) / 100

    magnet, weight = (unit.limits(name) for name in OWN)
    return [drawn(magnet) / drawn(weight) for _ in range(count)]


class Tiles(Physics):
    """Part of the plant: the tiles, the table, the hand and the lanes."""

    check: Callable[[], bool]  # the plant's: every tile is in exactly one place

    def _init_tiles(self) -> None:
        self.where: list[int] = []
        self.tile_set: list[str] = []
        self.sound = bytearray()
        self.length: list[int] = []
        self.pull: list[float] = []
        self.drop_order: list[int] = []
        self.drop_side: list[int] = []
        self.exit_order: list[int] = []
        self.hand: list[int] = []
        self.table: list[list[int]] = [[], [], [], []]
        self.lanes: list[list[tuple[int, ...]]] = [[], [], [], []]
        self.raised: list[list[tuple[int, ...]]] = [[], [], [], []]
        self.stops = [WALL_STOP] * len(self.lanes)
        """Where people have put the stop of each lane: stacks of a wall (row-stacking only)."""
        self.head_lane: list[tuple[int, ...]] = [] if self.chained else self.lanes[0]
        self.lane_codes = tuple(CODE["lane_" + letter] for letter in _LETTERS)
        self.drum_code = CODE["drum"]
        self.moves = 0
        self.strict = False
        self.fates = self.chance("tiles")
        self.sweeping, self.astray = self.chance("sweeping"), self.chance("astray")
        self._drops = self._exits = 0
        self.strays: list[int] = []

    def place_code(self, name: str) -> int:
        """Code of a place."""
        return CODE[name]

    def place(self, tile: int) -> str:
        """Where a tile is, as "drum", "belt_b", "lane_c", "table_d", "hand"."""
        return PLACES[self.where[tile]]

    def lane_of(self, line: int) -> list[tuple[int, ...]]:
        """The lane a line's head pushes on to."""
        return self.head_lane if self.chained else self.lanes[line]

    def lane_code(self, line: int) -> int:
        """The place code of that lane."""
        return CODE["lane_head"] if self.chained else self.lane_codes[line]

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
        longer = round(self.unit.of("tile_length", name))
        self.length += [C.TILE_LENGTH_UM + longer] * count
        self.pull += pulls(self.unit, "%s %d" % (name, first), count)
        for column in (self.drop_order, self.drop_side, self.exit_order):
            column += [-1] * count
        pick.angle += [0.0] * count
        pick.reach += [0.0] * count
        pick.before += [-1] * count
        pick.layered += bytes(count)
        pick.parts += [0.0] * count
        pick.back += bytes(count)
        pick.seen += [0] * count
        pick.fates += [self.fates.getrandbits(64) for _ in ids]
        self.hand += ids
        return ids

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
