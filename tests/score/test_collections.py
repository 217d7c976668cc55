"""HANDS: bouquets and zoos that lie with a hand, told as events or not; the limit as an option."""

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from tests.score.hands_requests import request, sheet

PURITY = "(B222) B345777888 B9 +B9"
FLOWERS = ["F1", "F2", "F3", "F4"]


def asked(hand=PURITY, events=None, **more):
    """South's winning hand with the events beside it."""
    made = request(hand, **more)
    return made | ({"events": events} if events else {})


def test_a_bouquet_that_lies_with_the_hand_is_paid_and_told():
    plain, answer = score(asked()), score(asked(PURITY + " /F1F2F3F4"))
    assert [(each["event"], each["seat"], each["tiles"]) for each in answer["events"]] == [
        ("bouquet", "S", FLOWERS)]  # fmt: skip
    assert answer["net"]["S"] == plain["net"]["S"] + 3000
    assert answer["hands"]["S"]["value"] == plain["hands"]["S"]["value"]


def test_told_as_an_event_too_it_is_paid_once():
    told_too = [{"event": "bouquet", "seat": "S"}, {"event": "all_flowers", "seat": "S"}]
    bare = score(asked(PURITY + " /F1F2F3F4"))
    for event in told_too:
        answer = score(asked(PURITY + " /F1F2F3F4", [event]))
        assert answer["net"] == bare["net"] and answer["events"][0]["tiles"] == FLOWERS


def test_a_loser_is_paid_too_and_both_colours_are_two():
    plain = "C1234567 D123456"
    answer = score(asked(W=plain + " /F1F2F3F4S1S2S3S4"))
    assert [each["event"] for each in answer["events"]] == ["bouquet", "bouquet"]
    assert answer["net"]["W"] == score(asked(W=plain))["net"]["W"] + 6000


def test_paid_before_the_hand_it_is_not_paid_again():
    event = {"event": "bouquet", "seat": "S", "tiles": FLOWERS, "paid": True}
    answer = score(asked(PURITY + " /F1F2F3F4", [event]))
    assert answer["net"] == score(asked())["net"] and answer["events"][0]["transfers"] == []


@pytest.mark.parametrize(("event", "says"), [
    ({"event": "bouquet", "seat": "S"},
     r"events\[0\]: South shows no bouquet: F1 F2 F3 F4 must lie beside the hand, and nothing"
     r" does \[MH-B01\]"),
    ({"event": "bouquet", "seat": "W", "tiles": ["S1", "S2", "S3", "S4"]},
     r"West shows no bouquet: S1 S2 S3 S4 must lie beside the hand"),
    ({"event": "zoo", "seat": "S"}, r"South shows no zoo: A1 A2 A3 A4 must lie .* \[MH-B02\]"),
])  # fmt: skip
def test_an_event_for_a_hand_that_holds_none_is_refused(event, says):
    with pytest.raises(ScoreError, match=says):
        score(asked(events=[event]))


def test_a_zoo_not_drawn_by_oneself_counts_like_other_animals():
    event = {"event": "zoo", "seat": "S", "drawn_by_oneself": False}
    answer = score(asked(PURITY + " /A1A2A3A4", [event]))
    own = answer["hands"]["S"]
    assert ("MH-P08", 16) in own["lines"] and ("MH-D03", 4) in own["doubles"]
    assert answer["events"][0]["transfers"] == []
    three = sheet(PURITY + " /A1A2A3")
    assert own["value"] >= three["value"]


def test_a_zoo_drawn_by_oneself_is_paid_and_does_not_count():
    answer = score(asked(PURITY + " /A1A2A3A4"))
    assert answer["net"]["S"] == score(asked())["net"]["S"] + 3000
    assert answer["hands"]["S"] == score(asked())["hands"]["S"]


def test_the_limit_of_hands_is_an_option():
    wonder = "B19 C19 D19 WE WS WW WN DR DG DW +DW"
    for limit, value in ((600, 1200), (None, 2000)):
        own = score(request(wonder, config={"limit": limit}))["hands"]["S"]
        assert (own["value"], own["fixed"]) == (value, [("MH-L31", value)])
    rich = "(B9999) {WS*4} {DR*4} B333 DG +DG"
    assert score(request(rich, config={"limit": 600}))["hands"]["S"]["fixed"] == [("MH-C01", 600)]
    assert score(request(rich, config={"limit": None}))["hands"]["S"]["limits"] == []
