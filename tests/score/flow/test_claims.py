"""Who gets a discard: rank, nearness, and what each system forbids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjscore.errors import ScoreError
from mjscore.tiles import INDEX
from tests.score.flow.play.claims import Claim, Claimant, Offer, award, makes, own_tiles

SYSTEMS = ["SHOP-A", "SHOP-B", "MJG", "YEE", "HANDS", "LASFS"]
E, S, W, N = range(4)


def tiles(text):
    return tuple(INDEX[code] for code in text.split())


def discard(code, giver=E, **more):
    return Offer(INDEX[code], giver, **more)


def asked(system, offer, hand, kind, seat=W, own="", named=None, **about):
    claim = Claim(seat, kind, tiles(own), None if named is None else INDEX[named])
    return own_tiles(system, offer, Claimant(tiles(hand), **about), claim)


def refused(rule, *arguments, **more):
    with pytest.raises(ScoreError) as caught:
        asked(*arguments, **more)
    assert caught.value.rule == rule and rule in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_win_goes_before_every_set_and_a_pung_before_a_chow(system):
    # SA-F10, SB-F05, YEE-F02, ENG-14; SB-F03, YEE-Q11
    pung, kong, chow = Claim(S, "pung"), Claim(S, "kong"), Claim(S, "chow")
    win = Claim(N, "win")
    for other in (pung, kong, chow):
        assert award(E, [other, win]) == win == award(E, [win, other])
    assert award(E, [chow, Claim(N, "pung")]) == Claim(N, "pung")
    assert award(E, [chow, Claim(W, "kong")]) == Claim(W, "kong")


def test_of_several_wins_the_nearest_in_turn_takes_it():  # SB-F06, YEE-Q12, SA-Q10
    assert award(W, [Claim(S, "win"), Claim(E, "win")]) == Claim(E, "win")
    assert award(W, [Claim(S, "win"), Claim(N, "win"), Claim(E, "win")]) == Claim(N, "win")


def test_of_two_american_sets_the_nearest_in_turn_takes_it():  # SA-Q11
    assert award(S, [Claim(E, "quint"), Claim(N, "pung")]) == Claim(N, "pung")
    assert award(S, [Claim(E, "pung"), Claim(N, "kong")]) == Claim(N, "kong")


def test_nobody_claims_nobody_gets():
    assert award(E, []) is None


@given(st.integers(0, 3), st.dictionaries(st.integers(1, 3),
       st.sampled_from(("win", "kong", "pung", "chow")), min_size=1))  # fmt: skip
def test_the_award_is_the_first_found_when_asking_round_the_table_rank_by_rank(giver, wanted):
    found = None
    for rank in (("win",), ("kong", "pung"), ("chow",)):
        for step in (1, 2, 3):
            if found is None and wanted.get(step) in rank:
                found = Claim((giver + step) % 4, wanted[step])
    claims = [Claim((giver + step) % 4, kind) for step, kind in wanted.items()]
    assert award(giver, claims) == found


@pytest.mark.parametrize(
    "system, rule", [("SHOP-B", "SB-F03"), ("YEE", "YEE-F02"), ("MJG", "ENG-14"),
                     ("HANDS", "ENG-14"), ("LASFS", "ENG-14")]
)  # fmt: skip
def test_only_the_next_in_turn_may_chow(system, rule):
    hand = "B4 B6 C1 C1"
    assert asked(system, discard("B5"), hand, "chow", S) == tiles("B4 B6")
    for seat in (W, N):
        assert "only the player next in turn" in refused(
            rule, system, discard("B5"), hand, "chow", seat
        )


def test_east_chows_from_north():  # the turn goes round
    assert asked("SHOP-B", discard("B5", N), "B4 B6", "chow", E) == tiles("B4 B6")
    refused("SB-F03", "SHOP-B", discard("B5", N), "B4 B6", "chow", W)


def test_a_chow_is_three_in_a_row_of_one_suit():
    for hand in ("B4 C6", "B6 B6", "B1 B9", "WE WS"):
        refused("SB-F03", "SHOP-B", discard("B5"), hand, "chow", S)
    refused("SB-F03", "SHOP-B", discard("B9"), "C1 C2", "chow", S)
    refused("SB-F03", "SHOP-B", discard("WW"), "WE WS", "chow", S, "WE WS")
    text = refused("SB-F03", "SHOP-B", discard("B5"), "B4 B6 B7", "chow", S)
    assert "say with which two tiles" in text
    assert asked("SHOP-B", discard("B5"), "B4 B6 B7", "chow", S, "B6 B7") == tiles("B6 B7")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_pung_needs_a_pair_and_a_kong_three_in_the_hand(system):  # SB-F04, SB-F07
    assert asked(system, discard("B5"), "B5 B5 C1", "pung", N) == tiles("B5 B5")
    assert asked(system, discard("B5"), "B5 B5 B5 C1", "kong", N) == tiles("B5 B5 B5")
    with pytest.raises(ScoreError, match="has no pung with B5 in the hand"):
        asked(system, discard("B5"), "B5 C5", "pung")
    with pytest.raises(ScoreError, match="has no kong with B5 in the hand"):
        asked(system, discard("B5"), "B5 B5", "kong")


def test_a_discarded_fourth_is_not_added_to_an_open_pung():  # SB-F10
    text = refused("SB-F10", "SHOP-B", discard("B5"), "C1", "kong", open_pungs=tiles("B5"))
    assert "cannot be added to an open pung" in text
    refused("SB-F07", "SHOP-B", discard("B5"), "B5 B5", "kong")


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_claims_his_own_discard(system):
    with pytest.raises(ScoreError, match="nobody claims his own tile"):
        asked(system, discard("B5", W), "B5 B5", "pung", W)


def test_american_jokers_and_flowers_complete_sets():  # SA-F15, SA-F16, SA-Q14
    def ask(code, hand, kind):
        return asked("SHOP-A", discard(code), hand + " WN", kind, own=hand)

    assert ask("B5", "B5 J", "pung") == tiles("B5 J")
    assert ask("B5", "J J J", "kong") == tiles("J J J")
    assert ask("F1", "S2 F3 S4 F4", "quint") == tiles("S2 F3 S4 F4")
    assert ask("F1", "S2 F3 J J", "quint") == tiles("S2 F3 J J")
    assert ask("J", "B5 B5", "pung") == tiles("B5 B5")
    assert ask("F1", "S2 S3", "pung") == tiles("S2 S3")
    refused("SA-F09", "SHOP-A", discard("B5"), "B5 B5 J J", "quint", own="B5 B5 J J")
    refused("SA-F09", "SHOP-A", discard("B5"), "C5 J", "pung", own="C5 J")  # SA-Q17
    assert not makes("SHOP-B", "pung", tiles("B5 B5 J"))
    assert not makes("SHOP-B", "pung", tiles("F1 S1 F2"))


def test_an_american_set_that_leaves_nothing_to_discard_is_a_win():  # SA-F09
    text = refused("SA-F09", "SHOP-A", discard("B5"), "B5 B5", "pung", own="B5 B5")
    assert "that is a claim to win" in text


def test_american_players_claim_no_chow_and_others_no_quint():
    assert "SHOP-A" in refused("SA-F09", "SHOP-A", discard("B5"), "B4 B6", "chow", S)
    assert 'did you mean "pung"?' in refused("SB-F04", "SHOP-B", discard("B5"), "B5", "pong")
    refused("SB-F04", "SHOP-B", discard("B5"), "B5", "quint")


def test_any_american_player_claims_at_any_time():  # SA-Q02
    for seat in (S, W, N):
        assert asked("SHOP-A", discard("B5"), "B5 B5 WN", "pung", seat)


def test_a_concealed_hand_takes_only_its_last_tile():  # SA-F08, ENG-14
    about = {"goes_for": "concealed"}
    refused("SA-F08", "SHOP-A", discard("B5"), "B5 B5", "pung", **about)
    assert asked("SHOP-A", discard("B5"), "B5 B5", "win", **about) == ()
    refused("ENG-14", "HANDS", discard("B5"), "B5 B5", "pung", goes_for="star")
    assert asked("HANDS", discard("B5"), "B5 B5", "win", goes_for="star") == ()


def test_a_misnamed_tile_is_not_claimed():  # SA-F11, SA-X09
    text = refused("SA-F11", "SHOP-A", discard("B5"), "B5 B5", "pung", named="B6")
    assert "named another tile" in text
    assert asked("SHOP-A", discard("B5"), "B5 B5 WN", "pung", named="B5")


def test_dead_and_exposed_hands_claim_nothing():  # SA-F13, SA-X02
    for rule in ("SA-F13", "SA-X03"):
        refused(rule, "SHOP-A", discard("B5"), "B5 B5", "pung", stopped=rule)
        refused(rule, "SHOP-A", discard("B5"), "B5 B5", "win", stopped=rule)


def test_who_let_a_winning_tile_go_may_claim_sets_but_not_win():  # YEE-X02
    assert "must draw before winning" in refused(
        "YEE-X02", "YEE", discard("B5"), "B5 B5", "win", passed=True
    )
    assert asked("YEE", discard("B5"), "B5 B5", "pung", passed=True)


def test_the_last_discard_of_lasfs_is_for_mah_jongg_only():  # LASFS-F01
    last = discard("B5", last=True)
    refused("LASFS-F01", "LASFS", last, "B5 B5", "pung")
    assert asked("LASFS", last, "B5 B5", "win") == ()
    assert asked("SHOP-B", last, "B5 B5", "pung")


def test_a_hand_that_is_too_long_claims_nothing():  # LASFS-X04
    refused("LASFS-X04", "LASFS", discard("B5"), "B5 B5", "pung", long=True)
    refused("LASFS-X04", "LASFS", discard("B5"), "B5 B5", "win", long=True)


@pytest.mark.parametrize(
    "system, rule", [("SHOP-B", "SB-F09"), ("YEE", "YEE-F03"), ("MJG", "ENG-07"),
                     ("LASFS", "ENG-07"), ("HANDS", "MH-F03")]
)  # fmt: skip
def test_an_added_kong_is_robbed_only_to_win(system, rule):
    added = discard("B5", kong="added")
    assert asked(system, added, "B4 B6", "win") == ()
    refused(rule, system, added, "B4 B6", "chow", S)


def test_a_closed_kong_is_not_robbed():  # SB-F08
    assert "only of the tile added" in refused(
        "SB-F08", "SHOP-B", discard("B5", kong="closed"), "B4 B6", "win"
    )
