"""The players' hands of a request: thirteen tiles each, melds, what lies beside (rules 1.5)."""

from typing import Any

from mjscore.errors import bad, shown
from mjscore.fields import SEAT, misspelt, name, tiles, truth
from mjscore.hand import SEVEN_FLOWERS, Hand, Win
from mjscore.request.melds import meld
from mjscore.systems import Game
from mjscore.tiles import CODES, COPIES, KINDS, SEATS

_HAND = frozenset(
    "melds concealed bonus bonus_undeclared used_first_east_discard special dead"
    " exposed_in_error value".split()
)
MOST_TOLD = 1_000_000
_FIELDS = tuple(f"players.{letter}" for letter in SEATS)
_TILES = frozenset(("melds", "concealed", "bonus", "bonus_undeclared"))


def hands(players: Any, of: Game, win: Win | None, events: bool, total: list[int]) -> list[Hand]:
    """The hands by seat; none at all where only events are to be settled."""
    needed = of.losers if win is not None else of.drawn
    if not players and win is None and (events or not needed):
        return []
    if not isinstance(players, dict):
        if players is not None or needed or win is not None:
            bad(f"must be an object of hands by seat, not {shown(players)}", "players", "ENG-02")
        players = {}
    if not SEAT.keys() >= players.keys():
        bad(f"has no seat {shown((sorted(players.keys() - SEAT.keys(), key=str))[0])}; seats are"
            " E, S, W, N", "players", "ENG-02")  # fmt: skip
    hands = []
    for place, letter in enumerate(SEATS):
        data = players.get(letter)
        if data is None:
            if needed or (win is not None and win.seat == place):
                bad("this hand is scored and must be given", f"players.{letter}", "ENG-09")
            hands.append(Hand(place))
        else:
            unknown = not needed and (
                win is None or win.seat != place or win.special in SEVEN_FLOWERS
            )
            hands.append(_hand(place, data, of, total, unknown))
            if win is not None and win.seat == place and hands[place].told is not None:
                bad("the winner's hand is told by its tiles", f"players.{letter}.value", "ENG-09")
    if win is not None and win.flower >= 0:
        _drawn(hands[win.seat], win.flower, total)
    return hands


def _drawn(hand: Hand, flower: int, total: list[int]) -> None:
    """The flower that won lies with the others, whether it was told there or not (YEE-V22)."""
    if flower not in hand.bonus and flower not in hand.undeclared:
        hand.bonus = [*hand.bonus, flower]
        total[flower] += 1


def _hand(place: int, data: Any, of: Game, total: list[int], unknown: bool) -> Hand:
    """One hand; `unknown`: it is not scored, so its concealed tiles need not be given."""
    field = _FIELDS[place]
    if not isinstance(data, dict):
        bad(f"must be an object, not {shown(data)}", field, "ENG-02")
    hand = Hand(place)
    if not _TILES.issuperset(data):
        _marks(hand, data, field)
    concealed = hand.concealed = tiles(data.get("concealed"), field, ".concealed")
    counts = hand.counts
    try:
        for one in concealed:
            counts[one] += 1
            total[one] += 1
    except IndexError:  # a flower or a joker, of which no sets are made
        _plain(hand, of, total, field)
    if melds := data.get("melds"):
        _melds(hand, melds, of, total, field)
    if beside := data.get("bonus"):
        hand.bonus = _beside(beside, of, total, field, ".bonus")
    if beside := data.get("bonus_undeclared"):
        hand.undeclared = _beside(beside, of, total, field, ".bonus_undeclared")
    if hand.told is not None:
        _points_alone(hand, of, unknown, field)
    elif 3 * len(hand.melds) + len(hand.concealed) != 13 or of.jokers:
        _thirteen(hand, of, field, unknown)
    return hand


def _marks(hand: Hand, data: dict[str, Any], field: str) -> None:
    if not _HAND.issuperset(data):
        misspelt(data, _HAND, field + ".")
    hand.dead = truth(data, "dead", field + ".dead")
    hand.exposed_in_error = truth(data, "exposed_in_error", field + ".exposed_in_error")
    hand.first_discard = truth(data, "used_first_east_discard", field + ".used_first_east_discard")
    hand.special = name(data.get("special"), field + ".special")
    if (value := data.get("value")) is not None:
        if type(value) is not int or not 0 <= value <= MOST_TOLD:
            bad(f"points are a whole number from 0 to {MOST_TOLD}, not {shown(value)}",
                field + ".value", "ENG-09")  # fmt: skip
        hand.told = value


def _points_alone(hand: Hand, of: Game, unknown: bool, field: str) -> None:
    """Refuse points where nobody's tiles are asked for, and points beside tiles."""
    if unknown:
        bad(f"{of.name} does not count this hand, so nobody tells its points", field + ".value",
            "ENG-09")  # fmt: skip
    if hand.concealed or hand.meld_tiles or hand.bonus or hand.undeclared or hand.special:
        bad("a hand is told by its tiles or by its points, not by both", field + ".value",
            "ENG-09")  # fmt: skip


def _melds(hand: Hand, melds: Any, of: Game, total: list[int], field: str) -> None:
    if not isinstance(melds, list):
        bad(f"must be a list of melds, not {shown(melds)}", field + ".melds", "ENG-07")
    read = [meld(each, field, at, of.jokers) for at, each in enumerate(melds)]
    hand.melds = tuple([each for each, _ in read])
    hand.meld_tiles = [one for _, own in read for one in own]
    for one in hand.meld_tiles:
        total[one] += 1


def _plain(hand: Hand, of: Game, total: list[int], field: str) -> None:
    """Count the rest of a hand with flowers and jokers, or refuse them (rules ENG-01)."""
    for one in hand.concealed[sum(hand.counts):]:
        if one >= KINDS and (not of.jokers or CODES[one][0] == "A"):
            bad(f"{CODES[one]} is no tile of a hand of {of.name}; flowers go to bonus or"
                " bonus_undeclared", field + ".concealed", "ENG-01")  # fmt: skip
        total[one] += 1
        if one < KINDS:
            hand.counts[one] += 1


def _beside(codes: Any, of: Game, total: list[int], field: str, name: str) -> list[int]:
    """Flowers, seasons and animals beside the hand; no suit tile, nothing of another system."""
    beside = tiles(codes, field, name)
    for one in beside:
        if one not in of.beside:
            bad(f"{CODES[one]} is no flower, season or animal of {of.name}", field + name,
                "ENG-01")  # fmt: skip
        total[one] += 1
    return beside


def _thirteen(hand: Hand, of: Game, field: str, unknown: bool) -> None:
    if of.jokers:  # a kong counts as four tiles (rules SA-F01)
        held, told, rule = len(hand.meld_tiles), "melds", "SA-F13"
    else:
        held, told, rule = 3 * len(hand.melds), "3 x melds", "ENG-07"
    held += len(hand.concealed)
    if held == 13 or held + len(hand.undeclared) == 13 or hand.dead:
        return  # a flower kept in the hand takes a tile's place (rules MH-X01, LASFS-X05)
    if unknown and not hand.concealed:
        return
    bad(f"{told} + concealed tiles make {held}, and must make 13 (without the winning tile)",
        field + ".concealed", rule)  # fmt: skip


def copies(total: list[int], hands: list[Hand], win: Win | None) -> None:
    """Refuse more tiles of a kind than a set has, at the hand that holds them all."""
    if max(total[:KINDS]) <= 4 and max(total[KINDS:]) <= 1:
        return
    for one, count in enumerate(total):
        if count > COPIES[one]:
            field = "players"
            for hand in hands:
                held = [*hand.concealed, *hand.meld_tiles, *hand.bonus, *hand.undeclared]
                own = win is not None and win.seat == hand.seat and win.tile == one
                if held.count(one) + own == count:
                    field = f"players.{SEATS[hand.seat]}"
            where = "on the table" if field == "players" else "in this hand"
            bad(f"{count} tiles {CODES[one]} are {where}, and a set has {COPIES[one]}", field,
                "ENG-01")  # fmt: skip
