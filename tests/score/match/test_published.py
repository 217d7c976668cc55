"""Matches of HKOS and RIICHI, which the firmware has no profile for: dealt by another's."""

import pytest

from mjscore.engine import score
from mjscore.match.game import Match
from mjscore.match.setup import checked

FOUR = ["Ann", "Bob", "Cem", "Dan"]
HAND = {"concealed": "C2 C3 C4 D4 D5 D6 B2 B3 B4 B6 B7 D5 D5".split()}
FLUSH = {"concealed": "B2 B3 B4 B4 B5 B6 B2 B3 B4 B6 B7 B9 B9".split()}


@pytest.fixture
def begin(tmp_path):
    opened = []

    def new(profile):
        path = tmp_path / f"{profile}.mjmatch"
        opened.append(Match.begin(path, checked(profile, profile, FOUR), score))
        return opened[-1]

    yield new
    for match in opened:
        match.close()


def won(match, seat, hand, **more):
    request = {"players": {seat: hand}, "win": {"seat": seat, "tile": "B8", "source": "wall"}}
    return match.do(match.hand(request | more)).row


def test_riichi_keeps_honba_by_the_streak_and_ends_after_two_rounds(begin):
    match = begin("RIICHI")
    assert [won(match, "E", HAND).net["Ann"] for _ in range(2)] == [3900, 4200]
    assert match.marker["streak"] == 2
    for _ in range(8):
        won(match, "S", HAND)
    assert match.sheet.state.deal.over
    assert sum(match.sheet.state.totals.values()) == 0


def test_the_round_wind_of_riichi_moves(begin):
    match = begin("RIICHI")
    for _ in range(4):
        won(match, "S", HAND)
    assert match.marker["wind"] == "S"


@pytest.mark.parametrize("profile", ["HKOS-144", "HKOS-136"])
def test_hong_kong_is_kept_for_four_rounds(begin, profile):
    match = begin(profile)
    assert won(match, "E", FLUSH).net == {"Ann": 48, "Bob": -16, "Cem": -16, "Dan": -16}
    for _ in range(16):
        won(match, "S", FLUSH)
    assert match.sheet.state.deal.over
