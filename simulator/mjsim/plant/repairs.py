"""What people do with tiles inside the machine: lift them out, lay them back, box them.

What is lifted out is in the hand, in `lifted`, until it is laid back or boxed. Places, and when a
hand gets there: `reach.py`. `ValueError` says why something cannot be done.
"""

from __future__ import annotations

from typing import Any

from mjsim.plant.head import AT_MID, PARKED, PUSHING
from mjsim.plant.loose import TWO_PI
from mjsim.plant.reach import Reach
from mjsim.plant.tiles import CODE

HELD_MOST = 2
"""Tiles in a head."""


class Repairs(Reach):
    """Part of the plant: a repairer's hands at its tiles."""

    def _init_repairs(self) -> None:
        self.lifted: list[int] = []
        """Tiles lifted out of the machine, the last one last."""

    def lift_tiles(self, place: str, count: int = 1) -> int:
        """Lift up to `count` tiles out; how many there were.

        Of the drum those on top, of a belt those nearest its head, of a port those nearest the
        drum, of a head the upper one first, of a head's lane what stands there alone.
        """
        self.reach(place)
        found = self._from_drum(count) if place == "drum" else self._from_line(place, count)
        self.hand += found
        self.lifted += found
        self.moved(found, CODE["hand"])
        self._settle()
        return len(found)

    def empty_out(self) -> int:
        """Everything that lies in the machine is laid on the table, set by set; how much."""
        self.reach("machine")
        found = self._from_drum(len(self.pick.loose))
        for line in range(len(self.belts)):
            found += self._from_line("belt_" + "abcd"[line], len(self.belts[line].tiles))
            found += self._from_line("head_" + "abcd"[line], HELD_MOST)
        for lane in (*self.lanes, self.head_lane):
            found += [tile for stack in lane for tile in stack]
            lane.clear()
        self.hand += found
        self.moved(found, CODE["hand"])
        self.put_on_table(found)
        self._settle()
        return len(found)

    def _from_drum(self, count: int) -> list[int]:
        pick = self.pick
        found: list[int] = sorted(pick.loose, key=lambda tile: (pick.reach[tile], tile))[:count]
        pick.loose[:] = [tile for tile in pick.loose if tile not in found]
        return found

    def _from_line(self, place: str, count: int) -> list[int]:
        part = self._line(place)
        if place.startswith("lane"):
            lane = self.lane_of(part.line)
            halves = lane if self.tiles_a_push == 2 else ()  # else a row that is being built
            found = [stack[0] for stack in halves if len(stack) == 1][:count]
            lane[:] = [stack for stack in lane if stack[0] not in found]
            return found
        if place.startswith("head"):
            self.let_be &= ~(1 << part.line)
            return [part.held.pop() for _ in range(min(count, len(part.held)))]
        end = 0 if place.startswith("belt") else -1
        return [part.lift_out(end) for _ in range(min(count, len(part.tiles)))]

    def lay_tiles(self, place: str) -> int:
        """Lay what was lifted into the drum or a head, or the last one before a head's beam or on
        half a stack of a lane or a finished row, if there is one."""
        self.reach(place)
        before = len(self.lifted)
        if not before:
            return 0
        if place == "drum":
            self._into_drum()
        elif place.startswith("head"):
            self._into_head(self._line(place), place)
        elif place.startswith("row"):
            self._on_row(self.lanes["abcd".index(place[-1])])
        elif place.startswith("lane"):
            self._on_lane(self.lane_of(self._line(place).line))
        else:
            self._on_belt(self._line(place), place)
        self._settle()
        return before - len(self.lifted)

    def _into_drum(self) -> None:
        self.check_sets(self.lifted)
        for tile in self.lifted:
            self.pick.put(tile, TWO_PI * self.sweeping.random(), 0.0, self.now)
        self._out_of_hand(len(self.lifted), CODE["drum"])

    def _on_belt(self, belt: Any, place: str) -> None:
        """Its nose just out of the beam."""
        if not belt.has_room(self.lifted[-1]):
            raise ValueError("there is no room for a tile on %s before its head" % place)
        belt.lay(self.lifted[-1])
        self._out_of_hand(1, belt.place_code)

    def _on_lane(self, lane: Any) -> None:
        """The last one makes half a stack whole."""
        for at, stack in enumerate(lane):
            if len(stack) == 1 and self.tiles_a_push == 2:
                lane[at] = (*stack, self.lifted[-1])
                self._out_of_hand(1, self.where[stack[0]])
                return

    def _on_row(self, row: Any) -> None:
        """The last one makes a finished row whole; one that is being built has many such gaps."""
        gaps = [at for at, stack in enumerate(row) if len(stack) == 1]
        if len(gaps) == 1 and self.tile_set[row[gaps[0]][0]] == self.tile_set[self.lifted[-1]]:
            self.pick.back[self.lifted[-1]] = 1  # face down, as the others
            row[gaps[0]] = (*row[gaps[0]], self.lifted[-1])
            self._out_of_hand(1, self.where[row[gaps[0]][0]])

    def _into_head(self, head: Any, place: str) -> None:
        """The one lifted last lay lowest."""
        if head.zone == PUSHING:
            raise ValueError("no tile goes into %s: its pusher is out" % place)
        if len(head.held) + len(self.lifted) > HELD_MOST:
            raise ValueError("%s takes two tiles, and holds %d" % (place, len(head.held)))
        while self.lifted:
            self.check_same_set(self.lifted[-1], head)
            head.held.append(self.lifted[-1])
            self._out_of_hand(1, head.place_code)

    def _out_of_hand(self, count: int, code: int) -> None:
        """The last `count` tiles lifted lie somewhere else now."""
        gone = self.lifted[len(self.lifted) - count :]
        del self.lifted[len(self.lifted) - count :]
        self.hand[:] = [tile for tile in self.hand if tile not in gone]
        self.moved(gone, code)

    def right_head(self, place: str) -> int:
        """Let a head hold what its cam says: nothing at park, one tile at its middle, where what
        was lifted out last is laid in when it holds none; how many tiles that concerns."""
        self.reach(place)
        head = self._line(place)
        if head.zone == AT_MID and not head.held and self.lifted:
            self.check_same_set(self.lifted[-1], head)
            head.held.append(self.lifted[-1])
            self._out_of_hand(1, head.place_code)
            self.let_be &= ~(1 << head.line)
            return 1
        if head.zone not in (PARKED, AT_MID):
            return 0
        return self.lift_tiles(place, len(head.held) - (head.zone == AT_MID))

    def leave_head(self, place: str) -> None:
        """Somebody looked where they were sent, and leaves in a head what its cam does not say:
        until hands were in it, it has pushed, or a set is swept in, what it meets is their
        doing."""
        head = self._line(place)
        if head.zone in (PARKED, AT_MID) and len(head.held) != (head.zone == AT_MID):
            self.let_be |= 1 << head.line

    def right_lift(self, place: str) -> int:
        """Turn a lift once round on to its bottom, what stands on its plate taken off meanwhile
        and laid back, tiles over it pushed aside; of a "wall" instead of a "lift" it puts that on
        the table on its way. How many stacks stand there now."""
        self.reach(place)
        lift = self.lifts["abcd".index(place[-1])]
        lift.turned_round(place.startswith("wall"))
        self._settle()
        return len(lift.lane)

    def lay_back(self, place: str) -> int:
        """A wall that a lift has put on the table stands on its lane again, as it was; how many
        tiles. A wall of the hand in play stays: people see the colour of what is inside."""
        self.reach(place)
        side = "abcd".index(place[-1])
        wall, lane = self.raised[side], self.lanes[side]
        tiles = [tile for stack in wall for tile in stack]
        if lane or not self.is_of_inside(tiles) or any(t not in self.table[side] for t in tiles):
            return 0
        self.raised[side] = []
        self.table[side][:] = [tile for tile in self.table[side] if tile not in tiles]
        lane.extend(wall)
        self.moved(tiles, self.lane_codes[side])
        self._settle()
        return len(tiles)

    def box_tiles(self, count: int) -> list[int]:
        """The last `count` tiles lifted go into their box: they belong to no game any more."""
        gone = self.lifted[max(0, len(self.lifted) - count) :]
        self.lifted = self.lifted[: len(self.lifted) - len(gone)]
        for tile in gone:
            self.drop_order[tile] = -1
        return gone
