"""A player's own turn: draw, discard, flowers and animals, own kongs, and the end of the wall."""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mjscore.errors import ScoreError
from mjscore.flow import telling
from mjscore.flow.claims import Offer
from mjscore.flow.customs import is_animal, is_aside
from mjscore.flow.seat import Laid, Seat
from mjscore.tiles import CODES, SEATS

if TYPE_CHECKING:
    from mjscore.flow.hand_play import HandPlay

IDS = (
    "SA-F07", "SA-F12", "SA-F13", "SA-X05", "SA-X08", "SA-T07", "SA-T08",
    "SB-F01", "SB-F08", "SB-F09", "SB-F11", "SB-F12", "SB-T07", "SB-T10",
    "YEE-F01", "YEE-F03", "YEE-F05", "YEE-T07", "YEE-X01", "YEE-X02",
    "MH-F01", "MH-F03", "MH-B01", "MH-B02", "MH-Q14",
    "LASFS-F02", "LASFS-F03", "LASFS-T04", "LASFS-X03", "LASFS-X04",
)  # fmt: skip
KINDS_OF_FOUR = (("bouquet", "F"), ("bouquet", "S"), ("zoo", "A"))


def draw(play: "HandPlay", seat: Any) -> None:
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
    close_offer(play)
    play.wall = after
    for each in numbers:
        _receive(play, player, each, "wall")
    player.passed, player.regularising = False, short
    play.phase = "discard"


def discard(play: "HandPlay", seat: Any, tile: Any) -> None:
    """Lay a tile into the middle; it is offered to the others and cannot be taken back."""
    player, thrown = play.seat(seat), play.tile(tile)
    if not _regularises(play, player):
        play.must_be("discard", player)
    check_discard(play, player, thrown)
    winning_tile = _throws_win(play, player, thrown)
    if play.offer is not None:
        close_offer(play)
    lay_down(play, player, thrown)
    if winning_tile:
        play.events.append({"event": "threw_self_pick", "seat": SEATS[player.seat]})


def lay_down(play: "HandPlay", player: Seat, thrown: int) -> None:
    """The discard itself, and what it does to a hand with a wrong number of tiles."""
    player.concealed.remove(thrown)
    player.discards.append(thrown)
    player.after_discard()
    player.fresh, player.source, player.regularising = None, "", False
    play.undone = None
    play.phase = "draw"
    play.offer = Offer(thrown, player.seat, last=play.wall.ended)
    if play.count(player) != 13 and play.system == "SHOP-A":
        player.stopped = "SA-F13"
    play.turn = play.next_active(player.seat)


def check_discard(play: "HandPlay", player: Seat, thrown: int) -> None:
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


def take_back(play: "HandPlay", seat: Any) -> None:
    """Wanting a discard back: the play stands, in every system."""
    play.seat(seat)
    rule = "SA-F12" if play.system == "SHOP-A" else play.custom.turn
    raise ScoreError("a discarded tile is neither taken back nor exchanged", "seat", rule)


def bonus(play: "HandPlay", seat: Any, tile: Any) -> None:
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


def closed_kong(play: "HandPlay", seat: Any, tile: Any) -> None:
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


def added_kong(play: "HandPlay", seat: Any, tile: Any) -> None:
    """A drawn fourth tile laid to an open pung; the others may rob it before it is replaced."""
    player, fourth = play.seat(seat), play.tile(tile)
    _may_kong(play, player, play.custom.added)
    if fourth not in player.open_pungs() or fourth not in player.concealed:
        words = f"{SEATS[player.seat]} has no open pung to which a drawn {CODES[fourth]} is added"
        raise ScoreError(words, "tile", play.custom.added)
    player.concealed.remove(fourth)
    play.offer = Offer(fourth, player.seat, kong="added")
    play.phase = "robbable"


def replace(play: "HandPlay", seat: Any) -> None:
    """Nobody robs: the added kong stands and its tile is replaced."""
    player = play.seat(seat)
    play.must_be("robbable", player)
    assert play.offer is not None
    fourth = play.offer.tile
    close_offer(play)
    at = next(n for n, m in enumerate(player.melds) if m.kind == "pung" and fourth in m.tiles)
    player.melds[at] = Laid("kong", (fourth,) * 4, True)
    replace_from_tail(play, player, "loose_kong")


def end_of_wall(play: "HandPlay") -> None:
    """Nobody wants the last discard and nothing can be drawn: drawn, dead round or new wall."""
    over = play.phase == "stuck" or play.phase == "draw" and play.wall.ended
    if not over:
        words = f"{play.wall.drawable} tiles can still be drawn"
        raise ScoreError(words, "do", play.custom.wall)
    play.end(play.custom.ends, None, telling.request(play, None))


def replace_from_tail(play: "HandPlay", player: Seat, source: str) -> None:
    """Take the replacement; the caller knows that there is one."""
    number, play.wall = play.wall.replace(kong=source == "loose_kong")
    _receive(play, player, number, source)
    if play.phase != "opening":
        play.phase, play.turn = "discard", player.seat


def close_offer(play: "HandPlay") -> None:
    """The tile on offer is gone; who let it go although it would have won has passed."""
    offer, play.offer = play.offer, None
    if offer is None:
        return
    if not offer.kong:
        play.pond.append(offer.tile)
    judge = play.facts.judge
    if play.system != "YEE" or play.options.get("beginners") or judge is None:
        return
    source = "robbed_kong" if offer.kong else "discard"
    for player in play.seats:
        if player.seat != offer.giver and play.count(player) == 13:
            win = telling.Won(player.seat, offer.tile, source, offer.giver)
            player.passed = player.passed or telling.complete(play, win)


def _receive(play: "HandPlay", player: Seat, number: int, source: str) -> None:
    tile = play.draw_number(number)
    player.concealed.append(tile)
    player.fresh, player.source = tile, source


def _regularises(play: "HandPlay", player: Seat) -> bool:
    """A hand that is one tile too long discards in its turn without drawing (rules LASFS-X04)."""
    turn = play.phase == "draw" and play.turn == player.seat
    return turn and play.system == "LASFS" and play.count(player) > 13


def _throws_win(play: "HandPlay", player: Seat, thrown: int) -> bool:
    """True when the tile thrown is the drawn one and would have won (rules YEE-X01)."""
    drawn = player.source in ("wall", "loose_kong", "loose_flower") and player.fresh == thrown
    if play.system != "YEE" or not drawn or play.options.get("beginners"):
        return False
    if play.facts.judge is None or play.count(player) != 14:
        return False
    return telling.complete(play, telling.Won(player.seat, thrown, player.source, None))


def _may_kong(play: "HandPlay", player: Seat, rule: str) -> None:
    play.must_be("discard", player)
    if not play.custom.declares:
        words = "kongs are part of the fourteen tiles and are not laid down from the hand"
        raise ScoreError(words, "tile", rule)
    play.wall.check_replacement()


def _complete_four(play: "HandPlay", player: Seat, laid: int) -> None:
    """Four of one colour, or the four animals, are paid for at once (rules MH-B01, MH-B02)."""
    if play.system != "HANDS":
        return
    for event, letter in KINDS_OF_FOUR:
        tiles = [CODES[t] for t in sorted(player.bonus) if CODES[t][0] == letter]
        if CODES[laid][0] == letter and len(tiles) == 4:
            play.events.append({"event": event, "seat": SEATS[player.seat], "tiles": tiles})


def fields(action: Callable[..., Any]) -> dict[str, bool]:
    """Names of an action's fields; True for those that it needs."""
    parameters = list(inspect.signature(action).parameters.values())[1:]
    return {each.name: each.default is inspect.Parameter.empty for each in parameters}


ACTIONS: dict[str, Callable[..., Any]] = {
    "draw": draw, "discard": discard, "take_back": take_back, "bonus": bonus,
    "closed_kong": closed_kong, "added_kong": added_kong, "replace": replace,
    "end_of_wall": end_of_wall,
}  # fmt: skip
