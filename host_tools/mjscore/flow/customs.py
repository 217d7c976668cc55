"""What each system lets happen during a hand, and under which rule: one row, one system.

Everything else in this package asks this table instead of asking for a system by name.
"""

from typing import Any, NamedTuple

from mjscore.errors import ScoreError
from mjscore.tiles import ANIMAL, CODES, FLOWER, INDEX, JOKER, KINDS
from mjscore.wall import row_of, system_of
from mjtable.game import profiles

IDS = (
    "SA-T01", "SA-T02", "SA-T07", "SA-T08", "SA-Q08",
    "SB-T01", "SB-T02", "SB-T10", "SB-T14",
    "YEE-T01", "YEE-Q01", "MH-T01", "LASFS-T01", "LASFS-T04",
)  # fmt: skip
DRAWN, DEAD_ROUND, NEW_WALL = "drawn", "dead_round", "new_wall"


class Custom(NamedTuple):
    """How a system is played; the last columns are the rules that a refusal names."""

    ends: str  # what an exhausted wall means
    aside: str  # first letters of the tiles that are laid aside and replaced
    chows: bool
    declares: bool  # kongs are laid down and replaced
    first_turn: tuple[str, ...]  # values of `first_turn` that the system scores
    turn: str
    win: str
    chow: str
    pung: str
    kong: str
    closed: str
    added: str
    bonus: str
    wall: str
    number: str
    put_out: str  # flowers must be out before the discard; "" where forgetting is possible


CUSTOMS = {
    "SHOP-A": Custom(NEW_WALL, "", False, False, (), "SA-F07", "SA-F10", "SA-F09", "SA-F09",
                     "SA-F09", "SA-T07", "SA-T07", "SA-T07", "SA-T07", "SA-F13", ""),
    "SHOP-B": Custom(DRAWN, "FS", True, True, ("heaven", "first_discard"), "SB-F01", "SB-F05",
                     "SB-F03", "SB-F04", "SB-F07", "SB-F08", "SB-F09", "SB-F12", "SB-T07",
                     "SB-T14", "SB-F12"),
    "MJG": Custom(DRAWN, "", True, True, (), "ENG-02", "ENG-14", "ENG-14", "ENG-14", "ENG-14",
                  "ENG-07", "ENG-07", "MJ-Q12", "MJ-T01", "ENG-07", ""),
    "YEE": Custom(DRAWN, "FS", True, True, (), "YEE-F01", "YEE-F02", "YEE-F02", "YEE-F02",
                  "YEE-F03", "YEE-F03", "YEE-F03", "YEE-F05", "YEE-T07", "YEE-X03", "YEE-F05"),
    "HANDS": Custom(DRAWN, "FSA", True, True, (), "ENG-02", "ENG-14", "ENG-14", "ENG-14",
                    "MH-F03", "MH-F03", "MH-F03", "MH-F01", "MH-T03", "ENG-07", "MH-F01"),
    "LASFS": Custom(DEAD_ROUND, "FS", True, True, ("heaven", "earth"), "ENG-02", "ENG-14",
                    "ENG-14", "ENG-14", "ENG-14", "LASFS-F03", "ENG-07", "LASFS-F02", "LASFS-T03",
                    "LASFS-X03", ""),
}  # fmt: skip


def custom_of(profile: str) -> Custom:
    """The row of the system that is played on `profile`."""
    system = system_of(profile)
    if system not in CUSTOMS:
        raise ScoreError(f"{system} is scored, but not played hand by hand", "profile", "ENG-10")
    return CUSTOMS[system]


def tile_set(profile: str) -> list[int]:
    """Every tile of the profile's set, in index order: 136, and what it adds (rules ENG-01)."""
    total = row_of(profile)[profiles.TILES]
    tiles = [tile for tile in range(KINDS) for _ in range(4)]
    if total > len(tiles):
        tiles += range(FLOWER, ANIMAL)
    if system_of(profile) == "SHOP-A":
        return tiles + [JOKER] * (total - len(tiles))
    return tiles + list(range(ANIMAL, ANIMAL + total - len(tiles)))


def is_aside(custom: Custom, tile: int) -> bool:
    """True for a flower, season or animal that is laid aside and replaced."""
    return tile >= KINDS and CODES[tile][0] in custom.aside


def is_animal(tile: int) -> bool:
    """True for an animal, which its holder may keep back (rules MH-F01)."""
    return ANIMAL <= tile < JOKER


def index_of(tile: Any) -> int | None:
    """Index of a tile given by code or index, None when there is no such tile."""
    if isinstance(tile, str):
        return INDEX.get(tile)
    return tile if type(tile) is int and 0 <= tile < len(CODES) else None
