"""What is left on the wall: draws from the head, replacements from the tail, the reserve.

Tiles are numbered in draw order from 0; the first DEALT are dealt. Whoever draws asks first: a
tile may be taken while more than the reserve lies there. A kong's own stack joins the reserve when
its replacement has been taken (the replacement is one of the loose tiles), so that a kong close to
the end may close the wall; at the end of the wall nothing is replaced any more. In LASFS the block
gives up its odd tile first.
"""

from typing import NamedTuple

from mjscore.errors import ScoreError
from mjscore.flow.customs import CUSTOMS
from mjscore.wall import index_of, system_of
from mjtable.game import profiles

IDS = (
    "SA-T07", "SA-Q08", "SB-T07", "SB-T08", "SB-T09", "SB-Q05", "SB-F11", "MJ-T01", "MJ-Q09",
    "YEE-T07", "YEE-Q03", "YEE-Q18", "MH-T03", "MH-Q11", "LASFS-T03", "LASFS-Q10", "ENG-05",
)  # fmt: skip
KONG, FLOWER, ANIMAL = profiles.FOR_KONG, profiles.FOR_FLOWER, profiles.FOR_ANIMAL


class WallState(NamedTuple):
    """A wall during the play: draws and kongs so far; never changed in place."""

    profile: int  # row of the profile table
    head: int = profiles.DEALT  # tiles taken from the head, the deal included
    tail: int = 0  # replacement draws
    kongs: int = 0
    per_kong: int | None = None  # tiles that a kong adds to the reserve, None: the profile's

    @property
    def left(self) -> int:
        """Tiles on the wall, reserve included."""
        return profiles.tiles(self.profile) - self.head - self.tail

    @property
    def reserve(self) -> int:
        """Tiles that stay undrawn as things stand."""
        more = profiles.PROFILES[self.profile][profiles.PER_KONG]
        if self.per_kong is not None and more:
            more = self.per_kong
        return profiles.reserve(self.profile, 0, self.tail) + more * self.kongs

    @property
    def drawable(self) -> int:
        """Tiles that can still be drawn from the head."""
        return max(0, self.left - self.reserve)

    @property
    def ended(self) -> bool:
        """True when nobody can draw any more."""
        return self.drawable == 0

    @property
    def replaceable(self) -> bool:
        """True when a replacement may be taken: not at the end, or from LASFS's odd tile."""
        return not self.ended or self._after_tail().left >= self._after_tail().reserve

    def replaces(self, what: int) -> bool:
        """True when KONG, FLOWER or ANIMAL is replaced from the tail in this profile."""
        return profiles.replaces(self.profile, what)

    def draw(self) -> tuple[int, "WallState"]:
        """Number of the next tile from the head, and the wall without it."""
        if self.ended:
            raise self._end("nothing can be drawn any more")
        return self.head, self._replace(head=self.head + 1)

    def replace(self, kong: bool = False) -> tuple[int, "WallState"]:
        """Number of the next tile from the tail (top before bottom), and the wall without it."""
        self.check_replacement()
        number = profiles.tiles(self.profile) - 2 - 2 * (self.tail >> 1) + (self.tail & 1)
        return number, self._after_tail()._replace(kongs=self.kongs + kong)

    def check_replacement(self) -> None:
        """ScoreError, naming the rule of the reserve, when no replacement may be taken."""
        if not self.replaceable:
            raise self._end("nothing is replaced any more")

    def _after_tail(self) -> "WallState":
        return self._replace(tail=self.tail + 1)

    def _end(self, what: str) -> ScoreError:
        name = profiles.name(self.profile)
        rule = CUSTOMS[system_of(name)].wall
        words = f"{self.left} tiles are left and {self.reserve} stay on the wall: {what}"
        return ScoreError(words, "wall", rule)


def head_draws(profile: str, kongs: int = 0, others: int = 0, per_kong: int | None = None) -> int:
    """Draws from the head after the deal, by the kongs and other replacements in the end."""
    index = index_of(profile)
    return WallState(index, tail=kongs + others, kongs=kongs, per_kong=per_kong).drawable
