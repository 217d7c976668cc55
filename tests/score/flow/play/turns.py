"""A player's own turn: draw and discard, what becomes of a discard, and the end of the wall."""

import inspect
from collections.abc import Callable
from typing import Any

from mjscore.errors import ScoreError
from mjscore.flow.customs import is_animal, is_aside
from mjscore.tiles import CODES, SEATS
from tests.score.flow.play import passing, telling
from tests.score.flow.play.claims import Offer
from tests.score.flow.play.hand_state import HandState
from tests.score.flow.play.seat import Seat

IDS = (
    "SA-F07", "SA-F12", "SA-F13", "SA-X05", "SA-X07", "SA-X08", "SA-T07", "SA-T08",
    "SB-F01", "SB-T07", "SB-T10", "YEE-F01", "YEE-T07", "YEE-X03",
    "LASFS-T04", "LASFS-X03", "LASFS-X04",
)  # fmt: skip

# What the scorer is told of too few and of too many tiles.
WRONG_NUMBER = {
    "SHOP-A": ("wrong_count", "wrong_count"),
    "YEE": ("wrong_count", "wrong_count"),
    "LASFS": ("short_hand", "long_hand"),
}


def draw(play: HandState, seat: Any) -> None:
    """Take the next tile from the head; who is one tile short takes one from the tail as well."""
    player = play.seat(seat)
    play.must_be("draw", player)
    if play.system == "LASFS" and play.count(player) > 13:
        words = f"{SEATS[player.seat]} has a tile too many and discards without drawing"
        raise ScoreError(words, "seat", "LASFS-X04")
    number, after = play.wall.draw()
    numbers = [number]
    short = play.system == "LASFS" and play.count(player) == 12
    if short and after.replaceable:  # rules LASFS-X03
        number, after = after.replace()
        numbers.append(number)
    passing.close_offer(play)
    play.wall = after
    for each in numbers:
        receive(play, player, each, "wall")
    player.regularising = short
    play.phase = "discard"


def discard(play: HandState, seat: Any, tile: Any) -> None:
    """Lay a tile into the middle; it is offered to the others and cannot be taken back."""
    player, thrown = play.seat(seat), play.tile(tile)
    if not _regularises(play, player):
        play.must_be("discard", player)
    check_discard(play, player, thrown)
    winning_tile = passing.throws_win(play, player, thrown)
    if play.offer is not None:
        passing.close_offer(play)
    lay_down(play, player, thrown)
    if winning_tile:
        play.note("threw_self_pick", player.seat)


def lay_down(play: HandState, player: Seat, thrown: int) -> None:
    """The discard itself, and what it does to a hand with a wrong number of tiles."""
    player.concealed.remove(thrown)
    player.discards.append(thrown)
    player.after_discard()
    player.fresh, player.source, player.regularising = None, "", False
    if play.undone is not None:  # the wrong claim stands from now on
        play.note("false_claim", player.seat)
    play.undone = None
    play.phase = "draw"
    play.offer = Offer(thrown, player.seat, last=play.wall.ended)
    _wrong_number(play, player)
    play.turn = play.next_active(player.seat)
    end_without_players(play)


def end_without_players(play: HandState) -> None:
    """Nobody plays any more: as after an exhausted wall."""
    if not any(seat.active for seat in play.seats):
        play.end(play.custom.ends, None, telling.request(play, None))


def check_discard(play: HandState, player: Seat, thrown: int) -> None:
    """A discard is a tile of the hand; flowers are laid aside and replaced instead."""
    if thrown not in player.concealed:
        words = f"{SEATS[player.seat]} has no {CODES[thrown]} in the hand"
        raise ScoreError(words, "tile", play.custom.turn)
    if is_aside(play.custom, thrown) and not is_animal(thrown):
        words = f"{CODES[thrown]} is laid aside and replaced, not discarded"
        raise ScoreError(words, "tile", play.custom.bonus)
    if is_animal(thrown):
        raise ScoreError(f"{CODES[thrown]} is exposed, not discarded", "tile", "MH-F01")
    waiting = [t for t in player.concealed if is_aside(play.custom, t) and not is_animal(t)]
    if play.custom.put_out and waiting:
        words = f"{CODES[waiting[0]]} is laid aside and replaced before the discard"
        raise ScoreError(words, "tile", play.custom.put_out)


def take_back(play: HandState, seat: Any) -> None:
    """Wanting a discard back: the play stands, in every system."""
    play.seat(seat)
    rule = "SA-F12" if play.system == "SHOP-A" else play.custom.turn
    raise ScoreError("a discarded tile is neither taken back nor exchanged", "seat", rule)


def end_of_wall(play: HandState) -> None:
    """Nobody wants the last discard and nothing can be drawn: drawn, dead round or new wall."""
    over = play.phase == "stuck" or play.phase == "draw" and play.wall.ended
    if not over:
        words = f"{play.wall.drawable} tiles can still be drawn"
        raise ScoreError(words, "do", play.custom.wall)
    play.end(play.custom.ends, None, telling.request(play, None))


def _wrong_number(play: HandState, player: Seat) -> None:
    """After a discard a hand has thirteen tiles; what follows otherwise is the system's."""
    size = play.count(player)
    if size == 13 or play.system not in WRONG_NUMBER:
        return
    told = WRONG_NUMBER[play.system][size > 13]
    if {"event": told, "seat": SEATS[player.seat]} not in play.events:
        play.note(told, player.seat)
    if play.system == "SHOP-A":
        player.stopped = "SA-F13"


def receive(play: HandState, player: Seat, number: int, source: str) -> None:
    """Put the tile with this number of the draw order into the hand."""
    tile = play.order[number]
    player.passed = False  # rules YEE-X02
    player.concealed.append(tile)
    player.fresh, player.source = tile, source


def _regularises(play: HandState, player: Seat) -> bool:
    """A hand that is one tile too long discards in its turn without drawing (rules LASFS-X04)."""
    turn = play.phase == "draw" and play.turn == player.seat
    return turn and play.system == "LASFS" and play.count(player) > 13


def fields(action: Callable[..., Any]) -> dict[str, bool]:
    """Names of an action's fields; True for those that it needs."""
    parameters = list(inspect.signature(action).parameters.values())[1:]
    return {each.name: each.default is inspect.Parameter.empty for each in parameters}


ACTIONS: dict[str, Callable[..., Any]] = {
    "draw": draw, "discard": discard, "take_back": take_back, "end_of_wall": end_of_wall,
}  # fmt: skip
