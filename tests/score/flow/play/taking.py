"""Taking a discard: the claims on it are weighed, and the best one is carried out."""

from collections.abc import Callable, Sequence
from typing import Any

from mjscore.errors import ScoreError, shown
from mjscore.tiles import SEATS
from tests.score.flow.play import claims, laying, passing, telling, winning
from tests.score.flow.play.claims import KONG, WIN, Claim, Offer
from tests.score.flow.play.hand_state import HandState

IDS = (
    "SA-F09", "SA-F10", "SA-F11", "SB-F03", "SB-F04", "SB-F05", "SB-F06", "SB-F07", "SB-F13",
    "YEE-F02", "YEE-F03", "MH-P12", "LASFS-F01",
)  # fmt: skip
CLAIM_FIELDS = frozenset(("seat", "kind", "tiles", "named"))


def claim(
    play: HandState, seat: Any, kind: Any, tiles: Sequence[Any] = (), named: Any = None
) -> Claim:
    """One player's claim on the tile on offer."""
    return settle(play, [{"seat": seat, "kind": kind, "tiles": tiles, "named": named}])


def settle(play: HandState, wanted: Any) -> Claim:
    """Everybody's claims at once: all are checked, the first in rank is carried out."""
    if play.offer is None or play.phase not in ("draw", "robbable"):
        raise ScoreError("there is no tile to claim", "claim", play.custom.turn)
    made = [_checked(play, play.offer, _read(play, each)) for each in wanted]
    if not made:
        raise ScoreError("somebody must claim the tile", "claim", play.custom.pung)
    if len({each.seat for each in made}) < len(made):
        raise ScoreError("a player claims a tile only once", "claim", play.custom.pung)
    best = claims.award(play.offer.giver, made)
    assert best is not None
    if best.kind == WIN:
        winning.win(play, best.seat)
    else:
        _take(play, best)
    return best


def _checked(play: HandState, offer: Offer, wanted: Claim) -> Claim:
    claimant = play.claimant(play.seats[wanted.seat])
    own = claims.own_tiles(play.system, offer, claimant, wanted)
    if wanted.kind == KONG and play.custom.declares:
        play.wall.check_replacement()
    if wanted.kind == WIN:
        winning.check(play, wanted.seat)
    return wanted._replace(tiles=own)


def _take(play: HandState, best: Claim) -> None:
    offer, player = play.offer, play.seats[best.seat]
    assert offer is not None
    if telling.first_east_discard(play):
        player.used_first_east_discard = True
    passing.close_offer(play)
    play.pond.pop()  # where the closed offer has just put it
    player.put(best.kind, best.tiles, offer.tile)
    player.fresh, player.source = None, ""
    play.phase, play.turn = "discard", best.seat
    if best.kind == KONG and play.custom.declares:
        laying.replace_from_tail(play, player, "loose_kong")


def _read(play: HandState, wanted: Any) -> Claim:
    if not isinstance(wanted, dict) or not CLAIM_FIELDS >= wanted.keys() or "kind" not in wanted:
        words = f"a claim is an object with seat, kind, tiles and named, not {shown(wanted)}"
        raise ScoreError(words, "claim", play.custom.pung)
    seat = play.seat(wanted.get("seat")).seat
    own = tuple(play.tile(tile) for tile in wanted.get("tiles") or ())
    named = wanted.get("named")
    return Claim(seat, str(wanted["kind"]), own, None if named is None else play.tile(named))


def goes_for(play: HandState, seat: Any, kind: str) -> None:
    """The player plays for a hand that takes only its last tile from a discard, or for any.

    `kind` "concealed" (SHOP-A) or "star" (HANDS); "" takes the promise back while nothing lies.
    """
    player = play.seat(seat)
    known = {"SHOP-A": ("", "concealed"), "HANDS": ("", "star")}.get(play.system, ("",))
    rule = "SA-F08" if play.system == "SHOP-A" else "ENG-14"
    if kind not in known:
        told = ", ".join(repr(each) for each in known)
        raise ScoreError(f"must be one of {told}, not {shown(kind)}", "kind", rule)
    if kind and any(meld.open for meld in player.melds):
        words = f"{SEATS[player.seat]} has claimed a discard already"
        raise ScoreError(words, "kind", rule)
    player.goes_for = kind


ACTIONS: dict[str, Callable[..., Any]] = {
    "claim": claim,
    "claims": lambda play, claims: settle(play, claims),
    "goes_for": goes_for,
}
