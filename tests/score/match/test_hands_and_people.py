"""What entries do: the request that is scored, who sits where, who pays; and what does not fit."""

import pytest

from mjscore.errors import ScoreError
from mjscore.match.errors import FitError, MatchError
from mjscore.match.game import Match
from tests.score.match.scorers import hand, small_score


def told(act):
    with pytest.raises(ScoreError) as caught:
        act()
    return str(caught.value)


def play(match, *winners, **more):
    for winner in winners:
        match.do(match.hand(hand(winner, **more)))


def pay(giver, taker, points):
    return {"do": "pay", "from": giver, "to": taker, "amount": points}


def test_seats_move_with_the_deal(match):
    play(match, "S", "E", None, "W")
    winners = [(row.before.seats["E"], row.winner, row.value) for row in match.sheet.rows]
    # the streak of the dealer, 1 and 2 here, is in the request: the tests' scorer adds 100 each
    assert winners == [("Ann", "Bob", 10), ("Bob", "Bob", 10), ("Bob", None, None),
                       ("Bob", "Dan", 210)]  # fmt: skip
    assert match.sheet.state.seats == {"E": "Cem", "S": "Dan", "W": "Ann", "N": "Bob"}
    assert match.sheet.state.totals == {"Ann": -20 - 20 - 210, "Bob": 40 + 60 - 420,
                                        "Cem": -10 - 20 - 210, "Dan": -10 - 20 + 840}  # fmt: skip


def test_what_the_match_knows_is_written_into_the_request(begin):
    match = begin("HANDS-144", config={"cap_ordinary": False})
    play(match, "N", "N", "N", "N")
    play(match, None)
    match.do({"do": "dice", "dice": [3, 3]})
    play(match, "E")
    request = match.sheet.rows[-1].request
    assert {key: request[key] for key in request if key not in ("players", "win")} == {
        "system": "HANDS", "config": {"cap_ordinary": False}, "round_wind": "S",
        "dealer_streak": 1, "dice": [3, 3]}  # fmt: skip
    assert match.sheet.state.dice == ()  # the next hand is thrown for again


@pytest.mark.parametrize(("given", "sentence"), [
    ({"round_wind": "S"}, "round_wind: the request says 'S', the match 'E' [SB-T13]"),
    ({"dealer_streak": 1}, "dealer_streak: the request says 1, the match 0 [SB-T11]"),
    ({"system": "YEE"}, "system: the request says 'YEE', the match 'SHOP-B'"),
    ({"config": {"limit": 9}}, "config: the request says {'limit': 9}, the match {}"),
    ({"dice": [1, 2]}, "dice: the request says [1, 2], the match [3, 4] [SB-T05]"),
    ({"bettor": "S"}, "bettor: nobody bets in this match [SA-T13]"),
])  # fmt: skip
def test_a_request_that_contradicts_the_match_is_refused(match, given, sentence):
    match.do({"do": "dice", "dice": [3, 4]})
    assert told(lambda: play(match, "S", **given)) == sentence
    assert len(match.sheet.rows) == 1


def test_a_request_may_repeat_what_the_match_knows(match):
    play(match, "S", round_wind="E", dealer_streak=0, system="SHOP-B", config={})
    assert len(match.sheet.rows) == 1


def test_what_the_scorer_refuses_is_not_stored(match):
    assert told(lambda: play(match, "S", source="dealt")) == (
        "win.source: only East is dealt a whole hand [SB-L04]")
    assert told(lambda: play(match, "S", points=9500)) == (
        "players: the win is refused: it is too dear [SB-F02]")
    assert match.sheet.rows == () and len(match.journal) == 1


@pytest.mark.parametrize(("net", "sentence"), [
    ({"E": 1, "S": 0, "W": 0, "N": 0}, "net: the payments do not sum to zero [ENG-12]"),
    ({"X": 0}, "net: the answer pays X, who is nobody here [ENG-12]"),
    ({"bettor": 0}, "net: the answer pays bettor, who is nobody here [ENG-12]"),
])  # fmt: skip
def test_an_answer_that_cannot_be_booked_is_refused(tmp_path, match, net, sentence):
    match.close()
    wrong = Match.open(tmp_path / "Friday.mjmatch", lambda request: {"net": net})
    assert told(lambda: play(wrong, None)) == sentence
    wrong.close()


def test_payments_by_agreement(match):
    match.do(pay("bob", "DAN", 40))
    assert match.sheet.state.totals == {"Ann": 0, "Bob": -40, "Cem": 0, "Dan": 40}
    assert told(lambda: match.do(pay("Bob", "Bob", 1))) == "to: Bob cannot pay Bob"
    assert told(lambda: match.do(pay("Bob", "Eve", 1))) == (
        "to: 'Eve' does not play in this match; known are Ann, Bob, Cem, Dan")
    assert told(lambda: match.do(pay("Bob", "Ann", 0))).startswith("amount: 0 is no number of")


def test_a_penalty_names_people(match):
    play(match, "S")
    match.do({"do": "penalty", "event": {"event": "fine", "seat": "Cem"}})
    assert match.sheet.rows[-1].request["events"] == [{"event": "fine", "seat": "S"}]
    assert match.sheet.rows[-1].net == {"Ann": 10, "Bob": 10, "Cem": -30, "Dan": 10}
    assert match.marker["dealer"] == "B"  # it ends no hand
    for nobody in ("Eve", ["Ann"]):
        assert told(lambda nobody=nobody: match.do(
            {"do": "penalty", "event": {"event": "fine", "seat": nobody}})) == (
                f"event: {nobody} does not sit at the table then")  # fmt: skip


def test_every_person_in_an_event_becomes_a_seat(match):
    seen = []

    def score(request):
        seen.append(request)
        return {"net": dict.fromkeys("ESWN", 0)}

    with Match.open(match._file.path, score) as other:
        other.do({"do": "penalty", "event": {"event": "mistaken_mahjong", "seat": "Bob",
                                             "exposed": ["Ann", "Dan"], "value": 25}})  # fmt: skip
    assert seen[-1]["events"] == [{"event": "mistaken_mahjong", "seat": "S",
                                   "exposed": ["E", "N"], "value": 25}]  # fmt: skip


# -- the fifth person


def test_a_reserve_takes_a_chair_and_points_stay_with_the_people(begin):
    match = begin(fifth="Eve")
    play(match, "S")
    match.do({"do": "sit", "out": "Cem", "in": "Eve"})
    play(match, "S")
    assert match.sheet.rows[-1].winner == "Eve"
    assert match.sheet.state.bench == "Cem"
    assert match.sheet.state.totals == {"Ann": -30, "Bob": 20, "Cem": -10, "Dan": -20, "Eve": 40}
    assert told(lambda: match.do({"do": "sit", "out": "Cem", "in": "Eve"})) == (
        "out: Cem does not sit at the table then")
    assert told(lambda: match.do({"do": "sit", "out": "Bob", "in": "Ann"})) == (
        "in: Ann sits at the table already")


def test_without_a_fifth_nobody_can_come_in(match):
    assert told(lambda: match.do({"do": "sit", "out": "Bob", "in": "Ann"})) == (
        "in: Ann sits at the table already")


def test_in_a_rotating_match_whoever_gives_up_the_deal_gets_up(begin):
    match = begin(fifth="Eve", role="rotating")
    play(match, "E", "S")
    assert match.sheet.state.chairs == ("Eve", "Bob", "Cem", "Dan")
    assert match.sheet.state.bench == "Ann"
    play(match, "S")
    assert match.sheet.state.chairs == ("Eve", "Ann", "Cem", "Dan")
    assert match.sheet.state.bench == "Bob"


def test_seats_diced_for_anew(begin):
    match = begin(fifth="Eve")
    match.do({"do": "seats", "chairs": ["Dan", "eve", "Ann", "Bob"]})
    assert match.sheet.state.seats == {"E": "Dan", "S": "Eve", "W": "Ann", "N": "Bob"}
    assert match.sheet.state.bench == "Cem"
    assert told(lambda: match.do({"do": "seats", "chairs": ["Dan", "Dan", "Ann", "Bob"]})) == (
        "chairs: somebody would sit at two sides")


def test_the_bettor_mirrors_the_backed_player_for_one_hand(begin):
    match = begin("SHOP-A", fifth="Eve", role="bettor")
    match.do({"do": "bet", "backs": "Bob"})
    play(match, None, "S", "S")
    first, drawn, won, after = match.sheet.rows
    assert drawn.request["bettor"] == won.request["bettor"] == "S"  # the same game (SA-Q07)
    assert won.net["Eve"] == won.net["Bob"] == 40
    assert sum(won.net.values()) == 0
    assert "bettor" not in after.request


def test_a_bet_that_is_shown_is_cancelled(begin):
    match = begin("SHOP-A", fifth="Eve", role="bettor")
    match.do({"do": "bet", "backs": "Bob", "shown": True})
    play(match, "S")
    assert match.sheet.rows[-1].request["bettor_shown"] is True
    assert match.sheet.state.totals["Eve"] == 0


def test_a_bet_reaches_penalties_and_may_be_taken_back(begin):
    match = begin("SHOP-A", fifth="Eve", role="bettor")
    match.do({"do": "bet", "backs": "Bob"})
    match.do({"do": "penalty", "event": {"event": "fine", "seat": "Bob"}})
    assert match.sheet.rows[-1].net["Eve"] == -30
    match.do({"do": "bet", "backs": None})
    play(match, "S")
    assert "bettor" not in match.sheet.rows[-1].request


def test_a_bet_ends_when_the_players_change(begin):
    match = begin("SHOP-A", fifth="Eve", role="bettor")
    match.do({"do": "bet", "backs": "Bob"})
    match.do({"do": "sit", "out": "Bob", "in": "Eve"})
    play(match, "S")
    assert "bettor" not in match.sheet.rows[-1].request


def test_the_throw_is_known_to_an_immediate_payment_too(begin):
    match = begin("HANDS-144")
    match.do({"do": "dice", "dice": [5, 5]})  # it doubles everything (rule MH-S04)
    match.do({"do": "penalty", "event": {"event": "bouquet", "seat": "Bob"}})
    assert match.sheet.rows[-1].request["dice"] == [5, 5]


def test_bets_that_cannot_be(begin, match):
    assert told(lambda: match.do({"do": "bet", "backs": "Bob"})) == (
        "backs: nobody bets in this match [SA-T13]")
    other = begin("SHOP-A", "other", fifth="Eve", role="bettor")
    assert told(lambda: other.do({"do": "bet", "backs": "Eve"})) == (
        "backs: Eve does not play this hand [SA-S05]")


# -- earlier hands changed


def test_an_edited_hand_moves_everything_after_it(match):
    play(match, "S", "W")
    done = match.do(match.edit("1", match.hand(hand("E", 30))))
    assert done.row.winner == "Ann" and done.row.entry.edits == 1
    second = match.sheet.rows[1]
    # the same people held the same tiles; Ann deals now, and Dan, who won, sits at North
    assert second.before.seats == {"E": "Ann", "S": "Bob", "W": "Cem", "N": "Dan"}
    assert second.winner == "Dan" and second.request["win"]["seat"] == "N"
    assert second.net == {"Ann": -220, "Bob": -110, "Cem": -110, "Dan": 440}
    assert done.changes == (
        "hand 1: Ann +180, Bob -60, Cem -60, Dan -60 (was Ann -20, Bob +40, Cem -10, Dan -10)",
        "hand 2: Ann is E now, not Bob",
        "hand 2: Ann -220, Bob -110, Cem -110, Dan +440 (was Ann -10, Bob -20, Cem -10, Dan +40)",
        "next: dealer side B, prevailing wind E, streak 0, hand 3 of round 1 (was dealer side C, "
        "prevailing wind E, streak 0, hand 3 of round 1)",
    )


def test_a_voided_hand_was_never_played(match):
    play(match, "S", "W")
    match.do(match.void("1"))
    assert match.sheet.rows[0].net == {} and match.sheet.rows[0].request is None
    assert match.sheet.rows[1].before.seats["E"] == "Ann"
    match.do(match.restore("1"))
    assert match.sheet.rows[1].before.seats["E"] == "Bob"


def test_a_hand_that_no_longer_fits_is_told_and_counts_nothing(match):
    play(match, "S")
    match.do(match.hand(hand("E", source="dealt")))
    done = match.do(match.edit("1", match.hand(hand("E"))))
    misfit = match.sheet.rows[1]
    assert match.sheet.misfits == (misfit,)
    assert isinstance(misfit.problem, ScoreError) and misfit.net == {}
    assert "hand 2 no longer fits and counts nothing: win.source: only East is dealt a whole " \
        "hand [SB-L04]" in done.changes  # fmt: skip
    assert sum(match.sheet.state.totals.values()) == 0
    assert match.marker["dealer"] == "B"  # it was played all the same, and Bob won it
    done = match.do({"do": "undo"})
    assert "hand 2 fits again" in done.changes
    assert match.sheet.misfits == ()


def test_a_hand_of_somebody_who_is_away_now_does_not_fit(begin):
    match = begin(fifth="Eve")
    match.do({"do": "sit", "out": "Bob", "in": "Eve"})
    play(match, "S")
    match.do(match.void("0.1"))
    assert str(match.sheet.rows[1].problem) == (
        "players: Eve played hand 1 but does not sit at the table then")
    assert isinstance(match.sheet.rows[1].problem, FitError)
    match.do(match.edit("1", match.hand(hand("S"))))  # the people say who it was
    assert match.sheet.rows[1].winner == "Bob" and match.sheet.misfits == ()


def test_a_request_that_named_the_wind_does_not_fit_another_wind(begin):
    match = begin("MJG")
    play(match, "N", "N", "N", "N")
    play(match, "S", round_wind="S")
    match.do(match.void("1"))
    assert str(match.sheet.rows[4].problem) == (
        "round_wind: the request says 'S', the match 'E' [SB-T13]")


def test_a_hand_behind_the_end_of_the_game_does_not_fit(begin):
    match = begin(rounds=1)
    play(match, "S", "S", "S", "S")
    match.do({"do": "rounds", "rounds": 2})
    play(match, "S", "S")
    match.do(match.void("4.1"))
    assert [str(row.problem) for row in match.sheet.misfits] == [
        "round: the full game is over; extend it by some rounds [SB-T13]"] * 2  # fmt: skip
    match.do({"do": "undo"})
    assert match.sheet.misfits == ()


def test_an_edit_that_does_not_fit_is_refused(match):
    play(match, "S")
    assert told(lambda: match.do(match.edit("1", match.hand(hand("S", source="dealt"))))) == (
        "win.source: only East is dealt a whole hand [SB-L04]")
    assert match.sheet.rows[0].entry.edits == 0


def test_the_marker_of_the_table_stays_where_people_put_it(match):
    play(match, "S")
    match.do({"do": "marker", "marker": {"dealer": "D", "wind": "E", "streak": 1, "hand": 4,
                                         "round": 1}})  # fmt: skip
    match.do(match.void("1"))
    assert match.marker == {"dealer": "D", "wind": "E", "streak": 1, "hand": 4, "round": 1}


def test_a_preview_stores_nothing(match):
    row = match.preview(match.hand(hand("S")))
    assert row.value == 10
    assert len(match.journal) == 1 and match.sheet.rows == ()


def test_the_same_mark_is_stored_once(match):
    first = match.do(match.hand(hand("S")), ref="tablet 7")
    again = match.do(match.hand(hand("S")), ref="tablet 7")
    assert (first.again, again.again) == (False, True)
    assert again.row.entry == first.row.entry
    assert len(match.sheet.rows) == 1


@pytest.mark.parametrize("other", [
    {"do": "pay", "from": "Ann", "to": "Bob", "amount": 3},
    {"do": "hand", "request": hand("S", 11), "seated": {"E": "Ann", "S": "Bob", "W": "Cem",
                                                        "N": "Dan"}},
    {"do": "void", "entry": 2},
])  # fmt: skip
def test_a_mark_confirms_nothing_but_what_was_stored_under_it(match, other):
    match.do(match.hand(hand("S")), ref="tablet 7")
    assert told(lambda: match.do(other, ref="tablet 7")) == (
        "ref: the mark tablet 7 belongs to hand 1 already, which says something else; nothing was"
        " stored")
    assert len(match.journal) == 2


def test_a_change_is_asked_for_twice_under_one_mark(match):
    play(match, "S")
    edit = match.edit("1", match.hand(hand("E")))
    assert not match.do(edit, ref="x").again
    done = match.do(match.edit("1", match.hand(hand("E"))), ref="x")
    assert done.again and done.row.entry.name == "hand 1" and done.row.entry.edits == 1


def test_a_hand_that_is_asked_for_again_has_the_seats_of_the_first_time(match):
    match.do(match.hand(hand("S")), ref="x")
    assert match.seats_for("x")["S"] == match.seats_for(None)["E"] == "Bob"
    assert match.hand(hand("S"), ref="x") == match.journal[1].action


def test_a_match_error_is_a_score_error_with_its_json():
    problem = MatchError("Eve does not play in this match", "from", "SA-T13")
    assert problem.as_dict() == {"error": {
        "message": "from: Eve does not play in this match [SA-T13]", "field": "from",
        "rule": "SA-T13"}}  # fmt: skip


def test_the_scorer_is_asked_once_for_the_same_request(match):
    asked = []
    with Match.open(match._file.path, lambda request: asked.append(request) or small_score(
            request)) as other:  # fmt: skip
        for _ in range(5):
            play(other, "S")
    assert len(asked) == 1  # five hands at the same seats with the same tiles
