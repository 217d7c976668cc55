"""Files as typed: what is right is read back, what is wrong is told and the rest goes on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjsim.cli import main
from mjstudy.real import sheet, written
from mjstudy.real.header import PROFILES, Header
from mjstudy.real.places import places
from tests.study_real.writing import judged, told, typed, wall, with_wall

GOOD = typed()


def where(text, side, hand=1):
    return f"walls.txt:{wall(text, side, hand)[0]}: "


def test_a_good_file_is_read_without_a_word():
    assert told(GOOD) == ([], [1, 2])


@settings(max_examples=25)
@given(st.sampled_from(PROFILES), st.sampled_from(["four_port", "single_port", "row_port"]),
       st.sampled_from(["left", "right"]), st.sampled_from(["left", "right"]),
       st.randoms(use_true_random=False))
def test_what_was_built_is_read_back(profile, machine, built, read, source):
    made = Header(profile, machine, built=built, read=read)
    line = [code for code, count in made.kinds().items() for _ in range(count)]
    source.shuffle(line)
    table = places(machine, made.stacks)
    text = written.header(made) + "hand 3\n" + written.typed(table.walls(line), made)
    found, whole = judged(text)
    assert not found.problems
    assert table.line(whole[0].walls) == line


def test_two_rows_say_the_same_as_stacks():
    _, old = wall(GOOD, "A")
    stacks = old[3:].split()
    rows = (f"a UPPER : {' '.join(x[2:] for x in stacks)}\n"
            f"A lower:{''.join(x[:2] for x in stacks)}")
    assert judged(with_wall(GOOD, "A", rows))[1] == judged(GOOD)[1]


def test_read_from_the_other_end_is_turned_round():
    right = GOOD.replace("read left", "read right")
    one, other = judged(GOOD)[1][0], judged(right)[1][0]
    assert [(low[::-1], up[::-1]) for low, up in one.walls] == list(other.walls)


def spoilt(side, change):
    return with_wall(GOOD, side, change)


def test_a_stack_too_few():
    text = spoilt("B", lambda old: old[:-5])
    assert told(text) == ([where(text, "B") + "wall B of hand 1 has 16 stacks, SHOP-B-136 builds "
                           "17 stacks there; look at it again; hand 1 is left out"], [2])


def test_seventeen_stacks_where_eighteen_belong():
    text = typed(1, profile="YEE")
    text = with_wall(text, "D", lambda old: old[:-5])
    assert told(text) == ([where(text, "D") + "wall D of hand 1 has 17 stacks, YEE builds 18 "
                           "stacks there; look at it again; hand 1 is left out"], [])


@pytest.mark.parametrize("change, said", [
    (lambda old: old[:-2], "33 tiles, half a stack too few"),
    (lambda old: old + "B1", "35 tiles, half a stack too many"),
])
def test_half_a_stack(change, said):
    text = spoilt("C", change)
    assert told(text) == ([where(text, "C") + f"wall C of hand 1 has {said}, SHOP-B-136 builds 34 "
                           "tiles there; look at it again; hand 1 is left out"], [2])


def test_a_wall_that_was_copied_is_told_with_both_lines():
    """Here into another place of another hand; tiles that are now too many are not told, too."""
    text = with_wall(typed(3), "C", wall(typed(3), "A")[1].replace("A:", "C:"), 2)
    said = (f"{where(text, 'C', 2)}wall C of hand 2 is the same as wall A of hand 1 in line "
            f"{wall(text, 'A')[0]}, tile by tile; copied? type what was built; a table that built "
            "it twice does not shuffle at all; hand 2 is left out")
    assert told(text) == ([said], [1, 3])


@pytest.mark.parametrize("load", ["sorted", "dots"])
def test_a_hand_that_was_copied_is_told_once_and_left_out(load):
    text = typed(3, load=load)
    for side in "ABCD":
        text = with_wall(text, side, wall(text, side)[1], 3)
    said, whole = told(text)
    name = "hand" if load == "dots" else "wall A of hand"
    assert len(said) == 1 and whole == [1, 2]
    assert f": {name} 3 is the same as {name} 1 in line " in said[0]


def test_dots_that_lie_the_same_in_one_wall_are_no_copy():
    text = typed(2, load="dots", dots=16)
    for side in "AB":
        text = with_wall(text, side, wall(text, side)[1], 2)
    said, _ = told(text)
    assert not any("the same as" in one for one in said)


def test_a_missing_wall():
    text = spoilt("C", "")
    line = text.splitlines().index("hand 1") + 1
    assert told(text) == ([f"walls.txt:{line}: hand 1 has no wall C; type it as C: ...; "
                           "hand 1 is left out"], [2])


def test_a_wall_typed_twice():
    text = spoilt("C", lambda old: "B" + old[1:])
    problems, whole = told(text)
    number = wall(GOOD, "C")[0]
    assert f"walls.txt:{number}: wall B of hand 1 is typed twice; take one away, or mend its " \
        "letter; hand 1 is left out" in problems
    assert whole == [2]


def test_a_row_without_the_other():
    text = spoilt("A", "A upper: B1")
    number = wall(GOOD, "A")[0]
    assert told(text) == ([f"walls.txt:{number}: wall A of hand 1 has no lower row; type it as "
                           "A lower: ...; hand 1 is left out"], [2])


def test_a_row_of_wrong_length():
    text = spoilt("A", "A upper: B123\nA lower: B4")
    number = wall(GOOD, "A")[0]
    assert told(text)[0] == [
        f"walls.txt:{number + i}: the {row} row of wall A of hand 1 has {count} tiles, SHOP-B-136 "
        "builds 17 tiles there; look at it again; hand 1 is left out"
        for i, (row, count) in enumerate((("upper", 3), ("lower", 1)))]


def test_five_of_a_kind_names_the_fifth_and_what_lacks():
    """The first tile that is not B1 becomes one, and the last wall has the fifth."""
    number, old = wall(GOOD, "A")
    first = old[3:5]
    text = with_wall(GOOD, "A", old[:3] + ("B1" if first != "B1" else "B2") + old[5:])
    (problem,), whole = told(text)
    code = "B1" if first != "B1" else "B2"
    assert f"hand 1 has {code} 5 times (the last: tile " in problem
    assert problem.endswith(f"the set has 4; too few: {first}; hand 1 is left out")
    assert whole == [2]


def test_a_flower_twice():
    text = typed(1, profile="YEE")
    lines = text.splitlines()
    lines = [line.replace("F2", "F1") if line[1:2] == ":" else line for line in lines]
    (problem,), whole = told("\n".join(lines))
    assert "hand 1 has F1 twice (the last: tile " in problem
    assert problem.endswith("the set has 1; too few: F2; hand 1 is left out")
    assert whole == []


def test_a_tile_that_the_set_does_not_have():
    _, old = wall(GOOD, "A")
    text = with_wall(GOOD, "A", old[:3] + "F1" + old[5:])
    assert told(text) == ([where(text, "A") + "tile 1 (column 4) of wall A is F1, and SHOP-B-136 "
                           "has no such tile; look at it again; hand 1 is left out"], [2])


def test_a_letter_that_is_no_tile():
    text = spoilt("D", lambda old: old[:3] + "X" + old[4:])
    assert told(text) == ([where(text, "D") + "wall D of hand 1: tile 1 (column 4) begins with "
                           "'X'; a tile begins with one of B C D W F S A J; hand 1 is left out"],
                          [2])


def test_a_side_that_is_none():
    text = spoilt("D", lambda old: "E" + old[1:])
    problems, whole = told(text)
    assert problems == [f"walls.txt:{wall(GOOD, 'D')[0]}: there is no wall E; write A, B, C or D; "
                        "hand 1 is left out"]
    assert whole == [2]


@pytest.mark.parametrize("head", ["hand -3", "hand three", "hand 3 plaid", "hand"])
def test_a_head_that_is_none_takes_its_own_walls_along_and_no_others(head):
    """They were counted to the hand above, which was spoilt by them."""
    text = typed(4).replace("hand 3", head)
    line = text.splitlines().index(head) + 1
    assert told(text) == ([f"walls.txt:{line}: '{head}' is no hand; its walls are left out; write "
                           "hand 1, or hand 1 played"], [1, 2, 4])


def test_a_wrong_tile_behind_a_head_that_is_none_is_told_with_its_line():
    text = typed(2).replace("hand 2", "hand two")
    line = text.splitlines().index("hand two") + 1
    said, whole = told(text.replace(wall(typed(2), "C", 2)[1], "C: X9"))
    assert whole == [1] and said[1].endswith(f"; hand begun in line {line} is left out")


@pytest.mark.parametrize("old, new, said", [
    ("load sorted", "load sorted\ndots many", "5: dots 'many' is no number of tiles; write as "
     "many as have a dot, dots 34"),
    ("load sorted", "load sorted\ndots 136", "5: 136 dots: of 136 tiles 16 to 68 bear one; a "
     "quarter is taken"),
    ("load sorted", "load sorted\norder B1 X", "5: order: tile 2 (column 10) begins with 'X'; a "
     "tile begins with one of B C D W F S A J; the usual order is taken"),
    ("load sorted", "load sorted\norder B1 B1", "5: order: SHOP-B-136 has 34 kinds, each once; "
     "look at B1 B2 B3 B4 B5; the usual order is taken"),
    ("load sorted", "lode sorted", "4: 'lode sorted' is not understood; write hand 1, A: and the "
     "tiles, or one of profile, machine, load, dots, order, built, read"),
    ("load sorted", "load sorted\nA: B1", "5: wall A stands before any hand; write hand 1 above "
     "it"),
    ("hand 2", "built right\nhand 2", "15: 'built' stands behind the first hand; put it above "
     "hand 1"),
])  # fmt: skip
def test_a_wrong_line_is_told_and_all_hands_are_judged(old, new, said):
    assert told(GOOD.replace(old, new)) == ([f"walls.txt:{said}"], [1, 2])


@pytest.mark.parametrize("old, new, said", [
    ("profile SHOP-B-136", "profile SHOP-Z", "2: unknown profile 'SHOP-Z'; the nearest is SHOP-A "
     "(valid: " + ", ".join(PROFILES) + ")"),
    ("machine four_port", "machine fourport", "3: unknown machine 'fourport'; the nearest is "
     "four_port (valid: four_port, single_port, row_port)"),
    ("load sorted", "load xyz", "4: unknown load 'xyz' (valid: sorted, dots)"),
    ("load sorted", "load sorted\nread up", "5: unknown read 'up' (valid: left, right)"),
])  # fmt: skip
def test_a_wrong_name_in_the_header_ends_it_with_one_sentence(tmp_path, capsys, old, new, said):
    """The walls behind it are of another set than the one that would be guessed."""
    file = tmp_path / "walls.txt"
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["study", "real", str(file)])
    assert ended.value.code == 2
    told_to_people = capsys.readouterr()
    assert told_to_people.out == ""
    assert told_to_people.err == f"mjsim: walls.txt:{said}; mend the line; nothing was judged\n"


def test_a_hand_begun_twice_counts_once():
    text = GOOD.replace("hand 2", "hand 1")
    assert told(text) == (["walls.txt:15: hand 1 was begun in line 9 already; give it its own "
                           "number; it is left out"], [1])


def test_marks_in_a_sorted_file():
    text = spoilt("A", "A: " + "-*" * 17)
    assert told(text)[0] == [where(text, "A") + "wall A has marks, no kinds; for marks write "
                             "load dots; hand 1 is left out"]


def test_a_star_in_a_sorted_file():
    text = spoilt("A", lambda old: old[:5] + "*" + old[5:])
    assert told(text) == ([where(text, "A") + "tile 1 (column 4) of wall A has a *; take it away, "
                           "or write load dots above hand 1; hand 1 is left out"], [2])


def test_dots_that_are_lost():
    text = typed(load="dots")
    _, old = wall(text, "A")
    text = with_wall(text, "A", old.replace("*", "-", 1))
    line = text.splitlines().index("hand 1") + 1
    assert told(text) == ([f"walls.txt:{line}: hand 1 has 33 tiles with a *, 34 were dotted; look "
                           "again, or write dots and the number above hand 1; hand 1 is left out"],
                          [2])


def test_an_empty_hand_is_passed_over():
    assert told(written.template(Header())) == ([], [])


def test_an_order_of_ones_own_numbers_the_kinds():
    order = " ".join(reversed(Header().kinds()))
    found = sheet.read("walls.txt", GOOD.replace("load sorted", f"load sorted\norder {order}"))
    assert next(iter(found.header.kinds())) == "DW" and not found.problems


def test_a_played_hand_follows_the_hand_above_it_when_that_is_whole():
    text = GOOD.replace("hand 2", "hand 2 played")
    assert [(hand.played, hand.follows) for hand in judged(text)[1]] == [(0, 0), (1, 1)]
    text = with_wall(text, "A", lambda old: old[:-5])
    assert [(hand.played, hand.follows) for hand in judged(text)[1]] == [(1, 0)]
    assert told(text)[0][-1] == ("walls.txt:15: hand 2 is played, and no whole hand stands right "
                                 "above it; hand 2 is not used")


def test_played_hands_with_dots_say_nothing():
    text = typed(load="dots").replace("hand 2", "hand 2 played")
    assert told(text)[0] == ["walls.txt:16: hand 2 is played, and dots tell no kind from another; "
                             "hand 2 is not used"]
