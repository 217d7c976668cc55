"""A scoring request from JSON values: every check that is the same in all systems (rules 1.5)."""

from typing import Any

from mjscore.errors import bad, nearest, shown
from mjscore.hand import DEALT, DISCARD, ROBBED_KONG, SOURCES, Hand, Request, Win
from mjscore.melds import meld
from mjscore.options import chosen
from mjscore.systems import Game, game
from mjscore.tiles import CODES, COPIES, INDEX, KINDS, SEATS, TRAITS

SEAT = {letter: seat for seat, letter in enumerate(SEATS)}
TURNS = ("heaven", "earth", "first_discard")
_REQUEST = frozenset(
    "system config round_wind dealer_streak dice players win events bettor bettor_shown".split()
)
_HAND = frozenset(
    "melds concealed bonus bonus_undeclared used_first_east_discard special dead"
    " exposed_in_error".split()
)
_TILES = frozenset(("melds", "concealed", "bonus", "bonus_undeclared"))
_FLAGS = ("last_tile", "first_round", "original_call", "last_possible", "regularising")
_WIN = frozenset(
    "seat tile source from single_wait first_turn special last_flower_holder"
    " joker_used_during_hand".split()
) | set(_FLAGS)


def parse(data: Any) -> Request:
    """The request that `data` (JSON values) describes; ScoreError names what cannot be used."""
    if not isinstance(data, dict):
        bad(f"a request is an object, not {shown(data)}", "", "ENG-01")
    of = game(data.get("system"))
    request = Request(of.name, chosen(of.options, of.defaults, data.get("config")))
    if not _REQUEST.issuperset(data):
        _misspelt(data, _REQUEST, "")
    request.round_wind = seat(data.get("round_wind", "E"), "round_wind")
    request.streak = _streak(data.get("dealer_streak"))
    request.dice = _dice(data.get("dice"))
    events = data.get("events") or []
    if not isinstance(events, list):
        bad(f"must be a list, not {shown(events)}", "events", "ENG-12")
    request.events = events
    backed = data.get("bettor")
    request.bettor = None if backed is None else seat(backed, "bettor")
    if backed is not None and not of.jokers:
        bad(f"nobody can bet on a player of {of.name}, only in SHOP-A", "bettor", "SA-S05")
    request.bettor_shown = truth(data, "bettor_shown", "bettor_shown")
    total = [0] * len(CODES)
    won = data.get("win")
    if won is not None:
        request.win = _win(won, of, total)
    request.hands = _hands(data.get("players"), of, request.win, bool(events), total)
    _copies(total)
    return request


def seat(value: Any, field: str) -> int:
    """Seat 0..3 of a letter E, S, W, N."""
    try:
        return SEAT[value]
    except (KeyError, TypeError):
        bad(f"must be one of E, S, W, N, not {shown(value)}", field, "ENG-02")


def truth(data: dict[str, Any], key: str, field: str) -> bool:
    """A flag; missing and null are false."""
    value = data.get(key)
    if value is None or value is False:
        return False
    if value is not True:
        bad(f"must be true or false, not {shown(value)}", field, "ENG-10")
    return True


def tiles(value: Any, field: str, name: str = "") -> list[int]:
    """Indexes of a list of tile codes; the field is told as `field` + `name`."""
    if value is None:
        return []
    if not isinstance(value, list):
        bad(f"must be a list of tile codes, not {shown(value)}", field + name, "ENG-01")
    try:
        return [INDEX[code] for code in value]
    except (KeyError, TypeError):
        return [tile(code, f"{field}{name}[{at}]") for at, code in enumerate(value)]


def tile(code: Any, field: str) -> int:
    """Index of one tile code."""
    if not isinstance(code, str) or code not in INDEX:
        bad(f"there is no tile {shown(code)}.{nearest(code, CODES)}", field, "ENG-01")
    return INDEX[code]


def _streak(value: Any) -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1000:
        bad(f"must be a whole number 0..1000, not {shown(value)}", "dealer_streak", "YEE-E20")
    return value


def _dice(value: Any) -> tuple[int, ...]:
    if value is None:
        return ()
    if (
        not isinstance(value, list)
        or len(value) > 3
        or not all(type(pips) is int and 1 <= pips <= 6 for pips in value)
    ):
        bad(f"must be two or three numbers 1..6, not {shown(value)}", "dice", "ENG-04")
    return tuple(value)


def _hands(players: Any, of: Game, win: Win | None, events: bool, total: list[int]) -> list[Hand]:
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
            unknown = not needed and (win is None or win.seat != place)
            hands.append(_hand(place, data, of, total, unknown))
    return hands


def _hand(place: int, data: Any, of: Game, total: list[int], unknown: bool) -> Hand:
    """One hand; `unknown`: it is not scored, so its concealed tiles need not be given."""
    field = f"players.{SEATS[place]}"
    if not isinstance(data, dict):
        bad(f"must be an object, not {shown(data)}", field, "ENG-02")
    hand = Hand(place)
    if not _TILES.issuperset(data):
        _marks(hand, data, field)
    concealed = hand.concealed = tiles(data.get("concealed"), field, ".concealed")
    counts, traits = hand.counts, 0
    if concealed and max(concealed) >= KINDS:
        _not_held(concealed, of, field)
    for one in concealed:
        total[one] += 1
        if one < KINDS:
            counts[one] += 1
            traits |= TRAITS[one]
    if melds := data.get("melds"):
        traits |= _melds(hand, melds, of, total, field)
    hand.traits = traits
    if beside := data.get("bonus"):
        hand.bonus = _beside(beside, of, total, field, ".bonus")
    if beside := data.get("bonus_undeclared"):
        hand.undeclared = _beside(beside, of, total, field, ".bonus_undeclared")
    if 3 * len(hand.melds) + len(concealed) != 13 or of.jokers:
        _thirteen(hand, of, field, unknown)
    return hand


def _marks(hand: Hand, data: dict[str, Any], field: str) -> None:
    if not _HAND.issuperset(data):
        _misspelt(data, _HAND, field + ".")
    hand.dead = truth(data, "dead", field + ".dead")
    hand.exposed_in_error = truth(data, "exposed_in_error", field + ".exposed_in_error")
    hand.first_discard = truth(data, "used_first_east_discard", field + ".used_first_east_discard")
    hand.special = _name(data.get("special"), field + ".special")


def _melds(hand: Hand, melds: Any, of: Game, total: list[int], field: str) -> int:
    """Read the melds; gives the traits of their tiles."""
    if not isinstance(melds, list):
        bad(f"must be a list of melds, not {shown(melds)}", field + ".melds", "ENG-07")
    read = [meld(each, f"{field}.melds[{at}]", of.jokers) for at, each in enumerate(melds)]
    hand.melds = tuple([each for each, _ in read])
    hand.meld_tiles = [one for _, own in read for one in own]
    traits = 0
    for one in hand.meld_tiles:
        total[one] += 1
        traits |= TRAITS[one]
    return traits


def _not_held(concealed: list[int], of: Game, field: str) -> None:
    """Refuse flowers and jokers among the concealed tiles, where no hand has them."""
    for one in concealed:
        if one >= KINDS and (not of.jokers or CODES[one][0] == "A"):
            bad(f"{CODES[one]} is no tile of a hand of {of.name}; flowers go to bonus or"
                " bonus_undeclared", field + ".concealed", "ENG-01")  # fmt: skip


def _beside(codes: Any, of: Game, total: list[int], field: str, name: str) -> list[int]:
    """Flowers, seasons and animals beside the hand; no suit tile, nothing of another system."""
    beside = tiles(codes, field, name)
    for one in beside:
        if one < KINDS or CODES[one][0] not in of.bonus:
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


def _win(data: Any, of: Game, total: list[int]) -> Win:
    if not isinstance(data, dict):
        bad(f"must be an object or null, not {shown(data)}", "win", "ENG-06")
    if not _WIN.issuperset(data):
        _misspelt(data, _WIN, "win.")
    special = _name(data.get("special"), "win.special")
    code, source = data.get("tile"), data.get("source")
    if code is None and special is not None and source is None:  # rules YEE-V22
        win = Win(seat(data.get("seat"), "win.seat"), -1, SOURCES.index("loose_flower"))
    else:
        if not isinstance(source, str) or source not in SOURCES:
            bad(f"must be one of {', '.join(SOURCES)}, not {shown(source)}", "win.source",
                "ENG-07")  # fmt: skip
        win = Win(seat(data.get("seat"), "win.seat"), _winning(code, of), SOURCES.index(source))
        total[win.tile] += 1
    win.special = special
    for name in _FLAGS:
        if data.get(name):
            setattr(win, name, truth(data, name, f"win.{name}"))
    win.joker_during_hand = truth(data, "joker_used_during_hand", "win.joker_used_during_hand")
    if data.get("single_wait") is not None:
        win.single_wait = truth(data, "single_wait", "win.single_wait")
    holder = data.get("last_flower_holder")
    win.last_flower_holder = None if holder is None else seat(holder, "win.last_flower_holder")
    _giver(win, data.get("from"))
    _first_turn(win, data.get("first_turn"))
    return win


def _winning(code: Any, of: Game) -> int:
    won = tile(code, "win.tile")
    if won >= KINDS and not (of.jokers and CODES[won][0] != "A"):
        bad(f"nobody wins on {code}: it is laid aside and replaced", "win.tile", "ENG-01")
    return won


def _giver(win: Win, value: Any) -> None:
    source = SOURCES[win.source]
    if win.source not in (DISCARD, ROBBED_KONG):
        if value is not None:
            bad(f"only a discard or a robbed kong comes from a player, not {source}", "win.from",
                "ENG-07")  # fmt: skip
        return
    if value is None:
        bad(f"the player who gave the tile is needed for source {source}", "win.from", "ENG-11")
    win.giver = seat(value, "win.from")
    if win.giver == win.seat:
        bad("nobody wins on his own discard: from and seat are the same", "win.from", "ENG-07")


def _first_turn(win: Win, value: Any) -> None:
    if win.source == DEALT and win.seat != 0:
        bad("only East is dealt fourteen tiles", "win.source", "SB-L04")
    if value is None:
        return
    if value not in TURNS:
        bad(f"must be one of {', '.join(TURNS)}, not {shown(value)}", "win.first_turn", "SB-L04")
    if value == "heaven" and (win.seat != 0 or win.from_player):
        bad("only East can be complete with the dealt tiles", "win.first_turn", "LASFS-L01")
    if value == "earth" and win.seat == 0:
        bad("East has the first turn: this is for the others", "win.first_turn", "LASFS-L02")
    if value == "first_discard" and not (win.source == DISCARD and win.giver == 0):
        bad("the first discard is East's: source discard, from E", "win.first_turn", "SB-L05")
    win.first_turn = value


def _name(value: Any, field: str) -> str | None:
    if value is not None and not isinstance(value, str):
        bad(f"must be the id of a special hand, or null, not {shown(value)}", field, "MJ-L03")
    return value or None


def _copies(total: list[int]) -> None:
    if max(total[:KINDS]) > 4 or max(total[KINDS:]) > 1:
        for one, count in enumerate(total):
            if count > COPIES[one]:
                bad(f"{count} tiles {CODES[one]} are on the table, and a set has {COPIES[one]}",
                    "players", "ENG-01")  # fmt: skip


def _misspelt(data: dict[str, Any], known: frozenset[str], prefix: str) -> None:
    """Refuse a field that is probably a known one misspelt; other additions are let pass."""
    for name in data:
        if name not in known:
            hint = nearest(name, sorted(known))
            if hint.startswith(" Did"):
                bad(f"there is no such field.{hint}", prefix + str(name), "ENG-01")
