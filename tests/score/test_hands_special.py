"""The 31 special hands of HANDS: what each is, what is nearly one, and what may be claimed."""

from itertools import chain

import pytest

from mjscore.compact import parse
from mjscore.systems.hands import special
from tests.score.hands_requests import answer, outcome, sheet

# id, value, hands that are one (drawn last tile, sets on the table only where they may be claimed)
ARE = {
    "MH-L01": (500, "B1122 C3344 D55 WE*2 DR +DR", "B1111 C3344 D55 WE*2 DR +DR"),
    "MH-L02": (500, "B1122334455 WE*2 DR +DR", "C11118888 WE*4 DR +DR"),
    "MH-L03": (1000, "B1122334455667 +B7", "D1111223344556 +D6"),
    "MH-L04": (1000, "B1199 C1199 WE*2 DR*2 DG +DG", "B1111 C1199 WE*2 DR*2 DG +DG",
               "B1199 C1199 D1199 B1 +B1",
               "WE*2 WS*2 WW*2 WN*2 DR*2 DG*2 DW +DW"),
    "MH-L05": (500, "B1235689 C123568 +C9", "C1122889 D112288 +D9", "B1111555 D111155 +D5"),
    "MH-L06": (1000, "B1234567 D123456 +D7", "C1234567 B123456 +B7"),
    "MH-L07": (1000, "B1122334455 WE WS WW +WN", "D1111334455 WE WS WN +WW"),
    "MH-L08": (1000, "C1122558899 DR DG DW +DW", "C1122558899 DR*2 DG +DW",
               "C1111558899 DR*2 DG +DW"),
    "MH-L09": (1000, "D224466 WE WS WW WN DR DG DW +DW", "D222266 WE*2 WS WW WN DR DG +DW"),
    "MH-L10": (500, "B1258 C1258 D1258 B9 +C9", "B1258 C1258 D1259 B9 +C9",
               "B1158 C1158 D1158 C9 +D9", "B1258 C1258 D1258 B1 +C1",
               "B1238 C1238 D1238 B9 +C9"),
    "MH-L11": (1000, "B123456789 WE WS WW WN +WN", "B123456789 WE WS WW WN +B1",
               "C123456789 WE WS WW WN +C9"),
    "MH-L12": (1000, "C1222234555678 +C9", "B1111345678999 +B2"),
    "MH-L13": (500, "D123456789 WE WS DR DG +DW", "B123456789 WE WS WW WN +DR"),
    "MH-L14": (1000, "B123456789 WE*3 DR +DR", "D123456789 DR*3 WN +WN"),
    "MH-L15": (2000, "B1112345678999 +B5", "C1112234567899 +C9"),
    "MH-L16": (1000, "C1234567 WE WS WW WN DR DG +DW", "B1234567 WE WS WW WN DR DG +DW"),
    "MH-L17": (1000, "D12345678 WE*2 WS*2 WW +WW", "B12345678 DR*2 DG*2 DW +DW",
               "B12345678 WN*2 WS*2 WW +WW"),
    "MH-L18": (1000, "B23455678 C111 D99 +D9", "D22345678 C99 B111 +C9"),
    "MH-L19": (1000, "(B111) (C999) (WE*3) DR*3 WS +WS", "(B111) {C9*4} (D999) DR*3 DG +DG",
               "B111999 (C111) (DR*4) DW +DW"),
    "MH-L20": (1000, "(B111) (C999) (D111) B999 D9 +D9", "(B111) (B999) (C111) C999 D1 +D1"),
    "MH-L21": (1000, "(DR*3) (DG*3) (B456) DW*3 B9 +B9", "(DR*4) (DG*3) (C444) DW*3 WE +WE",
               "DR*3 DG*3 DW*3 B123 B3 +B3"),
    "MH-L22": (1000, "(WE*3) (WS*3) (WW*3) WN*3 C5 +C5", "WE*3 WS*3 (WW*4) {WN*4} B1 +B1"),
    "MH-L23": (2000, "(WE*3) (WS*4) WW*3 WN*3 DR +DR", "WE*3 WS*3 WW*3 WN*3 DG +DG"),
    "MH-L24": (1000, "(DR*3) DG*3 WE*2 WS*2 WW*2 WN +WN", "DR*3 DW*2 WE*2 WS*2 WW*2 WN*2 +DW",
               "(DR*3) (DG*3) WE*2 WS*2 WW*2 WN +WN"),
    "MH-L25": (1000, "(WE*3) (DR*3) WS*3 DG*3 DW +DW", "(WE*4) DR*3 DW*3 DG*3 WN +WN"),
    "MH-L26": (1000, "B123 C123 D123 WE WS WW WN +WN", "B123 C123 D12 WE*2 WS WW WN +D3"),
    "MH-L27": (1000, "B789 C789 D789 WE WS WW WN +WN", "B789 C789 D789 WE*2 WS WW +WN"),
    "MH-L28": (500, "B123 C456 D789 WE WS WW WN +WE", "B234 C123 D123 WE WS WW WN +WW"),
    "MH-L29": (1000, "B222 C333 D444 DR DG DW B9 +B9", "{B2222} {C3333} D444 DR DG DW D9 +D9"),
    "MH-L30": (1000, "B222 C333 D444 WE*3 DR +DR", "{B2222} {C9*4} D444 {WE*4} B1 +B1",
               "B222444666888 B9 +B9"),
    "MH-L31": (2000, "B19 C19 D19 WE WS WW WN DR DG DW +DW",
               "B19 C19 D19 WE WS WW WN DR DG DW +B1"),
}  # fmt: skip

# what is nearly the hand, and what it is instead
ARE_NOT = {
    "MH-L01": {"B1122 C3344 D55 WE*2 DR +DG": "illegal", "B1122 C3344 D555 WE*2 +DR": "illegal"},
    "MH-L02": {"B11223344 C55 WE*2 DR +DR": "MH-L01", "B11223344556 WE*2 +DR": "illegal"},
    "MH-L03": {"B1122334455667 +B8": "illegal", "B112233445566 C7 +C7": "MH-L01",
               "B112233445566 DR +DR": "MH-L02"},
    "MH-L04": {"B1199 C1199 WE*2 DR*2 C8 +C8": "MH-L01",
               "B1199 C1199 WE*2 DR*2 DG +DW": "illegal"},
    "MH-L05": {"B1235689 C123567 +C9": "illegal", "B1235689 C12356 D8 +D9": "illegal",
               "B1235 C1235 DR*2 WE*2 B6 +C6": "illegal"},
    "MH-L06": {"B2345678 D234567 +D8": "MH-L05", "B1234567 D123456 +D8": "illegal"},
    "MH-L07": {"B11223344 C55 WE WS WW +WN": "illegal", "B1122334455 WE WS WW +DR": "illegal"},
    "MH-L08": {"C1122558899 DR DG DW +WE": "illegal", "C11225588 D99 DR DG DW +DW": "illegal",
               "C1122558899 DR*2 DG +DG": "MH-L02"},
    "MH-L09": {"D224466 WE WS WW WN DR DG DW +D8": "illegal",
               "D2244 B66 WE WS WW WN DR DG DW +DW": "illegal"},
    "MH-L10": {"B1258 C1258 D1258 B9 +C8": "illegal", "B1258 C1258 D1258 B9 +B9": "illegal",
               "B1258 C1258 D1258 WE +WE": "illegal"},
    "MH-L11": {"B123456789 WE WS WW WN +B5": "illegal", "B123456789 WE WS WW WN +DR": "MH-L13",
               "B123456789 WE WS WW WN +C1": "illegal"},
    "MH-L12": {"C122223456789 D5 +D5": "illegal", "C122223456789 WE +WE": "illegal",
               "C1222334555678 +C8": "illegal"},
    "MH-L13": {"D123456789 WE WS DR DG +DG": "illegal", "D12345678 C9 WE WS DR DG +DW": "illegal"},
    "MH-L14": {"B123456789 WE*3 WS +WS": "illegal", "B123456789 DR*3 DG +DG": "illegal",
               "B12345678 C9 DR*3 WE +WE": "illegal"},
    "MH-L15": {"B1112345678999 +B1": "MH-L12", "B1112345678999 +C5": "illegal",
               "B1112345678 C999 +B5": "illegal"},
    "MH-L16": {"C2345678 WE WS WW WN DR DG +DW": "illegal",
               "C1234567 WE WS WW WN DR DG +DG": "illegal"},
    "MH-L17": {"D12345678 DR*2 DG*2 WE +WE": "illegal", "D12345679 WE*2 WS*2 WW +WW": "illegal",
               "D12345678 WE*4 WS +WS": "illegal"},
    "MH-L18": {"B23455678 C111 C99 +C9": "illegal", "B12345678 C111 D99 +D9": "illegal",
               "B23455678 C111 D11 +D1": "illegal"},
    "MH-L19": {"(B111) (C999) (WE*3) DR*3 D1 +D1": "illegal",
               "(B222) (C999) (WE*3) DR*3 WS +WS": "illegal",
               "(B111) (C999) (D111) B999 WS +WS": "illegal"},
    "MH-L20": {"(B111) (C999) (D111) B999 WE +WE": "illegal",
               "(B111) (C999) (D111) B888 D9 +D9": "illegal"},
    "MH-L21": {"(DR*3) (DG*3) (B456) DW*3 C9 +C9": "illegal",
               "(DR*3) (DG*3) (B456) B999 DW +DW": "basic",
               "(DR*3) (DG*3) (B222) DW*3 B1 +B3": "illegal"},
    "MH-L22": {"(WE*3) (WS*3) (WW*3) WN*2 C55 +C5": "basic",
               "(WE*3) (WS*3) (WW*3) C555 D6 +D6": "illegal"},
    "MH-L23": {"(WE*3) (WS*4) WW*3 WN*3 B2 +B2": "MH-L22",
               "(WE*3) (WS*3) (WW*3) DR*3 DG +DG": "MH-L25"},
    "MH-L24": {"(DR*3) B111 WE*2 WS*2 WW*2 WN +WN": "illegal",
               "(DR*3) DG*3 WE*2 WS*2 WW*2 DW +DW": "illegal"},
    "MH-L25": {"(WE*3) (DR*3) WS*3 B111 DW +DW": "MH-L19",
               "(WE*3) (DR*3) WS*3 DG*3 B5 +B5": "basic"},
    "MH-L26": {"B123 C123 D234 WE WS WW WN +WN": "MH-L28",
               "B123 C123 D123 WE WS WW WN +DR": "illegal"},
    "MH-L27": {"B789 C789 D678 WE WS WW WN +WN": "MH-L28",
               "B789 C789 B456 WE WS WW WN +WN": "illegal"},
    "MH-L28": {"B123 C456 D789 WE WS WW WN +DR": "illegal",
               "B123 C456 C789 WE WS WW WN +WE": "illegal"},
    "MH-L29": {"B222 C333 D444 DR DG DW WE +WE": "illegal",
               "B222 C333 C444 DR DG DW B9 +B9": "illegal",
               "B222 C333 D456 DR DG DW B9 +B9": "illegal"},
    "MH-L30": {"B222 C333 D456 WE*3 DR +DR": "illegal", "B2222 C3333 D444 WE*2 +WE": "illegal"},
    "MH-L31": {"B19 C19 D19 WE WS WW WN DR DG DW +B2": "illegal",
               "B19 C19 D1 WE WS WW WN DR DG DW DW +B1": "illegal"},
}  # fmt: skip

DRAWN_TOO = ("MH-L29", "MH-L30")
ONES = [(rule, hand) for rule, (_, *hands) in ARE.items() for hand in hands]
NEARLY = [(rule, hand, is_) for rule, hands in ARE_NOT.items() for hand, is_ in hands.items()]


def test_every_special_hand_has_cases():
    ids = [own.id for own in special.SPECIALS]
    assert list(ARE) == list(ARE_NOT) == ids == [f"MH-L{number:02}" for number in range(1, 32)]
    assert all(len(hands) >= 2 for hands in ARE_NOT.values())


@pytest.mark.parametrize(("rule", "hand"), ONES)
def test_a_special_hand_counts_its_fixed_value_only(rule: str, hand: str) -> None:
    own = sheet(hand)
    assert parse(own.pop("reading"))  # as people type it
    assert own.pop("fixed") == [(rule, ARE[rule][0])]
    assert own == {
        "lines": [], "doubles": [], "points": 0, "points_rounded": 0, "doubles_total": 0,
        "value": ARE[rule][0], "limits": [rule],
    }  # fmt: skip


@pytest.mark.parametrize(("rule", "hand", "instead"), NEARLY)
def test_what_is_nearly_a_special_hand_is_none(rule: str, hand: str, instead: str) -> None:
    assert outcome(hand) == instead != rule


@pytest.mark.parametrize("source", ["discard", "robbed_kong"])
@pytest.mark.parametrize(("rule", "hand"), ONES)
def test_the_last_tile_may_be_claimed_but_for_two_hands(rule: str, hand: str, source: str) -> None:
    expected = rule if rule not in DRAWN_TOO else "basic" if "B2224" in hand else "illegal"
    assert outcome(hand, source) == expected


@pytest.mark.parametrize("source", ["loose_kong", "loose_flower"])
@pytest.mark.parametrize("rule", DRAWN_TOO)
def test_a_replacement_tile_is_drawn_from_the_wall(rule: str, source: str) -> None:
    assert outcome(ARE[rule][1], source) == rule


def test_east_may_be_dealt_a_special_hand():
    assert sheet(ARE["MH-L30"][1], "dealt", "E")["limits"] == ["MH-L30"]


IN_HAND = "a set lies on the table, and every tile but the last must be drawn and kept in the hand"
OPEN = "an open set lies on the table, and every tile must be drawn from the wall"
CLAIMED = [  # a set of a hand whose tiles must be drawn was claimed, or is a kong (MH-Q13)
    ("MH-L03", "(B123) B1234455667 +B7", "heavenly twins", IN_HAND),
    ("MH-L12", "(C222) C123456789 C5 +C5", "run, pung, pair", IN_HAND),
    ("MH-L14", "(WE*3) B123456789 DR +DR", "dragons tail", IN_HAND),
    ("MH-L14", "{WE*4} B123456789 DR +DR", "dragons tail", IN_HAND),
    ("MH-L15", "(B111) B2345678999 +B5", "nine united sons", IN_HAND),
    ("MH-L15", "{B1111} B2345678999 +B5", "nine united sons", IN_HAND),
    ("MH-L18", "(C111) B23455678 D99 +D9", "confused gates", IN_HAND),
    ("MH-L18", "{C1111} B23455678 D99 +D9", "confused gates", IN_HAND),
    ("MH-L24", "{DR*4} DG*3 WE*2 WS*2 WW*2 WN +WN", "windy dragons",
     "a kong lies on the table, and the list has plain pungs here"),
    ("MH-L24", "(DR*4) DG*3 WE*2 WS*2 WW*2 WN +WN", "windy dragons",
     "a kong lies on the table, and the list has plain pungs here"),
    ("MH-L26", "(B123) C123 D123 WE WS WW WN +WN", "chop suey", IN_HAND),
    ("MH-L28", "(B123) C456 D789 WE WS WW WN +WN", "windy chows", IN_HAND),
    ("MH-L29", "(B222) C333 D444 DR DG DW B9 +B9", "dragonfly", OPEN),
    ("MH-L29", "(B2222) C333 D444 DR DG DW B9 +B9", "dragonfly", OPEN),
    ("MH-L30", "(B222) C333 D444 WE*3 DR +DR", "mixed pungs", OPEN),
    ("MH-L30", "(WE*4) C333 D444 B222 DR +DR", "mixed pungs", OPEN),
    ("MH-L21", "(DR*3) (DG*3) (B222) DW*3 B1 +B3", "three great scholars",
     "with the sets on the table the tiles make no four sets and a pair"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hand", "name", "lack"), CLAIMED)
def test_claimed_sets_spoil_a_hand_of_drawn_tiles(
    rule: str, hand: str, name: str, lack: str
) -> None:
    assert answer(hand) == {
        "system": "HANDS", "legal": False, "rule": rule,
        "reason": f"the tiles are those of {name}, but {lack}",
    }  # fmt: skip


MAY_LIE = [f"MH-L{number}" for number in range(19, 26)] + list(DRAWN_TOO)
IN_HAND_ONLY = [rule for rule in ARE if rule not in MAY_LIE and rule != "MH-L31"]  # has no set


@pytest.mark.parametrize("rule", IN_HAND_ONLY)
def test_a_hand_of_drawn_tiles_is_none_with_any_set_on_the_table(rule: str) -> None:
    tried = 0
    for hand in ARE[rule][1:]:
        typed = parse(hand)
        for meld in sets_in(typed.hand["concealed"]):
            rest = list(typed.hand["concealed"])
            for tile in meld:
                rest.remove(tile)
            assert outcome(f"({''.join(meld)}) {' '.join(rest)} +{typed.tile}") != rule
            tried += 1
    assert tried, "no hand of the table holds a set that could be claimed"


def sets_in(tiles: list[str]) -> list[list[str]]:
    """A pung and a chow that lie in the tiles, where there are such."""
    pungs = [[tile] * 3 for tile in tiles if tiles.count(tile) >= 3]
    chows = [[suit + n for n in "123456789"[at : at + 3]] for suit in "BCD" for at in range(7)]
    chows = [chow for chow in chows if all(tile in tiles for tile in chow)]
    return pungs[:1] + chows[:1]


@pytest.mark.parametrize("rule", DRAWN_TOO)
def test_a_claimed_last_tile_is_told_where_it_must_be_drawn(rule: str) -> None:
    found = answer(ARE[rule][1], "discard")
    assert found["rule"] == rule
    assert found["reason"].endswith("but the last tile came from a player, not from the wall")


def test_the_tiles_of_a_special_hand_are_told():
    assert sheet("B1122334455 WE WS WW +WN")["reading"] == ("B1*2 B2*2 B3*2 B4*2 B5*2 WE WS WW WN")
    assert sheet("(WE*3) (WS*4) WW*3 WN*3 DR +DR")["reading"] == "(WE*3) (WS*4) WW*3 WN*3 DR*2"


def test_of_two_special_hands_the_dearer_counts_and_of_equals_the_later():
    tiles = "WE*3 WS*3 WW*3 WN*3 DR +DR"  # four blessings, gone with the wind, winds and dragons
    assert sheet(tiles)["limits"] == ["MH-L23"]
    pairs = "B1199 WE*2 WS*2 DR*2 DG*2 DW +DW"  # all pairs, and honor pairs
    assert sheet(pairs)["limits"] == ["MH-L04"]
    both = "B111 WE*3 WS*3 DR*3 DG +DG"  # all honor, and mixed pungs
    assert sheet(both)["limits"] == ["MH-L30"]


def test_seven_pairs_and_a_basic_hand_count_the_higher():
    tiles = "B1111222233334 +B4"  # seven pairs of one suit; also three pungs, a chow and a pair
    assert sheet(tiles)["limits"] == ["MH-L03"]
    kongs = "{WE*4} {WS*4} {DR*4} {DG*4} DW +DW"
    assert sheet(kongs)["limits"] == ["MH-L30"]
    free = sheet(kongs, config={"cap_ordinary": False})
    assert (free["limits"], free["value"]) == (
        [],
        150 << 8,
    )  # pure 3, winds 2, dragons 2, concealed


def test_values_are_those_of_the_list():
    values = {own.id: own.value for own in special.SPECIALS}
    assert values == {rule: case[0] for rule, case in ARE.items()}
    assert sorted(chain.from_iterable(case[1:] for case in ARE.values()))
