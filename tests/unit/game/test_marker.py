"""The auto-marker's rotation by rules chapter 10, its undo and its record."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjtable.game import profiles
from mjtable.game.marker import HISTORY, MOST, PACKED, Marker

NAMES = [row[profiles.NAME] for row in profiles.PROFILES]
FIELDS = (
    "dealer", "first", "wind", "streak", "hand", "round", "reseat", "ended", "fresh"
)  # fmt: skip


class Table:
    """Stands for the table: a set of this profile lies on it."""

    def __init__(self, name):
        self.profile_on_table = profiles.index_of(name)

    def played_profile(self):
        return self.profile_on_table


def marker_for(name):
    return Marker(Table(name))


def facts(marker):
    return {field: getattr(marker, field) for field in FIELDS}


def play(marker, results):
    for result in results:
        marker.stays() if result == "stay" else marker.passes()


@pytest.mark.parametrize("name", NAMES)
def test_the_first_hand(name):
    marker = marker_for(name)
    assert (marker.dealer, marker.wind, marker.streak) == (0, 0, 0)
    assert (marker.hand, marker.round) == (1, 1)
    assert not marker.reseat and not marker.ended


@pytest.mark.parametrize("name", NAMES)
def test_the_deal_goes_counter_clockwise_and_a_round_is_everybody_once(name):
    marker = marker_for(name)
    seen = []
    for _ in range(5):
        seen.append((marker.dealer, marker.hand, marker.round))
        marker.passes()
    assert seen == [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (0, 1, 2)]


@pytest.mark.parametrize("name", NAMES)
def test_the_dealer_stays(name):
    marker = marker_for(name)
    play(marker, ["next", "stay", "stay"])
    assert (marker.dealer, marker.streak, marker.hand, marker.round) == (1, 2, 4, 1)
    marker.passes()
    assert (marker.dealer, marker.streak, marker.hand, marker.round) == (2, 0, 5, 1)


@pytest.mark.parametrize("name", ["SHOP-B-136", "SHOP-B-144", "MJG", "HANDS-144", "HANDS-148"])
def test_new_seats_after_four_rounds_and_the_end_after_eight(name):
    marker = marker_for(name)
    said = {}
    for number in range(1, 33):
        marker.passes()
        if marker.reseat or marker.ended:
            said[number] = (marker.reseat, marker.ended, marker.round, marker.hand)
    assert said == {16: (1, 0, 5, 1), 32: (0, 1, 1, 1)}
    marker.passes()  # said once: the next game has begun
    assert (marker.reseat, marker.ended, marker.round, marker.hand) == (0, 0, 1, 2)


def test_new_seats_are_said_until_the_next_change_only():
    marker = marker_for("MJG")
    play(marker, ["next"] * 16)
    assert marker.reseat == 1
    marker.stays()
    assert (marker.reseat, marker.streak, marker.round, marker.hand) == (0, 1, 5, 2)


def test_an_extended_game_has_new_seats_every_four_rounds():
    marker = marker_for("SHOP-B-144")
    marker.set(3, 0, 0, 4, 12)
    marker.passes()
    assert (marker.reseat, marker.ended, marker.round) == (1, 0, 13)


def test_wind_of_a_new_game_is_east():
    marker = marker_for("MJG")
    marker.set(3, 2, 0, 4, 8)
    marker.passes()
    assert (marker.ended, marker.wind) == (1, 0)


def test_yee_ends_when_everybody_was_dealer_four_times():
    marker = marker_for("YEE")
    for number in range(1, 16):
        marker.stays()  # however often the dice are retained
        marker.passes()
        assert not marker.ended and not marker.reseat
        assert marker.round == 1 + number // 4
    marker.passes()
    assert (marker.ended, marker.round, marker.dealer, marker.streak) == (1, 1, 0, 0)


@pytest.mark.parametrize("name", ["SHOP-A", "LASFS"])
def test_open_games_never_end(name):
    marker = marker_for(name)
    for _ in range(4 * 40):
        marker.passes()
        assert not marker.ended and not marker.reseat
    assert marker.round == 41


@pytest.mark.parametrize("name", NAMES)
def test_the_prevailing_wind_follows_the_round_where_the_game_has_one(name):
    marker = marker_for(name)
    winds = []
    for _ in range(10):
        winds.append(marker.wind)
        play(marker, ["next"] * 4)
    if name in ("MJG", "HANDS-144", "HANDS-148", "LASFS"):
        assert winds == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    else:
        assert winds == [0] * 10


@settings(max_examples=200)
@given(
    st.sampled_from(NAMES), st.lists(st.sampled_from(["stay", "next"]), max_size=200),
    st.integers(0, 3),
)  # fmt: skip
def test_any_evening_agrees_with_counting_hands(name, results, first):
    """The same by counting who has dealt how often, from the plain list of hands."""
    marker = marker_for(name)
    assert marker.set(first, 0, 0, 1, 1) == ""
    end = {"YEE": 16, "SHOP-A": None, "LASFS": None}.get(name, 32)
    deals = streak = 0  # deals that have passed on in this game
    in_round = 1
    for result in results:
        play(marker, [result])
        if result == "stay":
            streak, in_round = streak + 1, in_round + 1
        else:
            deals, streak, in_round = deals + 1, 0, in_round + 1
            if deals % 4 == 0:
                in_round = 1
        over = end is not None and deals == end and result == "next"
        reseat = end == 32 and deals == 16 and result == "next"
        deals = 0 if over else deals
        assert (marker.ended, marker.reseat) == (int(over), int(reseat))
        assert marker.dealer == (first + deals) % 4
        assert marker.streak == min(streak, MOST)
        assert marker.hand == min(in_round, MOST)
        assert marker.round == 1 + deals // 4
        if profiles.shows(profiles.index_of(name), profiles.SHOW_WIND):
            assert marker.wind == deals // 4 % 4


def test_numbers_stop_at_ninety_nine():
    marker = marker_for("SHOP-A")
    play(marker, ["stay"] * 150)
    assert (marker.streak, marker.hand) == (MOST, MOST)
    assert marker.set(3, 0, 0, 99, 99) == ""
    marker.passes()
    assert (marker.dealer, marker.round, marker.hand) == (0, MOST, 1)


def test_set_checks_every_range_and_changes_nothing_then():
    marker = marker_for("MJG")
    before = facts(marker)
    for wrong in (
        (-1, 0, 0, 1, 1), (4, 0, 0, 1, 1), (0, -1, 0, 1, 1), (0, 4, 0, 1, 1), (0, 0, -1, 1, 1),
        (0, 0, 100, 1, 1), (0, 0, 0, 0, 1), (0, 0, 0, 100, 1), (0, 0, 0, 1, 0), (0, 0, 0, 1, 100),
    ):  # fmt: skip
        assert marker.set(*wrong) == "range"
        assert facts(marker) == before
        assert marker.undoable == 0


def test_who_is_set_to_deal_hand_one_deals_first_in_every_round():
    marker = marker_for("MJG")
    assert marker.set(2, 0, 0, 1, 1) == ""
    play(marker, ["next"] * 3)
    assert (marker.dealer, marker.round) == (1, 1)
    marker.passes()
    assert (marker.dealer, marker.round, marker.wind) == (2, 2, 1)


def test_set_in_the_middle_of_a_round_keeps_the_first_dealer():
    marker = marker_for("SHOP-B-136")
    assert marker.set(3, 3, 2, 7, 8) == ""
    marker.passes()
    assert (marker.ended, marker.dealer) == (1, 0)


def test_undo_takes_back_change_by_change():
    marker = marker_for("HANDS-144")
    marker.set(3, 3, 4, 9, 4)
    marker.undoable = 0
    trail = []
    for turn in range(HISTORY + 3):
        trail.append(facts(marker))
        play(marker, ["next" if turn % 3 else "stay"])
    for before in trail[:-HISTORY - 1:-1]:
        assert marker.undo()
        assert facts(marker) == before
    assert not marker.undo()
    assert facts(marker) == trail[3]


def test_undo_brings_back_new_seats_and_set():
    marker = marker_for("MJG")
    play(marker, ["next"] * 16)
    marker.set(1, 1, 1, 5, 5)
    assert marker.undo()
    assert (marker.reseat, marker.dealer, marker.round) == (1, 0, 5)


def test_undo_brings_back_the_end_of_a_game():
    marker = marker_for("YEE")
    play(marker, ["next"] * 16)
    assert marker.ended
    over = facts(marker)
    marker.stays()
    assert not marker.ended
    assert marker.undo()
    assert facts(marker) == over


def test_dealer_keys_of_the_six_key_panel():
    marker = marker_for("YEE")
    marker.dealer_key(2)  # first dealer of the game
    assert (marker.dealer, marker.first, marker.streak, marker.hand) == (2, 2, 0, 1)
    marker.dealer_key(2)  # the same seat again
    assert (marker.dealer, marker.streak, marker.hand) == (2, 1, 2)
    marker.dealer_key(3)  # the next one
    assert (marker.dealer, marker.streak, marker.hand) == (3, 0, 3)
    marker.dealer_key(1)  # a correction
    assert (marker.dealer, marker.streak, marker.round) == (1, 0, 1)
    assert marker.undo()
    assert marker.dealer == 3


class ByHand:
    """The marker again, with a whole copy of itself for each change that can be taken back."""

    def __init__(self, name):
        profile = profiles.index_of(name)
        self.ends, self.seats = profiles.end_after(profile), profiles.reseat_after(profile)
        self.winds = profiles.shows(profile, profiles.SHOW_WIND)
        self.now = dict.fromkeys(FIELDS, 0) | {"hand": 1, "round": 1, "fresh": 1}
        self.before = []

    def change(self, **new):
        self.before = [*self.before, self.now][-8:]
        self.now = self.now | {"reseat": 0, "ended": 0, "fresh": 0} | new

    def more(self, field):
        return min(99, self.now[field] + 1)

    def passes(self):
        dealer = (self.now["dealer"] + 1) % 4
        if dealer != self.now["first"]:
            self.change(dealer=dealer, streak=0, hand=self.more("hand"))
        elif self.now["round"] == self.ends:
            self.change(dealer=dealer, streak=0, hand=1, round=1, ended=1, fresh=1, wind=0)
        else:
            self.change(
                dealer=dealer, streak=0, hand=1, round=self.more("round"),
                reseat=int(self.seats != 0 and self.now["round"] % self.seats == 0),
                wind=(self.now["wind"] + self.winds) % 4,
            )  # fmt: skip

    def stays(self):
        self.change(streak=self.more("streak"), hand=self.more("hand"))

    def dealer_key(self, side):
        if self.now["fresh"]:
            self.change(dealer=side, first=side)
        elif side == self.now["dealer"]:
            self.stays()
        elif side == (self.now["dealer"] + 1) % 4:
            self.passes()
        else:
            self.change(dealer=side, streak=0, hand=self.more("hand"))

    def set(self, dealer, wind, streak, hand, number):
        if hand == 1:
            fresh = int(number == 1 and streak == 0)
            self.change(dealer=dealer, first=dealer, wind=wind, streak=streak, hand=1,
                        round=number, fresh=fresh)
        else:
            self.change(dealer=dealer, wind=wind, streak=streak, hand=hand, round=number)

    def undo(self):
        if self.before:
            self.now = self.before.pop()

    def power_cut(self):
        self.before = []


STEPS = st.one_of(
    st.sampled_from([("passes",), ("stays",), ("undo",), ("undo",), ("power_cut",)]),
    st.tuples(st.just("dealer_key"), st.integers(0, 3)),
    st.tuples(st.just("set"), st.integers(0, 3), st.integers(0, 3),
              st.sampled_from([0, 1, 98, 99]), st.sampled_from([1, 2, 98, 99]),
              st.sampled_from([1, 2, 4, 8, 15, 98, 99])),
)  # fmt: skip


@settings(max_examples=300)
@given(st.sampled_from(NAMES), st.lists(STEPS, max_size=30))
def test_whatever_is_pressed_the_marker_is_as_kept_by_hand(name, steps):
    marker, by_hand = marker_for(name), ByHand(name)
    for what, *with_ in steps:
        if what == "power_cut":
            buf = bytearray(6)
            marker.pack(buf, 0)
            marker.dealer_key(1)  # whoever reads it back may have been used before
            assert marker.unpack(buf, 0)
        else:
            getattr(marker, what)(*with_)
        getattr(by_hand, what)(*with_)
        assert facts(marker) == by_hand.now
        assert marker.undoable == len(by_hand.before)


def test_each_key_does_what_it_says_in_the_game_of_its_hand():
    """The same with every first dealer, side and hand: no draw of examples may miss one."""
    for first in range(4):
        for dealt in range(4):
            for side in range(4):
                marker, by_hand = marker_for("MJG"), ByHand("MJG")
                for each in (marker, by_hand):
                    each.dealer_key(first)
                    each.stays()
                    for _ in range(dealt):
                        each.passes()
                    each.stays()
                    each.dealer_key(side)
                assert facts(marker) == by_hand.now


def test_a_record_has_its_bytes_by_name():
    marker = marker_for("SHOP-A")
    marker.set(2, 3, 4, 1, 7)
    marker.set(1, 3, 4, 9, 7)
    buf = bytearray(8)
    assert marker.pack(buf, 1) == 7
    assert bytes(buf) == bytes([0, 1, 1 | 2 << 2 | 3 << 4, 0, 4, 9, 7, 0])
    assert PACKED == 6


@settings(max_examples=100)
@given(st.lists(st.sampled_from(["stay", "next"]), max_size=40), st.sampled_from(NAMES))
def test_a_record_brings_everything_back(results, name):
    marker = marker_for(name)
    play(marker, results)
    buf = bytearray(b"\xee" * 16)
    assert marker.pack(buf, 5) == 5 + PACKED
    assert buf[:5] == b"\xee" * 5 and buf[5 + PACKED :] == b"\xee" * (11 - PACKED)
    again = marker_for(name)
    assert again.unpack(buf, 5)
    assert facts(again) == facts(marker)
    assert not again.undo()


def test_a_senseless_record_changes_nothing():
    marker = marker_for("MJG")
    play(marker, ["next"] * 5)
    good = bytearray(PACKED)
    marker.pack(good, 0)
    before = facts(marker)
    for index, value in ((0, 2), (0, 0), (3, 100), (4, 0), (4, 100), (5, 0), (5, 100)):
        bad = bytearray(good)
        bad[index] = value
        assert not marker.unpack(bad, 0)
        assert facts(marker) == before
