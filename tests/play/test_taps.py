"""What taps do to a draft, and the sentence for each tap that cannot be."""

import pytest

from mjscore.engine import score
from mjscore.entry import draft as drafting
from mjscore.entry import taps, told
from mjscore.errors import ScoreError

SEATS = dict(zip("ESWN", ["Ann", "Bob", "Cem", "Dan"], strict=True))
BOB = ("winner:Bob from:Cem tile:D1 set:pung tile:B2 set:pung tile:C2 set:run tile:DR set:pair "
       "tile:C6 tile:C7 tile:C8").split()  # fmt: skip


def table(profile="SHOP-B-136", system="SHOP-B"):
    return drafting.table(SEATS, system, profile)


def told_by(*words, at=None):
    draft = drafting.begun(1)
    for word in words:
        draft = taps.tapped(at or table(), draft, word)
    return draft


def test_the_tile_that_completes_the_hand_has_won_until_another_is_named():
    draft = told_by(*BOB)
    assert draft.tile == "C8"
    picked = told_by(*BOB, "pick:0", "set:won")
    assert picked.tile == "C2"
    request = told.request(table(), told_by(*BOB, "rest:"))
    assert request["win"] == {"seat": "S", "tile": "C8", "source": "discard", "from": "W"}
    assert score({"system": "SHOP-B", **request})["hands"]["S"]["value"] == 18


def test_what_is_missing_is_asked_for_in_order():
    asked = []
    draft = drafting.begun(1)
    for word in [*BOB, "loser:Ann:nothing", "loser:Cem:sets", "loser:Dan:points"]:
        asked.append(told.lacks(table(), draft)[0])
        draft = taps.tapped(table(), draft, word)
    assert asked[:3] == ["who", "from", "tiles"] and asked[-3:] == ["loser"] * 3
    assert told.lacks(table(), draft) == ("", "")
    robbed = told_by("winner:Bob", "source:robbed_kong")
    assert told.lacks(table(), robbed) == ("whose", "Bob")
    with pytest.raises(ScoreError, match="say whose kong was robbed, or who discarded"):
        told.request(table(), robbed)


@pytest.mark.parametrize(("words", "sentence"), [
    (["nonsense:1"], "there is nothing here to tap called 'nonsense:1'"),
    (["winner:Eve"], "Eve does not play this hand; it is Ann, Bob, Cem, Dan"),
    (["winner:Bob", "from:Bob"], "nobody wins on his own discard"),
    (["winner:Bob", "source:dealt"], "only East is dealt fourteen tiles"),
    (["winner:Bob", "source:heaven"], "in SHOP-B no winning tile comes from 'heaven'"),
    (["tile:B1"], "say first whose tiles they are"),
    (["winner:Bob", "of:Ann"], "say first what Ann has"),
    (["winner:Bob", "loser:Bob:nothing"], "Bob is not asked for that in this hand"),
    (["winner:Bob", "digit:1"], "say first whose points they are"),
    (["winner:Bob", "loser:Ann:points", *["digit:9"] * 7],
     "points are a whole number from 0 to 1000000"),
    (["winner:Bob", *["tile:B1"] * 5], "all 4 tiles B1 are in the hands already"),
    (["winner:Bob", *["tile:B1"] * 2, "loser:Ann:sets", "tile:B1", "set:pung"],
     "all 4 tiles B1 are in the hands already"),
    (["winner:Bob", "tile:F1"], "there is no tile F1 in this set"),
    (["winner:Bob", "pick:0"], "that tile is not in the hand any more"),
    (["winner:Bob", "set:pung"], "tap a tile first"),
    (["winner:Bob", "tile:C8", "set:chow"], "no three in a row begin with C8"),
    (["winner:Bob", "tile:C8", "set:star"], "there is no set called 'star'"),
    (["winner:Bob", "tile:C8", "set:last3"],
     "the tiles tapped last are no set that can lie on the table"),
    (["winner:Bob", "loser:Ann:sets", "tile:C8", "set:won"], "Ann did not win"),
    (["winner:Bob", "drop:melds:0"], "that is not in the hand any more"),
    ([*BOB, "tile:WE"], "Bob has 14 tiles already"),
    (["winner:Bob", "flag:original_call"], "SHOP-B does not ask for 'original_call'"),
    (["dice:7"], "a die shows 1 to 6, not 7"),
])  # fmt: skip
def test_a_tap_that_cannot_be_is_a_sentence_and_changes_nothing(words, sentence):
    *before, last = words
    draft = told_by(*before)
    kept = draft.as_json()
    with pytest.raises(ScoreError) as problem:
        taps.tapped(table(), draft, last)
    assert sentence in str(problem.value)
    assert draft.as_json() == kept


@pytest.mark.parametrize("many", [1, 2, 3])
def test_a_pung_takes_what_was_tapped_of_it_already(many):
    hand = told_by("winner:Bob", *["tile:D1"] * many, "set:pung").hand("Bob")
    assert (hand["concealed"], hand["melds"][0]["tiles"]) == ([], ["D1"] * 3)
    four = told_by("winner:Bob", *["tile:D1"] * 4, "set:pung").hand("Bob")
    assert four["concealed"] == ["D1"]
    kong = told_by("winner:Bob", "tile:C5", *["tile:D1"] * many, "set:closed").hand("Bob")
    assert (kong["concealed"], kong["melds"][0]["state"]) == (["C5"], "closed")


def test_half_a_throw_is_none_and_a_new_throw_begins_with_the_next_die():
    assert "dice" not in told.request(table(), told_by(*BOB, "rest:", "dice:3"))
    assert told.request(table(), told_by(*BOB, "rest:", "dice:3", "dice:4"))["dice"] == [3, 4]
    assert told_by("dice:3", "dice:4", "dice:5").dice == [5]
    assert told_by("dice:3", "dice:clear").dice == []


def test_the_wrong_winner_keeps_the_tiles_that_were_tapped():
    draft = told_by(*BOB, "winner:Dan")
    assert draft.hands["Dan"]["melds"] and "Bob" not in draft.hands
    assert told.lacks(table(), draft) == ("from", "Dan")


def test_a_chow_takes_its_tile_from_the_hand_and_a_meld_goes_back_by_a_tap():
    draft = told_by("winner:Bob", "tile:C5", "tile:C2", "set:chow")
    assert draft.hand("Bob")["concealed"] == ["C5"]
    assert draft.hand("Bob")["melds"][0]["tiles"] == ["C2", "C3", "C4"]
    assert told_by("winner:Bob", "tile:C2", "set:chow", "drop:melds:0").hand("Bob")["melds"] == []


def test_flags_of_one_first_turn_exclude_each_other():
    draft = told_by("winner:Ann", "flag:first_turn=heaven", "flag:first_turn=first_discard",
                    "flag:last_tile")  # fmt: skip
    assert draft.flags == ["first_turn=first_discard", "last_tile"]
    assert told_by("flag:last_tile", "flag:last_tile").flags == []


def test_sets_with_jokers_are_laid_down_tile_by_tile():
    at = table("SHOP-A", "SHOP-A")
    draft = told_by("winner:Bob", "tile:B3", "tile:J", "tile:B3", "set:last3", at=at)
    assert draft.hand("Bob")["melds"] == [
        {"kind": "pung", "tiles": ["B3", "J", "B3"], "state": "open"}]
    with pytest.raises(ScoreError, match="in SHOP-A nobody lays that down"):
        told_by("winner:Bob", "tile:B3", "set:chow", at=at)


def test_an_earlier_hand_tells_again_what_it_told():
    stored = {"players": {"S": {"melds": [], "concealed": ["C1", "C1"], "special": "x"},
                          "E": {"value": 4}, "W": {"value": 0}, "N": {
                              "melds": [], "concealed": ["DR"] * 3, "dead": True}},
              "win": {"seat": "S", "tile": "C8", "source": "discard", "from": "W",
                      "last_tile": True, "single_wait": True}, "dice": [3, 4],
              "events": [{"event": "payment"}]}  # fmt: skip
    draft = told.again(table(), 2, "2", stored)
    draft.hands["Bob"]["concealed"] += ["C1"] * 11  # as many as a hand has
    request = told.request(table(), draft)
    assert request["win"] == stored["win"] and request["events"] == stored["events"]
    assert request["players"]["E"] == {"value": 4} and request["players"]["W"] == {"value": 0}
    assert request["players"]["N"]["concealed"] == ["DR"] * 3
    assert request["players"]["S"]["special"] == "x"


SEVEN = ["winner:Bob", "special:seven_flowers", *(f"tile:{code}" for code in (
    "F1", "F2", "F3", "F4", "S1", "S2", "S3"))]  # fmt: skip


def yee():
    return table("YEE", "YEE")


def test_seven_flowers_are_asked_for_and_nothing_else():
    few = told_by(*SEVEN[:-1], at=yee())
    assert told.lacks(yee(), few) == ("flowers", "Bob")
    with pytest.raises(ScoreError, match="tap the seven flowers of Bob"):
        told.request(yee(), few)
    request = told.request(yee(), told_by(*SEVEN, at=yee()))
    assert request["win"] == {"seat": "S", "special": "seven_flowers"}
    net = score({"system": "YEE", **request})["net"]
    assert net == {"E": -15, "S": 45, "W": -15, "N": -15}


def test_who_has_the_eighth_flower_pays_twice_until_it_is_in_the_wall():
    request = told.request(yee(), told_by(*SEVEN, "eighth:Dan", at=yee()))
    assert score({"system": "YEE", **request})["net"]["N"] == -30
    again = told.again(yee(), 2, "2", request)
    assert (again.special, again.eighth) == ("seven_flowers", "Dan")
    assert told.request(yee(), again) == request
    assert told_by(*SEVEN, "eighth:Dan", "eighth:-", at=yee()).eighth == ""
    for words, sentence in ((["eighth:Bob"], "Bob won with seven flowers"),
                            (["special:seven_flowers", "eighth:Dan"], "beside a win of seven")):
        with pytest.raises(ScoreError, match=sentence):
            told_by(*SEVEN, *words, at=yee())


def test_the_flower_that_was_told_as_the_winning_tile_is_one_of_the_seven():
    stored = {"players": {"S": {"bonus": ["F1", "F2", "F3", "F4", "S1", "S2"], "concealed": []}},
              "win": {"seat": "S", "tile": "S3", "source": "loose_flower",
                      "special": "YEE-V22"}}  # fmt: skip
    request = told.request(yee(), told.again(yee(), 1, "1", stored))
    assert score({"system": "YEE", **request})["hands"]["S"]["value"] == 15


def test_hands_of_a_matchs_own_table_are_named_by_a_tap():
    config = {"special_hands": [{"id": "big", "mahjiang": 300, "calling": 100}]}
    at = drafting.table(SEATS, "MJG", "MJG", config)
    assert at.specials == ("big",)
    odd = [f"tile:{code}" for code in "C1 C3 C5 C7 B1 B3 B5 B7 D1 D3 D5 D7 WE C8".split()]
    draft = told_by("winner:Bob", "source:wall", *odd, "special:big", "rest:", at=at)
    request = told.request(at, draft)
    answer = score({"system": "MJG", "config": config, "round_wind": "E", **request})
    assert answer["hands"]["S"]["value"] == 300
    assert told.again(at, 1, "1", request).special == "big"
    assert told_by("winner:Bob", "special:big", "special:big", at=at).special == ""
    for words in (["special:big"], ["winner:-", "special:big"]):
        with pytest.raises(ScoreError, match="say first who won"):
            told_by(*words, at=at)
    with pytest.raises(ScoreError, match="no win called 'seven_flowers'"):
        told_by("winner:Bob", "special:seven_flowers", at=at)
