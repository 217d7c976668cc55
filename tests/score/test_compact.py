"""Hands as people type them: what is read, what is told, and back again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjscore.compact import kind_of, parse, to_compact
from mjscore.errors import ScoreError
from mjscore.tiles import CODES, INDEX

SUITS = st.sampled_from(CODES[:27])
HONOURS = st.sampled_from(CODES[27:34])
BESIDE = st.sampled_from(CODES[34:46])
CHOWS = [[s + str(n + k) for k in range(3)] for s in "BCD" for n in range(1, 8)]


def meld(kind, tiles, state="open"):
    return {"kind": kind, "tiles": tiles, "state": state}


def test_every_part_of_a_hand_may_be_typed():
    hand, tile = parse("B234 (C555) {WE*4} DR*2 +C8 /F1S2 ?A3 @dead @first_discard")
    assert hand == {
        "melds": [meld("pung", ["C5"] * 3), meld("kong", ["WE"] * 4, "closed")],
        "concealed": ["B2", "B3", "B4", "DR", "DR"],
        "bonus": ["F1", "S2"],
        "bonus_undeclared": ["A3"],
        "dead": True,
        "used_first_east_discard": True,
    }
    assert tile == "C8"


def test_blanks_commas_and_small_letters_make_no_difference():
    plain = parse("B234 (C555) DR*2 WE +C8")
    for text in (
        "b234(c555)drdrwe+c8",
        "B2,B3,B4 [C5 C5 C5] DR,DR WE +C8",
        "B2B3B4(c5*3)DR DR WE+c8",
    ):
        assert parse(text) == plain


def test_wind_behind_wind_and_dot_beside_dragon_are_kept_apart():
    assert parse("WEWSWWWN").hand["concealed"] == ["WE", "WS", "WW", "WN"]
    assert parse("D1DRD23WWDW").hand["concealed"] == ["D1", "DR", "D2", "D3", "WW", "DW"]


def test_jokers_and_flowers_make_melds():
    hand, _ = parse("(F12S3J*2) (B2*2J*2) [F4S12] (JJJ)")
    assert [m["kind"] for m in hand["melds"]] == ["quint", "kong", "pung", "pung"]


@pytest.mark.parametrize(
    "text, told",
    [
        ("B234 C", "column 7: expected 1 to 9 after C, not the end"),
        ("W1", "column 2: expected E, S, W or N after W, not '1'"),
        ("D10", "column 3: expected 1 to 9 or R, G, W after D, not '0'"),
        ("S5", "column 2: expected 1 to 4 after S, not '5'"),
        ("(B234", "column 6: expected ) for the ( in column 1, not the end"),
        ("(B234]", "column 6: expected a tile or ), not ']'"),
        (
            "B1 (B235)",
            "column 4: expected a pung, kong, chow or quint in the brackets, not B2 B3 B5",
        ),
        ("()", "column 1: expected a pung, kong, chow or quint in the brackets, not nothing"),
        ("DR*", "column 4: expected a count from 1 to 14 after *, not the end"),
        ("DR*0", "column 4: expected a count from 1 to 14 after *, not '0'"),
        ("DR*999", "column 4: expected a count from 1 to 14 after *, not '9'"),
        ("B23*2", "column 4: expected one tile before *, not B23"),
        ("+B23", "column 1: expected one winning tile, not B2 B3"),
        ("+B2 +B3", "column 5: expected one winning tile, a second + stands here"),
        ("/", "column 2: expected a flower, season or animal, not the end"),
        (
            "@deaf",
            "column 1: expected @dead, @exposed_in_error, @first_discard, @special=ID or "
            "@value=POINTS; did",
        ),
        ("@special", "column 1: expected @dead"),
        ("B2 x", "column 4: expected a tile such as B2, WE or DR, ( [ { + / ? or @, not 'x'"),
        ("ß", "column 1: expected a tile"),
        ("B２", "column 2: expected 1 to 9 after B"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_column(text, told):
    with pytest.raises(ScoreError) as problem:
        parse(text, "players.S")
    assert str(problem.value).startswith("players.S: " + told)
    assert (problem.value.field, problem.value.rule) == ("players.S", "ENG-01")


def test_a_name_with_blanks_cannot_be_typed():
    with pytest.raises(ScoreError, match="an id with blanks cannot be typed compactly"):
        to_compact({"special": "two words"})


def melds():
    same = st.tuples(SUITS | HONOURS, st.sampled_from([3, 4])).map(lambda p: [p[0]] * p[1])
    open_ones = st.one_of(same, st.sampled_from(CHOWS)).map(lambda t: meld(kind_of(t), t))
    closed = (SUITS | HONOURS).map(lambda t: meld("kong", [t] * 4, "closed"))
    mixed = st.tuples(HONOURS, st.integers(1, 2)).map(lambda p: [p[0]] * p[1] + ["J"] * (3 - p[1]))
    return st.one_of(open_ones, closed, mixed.map(lambda t: meld("pung", t)))


def sorted_tiles(tiles, most):
    return st.lists(tiles, max_size=most).map(lambda found: sorted(found, key=INDEX.get))


@st.composite
def hands(draw):
    hand = {
        "melds": draw(st.lists(melds(), max_size=4)),
        "concealed": draw(sorted_tiles(st.sampled_from(CODES), 14)),
        "bonus": draw(sorted_tiles(BESIDE, 4)),
        "bonus_undeclared": draw(sorted_tiles(BESIDE, 4)),
    }
    for name in ("dead", "exposed_in_error", "used_first_east_discard"):
        if draw(st.booleans()):
            hand[name] = True
    special = draw(st.none() | st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True))
    return hand | ({"special": special} if special else {})


@settings(max_examples=100)
@given(hands(), st.none() | st.sampled_from(CODES))
def test_what_is_written_is_read_again(hand, tile):
    assert parse(to_compact(hand, tile)) == (hand, tile)


@settings(max_examples=200)
@given(st.text(alphabet="BCDFSAWJ123459E RG*()[]{}+/?@,x\n", max_size=20))
def test_any_text_is_read_or_told(text):
    try:
        parse(text)
    except ScoreError as problem:
        assert problem.rule == "ENG-01" and "column " in str(problem)
