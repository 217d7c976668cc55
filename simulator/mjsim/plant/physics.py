"""The physics nobody may break: what must not move now, what must not meet."""

from __future__ import annotations

from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.core import Core


class Physics(Core):
    """Part of the plant: the checks its mechanisms ask for."""

    tile_set: list[str]
    lanes: list[list[tuple[int, ...]]]
    head_lane: list[tuple[int, ...]]

    def check_hatch(self, drive: Any) -> None:
        """Something inside begins to move: is the drum shut?"""
        if self.hatch.is_ajar(self.now):
            self.hand_in_drum(drive.name, drive.bit)

    def hand_in_drum(self, name: str, bit: int) -> None:
        """Something inside moves with the drum open."""
        text = "hand in the drum: %s moved while the hatch was not shut" % name
        self.met(text, bit | self.hatch.bit)

    def met(self, text: str, drives: int) -> None:
        """Drives that must not move together did: broken, unless one of them moved by itself."""
        if (self.shorted | self.strayed) & drives:
            self.incident(text)
        else:
            self.violate(text)

    def check_lifts_down(self, what: str, drive: Any) -> None:
        """Something moves that must not while a lift is up."""
        for lift in self.lifts:
            if lift.moving:
                self._not_down(what, drive, lift)
            else:
                self.check_lift_down(what, drive, lift)

    def check_lift_down(self, what: str, drive: Any, lift: Any) -> None:
        """Something moves that must not while this lift is up."""
        if lift.zone:
            self._not_down(what, drive, lift)

    def _not_down(self, what: str, drive: Any, lift: Any) -> None:
        text = "%s while %s was not down" % (what, lift.name)
        if lift.sticks_low():
            self.incident(text)
        else:
            self.met(text, drive.bit | lift.bit)

    def check_same_set(self, tile: int, head: Any) -> None:
        """A tile joins another in a head: of the same set?"""
        held = head.held
        if held and self.tile_set[held[0]] != self.tile_set[tile]:
            self._mixed(
                "a %s and a %s tile in one stack of side %s"
                % (self.tile_set[held[0]], self.tile_set[tile], head.letter)
            )

    def check_unmixed(self, head: Any) -> None:
        """A stack is pushed: no wall of the other set may wait on any lane."""
        name = self.tile_set[head.held[0]]
        for side, lane in enumerate(self.lanes):
            if lane and self.tile_set[lane[-1][0]] != name:
                self._mixed(
                    "head_%s pushed a %s stack while a %s wall waited on side %s"
                    % (head.letter.lower(), name, self.tile_set[lane[-1][0]], C.SIDES[side])
                )

    def check_sets(self, tiles: list[int]) -> None:
        """Tiles are dropped: none of the other set may be loose, on a belt or in a head."""
        names = {self.tile_set[tile] for tile in tiles}
        works = self.sets_in_works()
        if len(names | works) > 1:
            there = " (the machine holds %s)" % ", ".join(sorted(works)) if works else ""
            self._mixed("%s tiles dropped%s" % (" and ".join(sorted(names)), there))

    def _mixed(self, text: str) -> None:
        text = "sets mixed: " + text
        if self.excuse_mix:
            self.incident(text)
        else:
            self.violate(text)

    def sets_in_works(self) -> set[str]:
        """Sets with tiles in drum, belts, heads or on the single-port head's own lane."""
        tiles = list(self.pick.loose)
        for line, head in enumerate(self.heads):
            tiles += self.belts[line].tiles + head.held
        if self.chained:
            tiles += [tile for stack in self.head_lane for tile in stack]
        return {self.tile_set[tile] for tile in tiles}
