"""What is laid down in one's turn: flowers, seasons, animals, kongs, and what replaces them."""

from collections.abc import Callable
from typing import Any

from mjscore.errors import ScoreError
from mjscore.flow.customs import is_animal, is_aside
from mjscore.tiles import CODES, SEATS
from tests.score.flow.play import passing, turns
from tests.score.flow.play.claims import Offer
from tests.score.flow.play.hand_state import HandState
from tests.score.flow.play.seat import Laid, Seat

IDS = (
    "SA-T07", "SB-F08", "SB-F09", "SB-F10", "SB-F11", "SB-F12", "SB-T09",
    "YEE-F03", "YEE-F05", "MH-F01", "MH-F03", "MH-B01", "MH-B02", "MH-Q14",
    "LASFS-F02", "LASFS-F03",
)  # fmt: skip
KINDS_OF_FOUR = (("bouquet", "F"), ("bouquet", "S"), ("zoo", "A"))


def bonus(play: HandState, seat: Any, tile: Any) -> None:
    """Lay a flower, season or animal aside and replace it; at the end of the wall nothing is."""
    player, laid = play.seat(seat), play.tile(tile)
    play.must_be("opening" if play.phase == "opening" else "discard", player)
    if not is_aside(play.custom, laid):
        words = f"{CODES[laid]} is an ordinary tile in {play.system}"
        raise ScoreError(words, "tile", play.custom.bonus)
    if laid not in player.concealed:
        words = f"{SEATS[player.seat]} has no {CODES[laid]} in the hand"
        raise ScoreError(words, "tile", play.custom.bonus)
    player.concealed.remove(laid)
    player.bonus.append(laid)
    _complete_four(play, player, laid)
    if not play.wall.replaceable:
        play.phase = "stuck"
        return
    replace_from_tail(play, player, "loose_flower")
    play.open_turns()


def closed_kong(play: HandState, seat: Any, tile: Any) -> None:
    """Four tiles of one's own draws, two shown; never robbed; replaced at once."""
    player, four = play.seat(seat), play.tile(tile)
    _may_kong(play, player, play.custom.closed)
    if player.concealed.count(four) < 4:
        words = f"{SEATS[player.seat]} has not four {CODES[four]} in the hand"
        raise ScoreError(words, "tile", play.custom.closed)
    waiting = [t for t in player.concealed if is_aside(play.custom, t) and not is_animal(t)]
    if waiting:
        rule = "LASFS-F02" if play.system == "LASFS" else play.custom.bonus
        words = f"{CODES[waiting[0]]} is replaced before the kong"
        raise ScoreError(words, "tile", rule)
    player.put("kong", (four,) * 4)
    replace_from_tail(play, player, "loose_kong")


def added_kong(play: HandState, seat: Any, tile: Any) -> None:
    """A drawn fourth tile laid to an open pung; the others may rob it before it is replaced."""
    player, fourth = play.seat(seat), play.tile(tile)
    _may_kong(play, player, play.custom.added)
    if fourth not in player.open_pungs() or fourth not in player.concealed:
        words = f"{SEATS[player.seat]} has no open pung to which a drawn {CODES[fourth]} is added"
        raise ScoreError(words, "tile", play.custom.added)
    player.concealed.remove(fourth)
    play.offer = Offer(fourth, player.seat, kong="added")
    play.phase = "robbable"


def replace(play: HandState, seat: Any) -> None:
    """Nobody robs: the added kong stands and its tile is replaced."""
    player = play.seat(seat)
    play.must_be("robbable", player)
    assert play.offer is not None
    fourth = play.offer.tile
    passing.close_offer(play)
    at = next(n for n, m in enumerate(player.melds) if m.kind == "pung" and fourth in m.tiles)
    player.melds[at] = Laid("kong", (fourth,) * 4, True)
    replace_from_tail(play, player, "loose_kong")


def replace_from_tail(play: HandState, player: Seat, source: str) -> None:
    """Take the replacement; the caller knows that there is one."""
    number, play.wall = play.wall.replace(kong=source == "loose_kong")
    turns.receive(play, player, number, source)
    if play.phase != "opening":
        play.phase, play.turn = "discard", player.seat


def _may_kong(play: HandState, player: Seat, rule: str) -> None:
    play.must_be("discard", player)
    if not play.custom.declares:
        words = "kongs are part of the fourteen tiles and are not laid down from the hand"
        raise ScoreError(words, "tile", rule)
    play.wall.check_replacement()


def _complete_four(play: HandState, player: Seat, laid: int) -> None:
    """Four of one colour, or the four animals, are paid for at once (rules MH-B01, MH-B02)."""
    if play.system != "HANDS":
        return
    for event, letter in KINDS_OF_FOUR:
        tiles = [CODES[t] for t in sorted(player.bonus) if CODES[t][0] == letter]
        if CODES[laid][0] == letter and len(tiles) == 4:
            play.events.append({"event": event, "seat": SEATS[player.seat], "tiles": tiles})


ACTIONS: dict[str, Callable[..., Any]] = {
    "bonus": bonus, "closed_kong": closed_kong, "added_kong": added_kong, "replace": replace,
}  # fmt: skip
