"""Dealer, rounds and winds: unit cases per rule, and a second way of counting."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjscore.errors import ScoreError
from mjscore.flow import rotation
from mjscore.flow.rotation import after, extended, reseated, start, stays
from mjtable.game import profiles
from mjtable.game.marker import Marker

EVERY = [row[profiles.NAME] for row in profiles.PROFILES]
CLASSICAL = ["SHOP-B-136", "SHOP-B-144", "MJG", "HANDS-144", "HANDS-148"]
OUTCOMES = [("win", seat) for seat in "ESWN"] + [(each, None) for each in rotation.OUTCOMES[1:]]


def kept(name, outcome, winner=None, **options):
    """Does the same side deal again, as the standing after the hand shows it?"""
    begun = start(name, **options)
    then = after(begun, outcome, winner)
    assert stays(begun, outcome, winner) == (then.streak == 1) or outcome == "new_wall"
    return then.dealer == begun.dealer


@pytest.mark.parametrize("name", EVERY)
def test_another_players_win_passes_the_deal_to_the_right(name):
    then = after(start(name, "D"), "win", "W")
    assert (then.dealer, then.streak, then.hand) == (0, 0, 2)  # D -> A: counter-clockwise


@pytest.mark.parametrize("name", CLASSICAL)
def test_east_stays_after_a_win_and_after_a_drawn_hand(name):  # SB-T11
    assert kept(name, "win", "E") and kept(name, "drawn")
    assert not kept(name, "drawn", east_stays_on_draw=False)  # SB-Q04
    assert kept(name, "win", "E", east_stays_on_draw=False)


def test_american_play_never_keeps_the_dealer_but_repeats_an_exhausted_wall():
    assert not kept("SHOP-A", "win", "E")  # SA-Q16
    assert not kept("SHOP-A", "win", "S") and not kept("SHOP-A", "penalty")
    begun = start("SHOP-A", "B")
    assert after(begun, "new_wall") == begun  # SA-T08, SA-Q07


def test_yee_dealer_retains_the_dice_after_a_win_and_without_a_winner():  # YEE-T08, T09
    now = start("YEE")
    for outcome, winner in (("win", "E"), ("drawn", None), ("win", "E")):
        now = after(now, outcome, winner)
    assert (now.dealer, now.streak) == (0, 3)
    assert after(now, "win", "N").streak == 0
    assert kept("YEE", "drawn", east_stays_on_draw=False)  # the option belongs to SHOP-B's rule


def test_lasfs_east_stays_only_when_he_wins():  # LASFS-T04, T05
    assert kept("LASFS", "win", "E")
    assert not kept("LASFS", "dead_round") and not kept("LASFS", "win", "S")


def play_rounds(now, rounds):
    for _ in range(4 * rounds):
        now = after(now._replace(reseat=False), "win", "S")
    return now


@pytest.mark.parametrize("name", CLASSICAL)
def test_new_seats_after_four_rounds_and_the_end_after_eight(name):  # SB-T13
    four = play_rounds(start(name), 4)
    assert four.reseat and not four.over and (four.round, four.hand) == (5, 1)
    moved = reseated(four, "C")
    assert (moved.dealer, moved.first, moved.reseat) == (2, 2, False)
    eight = play_rounds(moved, 4)
    assert eight.over and not eight.reseat and eight.dealer == 2
    with pytest.raises(ScoreError, match="the game is over"):
        after(eight, "win", "E")


def test_the_prevailing_wind_moves_every_round_where_it_is_shown():  # MJ-T02
    for name in EVERY:
        winds = [play_rounds(start(name), rounds).wind for rounds in range(4)]
        shown = name in ("MJG", "HANDS-144", "HANDS-148", "LASFS")
        assert winds == ([0, 1, 2, 3] if shown else [0, 0, 0, 0])
    assert play_rounds(start("MJG"), 4).wind == 0


def test_yee_ends_when_everybody_has_been_dealer_four_times():  # YEE-T10
    now, hands, dealt = start("YEE"), 0, [0, 0, 0, 0]
    while not now.over:
        if now.streak == 0:
            dealt[now.dealer] += 1
        hands += 1
        now = after(now, *(("drawn", None) if hands % 5 == 0 else ("win", "W")))
    assert dealt == [4, 4, 4, 4] and hands >= 16
    assert not now.reseat


@pytest.mark.parametrize("name", ["SHOP-A", "LASFS"])
def test_american_and_lasfs_games_are_open(name):  # SA-T10
    now = play_rounds(start(name), 20)
    assert not now.over and not now.reseat and now.round == 21


def test_a_game_may_be_extended():
    ended = play_rounds(start("SHOP-B-136"), 8)
    longer = extended(ended, 12)
    assert (longer.over, longer.round, longer.hand, longer.reseat) == (False, 9, 1, True)
    assert play_rounds(longer._replace(reseat=False), 4).over
    assert extended(start("YEE"), 0).rounds == 0
    assert extended(ended, 8).over and not extended(ended, 0).over
    assert extended(play_rounds(start("MJG"), 2), 3).round == 3
    assert play_rounds(start("YEE", rounds=1), 1).over
    with pytest.raises(ScoreError, match="8 rounds are begun or played already.*SB-T13"):
        extended(ended, 7)


def test_seats_follow_the_dealer_counter_clockwise():
    now = start("MJG", "C")
    assert [now.side_of(seat) for seat in "ESWN"] == ["C", "D", "A", "B"]


class Recount:
    """The rotation told as a story: chairs, one after another, with a tally of finished deals."""

    def __init__(self, name):
        row = profiles.PROFILES[profiles.index_of(name)]
        sentence = profiles.ROTATIONS[row[profiles.ROTATION]][profiles.ROT_STAYS]
        self.on_win = "a win of the dealer" in sentence
        self.on_draw = "a drawn hand" in sentence
        self.length = profiles.ROTATIONS[row[profiles.ROTATION]][profiles.ROT_END]
        self.finished = self.kept = 0

    def hand(self, outcome, winner):
        stays = winner == "E" and self.on_win or outcome == "drawn" and self.on_draw
        if outcome == "new_wall":
            return
        self.kept = self.kept + 1 if stays else 0
        self.finished += not stays

    def dealer(self):
        return self.finished % 4

    def over(self):
        return bool(self.length) and self.finished == 4 * self.length


@given(st.sampled_from(EVERY), st.lists(st.sampled_from(OUTCOMES), max_size=90))
@settings(max_examples=120)
def test_the_rotation_agrees_with_a_tally_of_finished_deals(name, outcomes):
    now, story = start(name), Recount(name)
    for outcome, winner in outcomes:
        now = after(now, outcome, winner)
        story.hand(outcome, winner)
        assert (now.dealer, now.streak, now.over) == (story.dealer(), story.kept, story.over())
        if now.over:
            break
        assert now.round == story.finished // 4 + 1


class Table:
    def __init__(self, name):
        self.profile = profiles.index_of(name)

    def played_profile(self):
        return self.profile


@given(st.sampled_from(EVERY), st.lists(st.sampled_from(OUTCOMES), max_size=90))
@settings(max_examples=80)
def test_the_tables_marker_shows_what_the_rotation_says(name, outcomes):
    now, marker = start(name), Marker(Table(name))
    for outcome, winner in outcomes:
        if outcome == "new_wall":
            continue
        (marker.stays if stays(now, outcome, winner) else marker.passes)()
        now = after(now, outcome, winner)
        assert now.marker() == {
            "dealer": "ABCD"[marker.dealer], "wind": "ESWN"[marker.wind],
            "streak": marker.streak, "hand": marker.hand, "round": marker.round,
        }  # fmt: skip
        assert (now.reseat, now.over) == (bool(marker.reseat), bool(marker.ended))
        if now.over:
            break


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: after(start("MJG"), "draw"), 'did you mean "drawn"?.*SB-T10'),
        (lambda: after(start("MJG"), "win"), "has a winner E, S, W or N.*ENG-02"),
        (lambda: after(start("MJG"), "drawn", "E"), "a win, and nothing else"),
        (lambda: after(start("MJG"), "win", "ES"), "a win, and nothing else"),
        (lambda: start("MJG", "E"), "must be one of A, B, C, D, not 'E'"),
        (lambda: start("MJG", rounds=-1), "0 \\(open\\) or more rounds, not -1.*SB-T13"),
        (lambda: reseated(start("MJG")), "no new seats are due.*SB-T13"),
        (lambda: start("MJX"), 'did you mean "MJG"?'),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(call, words):
    with pytest.raises(ScoreError, match=words):
        call()
