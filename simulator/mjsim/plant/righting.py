"""A row that is put right by hand: stack by stack what the table has counted, or its game wants.

What is more is lifted off; what is less is made good with tiles that were lifted out, else with
some out of the drum.
"""

from __future__ import annotations

from mjsim.plant.repairs import Repairs

Row = list[tuple[int, ...]]


class Righting(Repairs):
    """Part of the plant: a repairer's hands at its rows."""

    def right_row(self, place: str, pushes: int) -> int:
        """Make `row_a` so many stacks, or what the head of `lane_a` has pushed so many pushes; how
        many tiles that concerns."""
        self.reach(place)
        row: Row
        if place.startswith("row"):
            side = "abcd".index(place[-1])
            row, code, sizes = self.lanes[side], self.lane_codes[side], [2] * pushes
        else:
            line = self._line(place).line
            row, code = self.lane_of(line), self.lane_code(line)
            sizes = self._sizes(pushes, self.stops[line])
        known = [self.tile_set[stack[0]] for stack in row]
        concerns = self._take_off(row, sizes)
        concerns += self._lay_on(row, sizes, code, known[0] if known else self.set_in_works)
        self._settle()
        return concerns

    def _sizes(self, pushes: int, stop: int) -> list[int]:
        """Tiles of each stack after so many pushes; some heads fill the lower row first."""
        if self.tiles_a_push == 2:
            return [2] * pushes
        return [1 + (at < pushes - stop) for at in range(min(pushes, stop))]

    def _take_off(self, row: Row, sizes: list[int]) -> int:
        """Stacks that are too many, halves first, and tiles that are."""
        found: list[int] = []
        while len(row) > len(sizes):
            halves = [at for at, stack in enumerate(row) if len(stack) < 2]
            found += row.pop(halves[0] if halves and self.tiles_a_push == 2 else -1)
        for at, size in enumerate(sizes[: len(row)]):
            found += row[at][size:]
            row[at] = row[at][:size]
        self.hand += found
        self.lifted += found
        self.moved(found, self.place_code("hand"))
        return len(found)

    def _lay_on(self, row: Row, sizes: list[int], code: int, name: str) -> int:
        """Tiles of the row's set where one lacks, face down as the others."""
        laid = 0
        for at, size in enumerate(sizes):
            while (len(row[at]) if at < len(row) else 0) < size:
                tile = self._spare(name)
                if tile < 0:
                    return laid
                if at == len(row):
                    row.append(())
                row[at] = (*row[at], tile)
                self.pick.back[tile] = 1
                self.moved([tile], code)
                laid += 1
        return laid

    def _spare(self, name: str) -> int:
        """A tile of this set out of the hand, else out of the drum; -1: there is none."""
        lifted = [tile for tile in self.lifted if self.tile_set[tile] == name]
        if lifted:
            self.lifted.remove(lifted[-1])
            self.hand.remove(lifted[-1])
            return lifted[-1]
        loose = [tile for tile in self.pick.loose if self.tile_set[tile] == name]
        top = min(loose, key=lambda tile: (self.pick.reach[tile], tile), default=-1)
        if top >= 0:
            self.pick.loose.remove(top)
        return top
