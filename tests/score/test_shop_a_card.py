"""SHOP-A: a card of one's own, its patterns with variables, and what is wrong with a bad one."""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.systems.shop_a.card import default
from mjscore.tiles import CODES, KINDS
from tests.patience import calls_in
from tests.score.shop_a_hands import COLOUR, FLOWERS, HANDS, NUMBERS, request, tiles_of


def hand(text: str, kind: str = "exposed", value: int = 30) -> dict[str, Any]:
    """An entry from a short spelling: `3 2s, 4 B4`."""
    groups = []
    for each in text.split(", "):
        count, tile = each.split()
        groups.append({"n": int(count), "tile": tile})
    return {"type": kind, "value": value, "groups": groups}


def legal(tiles: str | list[str], *entries: dict[str, Any]) -> bool:
    """Whether the tiles are a hand of a card with these entries."""
    return score(request(tiles, config={"card": list(entries)}))["legal"]


def test_the_default_card_is_the_fifteen_hands() -> None:
    for no, entry in zip(NUMBERS, default().entries, strict=True):
        kind, value, groups = HANDS[no]
        assert (entry.no, entry.value) == (no, value)
        assert entry.concealed == (kind == "concealed")
        told = [f"{len(group)} x {group[0]}" for group in groups]
        assert entry.text == ", ".join(told)


def test_an_own_card_takes_the_place_of_the_default_one() -> None:
    all_winds = hand("4 WE, 4 WS, 4 WW, 2 WN")
    assert legal("WE WE WE WE WS WS WS WS WW WW WW WW WN WN", all_winds)
    assert not legal(tiles_of(1), all_winds)
    assert score(request(tiles_of(1), config={"card": None}))["legal"]
    answer = score(request(tiles_of(10), config={"card": [hand("4 WN, 3 WE, 3 WW, 4 WS")]}))
    assert answer["hands"]["S"]["value"] == 30
    assert {"from": "W", "to": "S", "amount": 60} in answer["transfers"]


def test_variables_stand_for_any_suit_and_number() -> None:
    steps = hand("3 ns, 3 n+1s, 4 n+2s, 4 Ds")
    assert legal("C5 C5 C5 C6 C6 C6 C7 C7 C7 C7 DR DR DR DR", steps)
    assert legal("D7 D7 D7 D8 D8 D8 D9 D9 D9 D9 DW DW DW DW", steps)
    assert not legal("C5 C5 C5 C6 C6 C6 C7 C7 C7 C7 DG DG DG DG", steps)
    assert not legal("C5 C5 C5 C6 C6 C6 C8 C8 C8 C8 DR DR DR DR", steps)
    assert not legal("C5 C5 C5 B6 B6 B6 C7 C7 C7 C7 DR DR DR DR", steps)
    suits = hand("4 2s, 4 2t, 4 2u, 2 F")
    assert legal("B2 B2 B2 B2 C2 C2 C2 C2 D2 D2 D2 J F1 S2", suits)
    assert not legal("B2 B2 B2 B2 C2 C2 C2 C2 C3 J J J F1 S2", suits)
    two = hand("3 2s, 3 2t, 8 F")  # different letters are different suits
    assert legal(["B2", "B2", "B2", "J", "D2", "J", *FLOWERS], two)
    assert not legal(["B2", "B2", "B2", "B2", "J", "J", *FLOWERS], two)
    assert legal("D9 D9 D9 D9 C1 C1 C1 C1 WE WE WE WE WS WS", hand("4 9s, 4 1t, 4 WE, 2 WS"))
    free = hand("4 Ds, 4 WE, 4 WS, 2 WW")  # with no suit tiles any dragon will do
    for dragon in COLOUR.values():
        assert legal(f"{dragon} {dragon} {dragon} {dragon} WE WE WE WE WS WS WS WS WW WW", free)


def test_the_key_variable_is_as_good_as_tile() -> None:
    groups = [{"n": 14, "variable": "ns"}]
    entry = {"type": "concealed", "value": 99, "groups": groups}
    with pytest.raises(ScoreError, match="more tiles than there are, even with all 8 jokers"):
        legal("B1 B1 B1 B1 J J J J J J J J B1 B1", entry)
    entry["groups"] = [{"n": 12, "variable": "ns"}, {"n": 2, "variable": "F"}]
    assert legal("F1 F2 B1 B1 B1 B1 J J J J J J J J", entry)
    assert legal("F1 F2 D7 D7 D7 D7 J J J J J J J J", entry)


def test_only_readings_with_the_right_colour_are_hands() -> None:
    red = hand("4 2s, 4 4s, 2 6s, 4 DR")
    assert legal("C2 C2 C2 C2 C4 C4 C4 C4 C6 C6 DR DR DR DR", red)
    assert not legal("B2 B2 B2 B2 B4 B4 B4 B4 B6 B6 DR DR DR DR", red)


BAD: list[tuple[Any, str, str, str]] = [
    ([], "", "must be a list of 1 to 100 hands, not []", "SA-F01"),
    ({}, "", "must be a list of 1 to 100 hands, not {}", "SA-F01"),
    ("card", "", "must be a list of 1 to 100 hands, not 'card'", "SA-F01"),
    ([1] * 101, "", "must be a list of 1 to 100 hands, not [1, 1, 1,", "SA-F01"),
    ([{1}], "", "must be a list of hands as JSON values, not [{1}]", "SA-F01"),
    ([7], "[0]", "must be an object with type, value and groups, not 7", "SA-F01"),
    ([{"no": 0}], "[0].no", "must be a whole number from 1 to 1000000000, not 0", "SA-H01"),
    ([{}], "[0].type", "must be exposed or concealed, not None", "SA-F01"),
    ([{"type": []}], "[0].type", "must be exposed or concealed, not []", "SA-F01"),
    ([hand("14 F", "hidden")], "[0].type", "must be exposed or concealed, not 'hidden'",
     "SA-F01"),
    ([hand("14 F", value=0)], "[0].value", "must be a whole number from 1 to 1000000000, not 0",
     "SA-P01"),
    ([hand("14 F") | {"value": True}], "[0].value", "not True", "SA-P01"),
    ([hand("14 F") | {"value": 2.5}], "[0].value", "not 2.5", "SA-P01"),
    ([hand("14 F") | {"groups": 3}], "[0].groups",
     "must be a list of groups, each with n and tile, not 3", "SA-F01"),
    ([hand("4 WE, 4 WS, 6 WW"), hand("4 WE, 4 WS, 5 WW")], "[1].groups",
     "a hand has 14 tiles, and these groups make 13", "SA-F01"),
    ([hand("14 F") | {"groups": [3]}], "[0].groups[0]",
     "must be an object with n and tile, not 3", "SA-F01"),
    ([hand("15 F")], "[0].groups[0].n", "must be a whole number from 1 to 14, not 15", "SA-F01"),
    ([hand("4 WE, 10 2v")], "[0].groups[1].tile",
     'must be a tile code, "F" for any flower, or a word such as "2s", "n+1t", "Ds", not \'2v\'',
     "SA-F01"),
    ([hand("4 WE, 10 F1")], "[0].groups[1].tile", "not 'F1'", "SA-F01"),
    ([hand("4 WE, 10 n+9s")], "[0].groups[1].tile", "not 'n+9s'", "SA-F01"),
    ([{"type": "exposed", "value": 5, "groups": [{"n": 14}]}], "[0].groups[0].tile", "not None",
     "SA-F01"),
    ([{"type": "exposed", "value": 5, "groups": [{"n": 14, "variable": 3}]}],
     "[0].groups[0].variable", "not 3", "SA-F01"),
    ([hand("4 B2, 4 B4, 3 B6, 3 DR")], "[0].groups",
     "with bamboos dragons are green, with characters red, with dots white; no reading of these"
     " groups keeps to it", "SA-F14"),
    ([hand("4 2s, 4 2t, 3 Ds, 3 Dt")], "[0].groups", "no reading of these groups", "SA-F14"),
    ([hand("13 WE, 1 WS")], "[0].groups",
     "these groups take more tiles than there are, even with all 8 jokers", "SA-T02"),
]  # fmt: skip


@pytest.mark.parametrize(("card", "where", "sentence", "rule"), BAD)
def test_a_bad_card_is_told_in_a_sentence(card: Any, where: str, sentence: str, rule: str) -> None:
    with pytest.raises(ScoreError) as told:
        score(request(tiles_of(1), config={"card": card}))
    assert told.value.field == "config.card" + where
    assert told.value.rule == rule
    assert sentence in str(told.value)
    assert str(told.value).startswith("config.card" + where + ": ")
    assert str(told.value).endswith(f"[{rule}]")


WORDS = ["ns", "n+1s", "n+2s", "nt", "n+1t", "nu", "2s", "5s", "5t", "Ds", "B5", "WE", "DR", "F"]


def test_the_matcher_agrees_with_writing_out_every_reading() -> None:
    rng = random.Random(5)
    hits = misses = refused = 0
    for _ in range(150):
        card = [hand(_pattern(rng), value=value) for value in (10, 30, 20)]
        plain = [(entry["value"], reading) for entry in card for reading in _readings(entry)]
        if len({value for value, _ in plain}) < 3:
            with pytest.raises(ScoreError, match="SA-F14"):
                legal(tiles_of(1), *card)
            refused += 1
            continue
        for _ in range(8):
            held = _spoilt(rng, rng.choice(plain)[1])
            if any(count > 4 for count in Counter(held).values()) or "" in held:
                continue
            held += ["J"] * (14 - len(held))
            answer = score(request(held, config={"card": card}))
            want = Counter("F" if tile in FLOWERS else tile for tile in held if tile != "J")
            expected = max((value for value, tiles in plain if want <= tiles), default=0)
            found = answer["hands"]["S"]["value"] if answer["legal"] else 0
            assert found == expected, (card, held)
            hits += found > 0
            misses += found == 0
    assert min(hits, misses, refused) > 50, (hits, misses, refused)


def _pattern(rng: random.Random) -> str:
    sizes = rng.choice(((4, 4, 4, 2), (3, 4, 3, 4), (2, 3, 4, 3, 2), (5, 4, 3, 2)))
    return ", ".join(f"{size} {rng.choice(WORDS)}" for size in sizes)


def _readings(entry: dict[str, Any]) -> list[Counter[str]]:
    """Every reading, by trying every meaning of s, t, u and n on the spelling itself."""
    found = []
    for suits in permutations("BCD"):
        for first in range(1, 10):
            tiles: Counter[str] = Counter()
            for group in entry["groups"]:
                word = group["tile"]
                if word[-1] in "stu":
                    suit = suits["stu".index(word[-1])]
                    number = word[:-1].replace("n", str(first))
                    word = COLOUR[suit] if word[0] == "D" else suit + str(eval(number))
                tiles[word] += group["n"]
            if all(tile in (*CODES[:KINDS], "F") for tile in tiles) and _right_colour(tiles):
                found.append(tiles)
    return found


def _right_colour(tiles: Counter[str]) -> bool:
    suits = [suit for suit in "BCD" if any(suit + number in tiles for number in "123456789")]
    dragons = {"DR", "DG", "DW"} & set(tiles)
    return all(dragons <= {COLOUR[suit]} for suit in suits)


def _spoilt(rng: random.Random, reading: Counter[str]) -> list[str]:
    """A reading with up to eight tiles left out for jokers and perhaps one put wrong."""
    flowers = iter(rng.sample(FLOWERS, 8))
    tiles = [next(flowers, "") if tile == "F" else tile for tile in reading.elements()]
    rng.shuffle(tiles)
    tiles = tiles[: 14 - rng.randint(0, 8)]
    if rng.random() < 0.5:
        tiles[0] = rng.choice(CODES[:KINDS])
    return tiles


def test_eight_jokers_on_a_card_of_a_hundred_hands_are_quick() -> None:
    winds = ["WE", "WS", "WW", "WN"]
    card = [hand(f"3 ns, 3 n+1t, 4 n+2u, 2 F, 2 {winds[value % 4]}", value=value + 1)
            for value in range(100)]  # fmt: skip
    most = 0
    for tiles in ("J J J J J J J J B3 C4 D5 D5 D5 F1", "J J J J J J J J B3 C5 D8 D5 WE WS"):
        made = request(tiles, config={"card": card})
        score(made)  # the card is read once
        most = max(most, calls_in(lambda made=made: score(made)))
    assert most < 15_000  # calls; 4,271 as it is


def test_melds_need_not_be_the_groups_of_the_card() -> None:
    config = {"card": [hand("3 F, 5 F, 3 WE, 3 WS")]}
    rest = "J J WE WE WE WS WS WS"
    assert score(request("J J J " + rest, ("F1 F2 F3",), config=config))["legal"]
    assert score(request(rest, ("F1 F2 F3", "F4 S1 S2"), config=config))["legal"]


def test_fourteen_flowers_are_eight_and_six_jokers() -> None:
    assert legal([*FLOWERS, *["J"] * 6], hand("14 F"))
    assert legal([*FLOWERS[:6], *["J"] * 8], hand("14 F"))
