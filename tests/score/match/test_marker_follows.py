"""The deal of a match moves exactly as the marker of the table's firmware does."""

from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mjscore.errors import ScoreError
from mjscore.match import marker
from mjscore.match.deal import advance
from mjscore.match.errors import MatchError
from mjscore.match.setup import checked
from mjscore.wall import PROFILES
from mjtable.game import profiles
from mjtable.game.marker import Marker
from tests.score.match.scorers import hand

SHOWN = {"dealer": "C", "wind": "S", "streak": 3, "hand": 2, "round": 2}
STAYS = {  # who keeps the deal: East's win, a hand without winner; read off rules chapter 10
    "SHOP-A": "", "LASFS": "E", "YEE": "E-", "MJG": "E-", "SHOP-B-136": "E-",
    "SHOP-B-144": "E-", "HANDS-144": "E-", "HANDS-148": "E-",
}  # fmt: skip


def firmware(profile):
    return Marker(SimpleNamespace(played_profile=lambda: profiles.index_of(profile)))


def first_deal(profile, **options):
    return checked("x", profile, ["Ann", "Bob", "Cem", "Dan"], **options).first_deal()


def table_shows(own):
    return {"dealer": "ABCD"[own.dealer], "wind": "ESWN"[own.wind], "streak": own.streak,
            "hand": own.hand, "round": own.round}  # fmt: skip


@given(st.sampled_from(PROFILES), st.text("ESWN-", max_size=80))
def test_results_move_match_and_firmware_alike(profile, results):
    deal, table = first_deal(profile), firmware(profile)
    for result in results:
        if deal.over:
            break
        deal = advance(deal, None if result == "-" else result)
        if result in STAYS[profile]:
            table.stays()
        elif profile != "SHOP-A" or result != "-":  # there a draw is the same game going on
            table.passes()
        assert marker.shown(deal) == table_shows(table)
        assert (deal.reseat, deal.over) == (bool(table.reseat), bool(table.ended))


@example("MJG", "C", "E", 0, 1, 1, "SSSS")  # the dealer of a hand 1 deals first in its round
@given(st.sampled_from(PROFILES), st.sampled_from("ABCD"), st.sampled_from("ESWN"),
       st.integers(0, 99), st.integers(1, 99), st.integers(1, 99),
       st.text("SE", max_size=6))  # fmt: skip
def test_a_marker_put_right_means_the_same_to_both(
    profile, side, wind, streak, hand, round_no, results
):
    fields = {"dealer": side, "wind": wind, "streak": streak, "hand": hand, "round": round_no}
    table = firmware(profile)
    table.set("ABCD".index(side), "ESWN".index(wind), streak, hand, round_no)
    deal = marker.taken(first_deal(profile, rounds=0), fields)
    assert marker.shown(deal) == fields
    for result in results:
        deal = advance(deal, result)
        table.stays() if result in STAYS[profile] else table.passes()
        if table.ended:  # the table ends by its profile, this match is open
            break
        assert marker.shown(deal) == table_shows(table)


def test_the_first_hand_is_dealt_by_side_a(match):
    assert match.marker == {"dealer": "A", "wind": "E", "streak": 0, "hand": 1, "round": 1}
    assert match.sheet.state.seats == {"E": "Ann", "S": "Bob", "W": "Cem", "N": "Dan"}


def test_a_full_game_has_eight_rounds_and_new_seats_after_four(match):
    for number in range(1, 33):
        assert not match.sheet.state.deal.over
        match.do(match.hand(hand("N")))
        assert match.sheet.state.deal.reseat == (number == 16)
    with pytest.raises(MatchError) as caught:
        match.do(match.hand(hand("N")))
    assert str(caught.value) == (
        "round: the full game is over; extend it by some rounds [SB-T13]")  # fmt: skip
    assert match.marker == {"dealer": "A", "wind": "E", "streak": 0, "hand": 1, "round": 1}
    match.do({"do": "rounds", "rounds": 9})
    match.do(match.hand(hand("N")))
    assert match.marker == {"dealer": "B", "wind": "E", "streak": 0, "hand": 2, "round": 9}


def test_after_four_rounds_seats_are_diced_for_and_another_side_may_deal_first(match):
    for _ in range(16):
        match.do(match.hand(hand("N")))
    match.do({"do": "seats", "chairs": ["Dan", "Cem", "Bob", "Ann"], "first": "C"})
    assert match.sheet.state.seats == {"E": "Bob", "S": "Ann", "W": "Dan", "N": "Cem"}
    assert match.marker == {"dealer": "C", "wind": "E", "streak": 0, "hand": 1, "round": 5}
    with pytest.raises(ScoreError) as caught:
        match.do({"do": "seats", "chairs": ["Dan", "Cem", "Bob", "Ann"], "first": "C"})
    assert str(caught.value) == "reseat: no new seats are due [SB-T13]"


def test_everybody_deals_four_times_in_yee(begin):
    match = begin("YEE")
    for _ in range(16):
        match.do(match.hand(hand("S")))
    assert match.sheet.state.deal.over


def test_a_draw_may_pass_the_deal_by_agreement(begin):
    match = begin(config={"east_stays_on_draw": False})
    match.do(match.hand(hand(None)))
    assert match.marker["dealer"] == "B"
    match = begin("SHOP-B-136", "null is the default", config={"east_stays_on_draw": None})
    match.do(match.hand(hand(None)))
    assert match.marker["dealer"] == "A"


def test_an_exhausted_wall_is_the_same_game_in_shop_a_and_a_dead_round_moves_lasfs(begin):
    for profile, dealer in (("SHOP-A", "A"), ("LASFS", "B"), ("MJG", "A")):
        match = begin(profile, profile)
        match.do(match.hand(hand(None)))
        assert match.marker["dealer"] == dealer


def test_a_hand_ended_by_a_penalty_passes_the_deal(begin):
    match = begin("SHOP-A")
    match.do(match.hand({"win": None, "events": [{"event": "fine", "seat": "S"}]}, over=True))
    assert match.marker["dealer"] == "B"
    assert match.sheet.state.totals == {"Ann": 10, "Bob": -30, "Cem": 10, "Dan": 10}


def test_the_marker_counts_to_99(match):
    match.do({"do": "marker", "marker": SHOWN | {"streak": 99, "hand": 99}})
    match.do(match.hand(hand(None)))
    assert (match.marker["streak"], match.marker["hand"]) == (99, 99)


def test_numbers_may_come_as_text_over_the_link():
    assert marker.checked({**SHOWN, "streak": "3", "hand": "2", "round": "2"}) == SHOWN


@pytest.mark.parametrize(("key", "value", "sentence"), [
    ("dealer", "E", "marker.dealer: 'E' is none of A, B, C, D"),
    ("wind", None, "marker.wind: None is none of E, S, W, N"),
    ("streak", 100, "marker.streak: 100 is no number from 0 to 99"),
    ("hand", "0", "marker.hand: '0' is no number from 1 to 99"),
    ("round", "x", "marker.round: 'x' is no number from 1 to 99"),
    ("round", True, "marker.round: True is no number from 1 to 99"),
])  # fmt: skip
def test_what_no_marker_shows_is_refused(key, value, sentence):
    with pytest.raises(MatchError) as caught:
        marker.checked({**SHOWN, key: value})
    assert str(caught.value) == sentence
