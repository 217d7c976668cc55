"""SHOP-A: which hand of the card fourteen tiles are, with any number of jokers."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjscore.engine import score
from tests.score.shop_a_hands import (
    COLOUR,
    CONCEALED,
    EXPOSED,
    FLOWERS,
    HANDS,
    NUMBERS,
    meld,
    request,
    tiles_of,
)


def value_of(answer: dict[str, Any]) -> int:
    """What the card says of a legal hand; the sheet holds that line and nothing else."""
    assert answer["legal"], answer
    sheet = answer["hands"]["S"]
    assert list(answer["hands"]) == ["S"]
    assert [list(line) for line in sheet["lines"]] == [["SA-P01", sheet["value"]]]
    assert (sheet["points"], sheet["doubles"], sheet["doubles_total"], sheet["limits"]) == (
        sheet["value"], [], 0, [],
    )  # fmt: skip
    return sheet["value"]


@pytest.mark.parametrize("jokers", range(9))
@pytest.mark.parametrize("no", NUMBERS)
def test_each_hand_of_the_card_with_jokers_anywhere(no: int, jokers: int) -> None:
    rng = random.Random(100 * no + jokers)
    for _ in range(4):
        tiles = tiles_of(no)
        for place in rng.sample(range(14), jokers):
            tiles[place] = "J"
        rng.shuffle(tiles)
        answer = score(request(tiles))
        assert value_of(answer) >= HANDS[no][1]  # with many jokers a dearer hand fits as well
        assert answer["card_hand"]["jokers_used"] == jokers
        if jokers < 2:  # two jokers make hands 10 and 11 the same
            assert answer["card_hand"]["no"] == no
            assert value_of(answer) == HANDS[no][1]


@pytest.mark.parametrize("no", NUMBERS)
def test_any_flower_is_as_good_as_another(no: int) -> None:
    tiles = tiles_of(no)
    others = iter(reversed(FLOWERS))
    swapped = [next(others) if tile in FLOWERS else tile for tile in tiles]
    assert value_of(score(request(swapped))) == HANDS[no][1]


@pytest.mark.parametrize("no", NUMBERS)
def test_one_wrong_tile_is_no_hand_and_the_sentence_names_it(no: int) -> None:
    for place in (0, 13):
        tiles = tiles_of(no)
        lost = "F" if tiles[place] in FLOWERS else tiles[place]
        stranger = "C8" if "B1" in tiles or "B2" in tiles else "B8"
        tiles[place] = stranger
        answer = score(request(tiles))
        assert (answer["legal"], answer["rule"]) == (False, "SA-F01")
        kind, value, _ = HANDS[no]
        assert answer["reason"] == (
            f"the tiles are no hand of the card; the nearest is no. {no} ({kind}, {value}): it has"
            f" no place for {stranger}, and needs {lost} instead"
        )


def test_jokers_leave_a_choice_of_what_is_missing() -> None:
    answer = score(request("B2 B2 J B4 B4 B4 J B6 B6 B6 DG DG B9 B9"))
    assert answer["reason"].endswith("no place for B9, B9, and needs 2 of B2, B4, DG, DG instead")


@pytest.mark.parametrize(("suit", "place"), [("B", 0), ("C", 1), ("D", 2)])
def test_dragons_have_the_colour_of_the_suit(suit: str, place: int) -> None:
    for first in (1, 4, 12):
        for dragon in COLOUR.values():
            tiles = [dragon if tile == COLOUR[suit] else tile for tile in tiles_of(first + place)]
            assert score(request(tiles))["legal"] == (dragon == COLOUR[suit]), tiles


def test_the_dearest_of_several_hands_counts() -> None:
    twins = tiles_of(11)  # hands 10 and 11 differ by one tile each of two winds
    for tile in ("WE", "WW"):
        twins[twins.index(tile)] = "J"
    card = [card_entry(10, 30), card_entry(11, 20), card_entry(10, 25)]
    assert value_of(score(request(twins, config={"card": card}))) == 30
    assert score(request(twins, config={"card": card}))["card_hand"]["no"] == 1
    assert score(request(tiles_of(11), config={"card": card}))["card_hand"]["no"] == 2


def card_entry(no: int, value: int) -> dict[str, Any]:
    """Hand `no` of the default card as an entry of another card."""
    kind, _, groups = HANDS[no]
    listed = [{"n": len(group), "tile": group[0]} for group in groups]
    return {"type": kind, "value": value, "groups": listed}


@pytest.mark.parametrize("no", EXPOSED)
def test_groups_of_the_hand_may_be_laid_down(no: int) -> None:
    flowers = iter(FLOWERS)
    groups = [[next(flowers) if tile == "F" else tile for tile in group]
              for group in HANDS[no][2]]  # fmt: skip
    last = groups[-1]
    shown = tuple(" ".join(group) for group in groups[:-1] if len(group) > 2)
    rest = [tile for group in groups[:-1] if len(group) == 2 for tile in group]
    answer = score(request(rest + last, shown))
    assert value_of(answer) == HANDS[no][1]
    with_jokers = tuple(f"{each.split()[0]} J{each[-3:]}" if len(each.split()) == 3 else each
                        for each in shown)  # fmt: skip
    assert value_of(score(request(rest + last, with_jokers))) == HANDS[no][1]


def test_a_meld_of_jokers_alone_stands_for_any_tiles() -> None:
    rest = "B2 B2 B2 B4 B4 B4 B4 DG DG DG DG"
    assert value_of(score(request(rest, ("J J J",)))) == 25
    assert value_of(score(request("B2 B2 B2 B4 B4 B4 DG DG DG DG", ("J J J J",)))) == 25
    assert value_of(score(request("B2 B2 B2 B4 B4 B6 B6 B6 DG DG DG", ("J J J",)))) == 25


@pytest.mark.parametrize(
    ("rest", "shown"),
    [
        ("B2 B2 B2 B4 B4 B4 B4 B6 B6 B6 DG", "DG DG DG"),  # a pung, and the fourth in the hand
        ("B2 B2 J J J J B6 B6 B6 DG DG", "B4 J J"),
        ("B2 B2 B4 B4 B4 B4 B6 DG DG DG DG", "B2 J J"),  # jokers of a meld fill other places too
        ("B4 B4 B4 B4 B6 B6 DG DG DG DG", "B2 B2 B2 J"),
    ],
)
def test_melds_serve_for_the_type_of_the_hand_alone(rest: str, shown: str) -> None:
    assert value_of(score(request(rest, (shown,)))) == 25
    assert value_of(score(request(f"{shown} {rest}"))) == 25


def test_tiles_of_melds_must_belong_to_the_hand() -> None:
    answer = score(request("B2 B2 J B4 B4 B4 B4 B6 B6 B6 DG", ("WE J J",)))
    assert answer["rule"] == "SA-F01"
    assert answer["reason"].endswith(
        "no. 1 (exposed, 25): it has no place for WE, and needs 1 of B2, DG, DG, DG instead"
    )


def test_jokers_of_melds_are_told_with_the_others() -> None:
    rest = "C2 C2 C6 C6 C6 DR J"
    told = score(request(rest, ("C4 C4 C4 J", "DR J J")))["card_hand"]
    assert told["no"] == 2
    assert told["jokers_used"] == 4
    assert told["jokers_for"] == ["C2", "C4", "DR", "DR"]


@pytest.mark.parametrize("no", CONCEALED)
def test_a_concealed_hand_has_no_melds_but_may_win_on_a_discard(no: int) -> None:
    assert score(request(tiles_of(no)))["legal"]
    tiles = tiles_of(no)
    tiles[:3] = ["J"] * 3
    assert score(request(tiles))["legal"]
    answer = score(request(tiles[3:], ("J J J",)))
    assert answer == {
        "system": "SHOP-A",
        "legal": False,
        "reason": f"the tiles match no. {no} (concealed, {HANDS[no][1]}), but a meld is exposed,"
        " and of a concealed hand only the fourteenth tile is claimed",
        "rule": "SA-F08",
    }


def test_a_quint_of_flowers_is_a_group_of_five() -> None:
    groups = [{"n": 5, "tile": "F"}, {"n": 9, "tile": "B1"}]
    config = {"card": [{"type": "exposed", "value": 40, "groups": groups}]}
    nine = "B1 B1 B1 B1 J J J J J"
    assert value_of(score(request(nine, ("F1 F2 S1 S4 J",), config=config))) == 40
    assert value_of(score(request("F1 F2 S1 S4 S3 " + nine, config=config))) == 40
    assert value_of(score(request("S3 " + nine, ("F1 F2 S1 S4",), config=config))) == 40


def test_the_reading_for_people() -> None:
    tiles = "J F2 B1 B2 B3 B4 J B6 B7 B8 B9 DG DG DG"
    assert score(request(tiles))["card_hand"] == {
        "no": 12,
        "type": "concealed",
        "value": 20,
        "groups": ["2 x F", *[f"1 x B{number}" for number in range(1, 10)], "3 x DG"],
        "jokers_used": 2,
        "jokers_for": ["B5", "F"],
    }


@given(st.data())
def test_a_joker_in_place_of_any_tile_keeps_the_hand(data: st.DataObject) -> None:
    tiles = tiles_of(data.draw(st.sampled_from(NUMBERS)))
    jokers = data.draw(st.lists(st.integers(0, 13), max_size=7, unique=True))
    for place in jokers:
        tiles[place] = "J"
    before = value_of(score(request(tiles)))
    tiles[data.draw(st.sampled_from([place for place in range(14) if place not in jokers]))] = "J"
    assert value_of(score(request(tiles))) >= before


@given(st.permutations(tiles_of(7)), st.integers(0, 3))
def test_the_order_of_the_tiles_changes_nothing(tiles: list[str], jokers: int) -> None:
    for place in [place for place, tile in enumerate(tiles) if tile not in FLOWERS][:jokers]:
        tiles[place] = "J"
    assert value_of(score(request(tiles))) == 25


def test_the_matcher_agrees_with_trying_every_hand_of_the_card() -> None:
    rng = random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(1500):
        tiles, shown = _dealt(rng)
        if not tiles or max(Counter(tiles + sum(shown, [])).values()) > 8:
            continue
        found = score(request(tiles, tuple(" ".join(each) for each in shown)))
        expected = max((value for kind, value, groups in HANDS.values()
                        if _is(kind, groups, tiles, shown)), default=0)  # fmt: skip
        assert (value_of(found) if found["legal"] else 0) == expected, (tiles, shown)
        seen[str(expected) if found["legal"] else found["rule"]] += 1
    assert all(seen[each] >= 20 for each in ("15", "20", "25", "SA-F01", "SA-F08")), seen


def _dealt(rng: random.Random) -> tuple[list[str], list[list[str]]]:
    """Some hand of the card, jokers and now and then a stranger in it, some groups laid down."""
    flowers = iter(rng.sample(FLOWERS, 8))
    jokers = iter(["J"] * 8)
    often = rng.choice((0.0, 0.2, 0.5, 0.8))
    tiles: list[str] = []
    shown: list[list[str]] = []
    for group in HANDS[rng.choice(NUMBERS)][2]:
        own = [next(flowers) if tile == "F" else tile for tile in group]
        own = [next(jokers, tile) if rng.random() < often else tile for tile in own]
        cut = rng.choice((0, 0, 1)) if len(own) == 4 else 0
        if len(own) > 2 and rng.random() < 0.3:
            shown.append(own[cut:])
            tiles += own[:cut]
        else:
            tiles += own
    if tiles and rng.random() < 0.1:
        tiles[rng.randrange(len(tiles))] = "B8"
    if tiles.count("J") >= 3 and rng.random() < 0.1:
        for _ in range(3):
            tiles.remove("J")
        shown.append(["J"] * 3)
    rng.shuffle(tiles)
    return tiles, shown


def _is(kind: str, groups: list[list[str]], tiles: list[str], shown: list[list[str]]) -> bool:
    """Fit every tile but the jokers into the groups; with a meld no concealed hand will do."""
    if shown and kind == "concealed":
        return False
    held = tiles + sum(shown, [])
    plain = Counter("F" if tile in FLOWERS else tile for tile in held if tile != "J")
    return plain <= Counter(tile for group in groups for tile in group)


def test_meld_helper_names_the_kinds() -> None:
    assert [meld(["B1"] * size)["kind"] for size in (3, 4, 5)] == ["pung", "kong", "quint"]
