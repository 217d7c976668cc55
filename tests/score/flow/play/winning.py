"""Going out: who may, with which tile, and the request that scores it."""

from collections.abc import Callable
from typing import Any

from mjscore.errors import ScoreError, shown
from mjscore.flow.customs import is_aside
from mjscore.tiles import CODES, KINDS, SEATS
from tests.score.flow.play import telling
from tests.score.flow.play.hand_state import HandState
from tests.score.flow.play.seat import Seat
from tests.score.flow.play.telling import SELF_DRAWN, Won

IDS = (
    "SA-F01", "SA-F13", "SA-X03", "SB-F02", "SB-F08", "SB-F09", "YEE-F06", "YEE-V22", "YEE-X02",
    "YEE-X03", "MH-F03", "LASFS-X02", "LASFS-X03", "LASFS-X04",
)  # fmt: skip


def win(play: HandState, seat: Any, tile: Any = None) -> None:
    """Go out with the tile just drawn, the tile on offer, or the fourteen dealt tiles.

    `tile` chooses which of the dealt fourteen is called the last one. When the judge does not find
    a winning hand the win is refused and the play goes on; a mistake that showed tiles is told
    with `mistaken_mahjong` or `false_mah_jongg`.
    """
    player = play.seat(seat)
    check(play, player.seat)
    won = _how(play, player, tile)
    request = telling.request(play, won)
    answer = None
    if play.facts.judge is not None:
        answer = play.facts.judge(request)
        if not answer.get("legal", True):
            raise _not_complete(play, player, won, answer)
    play.end("win", player.seat, request, answer)


def seven_flowers(play: HandState, seat: Any) -> None:
    """The special win of seven flowers; who holds the eighth pays double (rules YEE-V22)."""
    player = play.seat(seat)
    if play.system != "YEE":
        raise ScoreError(f"{play.system} knows no win with flowers", "do", "YEE-V22")
    check(play, player.seat)
    if len(player.bonus) < 7:
        words = f"{SEATS[player.seat]} has {len(player.bonus)} flowers on the table, not seven"
        raise ScoreError(words, "seat", "YEE-V22")
    request = telling.request(play, Won(player.seat, None, "", None, "seven_flowers"))
    play.end("win", player.seat, request)


def check(play: HandState, seat: int) -> None:
    """Refuse a win by somebody who may not go out at all."""
    player = play.seats[seat]
    in_turn = play.phase == "discard" and play.turn == seat or play.phase == "opening" and not seat
    name, size = SEATS[seat], play.count(player) - in_turn
    if play.phase == "over":
        raise ScoreError("the hand is over", "do", play.custom.turn)
    if player.stopped:
        raise ScoreError(f"{name} no longer plays in this hand", "seat", player.stopped)
    if player.cannot_win:
        words = f"{name} laid down tiles that do not match and cannot go out"
        raise ScoreError(words, "seat", player.cannot_win)
    if size != 13:
        rule = "LASFS-X04" if play.system == "LASFS" and size > 13 else play.custom.number
        words = f"{name} has a wrong number of tiles ({size} between turns) and cannot go out"
        raise ScoreError(words, "seat", rule)


def _how(play: HandState, player: Seat, tile: Any) -> Won:
    """Where the winning tile comes from; ScoreError when nothing can be won with now."""
    name, offer = SEATS[player.seat], play.offer
    if play.phase == "discard" and play.turn == player.seat:
        if player.fresh is None:
            words = f"{name} took a discard for a set and wins only with a drawn or claimed tile"
            raise ScoreError(words, "seat", play.custom.win)
        last = player.fresh
        if tile is not None and player.source == "dealt" and play.tile(tile) in player.concealed:
            last = play.tile(tile)
        if tile is not None and play.tile(tile) != last:
            raise ScoreError(f"{name} did not draw {shown(tile)}", "tile", play.custom.win)
        if is_aside(play.custom, last):
            words = f"{CODES[last]} is laid aside and replaced: nobody wins with it"
            raise ScoreError(words, "tile", play.custom.bonus)
        return Won(player.seat, last, player.source, None)
    if offer is None or play.phase not in ("draw", "robbable") or offer.giver == player.seat:
        raise ScoreError(f"{name} has no tile to win with now", "seat", play.custom.turn)
    if tile is not None and play.tile(tile) != offer.tile:
        raise ScoreError(f"the tile that lies there is {CODES[offer.tile]}", "tile",
                         play.custom.win)  # fmt: skip
    if player.passed:
        words = f"{name} let a winning tile go and must draw before winning"
        raise ScoreError(words, "seat", "YEE-X02")
    return Won(player.seat, offer.tile, "robbed_kong" if offer.kong else "discard", offer.giver)


def _not_complete(play: HandState, player: Seat, won: Won, answer: dict[str, Any]) -> ScoreError:
    """Why the hand is none, in the judge's words; a kong still in the hand is told first."""
    held = [*player.concealed, *(() if won.source in (*SELF_DRAWN, "dealt") else (won.tile,))]
    four = [tile for tile in range(KINDS) if held.count(tile) == 4]
    if four and play.system == "HANDS":
        words = f"with the kong of {CODES[four[0]]} still in the hand nobody goes out"
        return ScoreError(words, "win", "MH-F03")
    words = str(answer.get("reason", "these tiles are no winning hand"))
    return ScoreError(words, "win", str(answer.get("rule", play.custom.win)))


ACTIONS: dict[str, Callable[..., Any]] = {"win": win, "seven_flowers": seven_flowers}
