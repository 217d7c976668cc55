"""Every case of the rules as a hand of a match: the same payments, by name, adding up to zero."""

import pytest

from mjscore.engine import score
from mjscore.match.game import Match
from mjscore.match.setup import checked
from tests.score.cases import all_cases

PROFILES = {"SHOP-A": "SHOP-A", "SHOP-B": "SHOP-B-144", "MJG": "MJG", "YEE": "YEE",
            "HANDS": "HANDS-148", "LASFS": "LASFS"}  # fmt: skip
FOUR = ["Ann", "Bob", "Cem", "Dan"]
SEATS = {"E": "Ann", "S": "Bob", "W": "Cem", "N": "Dan", "bettor": "Eve"}
CASES = [case for case in all_cases() if "reason" not in score(case.request)]


def begun(path, request):
    """A match that stands where the request says."""
    bets = request.get("bettor") is not None
    setup = checked("cases", PROFILES[request["system"]], FOUR, "Eve" if bets else None,
                    "bettor" if bets else None, request.get("config"))  # fmt: skip
    match = Match.begin(path, setup, score)
    match.do({"do": "marker", "marker": {
        "dealer": "A", "wind": request.get("round_wind", "E"), "hand": 1, "round": 1,
        "streak": request.get("dealer_streak", 0)}})  # fmt: skip
    if request.get("dice"):
        match.do({"do": "dice", "dice": request["dice"]})
    if bets:
        match.do({"do": "bet", "backs": SEATS[request["bettor"]],
                  "shown": bool(request.get("bettor_shown"))})  # fmt: skip
    return match


@pytest.mark.parametrize("system", PROFILES)
def test_a_match_books_what_the_engine_says(system, tmp_path):
    cases = [case for case in CASES if case.system == system]
    assert len(cases) > 15
    for number, case in enumerate(cases):
        net = {SEATS[seat]: points for seat, points in score(case.request)["net"].items()}
        with begun(tmp_path / f"{number}.mjmatch", case.request) as match:
            match.do(match.hand(case.request))
            assert match.sheet.misfits == (), case.name
            totals = match.sheet.state.totals
            assert {name: totals[name] for name in net} == net, case.name
            assert sum(totals.values()) == 0


def test_hands_after_one_another_add_up(tmp_path):
    cases = [case for case in CASES if case.system == "LASFS" and set(case.request) <= {
        "system", "players", "win", "config"} and not case.request.get("config")][:25]  # fmt: skip
    setup = checked("cases", "LASFS", FOUR, rounds=0)
    with Match.begin(tmp_path / "x.mjmatch", setup, score) as match:
        for case in cases:
            match.do(match.hand(case.request))
            assert sum(match.sheet.state.totals.values()) == 0
        match.do(match.void("3"))
        assert len(match.sheet.rows) == len(cases) == 25
        assert sum(match.sheet.state.totals.values()) == 0
