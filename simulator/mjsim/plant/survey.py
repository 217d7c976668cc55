"""What stands where: counts, walls, and every tile in exactly one place."""

from __future__ import annotations

from mjsim.plant.hands import Hands
from mjsim.plant.tiles import CODE, SETS, TABLE_CODES

TIERS = ("b", "t")
"""Of a stack: lower and upper tile."""
Position = tuple[int, str, int]


class Survey(Hands):
    """Part of the plant: questions about its state."""

    @property
    def loose(self) -> list[int]:
        """Tiles loose in the drum."""
        return self.pick.loose

    def on_belt(self, line: int) -> list[int]:
        """Tiles on a line's belt, the first to reach the head first."""
        return self.belts[line].tiles

    def held(self, line: int) -> list[int]:
        """Tiles in a line's head, lower first."""
        return self.heads[line].held

    def lane(self, side: int) -> list[tuple[int, ...]]:
        """Stacks (lower, upper) on a side's lift lane, the first built first."""
        return self.lanes[side]

    @property
    def stacks(self) -> list[int]:
        """Stacks on the lift lanes, A..D; a row-stacking machine's lower row alone is none."""
        least = 3 - self.tiles_a_push
        return [sum(len(stack) >= least for stack in lane) for lane in self.lanes]

    @property
    def set_in_works(self) -> str:
        """The set being sorted, "" when none; both with a + between when they are mixed."""
        return "+".join(sorted(self.sets_in_works()))

    @property
    def waiting_set(self) -> str:
        """The set whose tiles stand on the lift lanes, "" when none."""
        return "+".join(
            sorted({self.tile_set[t] for lane in self.lanes for stack in lane for t in stack})
        )

    def is_of_inside(self, wall: list[int]) -> bool:
        """Another wall's worth of the same set is inside: a few tiles that strayed in are none."""
        sets = [self.tile_set[tile] for tile in wall]
        name = max(SETS, key=sets.count)
        out = (*TABLE_CODES, CODE["hand"])
        inside = [tile for tile, its in enumerate(self.tile_set)
                  if its == name and self.where[tile] not in out]  # fmt: skip
        return len(inside) >= len(wall) > 0

    def walls(self, side: int) -> list[Position]:
        """The wall last raised on a side: (position from the player's right, tier, tile)."""
        return _positions(self.raised[side])

    def waiting(self, side: int) -> list[Position]:
        """The same for a wall that still waits on its lane."""
        return _positions(self.lanes[side])

    def all_face_down(self, side: int) -> bool:
        """True when no tile of the wall last raised on a side lies face up."""
        return all(self.pick.back[tile] for stack in self.raised[side] for tile in stack)

    def counts(self) -> dict[str, int]:
        """Tiles by kind of place."""
        lanes = [*self.lanes, self.head_lane] if self.chained else self.lanes
        return {
            "drum": len(self.pick.loose),
            "belts": sum(len(belt.tiles) for belt in self.belts),
            "heads": sum(len(head.held) for head in self.heads),
            "lanes": sum(len(stack) for lane in lanes for stack in lane),
            "table": sum(len(side) for side in self.table),
            "hand": len(self.hand),
        }

    def _listed(self) -> list[tuple[int, int]]:
        """Every tile of every place's own list, with that place's code."""
        found = [(tile, CODE["hand"]) for tile in self.hand]
        found += [(tile, CODE["drum"]) for tile in self.pick.loose]
        for belt, head in zip(self.belts, self.heads, strict=True):
            found += [(tile, belt.place_code) for tile in belt.tiles]
            found += [(tile, head.place_code) for tile in head.held]
        for side in range(4):
            found += [(tile, CODE["table_a"] + side) for tile in self.table[side]]
            found += [(t, self.lane_codes[side]) for stack in self.lanes[side] for t in stack]
        if self.chained:
            found += [(tile, CODE["lane_head"]) for stack in self.head_lane for tile in stack]
        return found

    def check(self) -> bool:
        """Every tile in exactly one place, the one it is known to be in; else violations."""
        found = sorted(self._listed())
        expected = list(enumerate(self.where))
        if found == expected:
            return True
        listed = [tile for tile, _ in found]
        for tile, code in expected:
            times = listed.count(tile)
            if times != 1:
                self.violate("tile %d is in %d places, not in one" % (tile, times))
            elif (tile, code) not in found:
                self.violate("tile %d is not in %s, where it belongs" % (tile, self.place(tile)))
        return False


def _positions(stacks: list[tuple[int, ...]]) -> list[Position]:
    return [
        (position, TIERS[tier], tile)
        for position, stack in enumerate(stacks, 1)
        for tier, tile in enumerate(stack)
    ]
