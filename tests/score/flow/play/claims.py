"""Who gets a discard, or robs a kong: what may be claimed and which claim goes first.

Seats are 0..3 = E S W N. A claim names what the tile is wanted for and the claimant's
own tiles that it is laid down with; several claims on one tile are settled by rank and then by
nearness in turn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mjscore.errors import ScoreError, nearest, shown
from mjscore.flow.customs import CUSTOMS
from mjscore.tiles import CODES, JOKER, KINDS, SEATS, SUITED

IDS = (
    "ENG-14",
    "SA-F08", "SA-F09", "SA-F10", "SA-F11", "SA-F13", "SA-F15", "SA-F16", "SA-X09", "SA-Q02",
    "SA-Q10", "SA-Q11", "SA-Q14", "SA-Q17",
    "SB-F03", "SB-F04", "SB-F05", "SB-F06", "SB-F07", "SB-F08", "SB-F09", "SB-F10",
    "YEE-F02", "YEE-F03", "YEE-F04", "YEE-Q11", "YEE-Q12", "YEE-X02", "YEE-Q10",
    "LASFS-F01", "LASFS-X04",
)  # fmt: skip
WIN, KONG, PUNG, QUINT, CHOW = "win", "kong", "pung", "quint", "chow"
SIZES = {KONG: 4, PUNG: 3, QUINT: 5, CHOW: 3}
RANKS = {WIN: 0, KONG: 1, PUNG: 1, QUINT: 1, CHOW: 2}


class Offer(NamedTuple):
    """A tile that others may want: discarded by `giver`, or laid to his kong."""

    tile: int
    giver: int
    kong: str = ""  # "added" or "closed" for the tile of a kong just declared
    last: bool = False  # the discard after the last tile that can be drawn


class Claim(NamedTuple):
    """`kind` win, kong, pung, quint or chow; `tiles` what the claimant lays with it, () = plain.

    `named` is the tile the claimant called out, None when he called it rightly.
    """

    seat: int
    kind: str
    tiles: tuple[int, ...] = ()
    named: int | None = None


class Claimant(NamedTuple):
    """What decides whether a player may claim at all."""

    concealed: tuple[int, ...]
    stopped: str = ""  # "SA-F13", "SA-X03": no longer in the play
    passed: bool = False  # let a winning discard go and has not drawn since (rules YEE-X02)
    long: bool = False  # one tile too many (rules LASFS-X04)
    goes_for: str = ""  # "concealed" (SHOP-A) or "star" (HANDS): claims the last tile only
    open_pungs: tuple[int, ...] = ()


def award(giver: int, claims: Sequence[Claim]) -> Claim | None:
    """The claim that gets the tile: rank first, then the nearest in turn after `giver`."""
    return min(claims, key=lambda claim: _order(giver, claim), default=None)


def own_tiles(system: str, offer: Offer, claimant: Claimant, claim: Claim) -> tuple[int, ...]:
    """Tiles from the hand that are laid down with the claimed one.

    ScoreError with field `claim` and the rule that forbids the claim. A win is not looked at.
    """
    _may_claim(system, offer, claimant, claim)
    if claim.kind == WIN:
        return ()
    rule = {CHOW: CUSTOMS[system].chow, KONG: CUSTOMS[system].kong}.get(
        claim.kind, CUSTOMS[system].pung
    )
    tiles = claim.tiles or _plain(system, offer, claimant, claim)
    short = [tile for tile in set(tiles) if tiles.count(tile) > claimant.concealed.count(tile)]
    if short or len(tiles) != SIZES[claim.kind] - 1 or not makes(
        system, claim.kind, (*tiles, offer.tile)
    ):  # fmt: skip
        words = f"{SEATS[claim.seat]} has no {claim.kind} with {CODES[offer.tile]} in the hand"
        if offer.tile in claimant.open_pungs and claim.kind == KONG:
            words = f"a discarded {CODES[offer.tile]} cannot be added to an open pung"
            rule = "SB-F10" if system == "SHOP-B" else rule
        raise ScoreError(words, "claim", rule)
    if len(tiles) == len(claimant.concealed) and system == "SHOP-A":
        words = f"{SEATS[claim.seat]} would have nothing left to discard: that is a claim to win"
        raise ScoreError(words, "claim", "SA-F09")
    return tuple(tiles)


def makes(system: str, kind: str, tiles: Sequence[int]) -> bool:
    """True when the tiles are a set of that kind; in SHOP-A jokers stand for any tile."""
    plain = sorted(tile for tile in tiles if tile != JOKER)
    if system != "SHOP-A" and len(plain) < len(tiles):
        return False
    flowers = all(KINDS <= tile < JOKER for tile in plain)
    if kind == QUINT:
        return flowers
    if kind == CHOW:
        low = plain[0]
        return low < SUITED and low % 9 < 7 and plain == [low, low + 1, low + 2]
    return len(set(plain)) == 1 and not flowers or system == "SHOP-A" and flowers


def _plain(system: str, offer: Offer, claimant: Claimant, claim: Claim) -> tuple[int, ...]:
    """The own tiles where the claim does not name them: the same tile, or the only chow."""
    if claim.kind != CHOW:
        return (offer.tile,) * (SIZES[claim.kind] - 1)
    tile, held = offer.tile, set(claimant.concealed)
    pairs = ((tile - 2, tile - 1), (tile - 1, tile + 1), (tile + 1, tile + 2))
    fit = [pair for pair in pairs if held.issuperset(pair) and makes(system, CHOW, (*pair, tile))]
    if len(fit) > 1:
        words = f"{CODES[tile]} fits several chows: say with which two tiles"
        raise ScoreError(words, "claim.tiles", CUSTOMS[system].chow)
    return fit[0] if fit else ()


def _may_claim(system: str, offer: Offer, claimant: Claimant, claim: Claim) -> None:
    seat, custom = SEATS[claim.seat], CUSTOMS[system]
    known = (WIN, KONG, PUNG, CHOW) if custom.chows else (WIN, KONG, PUNG, QUINT)
    if claim.kind not in known:
        hint = nearest(claim.kind, known)
        raise ScoreError(f"nobody claims {shown(claim.kind)} in {system}{hint}", "claim.kind",
                         custom.pung)  # fmt: skip
    refusals = (
        (claim.seat == offer.giver, "nobody claims his own tile", custom.turn),
        (claimant.stopped, f"{seat} no longer plays in this hand", claimant.stopped),
        (claim.named not in (None, offer.tile), f"{seat} named another tile than the one that "
         "lies there, so there is no claim", "SA-F11" if system == "SHOP-A" else custom.pung),
        (claimant.long, f"{seat} has a tile too many and claims nothing until that is put right",
         "LASFS-X04"),
        (offer.kong and (offer.kong == "closed" or claim.kind != WIN), "a kong is robbed only of "
         "the tile added to an open pung, and only to win",
         custom.closed if offer.kong == "closed" else custom.added),
        (claim.kind == WIN and claimant.passed, f"{seat} let a winning tile go and must draw "
         "before winning", "YEE-X02"),
        (claim.kind != WIN and offer.last and system == "LASFS", "the last discard is for "
         "Mah Jongg only", "LASFS-F01"),
        (claim.kind != WIN and claimant.goes_for, f"{seat} goes for a hand that takes only its "
         "last tile from a discard", "SA-F08" if system == "SHOP-A" else "ENG-14"),
        (claim.kind == CHOW and (claim.seat - offer.giver) % 4 != 1, "only the player next in "
         "turn may chow", custom.chow),
    )  # fmt: skip
    for forbidden, words, rule in refusals:
        if forbidden:
            raise ScoreError(words, "claim", rule)


def _order(giver: int, claim: Claim) -> tuple[int, int]:
    return RANKS[claim.kind], (claim.seat - giver) % 4
