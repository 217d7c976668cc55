"""Codes as people type them, and the sets of the profiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjscore import tiles as scored
from mjstudy.real import tiles
from mjstudy.real.header import PROFILES, Header

CODES = st.lists(st.sampled_from(scored.CODES), min_size=1, max_size=40)


def codes(text):
    return [tile.code for tile in tiles.read(text)]


@pytest.mark.parametrize("profile", PROFILES)
def test_each_profile_has_its_set_in_the_codes_of_the_scores(profile):
    kinds = Header(profile).kinds()
    assert sum(kinds.values()) == Header(profile).n == 2 * sum(Header(profile).stacks)
    for code, count in kinds.items():
        assert count == scored.COPIES[scored.INDEX[code]], code
    assert [code for code in scored.CODES if code in kinds] == list(kinds)


def test_lenient_with_case_spaces_commas_and_digits_that_go_on():
    assert codes("b1B1, c3") == ["B1", "B1", "C3"]
    assert codes("B113 d9") == ["B1", "B1", "B3", "D9"]
    assert codes("weWSdrdgDW j f1s4a2") == ["WE", "WS", "DR", "DG", "DW", "J", "F1", "S4", "A2"]
    assert codes("DWD5WE") == ["DW", "D5", "WE"]


@given(CODES, st.sampled_from(["", " ", ", "]), st.booleans())
def test_what_is_typed_is_read_back(wall, between, small):
    text = between.join(wall)
    assert codes(text.lower() if small else text) == wall


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_marks_are_read_back(dots):
    text = "".join("*" if dot else "-" for dot in dots)
    assert [tile.dotted for tile in tiles.read(text)] == dots


def test_a_star_marks_the_tile_before_it():
    assert [(tile.code, tile.dotted) for tile in tiles.read("B1*B1 DW*")] == [
        ("B1", True), ("B1", False), ("DW", True)]


@pytest.mark.parametrize("text, said", [
    ("B1X2", "tile 2 (column 3) begins with 'X'; a tile begins with one of B C D W F S A J"),
    ("B1B0", "tile 2 (column 3) is 'B0'; after B write one of 1 2 3 4 5 6 7 8 9"),
    ("B1 WX", "tile 2 (column 4) is 'WX'; after W write one of E S W N"),
    ("D", "tile 1 (column 1) is 'D'; after D write one of 1 2 3 4 5 6 7 8 9 R G W"),
    ("F12 5", "tile 3 (column 5) begins with the digit 5; write letter and digit, as B1"),
    ("F15", "tile 2 (column 3) begins with the digit 5 after F; write letter and digit, as B1"),
    ("*B1", "column 1 has a * too many; a * follows the tile that has the dot"),
    ("B1**", "column 4 has a * too many; a * follows the tile that has the dot"),
    ("-*/", "tile 3 (column 3) is '/'; in a wall of marks write * for a dotted tile and - for "
            "another"),
])  # fmt: skip
def test_what_is_no_tile_is_told_with_its_column(text, said):
    with pytest.raises(tiles.Unreadable) as error:
        tiles.read(text)
    assert str(error.value) == said


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text):
    try:
        tiles.read(text)
    except tiles.Unreadable as error:
        assert "column" in str(error)
