"""What people do with tiles: drop, take away, put back, lose."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi

from mjsim.plant.hatch import SHUT
from mjsim.plant.numbers import HATCH_END
from mjsim.plant.tiles import CODE, TABLE_CODES, Tiles


class Hands(Tiles):
    """Part of the plant: the moves people make."""

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
        tiles = list(tiles)
        tiles += [tile for tile in self.strays if self._falls_in(tile, tiles)]
        if self.hatch.zone == SHUT or self.hatch.place(self.now) * 2 < HATCH_END:
            raise ValueError("the hatch is not open: nothing can be dropped at %d ms" % self.now)
        swept = list(sides) if sides is not None else []
        for tile in tiles[len(swept) :]:
            code = self.where[tile]
            known = code in TABLE_CODES
            swept.append(TABLE_CODES.index(code) if known else self.sweeping.randrange(4))
        self.check_sets(tiles)
        self._release(tiles, (CODE["hand"], *TABLE_CODES))
        self.strays = [tile for tile in self.strays if tile not in tiles]
        self._pour(tiles, swept)
        self.pick.retime(self.now)
        self.next_ms = min(self.due)

    add_loose = drop

    def _falls_in(self, stray: int, tiles: list[int]) -> bool:
        """A stray comes with tiles of its own set, one of the wrong set with any."""
        return self.excuse_mix or self.tile_set[stray] in {self.tile_set[tile] for tile in tiles}

    def _pour(self, tiles: list[int], swept: list[int]) -> None:
        """Lay dropped tiles over what is in the drum."""
        pick = self.pick
        if not pick.loose:
            self._drops = self._exits = 0
            pick.pool.clear()
            self.excused, self.let_be = self.excused_now, 0
        inner = len(tiles) / (len(tiles) + len(pick.loose) or 1)
        turned, sweeping = pick.turned(self.now), self.sweeping.random
        for tile in pick.loose:
            pick.mix(tile, turned)
            if pick.layered[tile]:
                pick.reach[tile] *= 1 - inner
        keeps, last = pick.law.load if pick.mixing else 1.0, -1
        for rank, (tile, side) in enumerate(zip(tiles, swept, strict=True)):
            angle = pi / 2 * (side + sweeping() - 0.5)
            layered = 1 - inner + inner * (rank + 0.5) / len(tiles)
            reach, stays = sweeping(), sweeping() < keeps
            pick.put(tile, angle, layered if stays else reach, self.now, last)
            pick.layered[tile] = stays
            last = tile
            self.drop_order[tile] = self._drops
            self.drop_side[tile] = side
            self._drops += 1
        self.moved(tiles, CODE["drum"])

    def free_jams(self) -> None:
        """A tile stuck before a head is lifted out and laid back in front of the beam.

        Half a stack in a head that ran past its middle goes back into the drum.
        """
        for belt in self.belts:
            belt.free()
        for head in self.heads:
            half = 0 < len(head.held) < self.tiles_a_push
            if half and head.is_past() and not head.moving:
                self.pick.returned(head.held.pop(), head.line, self.now)
        self.next_ms = min(self.due)

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
        return self.astray.sample(pool, count)

    def stray(self, name: str, count: int) -> list[int]:
        """Tiles nobody counts on: they fall in with the next drop."""
        tiles = self.new_set(name, count)
        self.strays += tiles
        return tiles
