"""What people do with their hands inside a simulated table (`mjsim.plant.repairs`), by name."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.people.sight import Sight
from mjsim.words.names import UsageError

WHOLE = 160
"""More tiles than lie in any one place."""


class Mending(Sight):
    """Part of `SimTable`: a repairer's verbs. None of them lets time pass."""

    _taken: list[int]
    _tiles_wanted: Callable[[], int]

    def mend(self, verb: str, place: str, count: int = 1) -> int:
        """`lift`, `lay`, `right` (a head by its cam, half a stack on a lane by the table's count,
        a lift, its wall or its row after it moved by itself), `push`, `straighten` or `crank` at a
        place, or `empty` all; of how many tiles or parts.

        0 when there was nothing to do it with; `UsageError` when it cannot be done, and why.
        """
        plant = self.plant
        acts = {
            "lift": lambda: plant.lift_tiles(place, count),
            "lay": lambda: plant.lay_tiles(place),
            "right": lambda: self._right(place),
            "push": lambda: plant.push_home(place),
            "straighten": lambda: plant.straighten(place),
            "crank": lambda: plant.crank(place),
            "empty": lambda: plant.empty_out(),
        }
        before = list(plant.lifted)
        try:
            done = acts[verb]()
        except ValueError as problem:
            raise UsageError(str(problem)) from problem
        self._taken = [tile for tile in self._taken if tile not in before] + plant.lifted
        self.runner.wake()
        return int(done)

    def _right(self, place: str) -> int:
        kind, _, side = place.partition("_")
        if kind == "head":
            return self.plant.right_head(place)
        if kind in ("lift", "wall"):
            return self.plant.right_lift(place)
        if kind == "row":
            return self.plant.right_row(place)
        line = "abcd".index(side)
        counted = len(self.plant.lane_of(line)) <= self.table.lines[line].stacks
        return self.plant.lay_tiles(place) if counted else self.plant.lift_tiles(place)

    def box(self, count: int = WHOLE) -> int:
        """The last `count` tiles lifted out go into their box; how many."""
        boxed = self.plant.box_tiles(count)
        self._taken = [tile for tile in self._taken if tile not in boxed]
        return len(boxed)

    def surplus(self) -> int:
        """How many of the tiles lifted out their set does not need for its game: people count."""
        plant = self.plant
        if not plant.lifted:
            return 0
        name = plant.tile_set[plant.lifted[-1]]
        played = sum(1 for its, rank in zip(plant.tile_set, plant.drop_order, strict=True)
                     if its == name and rank >= 0)  # fmt: skip
        return min(max(0, played - self._tiles_wanted()), len(plant.lifted))
