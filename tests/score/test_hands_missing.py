"""What a hand lacks for a special hand of HANDS: the fewest tiles, and nothing when it is one."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjscore.explain.lacks import why_not
from mjscore.request import parse as parsed
from mjscore.systems.hands import lacks, missing, patterns, repeats, special
from mjscore.systems.hands.parts import HONOUR_PARTS, SUIT_PARTS
from mjscore.tiles import CODES, KINDS, codes
from mjscore.view import View
from tests.score.hands_requests import request, sheet

IDS = [own.id for own in special.SPECIALS]
WALL = [tile for tile in range(KINDS) for _ in range(4)]


def view_of(tiles: list[int]) -> View:
    """The winner's hand of fourteen tiles, all in the hand, the last one drawn."""
    text = " ".join(CODES[tile] for tile in tiles[:13]) + f" +{CODES[tiles[13]]}"
    return typed(text)


def typed(text: str, source: str = "wall") -> View:
    asked = parsed(request(text, source))
    return View(asked, asked.hands[1])


def one_of_pattern(rng: random.Random) -> tuple[str, list[int]]:
    """A random hand that fulfils a pattern, and the pattern's id; tiles in random order."""
    while True:
        rule, parts = rng.choice(patterns.ROWS)
        counts: list[int] = []
        for group, part in enumerate(parts):
            counts += rng.choice((SUIT_PARTS if group < 3 else HONOUR_PARTS)[part])
        tiles = [tile for tile in range(KINDS) for _ in range(counts[tile])]
        rng.shuffle(tiles)
        return rule, tiles


def one_of_repeats(rng: random.Random) -> list[int]:
    """Pairs, knitted tiles or pungs at random."""
    step = rng.choice((9, 18))
    shapes = (
        [(tile, tile) for tile in rng.choices(range(KINDS), k=7)],
        [(n, n + step) for n in rng.choices(range(9), k=7)],
        [(n, n + 9, n + 18) for n in rng.choices(range(9), k=4)] + [(5, 14)],
        [(tile,) * 3 for tile in rng.choices(range(KINDS), k=4)] + [(3, 3)],
    )
    return [tile for group in rng.choice(shapes) for tile in group]


def drawn(rng: random.Random) -> list[int]:
    """Fourteen tiles: any, or a special hand, of which some were exchanged."""
    tiles = rng.choice((rng.sample(WALL, 14), one_of_pattern(rng)[1], one_of_repeats(rng)))
    for _ in range(rng.choice((0, 0, 1, 3))):
        tiles[rng.randrange(14)] = rng.randrange(KINDS)
    return tiles if max(map(tiles.count, tiles)) <= 4 else drawn(rng)


def test_every_pattern_has_fourteen_tiles():
    for rule, parts in patterns.ROWS:
        tables = [*[SUIT_PARTS[part] for part in parts[:3]], HONOUR_PARTS[parts[3]]]
        sizes = [{sum(counts) for counts in table} for table in tables]
        assert all(len(size) == 1 for size in sizes), rule
        assert all(max(counts) <= 4 for table in tables for counts in table), rule
        assert sum(size.pop() for size in sizes) == 14, rule


def test_every_special_hand_is_a_pattern_or_counted():
    assert sorted([*patterns.PATTERNS, *repeats.IDS]) == IDS


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_every_way_to_fill_a_pattern_is_found_and_paid(seed: int) -> None:
    rng = random.Random(seed)
    rule, tiles = one_of_pattern(rng)
    view = view_of(tiles)
    assert rule in [own.id for own in special.of_tiles(view)]
    assert missing(rule, view) == []
    text = " ".join(CODES[tile] for tile in tiles[:13]) + f" +{CODES[tiles[13]]}"
    assert sheet(text)["value"] >= special.BY_ID[rule].value


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.sampled_from(IDS))
def test_nothing_is_missing_exactly_when_the_tiles_fit(seed: int, rule: str) -> None:
    view = view_of(drawn(random.Random(seed)))
    for each in (rule, *[own.id for own in special.of_tiles(view)]):
        fits = special.BY_ID[each] in special.of_tiles(view)
        assert (missing(each, view) == []) == fits


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.sampled_from(IDS))
def test_taking_a_missing_tile_for_another_brings_the_hand_nearer(seed: int, rule: str) -> None:
    tiles = drawn(random.Random(seed))
    lacked = missing(rule, view_of(tiles))
    if not lacked:
        return
    after = []
    for at in range(14):
        now = tiles[:at] + tiles[at + 1 :] + [lacked[0]]
        if now.count(lacked[0]) <= 4:
            after.append(len(missing(rule, view_of(now))))
    assert min(after) == len(lacked) - 1
    assert max(after) <= len(lacked) + 1


NEAR = [  # rule, hand, what it lacks
    ("MH-L01", "B1122 C3344 D55 WE*2 DR +DG", "DR"),
    ("MH-L02", "B1122334455667 +B7", "WE WE"),
    ("MH-L03", "B1122334455667 +B8", "B7"),
    ("MH-L03", "D1122334455667 +D8", "D7"),
    ("MH-L03", "C1122334455899 +C1", "C1"),
    ("MH-L04", "B1199 C1199 D1199 WE +D5", "WE"),
    ("MH-L05", "B1235689 C123567 +C9", "B7"),
    ("MH-L10", "B1258 C1258 D1258 B9 +WE", "C9"),
    ("MH-L11", "B123456789 WE WS WW DR +WE", "WN"),
    ("MH-L13", "D123456789 WE WE WS WW +WN", "DR"),
    ("MH-L17", "D12345678 WE*2 WS*2 DR +DR", "WW WW"),
    ("MH-L20", "(B111) (C999) (D111) B99 C2 D9 +D9", "B9"),
    ("MH-L25", "(WE*3) (WS*3) DR*3 WN*2 DG B7 +DG", "WN"),
    ("MH-L29", "B222 C333 D44 DR DG DW B9 WN +B9", "D4"),
    ("MH-L30", "B222 C333 D444 B567 DR +DR", "B5 DR"),
    ("MH-L31", "B19 C19 D19 WE WS WW WN DR DG DW +B5", "B1"),
]


@pytest.mark.parametrize(("rule", "hand", "tiles"), NEAR)
def test_the_missing_tiles_are_named(rule: str, hand: str, tiles: str) -> None:
    view = typed(hand)
    assert codes(sorted(missing(rule, view))) == tiles.split()
    assert lacks(rule, view) == [f"it lacks {tiles}"]


def test_a_complete_special_hand_lacks_nothing():
    assert lacks("MH-L31", typed("B19 C19 D19 WE WS WW WN DR DG DW +DW")) == []


def test_the_cap_is_no_special_hand_to_lack_tiles_for():
    illegal = request("B1122 C3344 D55 WE*2 DR +DG")
    assert lacks("MH-C01", typed("B1122 C3344 D55 WE*2 DR +DG")) == []
    assert why_not(illegal, "MH-C01") == [
        "The winner's tiles are neither four sets and a pair nor a hand of the list."
    ]
    assert why_not(illegal, "MH-L01") == ["It lacks DR."]


def test_what_lies_on_the_table_is_lacking_too():
    assert lacks("MH-L30", typed("(B222) C333 D444 WE*3 DR +DG", "discard")) == [
        "it lacks DR",
        "an open set lies on the table, and every tile must be drawn from the wall",
        "the last tile came from a player, not from the wall",
    ]
    assert lacks("MH-L22", typed("(B123) WE*3 WS*3 WW*3 B1 +B1")) == [
        "it lacks WN WN WN",
        "a chow lies on the table, and every set must be a pung or kong",
    ]
    assert lacks("MH-L21", typed("(DR*3) (DG*3) (B222) DW*3 B1 +B3")) == [
        "with the sets on the table the tiles make no four sets and a pair"
    ]


def test_every_row_says_what_its_hand_lacks():
    view = typed("B1357 C2468 D159 WE DR +DG")
    for row in special.ROWS:
        told = [need.lack for need in row.needs if not need.test(view)]
        assert told[0] == f"the tiles are not those of {special.BY_ID[row.id].name}"
        assert row.amount == special.BY_ID[row.id].value
