"""Requests that cannot be scored, and what is said of each: field, rule and sentence."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from mjscore.errors import FORMAT, VECTORS
from mjscore.rulebook import rules_of

_IDS = Path(__file__).parents[1] / "data" / "rule_ids.txt"
# What an error may name: a rule, or the chapter that defines requests or vectors.
RULES = {*_IDS.read_text(encoding="utf-8").split(), FORMAT, VECTORS}
RULES |= {rule.id for system in ("HKOS", "RIICHI") for rule in rules_of(system)}
GONE = object()
KINDS = ["B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D6", "D7", "D8", "D9", "DR"]
GOOD: dict[str, Any] = {
    "system": "SHOP-B",
    "players": {
        "E": {"concealed": KINDS},
        "S": {
            "melds": [{"kind": "pung", "tiles": ["WE", "WE", "WE"], "state": "open"}],
            "concealed": ["B5", "B6", "B7", "C5", "C6", "C7", "D2", "D3", "D4", "DG"],
            "bonus": ["F1"],
        },
        "W": {"concealed": KINDS},
        "N": {"concealed": KINDS},
    },
    "win": {"seat": "S", "tile": "DG", "source": "discard", "from": "W"},
}


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The good request with values set by path (`players.S.melds.0.kind`), or taken away."""
    made = deepcopy(GOOD)
    for path, value in changes:
        *way, last = path.split(".")
        place: Any = made
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
        if value is GONE:
            del place[last]
        elif isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value
    return made


S, M = "players.S.", "players.S.melds.0."
FIVE = ["B5"] * 5
# what is changed, field, rule, what the sentence says
CASES: list[tuple[list[tuple[str, Any]], str, str, str]] = [
    ([("system", "SHOP-C")], "system", "ENG-01",
     'there is no system \'SHOP-C\'; did you mean "SHOP-B"?'),
    ([("system", 7)], "system", "ENG-01",
     "there is no system 7; known are SHOP-A, SHOP-B, MJG, YEE, HANDS, LASFS"),
    ([("system", GONE)], "system", "ENG-01", "there is no system None"),
    ([("wine", 1)], "wine", "ENG-01", 'there is no such field; did you mean "win"?'),
    ([("round_wind", "X")], "round_wind", "ENG-02", "must be one of E, S, W, N, not 'X'"),
    ([("round_wind", [])], "round_wind", "ENG-02", "must be one of E, S, W, N, not []"),
    ([("dealer_streak", -1)], "dealer_streak", "YEE-E20",
     "must be a whole number 0..1000, not -1"),
    ([("dealer_streak", True)], "dealer_streak", "YEE-E20", "not True"),
    ([("dealer_streak", 2.0)], "dealer_streak", "YEE-E20", "not 2.0"),
    ([("dice", [7, 1])], "dice", "ENG-04", "must be two or three numbers 1..6, not [7, 1]"),
    ([("dice", 7)], "dice", "ENG-04", "must be two or three numbers 1..6, not 7"),
    ([("dice", [True, 2])], "dice", "ENG-04", "not [True, 2]"),
    *[([("system", system), ("dice", [1])], "dice", "ENG-04", "must be two or three numbers")
      for system in ("SHOP-A", "SHOP-B", "MJG", "YEE", "HANDS", "LASFS")],
    ([("dice", [])], "dice", "ENG-04", "not []"),
    ([("dice", [1, 2, 3, 4])], "dice", "ENG-04", "not [1, 2, 3, 4]"),
    ([("events", {"event": "zoo"})], "events", "ENG-12", "must be a list, not {'event': 'zoo'}"),
    ([("bettor", "S")], "bettor", "SA-S05",
     "nobody can bet on a player of SHOP-B, only in SHOP-A"),
    ([("bettor", {"backs": "Q"})], "bettor.backs", "ENG-02", "one of E, S, W, N, not 'Q'"),
    ([("bettor", {"seat": 1})], "bettor.seat", "ENG-02", "must be one of E, S, W, N, not 1"),
    ([("bettor", {})], "bettor.backs", "ENG-02", "must be one of E, S, W, N, not None"),
    ([("bettor", {"backs": "S", "shown": 1})], "bettor.shown", "ENG-10", "true or false, not 1"),
    ([("bettor", {"back": "S"})], "bettor.back", "ENG-01", 'did you mean "backs"?'),
    ([("bettor_shown", "yes")], "bettor_shown", "ENG-10", "must be true or false, not 'yes'"),
    ([("riichi", {"honba": 1})], "riichi", "RI-S05", "only RIICHI asks for it, and "),
    # options
    ([("config", [])], "config", "ENG-10", "must be an object of options, not []"),
    ([("config", {"limits": 500})], "config.limits", "ENG-10",
     'this system has no option \'limits\'; did you mean "limit"?'),
    ([("system", "LASFS"), ("config", {"zzz": 1})], "config.zzz", "ENG-10",
     "this system has no option 'zzz'; known are limit [ENG-10]"),
    ([("config", {"limit": 1})], "config.limit", "SB-L01",
     "must be a whole number from 2 to 1000000000, or null (unlimited), not 1"),
    ([("config", {"extras": "treble"})], "config.extras", "SB-Q08",
     "must be one of points, double, none, not 'treble'"),
    ([("config", {"east_stays_on_draw": 1})], "config.east_stays_on_draw", "SB-Q04",
     "must be true or false, not 1"),
    # hands
    ([("players", [1])], "players", "ENG-02", "must be an object of hands by seat, not [1]"),
    ([("players", GONE)], "players", "ENG-02", "must be an object of hands by seat, not None"),
    ([("players.X", {})], "players", "ENG-02", "has no seat 'X'; seats are E, S, W, N"),
    ([("players.W", GONE)], "players.W", "ENG-09", "this hand is scored and must be given"),
    ([("players.W", 3)], "players.W", "ENG-02", "must be an object, not 3"),
    ([(S + "conceald", ["B1"])], S + "conceald", "ENG-01", 'did you mean "concealed"?'),
    ([(S + "dead", 1)], S + "dead", "ENG-10", "must be true or false, not 1"),
    ([("players.W", {"value": -1})], "players.W.value", "ENG-09",
     "points are a whole number from 0 to 1000000, not -1"),
    ([("players.W.value", 4)], "players.W.value", "ENG-09",
     "a hand is told by its tiles or by its points, not by both"),
    ([("players.S", {"value": 4})], "players.S.value", "ENG-09",
     "the winner's hand is told by its tiles"),
    ([("system", "YEE"), ("players.W", {"value": 4})], "players.W.value", "ENG-09",
     "YEE does not count this hand, so nobody tells its points"),
    ([(S + "exposed_in_error", "")], S + "exposed_in_error", "ENG-10", "not ''"),
    ([(S + "used_first_east_discard", 2)], S + "used_first_east_discard", "ENG-10", "not 2"),
    ([(S + "special", 5)], S + "special", "MJ-L03",
     "must be the id of a special hand, or null, not 5"),
    ([(S + "concealed", "B1B2")], S + "concealed", "ENG-01",
     "must be a list of tile codes, not 'B1B2'"),
    ([(S + "concealed.3", "B0")], S + "concealed[3]", "ENG-01", "there is no tile 'B0'"),
    ([(S + "concealed.3", ["B1"])], S + "concealed[3]", "ENG-01", "there is no tile ['B1']"),
    ([(S + "concealed.3", "F3")], S + "concealed", "ENG-01",
     "F3 is no tile of a hand of SHOP-B; flowers go to bonus or bonus_undeclared"),
    ([(S + "concealed.3", "J")], S + "concealed", "ENG-01", "J is no tile of a hand of SHOP-B"),
    ([(S + "bonus", ["B1"])], S + "bonus", "ENG-01",
     "B1 is no flower, season or animal of SHOP-B"),
    ([(S + "bonus_undeclared", ["A1"])], S + "bonus_undeclared", "ENG-01",
     "A1 is no flower, season or animal of SHOP-B"),
    ([(S + "bonus", ["F9"])], S + "bonus[0]", "ENG-01", "there is no tile 'F9'"),
    ([("players.W.concealed", KINDS[1:])], "players.W.concealed", "ENG-07",
     "3 x melds + concealed tiles make 12, and must make 13 (without the winning tile)"),
    ([("players.W.concealed", FIVE + KINDS[:8])], "players", "ENG-01",
     "6 tiles B5 are on the table, and a set has 4"),
    ([("players.W.concealed", ["D1"] * 5 + KINDS[:8])], "players.W", "ENG-01",
     "5 tiles D1 are in this hand, and a set has 4"),
    ([(S + "concealed", ["DG"] * 4 + ["B6", "B7", "B8", "C6", "C7", "C8"])], "players.S",
     "ENG-01", "5 tiles DG are in this hand, and a set has 4"),
    ([(S + "melds", [{"kind": "kong", "tiles": ["D2"] * 4}]),
      (S + "concealed", ["B6", "B7", "B8", "C5", "C6", "C7", "D2", "D3", "D4", "DG"])],
     "players.S", "ENG-01", "5 tiles D2 are in this hand"),
    ([(S + "bonus", ["F1", "F1"])], "players.S", "ENG-01", "2 tiles F1 are in this hand"),
    ([("players.W.bonus", ["F1"])], "players", "ENG-01",
     "2 tiles F1 are on the table, and a set has 1"),
    # melds
    ([(S + "melds", {"kind": "pung"})], S + "melds", "ENG-07",
     "must be a list of melds, not {'kind': 'pung'}"),
    ([(M[:-1], "WE")], S + "melds[0]", "ENG-07",
     "must be an object with kind, tiles and state, not 'WE'"),
    ([(M + "kind", "quint")], S + "melds[0].kind", "ENG-07",
     "must be one of chow, pung, kong, not 'quint'"),
    ([(M + "kind", "kong")], S + "melds[0].tiles", "ENG-07",
     "a kong is a list of 4 tiles, not ['WE', 'WE', 'WE']"),
    ([(M + "tiles", ["WE", "WE", "EW"])], S + "melds[0]", "ENG-01",
     "there is no tile 'EW'"),
    ([(M + "tiles", ["WE", "WE", "WS"])], S + "melds[0]", "ENG-07", "WE WE WS is no pung"),
    ([(M + "kind", "chow")], S + "melds[0]", "ENG-07", "WE WE WE is no chow"),
    ([(M + "kind", "chow"), (M + "tiles", ["B8", "B9", "C1"])], S + "melds[0]", "ENG-07",
     "B8 B9 C1 is no chow"),
    ([(M + "tiles", ["F1", "F1", "F1"])], S + "melds[0]", "ENG-07", "F1 F1 F1 is no pung"),
    ([(M + "tiles", ["WE", "WE", "J"])], S + "melds[0]", "ENG-07", "WE WE J is no pung"),
    ([(M + "state", "shut")], S + "melds[0].state", "ENG-07",
     "must be open or closed, not 'shut'"),
    ([(M + "state", "closed")], S + "melds[0].state", "ENG-07",
     "only a kong is laid down closed"),
    # the win
    ([("win", "S")], "win", "ENG-06", "must be an object or null, not 'S'"),
    ([("win.sauce", "wall")], "win.sauce", "ENG-01", 'did you mean "source"?'),
    ([("win.seat", "east")], "win.seat", "ENG-02", "must be one of E, S, W, N, not 'east'"),
    ([("win.tile", "B55")], "win.tile", "ENG-01", "there is no tile 'B55'"),
    ([("win.tile", None)], "win.tile", "ENG-01", "there is no tile None"),
    ([("win.tile", "F2")], "win.tile", "ENG-01",
     "nobody wins on F2: it is laid aside and replaced"),
    ([("win.source", "sky")], "win.source", "ENG-07", "must be one of discard, wall, loose_kong"),
    ([("win.source", "wall")], "win.from", "ENG-07",
     "only a discard or a robbed kong comes from a player, not wall"),
    ([("win.from", GONE)], "win.from", "ENG-11",
     "the player who gave the tile is needed for source discard"),
    ([("win.from", "Z")], "win.from", "ENG-02", "must be one of E, S, W, N, not 'Z'"),
    ([("win.from", "S")], "win.from", "ENG-07",
     "nobody wins on his own discard: from and seat are the same"),
    ([("win.last_tile", 1)], "win.last_tile", "ENG-10", "must be true or false, not 1"),
    ([("win.single_wait", "no")], "win.single_wait", "ENG-10", "must be true or false, not 'no'"),
    ([("win.joker_used_during_hand", 1)], "win.joker_used_during_hand", "ENG-10", "not 1"),
    ([("win.special", 5)], "win.special", "MJ-L03", "must be the id of a special hand"),
    ([("win.tile", GONE), ("win.source", GONE), ("win.from", GONE), ("win.special", "x")],
     "win.source", "ENG-07", "must be one of discard, wall, loose_kong"),
    ([("system", "YEE"), ("win.tile", GONE), ("win.source", GONE), ("win.from", GONE),
      ("win.special", "seven_flowrs")], "win.special", "YEE-V22",
     "no win without a tile is called 'seven_flowrs'; did you mean \"seven_flowers\"?"),
    ([("win.last_flower_holder", "Q")], "win.last_flower_holder", "ENG-02", "not 'Q'"),
    ([("win.source", "dealt"), ("win.from", GONE)], "win.source", "SB-L04",
     "only East is dealt fourteen tiles"),
    ([("win.first_turn", "moon")], "win.first_turn", "SB-L04",
     "must be one of heaven, earth, first_discard, not 'moon'"),
    ([("win.first_turn", "heaven")], "win.first_turn", "LASFS-L01",
     "only East can be complete with the dealt tiles"),
    ([("win.seat", "E"), ("win.first_turn", "earth")], "win.first_turn", "LASFS-L02",
     "East has the first turn: this is for the others"),
    ([("win.first_turn", "first_discard")], "win.first_turn", "SB-L05",
     "the first discard is East's: source discard, from E"),
]  # fmt: skip
# Lines of text that are no request at all.
DIGITS = "1" * 5000
LINES: list[tuple[str, str, str, str]] = [
    ("", "request", "1.5", "this text is empty: no JSON"),
    ("   ", "request", "1.5", "this text is empty: no JSON"),
    ('{"system":', "request", "1.5", "this text is no JSON: "),
    ('{"system": "MJG"} {}', "request", "1.5", "this text is no JSON: Extra data"),
    ('{"dealer_streak": NaN}', "request", "1.5", "NaN is no number of JSON"),
    ('{"dealer_streak": -Infinity}', "request", "1.5", "-Infinity is no number of JSON"),
    (f'{{"dealer_streak": {DIGITS}}}', "request", "1.5",
     "request: a number of this JSON has too many digits [1.5]"),
    ('{"system": "MJG", "system": "YEE"}', "system", "1.5", '"system" is given twice'),
    ('{"win": {"seat": "E", "seat": "S"}}', "win.seat", "1.5", '"seat" is given twice'),
    ('{"events": [{}, {"to": 1, "to": 2}]}', "events[1].to", "1.5", '"to" is given twice'),
    ('{"": 1, "": 2}', "request", "1.5", '"" is given twice'),
    ('{"players": {"E": {}, "S": {}, "E": {}}}', "players.E", "ENG-02", '"E" is given twice'),
    ('{"players": {"E" : {}, "S" : {}, "E" : {}}}', "players.E", "ENG-02", "given twice"),
    ('{"E": {}, "E" : {}}', "E", "ENG-02", '"E" is given twice'),
    ("[" * 100_000, "request", "1.5", "this JSON is nested too deeply"),
    ("[]", "request", "1.5", "must be a JSON object, not []"),
    ("3", "request", "1.5", "must be a JSON object, not 3"),
    ("null", "request", "1.5", "must be a JSON object, not None"),
]  # fmt: skip
