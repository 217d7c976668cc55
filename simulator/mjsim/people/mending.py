"""What people do with their hands inside a simulated table (`mjsim.plant.repairs`), by name."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.people.remedies import acts
from mjsim.people.sight import Sight
from mjsim.words.names import UsageError

WHOLE = 160
"""More tiles than lie in any one place."""


class Mending(Sight):
    """Part of `SimTable`: a repairer's verbs. None of them lets time pass."""

    _taken: list[int]
    _tiles_wanted: Callable[[], int]
    _stacks_wanted: Callable[[int], int]

    def mend(self, verb: str, place: str, count: int = 1) -> int:
        """`lift`, `lay`, `right` (a head by its cam, a lane by the table's count, a finished row
        by its game, a lift, its wall, or what that let fall after it moved by itself), `push`,
        `straighten` or `crank` at a place, or `empty` all; of how many tiles or parts.

        0 when there was nothing to do it with; `UsageError` when it cannot be done, and why.
        """
        plant = self.plant
        verbs = {
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
            done = verbs[verb]()
        except ValueError as problem:
            raise UsageError(str(problem)) from problem
        self._taken = [tile for tile in self._taken if tile not in before] + plant.lifted
        self.runner.wake()
        return int(done)

    def leave_heads(self) -> None:
        """Acknowledge in a moment, with the heads of what is told as they are."""
        for one in self.told:
            for act in acts(one, len(self.plant.heads)):
                if act.startswith("right head_"):
                    self.plant.leave_head(act.split()[1])

    def _right(self, place: str) -> int:
        kind, _, side = place.partition("_")
        if kind == "head":
            return self.plant.right_head(place)
        if kind in ("lift", "wall"):
            return self.plant.right_lift(place)
        if kind == "fallen":
            return self.plant.lay_back(place)
        at = "abcd".index(side)
        if kind == "row":
            return self.plant.right_row(place, self._stacks_wanted(at))
        if self.table is None:
            raise UsageError("no count of %s is told without power" % place)
        return self._right_carried() + self._right_lane(place)

    def _right_lane(self, place: str) -> int:
        """By the table's count, while a set is built and its row is not to be carried on."""
        sorter, plant = self.table.sorter, self.plant
        line = self.table.lines["abcd".index(place[-1])]
        rows = sorter.rows
        if not sorter.unfinished or rows.started > rows.done or rows.done == len(plant.lanes):
            return 0
        out = line.in_head >= line.tiles_a_push and not plant.heads[line.side].held
        return plant.right_row(place, line.stacks + out)

    def _right_carried(self) -> int:
        """The rows that the chain has carried on: the first one is the wall of the last side."""
        done, concerns = self.table.sorter.rows.done, 0
        for row in range(done if self.table.sorter.unfinished else 0):
            wanted = self._stacks_wanted(len(self.plant.lanes) - 1 - row)
            concerns += int(self.plant.right_row("row_" + "abcd"[done - 1 - row], wanted))
        return concerns

    def whole_rows(self) -> bool:
        """Every finished row has its stacks, of two tiles each."""
        return all([len(stack) for stack in row] == [2] * self._stacks_wanted(side)
                   for side, row in enumerate(self.plant.lanes))  # fmt: skip

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
