"""What goes wrong at a table: wrong numbers of tiles, mistaken calls, mismatched sets, warnings.

These actions say what people really did; the play then goes on as the rules want it to.
"""

from collections.abc import Callable, Sequence
from typing import Any

from mjscore.errors import ScoreError, shown
from mjscore.tiles import CODES, SEATS
from tests.score.flow.play import passing, telling, turns
from tests.score.flow.play.hand_state import HandState

IDS = (
    "SA-F13", "SA-X01", "SA-X02", "SA-X03", "SA-X04", "SA-X05", "SA-X06", "SA-X07",
    "SA-X11", "SA-Q06",
    "YEE-X02", "YEE-X03", "YEE-Q10",
    "LASFS-X01", "LASFS-X02", "LASFS-X03", "LASFS-X04", "LASFS-Q07", "LASFS-Q08",
)  # fmt: skip
WARNINGS = {"drew_out_of_turn": "SA-X05", "looked_at_two_tiles": "SA-X06"}


def draw_extra(play: HandState, seat: Any) -> None:
    """Takes a second tile in his own turn: one too many (SA-X07, YEE-X03, LASFS-X04)."""
    player = play.seat(seat)
    play.must_be("discard", player)
    number, play.wall = play.wall.draw()
    player.concealed.append(play.order[number])
    player.fresh, player.source = None, ""
    if play.system == "SHOP-A":
        play.note("looked_at_two_tiles", player.seat)


def discard_short(play: HandState, seat: Any, tile: Any) -> None:
    """Discards in his turn without having drawn: one too few (SA-X07, YEE-X03, LASFS-X03)."""
    player, thrown = play.seat(seat), play.tile(tile)
    play.must_be("draw", player)
    turns.check_discard(play, player, thrown)
    passing.close_offer(play)
    turns.lay_down(play, player, thrown)


def warning(play: HandState, seat: Any, what: str) -> None:
    """A warning without a penalty: drew_out_of_turn, looked_at_two_tiles (SA-X05, SA-X06)."""
    if not isinstance(what, str) or what not in WARNINGS:
        words = f"must be one of {', '.join(WARNINGS)}, not {shown(what)}"
        raise ScoreError(words, "what", "SA-X05")
    if play.system != "SHOP-A":
        raise ScoreError(f"{play.system} has no such warning", "what", WARNINGS[what])
    play.note(what, play.seat(seat).seat)


def mistaken_mahjong(
    play: HandState, seat: Any, exposed: Sequence[Any] = (), value: int = 0
) -> None:
    """A Mahjong called by mistake in SHOP-A; `exposed` are those who showed their hands.

    Nobody: nothing happens. Two or more still hidden: the exposed are out and pay the winner.
    All but one: the hand is over and all pay that one, `value` being that of the announced hand.
    """
    caller = play.seat(seat)
    shown_by = sorted({play.seat(each).seat for each in exposed})
    if play.system != "SHOP-A" or play.phase in ("over", "exchange"):
        words = "a mistaken Mahjong belongs to the play of SHOP-A"
        raise ScoreError(words, "do", "SA-X01")
    hidden = [s.seat for s in play.seats if s.stopped != "SA-X03" and s.seat not in shown_by]
    if not hidden:
        raise ScoreError("one hand at least stays hidden", "exposed", "SA-X04")
    if len(hidden) == 1 and (type(value) is not int or value <= 0):
        words = "the value of the announced hand is needed, since all pay the hidden one"
        raise ScoreError(words, "value", "SA-Q06")
    _mistake(play, caller.seat, shown_by, hidden, value)
    for each in shown_by:
        play.seats[each].stopped = "SA-X03"
    if len(hidden) == 1:
        play.end("penalty", None, telling.request(play, None))
    elif not play.seats[play.turn].active:
        play.turn, play.phase = play.next_active(play.turn), "draw"
        turns.end_without_players(play)


def _mistake(
    play: HandState, caller: int, shown_by: list[int], hidden: list[int], value: int
) -> None:
    """The event for the scorer; the one that ends the hand names everybody who ever showed his."""
    event: dict[str, Any] = {"event": "mistaken_mahjong", "seat": SEATS[caller]}
    event["exposed"] = [SEATS[each] for each in shown_by]
    if len(hidden) == 1:
        event["exposed"] = [seat for seat in SEATS if seat != SEATS[hidden[0]]]
        event["value"] = value
    play.events.append(event)


def false_mah_jongg(play: HandState, seat: Any) -> None:
    """A wrong Mah Jongg with tiles shown ends the hand, unscored (LASFS-X01, Q07)."""
    player = play.seat(seat)
    if play.system != "LASFS" or play.phase == "over":
        raise ScoreError("a false Mah Jongg belongs to the play of LASFS", "do", "LASFS-X01")
    play.note("false_mah_jongg_exposed", player.seat)
    play.end("penalty", None, telling.request(play, None))


def false_claim(play: HandState, seat: Any, tiles: Sequence[Any]) -> None:
    """Takes the discard with two own tiles that do not match it (LASFS-X02, until noticed)."""
    player = play.seat(seat)
    own = [play.tile(tile) for tile in tiles]
    if play.system != "LASFS" or play.offer is None or play.phase != "draw":
        raise ScoreError("there is no tile to claim wrongly", "do", "LASFS-X02")
    spare = list(player.concealed)
    for tile in own:
        if tile not in spare:
            words = f"{SEATS[player.seat]} has no {CODES[tile]} in the hand"
            raise ScoreError(words, "tiles", "LASFS-X02")
        spare.remove(tile)
    if len(own) != 2 or player.seat == play.offer.giver:
        raise ScoreError("two own tiles go with another's discard", "tiles", "LASFS-X02")
    player.concealed = spare
    player.mismatched.append((*own, play.offer.tile))
    player.cannot_win = "LASFS-X02"
    player.fresh, player.source = None, ""
    play.undone = (play.offer, play.turn, play.phase)
    play.offer, play.phase, play.turn = None, "discard", player.seat


def undo_false_claim(play: HandState, seat: Any) -> None:
    """Noticed before the next discard: everything goes back without penalty (LASFS-Q08)."""
    player = play.seat(seat)
    if play.phase != "discard" or play.turn != player.seat or play.undone is None:
        words = "the next tile has been discarded: the wrong set stays where it is"
        raise ScoreError(words, "do", "LASFS-X02")
    *own, _ = player.mismatched.pop()
    player.concealed += own
    if not player.mismatched:
        player.cannot_win = ""
    play.offer, play.turn, play.phase = play.undone
    play.undone = None


def let_go(play: HandState, seat: Any) -> None:
    """Lets a winning discard go: no win before his next draw, beginners excepted (YEE-X02)."""
    player = play.seat(seat)
    if play.system != "YEE" or play.offer is None or play.offer.giver == player.seat:
        raise ScoreError("there is no winning discard to let go", "do", "YEE-X02")
    if not player.passed:
        passing.pass_win(play, player)


def threw_self_pick(play: HandState, seat: Any) -> None:
    """Threw away his own winning tile: paid for at the end, beginners excepted (YEE-X01)."""
    player = play.seat(seat)
    if play.system != "YEE" or not player.discards:
        raise ScoreError("nobody threw a winning tile away", "do", "YEE-X01")
    if player.seat not in play.options["beginners"]:
        play.note("threw_self_pick", player.seat)


def show_bettor(play: HandState) -> None:
    """The bettor's choice is seen before the end: all bets are cancelled (SA-X11)."""
    if play.facts.bettor is None or play.phase == "over":
        raise ScoreError("nobody bets on this hand", "do", "SA-X11")
    play.bettor_shown = True


ACTIONS: dict[str, Callable[..., Any]] = {
    "draw_extra": draw_extra, "discard_short": discard_short, "warning": warning,
    "mistaken_mahjong": mistaken_mahjong, "false_mah_jongg": false_mah_jongg,
    "false_claim": false_claim, "undo_false_claim": undo_false_claim, "let_go": let_go,
    "threw_self_pick": threw_self_pick, "show_bettor": show_bettor,
}  # fmt: skip
