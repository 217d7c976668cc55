"""What holds for every hand, whatever it is: sums, orders, limits, turned seats."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjscore.engine import score
from tests.score.compare_readers import asked, plain
from tests.score.second.deals import SYSTEMS
from tests.score.second.reader import in_full
from tests.score.second.tiles import SEATS, SUITS, WINDS, is_suit

CLASSICAL = ("SHOP-B", "MJG", "HANDS", "LASFS")
LIMIT = {"SHOP-B": 300, "MJG": 2000, "HANDS": 2000, "LASFS": 500}
numbers = st.integers(min_value=0, max_value=10**9)
often = settings(max_examples=80, deadline=None, database=None)
every_system = pytest.mark.parametrize("system", SYSTEMS)


def request(system, number):
    return {"config": {}, **in_full(asked(system, "property", number))}


def mapped(value, change):
    """A copy of JSON values with every text sent through `change`."""
    if isinstance(value, dict):
        return {key: mapped(each, change) for key, each in value.items()}
    if isinstance(value, list):
        return [mapped(each, change) for each in value]
    return change(value) if isinstance(value, str) else value


@every_system
@given(number=numbers)
@often
def test_what_is_paid_is_received(system, number):
    answer = score(request(system, number))
    if answer["legal"]:
        assert sum(answer["net"].values()) == 0
        net = dict.fromkeys(answer["net"], 0)
        for each in answer["transfers"]:
            assert each["amount"] > 0
            net[each["from"]] -= each["amount"]
            net[each["to"]] += each["amount"]
        assert net == answer["net"]


@every_system
@given(number=numbers)
@often
def test_the_order_of_tiles_melds_and_players_in_a_request_is_nothing(system, number):
    question, rng = request(system, number), random.Random(number)
    other = mapped(question, lambda text: text)
    for hand in other["players"].values():
        for tiles in (hand["concealed"], hand["bonus"], hand["melds"]):
            rng.shuffle(tiles)
        for meld in hand["melds"]:
            rng.shuffle(meld["tiles"])
    seats = rng.sample(sorted(other["players"]), len(other["players"]))
    other["players"] = {seat: other["players"][seat] for seat in seats}
    other = dict(rng.sample(list(other.items()), len(other)))
    assert plain(score(other)) == plain(score(question))


@pytest.mark.parametrize("system", CLASSICAL)
@given(number=numbers)
@often
def test_no_hand_is_worth_more_than_the_limit(system, number):
    question = request(system, number)
    question["config"].pop("limit", None)
    question["config"].pop("cap_ordinary", None)
    answer = score(question)
    times = 2 if answer.get("double_dice") else 1
    assert all(
        0 <= hand["value"] <= LIMIT[system] * times for hand in answer.get("hands", {}).values()
    )


@pytest.mark.parametrize("system", CLASSICAL)
@given(number=numbers)
@often
def test_suits_are_alike(system, number):
    """Exchanging the suits changes nothing where no rule names a suit."""
    question = request(system, number)
    swap = dict(zip(SUITS, random.Random(number).sample(SUITS, 3), strict=True))
    other = mapped(question, lambda text: swap[text[0]] + text[1:] if is_suit(text) else text)
    one, two = score(question), score(other)
    assert one["legal"] == two["legal"]
    assert values_of(one) == values_of(two)
    assert one.get("net") == two.get("net")


@pytest.mark.parametrize("system", CLASSICAL)
@given(number=numbers, turns=st.integers(1, 3))
@often
def test_seats_are_alike_but_for_paying_double(system, number, turns):
    """Hands that move round with their winds and flowers keep their values (rules ENG-01)."""
    question = request(system, number)
    win = question["win"] or {}
    if win.get("source") == "dealt" or "first_turn" in win:
        return  # only East is dealt fourteen tiles and discards first
    question.pop("events", None)
    for hand in question["players"].values():
        hand.pop("used_first_east_discard", None)
    one, two = score(question), score(turned(question, turns))
    values = {moved(seat, turns): value for seat, value in values_of(one).items()}
    assert values == values_of(two)


def moved(text, turns):
    """A seat, a wind, a flower or season `turns` seats on; any other text as it is."""
    if text in tuple(SEATS):
        return SEATS[(SEATS.index(text) + turns) % 4]
    if text in WINDS:
        return WINDS[(WINDS.index(text) + turns) % 4]
    if len(text) == 2 and text[0] in "FS" and text[1] in "1234":
        return text[0] + "1234"[(int(text[1]) - 1 + turns) % 4]
    return text


def turned(question, turns):
    players = {moved(seat, turns): hand for seat, hand in question["players"].items()}
    return mapped(question | {"players": players}, lambda text: moved(text, turns))


def values_of(answer):
    return {
        seat: (hand["points"], hand["doubles_total"], hand["value"])
        for seat, hand in answer.get("hands", {}).items()
    }


@pytest.mark.parametrize("system", CLASSICAL)
@given(number=numbers)
@often
def test_a_concealed_set_is_never_worth_less(system, number):
    """A pung taken back into the hand, a kong turned over: no points are lost by it."""
    question = request(system, number)
    question["win"] = None if system == "LASFS" else question["win"]
    question.pop("events", None)
    before = score(question)
    for seat, hand in question["players"].items():
        if seat == (question["win"] or {}).get("seat"):
            continue
        for meld in [meld for meld in hand["melds"] if meld["state"] == "open"]:
            if meld["kind"] == "kong":
                meld["state"] = "closed"
            elif meld["kind"] == "pung":
                hand["melds"].remove(meld)
                hand["concealed"] += meld["tiles"]
    after = score(question)
    for seat, hand in before.get("hands", {}).items():
        if seat != (question["win"] or {}).get("seat"):
            assert after["hands"][seat]["points"] >= hand["points"]
            assert after["hands"][seat]["value"] >= hand["value"]


@pytest.mark.parametrize("system", CLASSICAL)
@given(number=numbers)
@often
def test_a_winner_loses_nothing_by_a_closed_kong(system, number):
    question = request(system, number)
    question.pop("events", None)
    before = score(question)
    if question["win"] is None or not before["legal"]:
        return
    seat = question["win"]["seat"]
    for meld in question["players"][seat]["melds"]:
        if meld["kind"] == "kong":
            meld["state"] = "closed"
    after = score(question)
    assert after["hands"][seat]["value"] >= before["hands"][seat]["value"]


@every_system
def test_most_requests_are_won_and_some_are_no_hands(system):
    """The properties are no empty promises: what they are tried on is worth trying."""
    answers = [score(request(system, number)) for number in range(200)]
    won = [answer for answer in answers if answer["legal"] and answer["transfers"]]
    assert len(won) > 80
    assert any(not answer["legal"] for answer in answers)
