"""Mistakes at the table: wrong numbers of tiles, mistaken calls, tiles let go."""

import pytest

from mjscore import engine
from mjscore.errors import ScoreError
from mjscore.tiles import CODES
from tests.score.flow.stacked import IDLE, hand, idle_to_the_end, run

READY = "B2 B3 B4 C2 C3 C4 D2 D3 D4 D6 D7 D8 DW"


def refused(play, line, words, rule):
    with pytest.raises(ScoreError) as caught:
        run(play, line)
    assert caught.value.rule == rule and words in str(caught.value), str(caught.value)


def told(play):
    return play.result.request


def held(play, seat):
    return sorted(CODES[tile] for tile in play.seat(seat).concealed)


def net(play):
    answer = engine.score(told(play))
    assert sum(answer["net"].values()) == 0
    return answer["net"]


# ------------------------------------------------------------------ SHOP-A: dead hands


@pytest.mark.parametrize("slip", ["draw_extra S, discard S B2", "discard S B5, draw W"])
def test_an_american_hand_with_a_wrong_number_of_tiles_is_dead(slip):  # SA-F13, SA-X07
    if slip.startswith("draw_extra"):
        play = hand("SHOP-A", "discard E B1, draw S, draw_extra S, discard S B2")
    else:
        play = hand("SHOP-A", "discard E B1, discard_short S B2")
    assert play.seat("S").stopped == "SA-F13" and play.turn == 2
    assert {"event": "wrong_count", "seat": "S"} in play.events
    refused(play, "claim S win", "nobody claims his own tile", "SA-F07")
    run(play, "draw W, discard W B3")
    refused(play, "claim S win", "S no longer plays in this hand", "SA-F13")
    run(play, "draw N, discard N B4, draw E, discard E B4, draw W")  # South is passed over
    refused(play, "win S", "S no longer plays in this hand", "SA-F13")
    run(play, "discard W B6, draw N, win N")
    assert told(play)["players"]["S"]["dead"] is True
    assert "dead" not in told(play)["players"]["E"]


def test_slips_too_happen_only_in_the_own_turn():
    play = hand("SHOP-A", "discard E B1")
    refused(play, "discard_short W B3", "not W's to do now: S draws next", "SA-X05")
    refused(play, "draw_extra S", "not S's to do now: S draws next", "SA-F07")
    refused(play, "discard_short S D9", "S has no D9 in the hand", "SA-F07")


def test_east_holds_fourteen_before_his_first_discard_and_lives():  # SA-F13
    play = hand("SHOP-A", "discard E B1, draw S, discard S B2")
    assert all(seat.active for seat in play.seats)


def test_warnings_cost_nothing():  # SA-X05, SA-X06
    play = hand("SHOP-A", "discard E B1, draw S, draw_extra S")
    assert play.events == [{"event": "looked_at_two_tiles", "seat": "S"}]
    play = hand("SHOP-A")
    play.apply({"do": "warning", "seat": "W", "what": "drew_out_of_turn"})
    assert play.events == [{"event": "drew_out_of_turn", "seat": "W"}]
    with pytest.raises(ScoreError, match="must be one of drew_out_of_turn, looked_at_two_tiles"):
        play.apply({"do": "warning", "seat": "W", "what": "sneezed"})
    with pytest.raises(ScoreError, match="YEE has no such warning.*SA-X05"):
        hand("YEE").apply({"do": "warning", "seat": "W", "what": "drew_out_of_turn"})
    run(idle_to_the_end(run(play, "discard E B1")), "end_of_wall")
    assert net(play) == dict.fromkeys("ESWN", 0)


# ------------------------------------------------------------------ SHOP-A: mistaken Mahjong


def test_a_mistaken_mahjong_without_a_hand_shown_changes_nothing():  # SA-X01
    play = hand("SHOP-A", "discard E B1, mistaken_mahjong W, draw S")
    assert all(seat.active for seat in play.seats) and play.turn == 1
    assert play.events == [{"event": "mistaken_mahjong", "seat": "W", "exposed": []}]


def test_who_showed_his_hand_is_out_and_pays_the_winner():  # SA-X02, SA-X03
    play = hand("SHOP-A", "discard E B1, mistaken_mahjong W S W, draw N")
    assert [seat.active for seat in play.seats] == [True, False, False, True]
    refused(play, "claim S pung", "there is no tile to claim", "SA-F07")
    run(play, "discard N B4, draw E, discard E B4, draw N, win N")
    players = told(play)["players"]
    assert players["S"]["exposed_in_error"] is players["W"]["exposed_in_error"] is True
    assert "exposed_in_error" not in players["E"]


def test_the_player_in_turn_who_shows_his_hand_stops_at_once():  # SA-X02
    play = hand("SHOP-A", "discard E B1, draw S, mistaken_mahjong S S")
    assert (play.phase, play.turn) == ("draw", 2)
    run(play, "draw W, discard W B3, draw N")


def test_when_only_one_hand_is_hidden_all_pay_its_holder():  # SA-X04, SA-Q06
    play = hand("SHOP-A", "discard E B1")
    with pytest.raises(ScoreError, match="the value of the announced hand is needed.*SA-Q06"):
        play.apply({"do": "mistaken_mahjong", "seat": "W", "exposed": ["W", "S", "N"]})
    with pytest.raises(ScoreError, match="one hand at least stays hidden.*SA-X04"):
        play.apply({"do": "mistaken_mahjong", "seat": "W", "exposed": list("ESWN"), "value": 25})
    play.apply({"do": "mistaken_mahjong", "seat": "W", "exposed": ["W", "S", "N"], "value": 25})
    assert play.result.kind == "penalty" and told(play)["win"] is None
    assert net(play) == {"E": 75, "S": -25, "W": -25, "N": -25}


def test_hands_shown_earlier_count_as_shown():  # SA-X04
    play = hand("SHOP-A", "discard E B1, mistaken_mahjong W W S")
    play.apply({"do": "mistaken_mahjong", "seat": "N", "exposed": ["N"], "value": 20})
    assert play.result.kind == "penalty"
    assert net(play)["E"] == 60


def test_when_nobody_is_left_to_play_a_new_wall_is_built():
    play = hand("SHOP-A", """discard E B1, discard_short S B2, discard_short W B3
                discard_short N B4, draw E, draw_extra E""")  # fmt: skip
    run(play, f"discard E {held(play, 'E')[0]}")
    assert play.result.kind == "new_wall"
    assert net(play) == dict.fromkeys("ESWN", 0)
    play = hand("SHOP-A", "discard E B1, discard_short S B2, discard_short W B3, draw N")
    run(play, "mistaken_mahjong N N E")
    assert play.result.kind == "new_wall"


def test_a_bet_that_is_shown_is_cancelled():  # SA-X11
    play = hand("SHOP-A", "discard E B1", bettor="E")
    play.apply({"do": "mistaken_mahjong", "seat": "W", "exposed": ["W", "S", "N"], "value": 25})
    assert net(play) == {"E": 75, "S": -50, "W": -50, "N": -50, "bettor": 75}
    shown = hand("SHOP-A", "discard E B1, show_bettor", bettor="E")
    shown.apply({"do": "mistaken_mahjong", "seat": "W", "exposed": ["W", "S", "N"], "value": 25})
    assert told(shown)["bettor_shown"] is True
    assert not net(shown).get("bettor")
    refused(hand("SHOP-A"), "show_bettor", "nobody bets on this hand", "SA-X11")


def test_a_mistaken_mahjong_belongs_to_shop_a():
    refused(hand("MJG"), "mistaken_mahjong W", "belongs to the play of SHOP-A", "SA-X01")


# ------------------------------------------------------------------ YEE


def test_a_wrong_number_of_tiles_plays_on_and_cannot_win():  # YEE-X03
    short = hand("YEE", "discard E WE, discard_short S B2, draw W, discard W B3, draw N")
    run(short, "discard N B4, draw E, discard E B4, draw S")
    refused(short, "win S", "a wrong number of tiles (12 between turns)", "YEE-X03")
    long = hand("YEE", "discard E WE, draw S, draw_extra S", S=READY, draws="DW B9 DW")
    refused(long, "win S", "a wrong number of tiles (14 between turns)", "YEE-X03")
    run(long, "discard S B9, draw W, discard W DW")
    assert long.events == [{"event": "wrong_count", "seat": "S"}]
    refused(long, "claim S win", "a wrong number of tiles (14 between turns)", "YEE-X03")


def test_nobody_else_may_win_with_a_wrong_number_of_tiles_either():
    for name, rule in (("SHOP-B-136", "SB-T14"), ("MJG", "ENG-07"), ("HANDS-144", "ENG-07"),
                       ("LASFS", "LASFS-X04")):  # fmt: skip
        play = hand(name, "discard E WE, draw S, draw_extra S", S=READY, draws="DW B9")
        refused(play, "win S", "a wrong number of tiles", rule)


PASSING = """discard E DW, draw S, discard S B9, draw W, discard W DW"""


def test_who_lets_a_winning_discard_go_waits_for_his_next_draw():  # YEE-X02
    east = IDLE["E"].replace("DG", "DW")
    about = {"N": READY, "E": east, "draws": "B9 DW B9 DR DR DR DW", "judge": engine.score}
    play = hand("YEE", PASSING, **about)
    assert play.seat("N").passed and play.events == [{"event": "let_win_go", "seat": "N"}]
    refused(play, "win N", "N let a winning tile go and must draw before winning", "YEE-X02")
    refused(play, "claim N win", "must draw before winning", "YEE-X02")
    run(play, "draw N, discard N B9")
    assert not play.seat("N").passed
    run(play, "draw E, discard E DR, draw S, discard S DR, draw W, discard W DR, draw N, win N")


def test_beginners_are_not_held_to_it():  # YEE-X02, YEE-Q10
    east = IDLE["E"].replace("DG", "DW")
    about = {"N": READY, "E": east, "draws": "B9 DW", "judge": engine.score}
    play = hand("YEE", PASSING, options={"beginners": True}, **about)
    run(play, "win N")
    assert told(play)["win"]["from"] == "W"


def test_only_the_beginners_named_are_let_off():  # YEE-Q10
    about = {"N": READY, "E": IDLE["E"].replace("DG", "DW"), "draws": "B9 DW"}
    for seats, passed in ((["N"], False), (["S", "W"], True), ([], True), (None, True)):
        play = hand("YEE", PASSING, judge=engine.score, config={"beginners": seats}, **about)
        assert play.seat("N").passed is passed
    with pytest.raises(ScoreError, match="must be true, false or a list of seats, not 'N'"):
        hand("YEE", options={"beginners": "N"})
    for wrong in (["X"], [3], "all"):
        with pytest.raises(ScoreError, match="true, false or a list of seats.*YEE-Q10"):
            hand("YEE", options={"beginners": wrong})


def test_letting_go_is_told_where_nobody_judges():  # YEE-X02
    play = hand("YEE", "discard E DW, let_go N", N=READY, E=IDLE["E"].replace("DG", "DW"))
    refused(play, "win N", "must draw before winning", "YEE-X02")
    refused(play, "let_go E", "no winning discard to let go", "YEE-X02")
    refused(hand("MJG", "discard E WE"), "let_go N", "no winning discard", "YEE-X02")
    easy = hand("YEE", "discard E DW, let_go N, win N", N=READY, options={"beginners": True},
                E=IDLE["E"].replace("DG", "DW"))  # fmt: skip
    assert easy.result.winner == 3


def test_throwing_the_own_winning_tile_away_is_paid_for():  # YEE-X01
    play = hand("YEE", "discard E WE, draw S, discard S DW, draw W, discard W B9",
                S=READY, draws="DW B9", judge=engine.score)  # fmt: skip
    assert play.events == [{"event": "threw_self_pick", "seat": "S"}]
    run(idle_to_the_end(play), "end_of_wall")
    assert net(play) == {"E": 24, "S": -72, "W": 24, "N": 24}
    easy = hand("YEE", "discard E WE, draw S, discard S DW", S=READY, draws="DW",
                judge=engine.score, options={"beginners": True})  # fmt: skip
    assert easy.events == []
    other = hand("YEE", "discard E WE, draw S, discard S B2", S=READY, draws="DW",
                 judge=engine.score)  # fmt: skip
    assert other.events == []  # broke the hand up, but kept the tile


def test_throwing_it_away_is_told_where_nobody_judges():
    play = hand("YEE", "discard E WE, draw S, discard S DW, threw_self_pick S", draws="DW")
    assert play.events == [{"event": "threw_self_pick", "seat": "S"}]
    refused(hand("YEE"), "threw_self_pick S", "nobody threw a winning tile away", "YEE-X01")
    easy = hand("YEE", "discard E WE, threw_self_pick E", options={"beginners": True})
    assert easy.events == []


# ------------------------------------------------------------------ LASFS


def test_a_short_hand_draws_from_head_and_tail_at_its_next_turn():  # LASFS-X03
    play = hand("LASFS", """discard E WE, discard_short S B9, draw W, discard W B3
                draw N, discard N B4, draw E, discard E B4""",
                S="B2 B3 B4 C2 C3 C4 D2 D3 D4 D6 D7 DW B9", tail="DW",
                draws="B8 C8 D9 D8")  # fmt: skip
    refused(play, "claim S win", "a wrong number of tiles (12 between turns)", "LASFS-X03")
    assert play.events == [{"event": "short_hand", "seat": "S"}]
    run(play, "draw S")
    assert play.wall.tail == 1 and play.count(play.seat("S")) == 14
    run(play, "win S")
    assert told(play)["win"]["regularising"] is True
    scored = engine.score(told(play))["hands"]["S"]
    assert not {"LASFS-P13", "LASFS-P14"} & {rule for rule, _ in scored["lines"]}


def test_after_the_discard_the_hand_is_regular_again():  # LASFS-X03
    play = hand("LASFS", """discard E WE, discard_short S B9, draw W, discard W B3
                draw N, discard N B4, draw E, discard E B4, draw S, discard S B2""",
                S="B2 B3 B4 C2 C3 C4 D2 D3 D4 D6 D7 DW B9")  # fmt: skip
    assert play.count(play.seat("S")) == 13 and not play.seat("S").regularising


def test_a_long_hand_neither_claims_nor_draws_until_it_is_regular():  # LASFS-X04
    play = hand("LASFS", """discard E WE, draw S, draw_extra S, discard S WS
                draw W, discard W B5""", draws="D9 D9 B5")  # fmt: skip
    assert play.events == [{"event": "long_hand", "seat": "S"}]
    refused(play, "claim S pung", "a tile too many and claims nothing", "LASFS-X04")
    refused(play, "win S", "a wrong number of tiles (14 between turns)", "LASFS-X04")
    run(play, "draw N, discard N B4, draw E, discard E B4")
    refused(play, "draw S", "a tile too many and discards without drawing", "LASFS-X04")
    drawn = play.wall.head
    run(play, "discard S D9")
    assert play.wall.head == drawn and play.count(play.seat("S")) == 13
    run(play, "draw W")


def test_a_wrong_claim_unnoticed_until_the_next_discard_stays_and_bars_the_win():  # LASFS-X02
    play = hand("LASFS", "discard E B1, false_claim W B3 B6")
    refused(play, "win W", "laid down tiles that do not match", "LASFS-X02")
    assert play.events == []
    run(play, "discard W WE")
    assert play.events == [{"event": "false_claim", "seat": "W"}]
    with pytest.raises(ScoreError, match="the next tile has been discarded.*LASFS-X02"):
        run(play, "undo_false_claim W")
    run(play, "draw N, discard N B4")
    refused(play, "claim W win", "laid down tiles that do not match", "LASFS-X02")
    assert play.count(play.seat("W")) == 13
    run(idle_to_the_end(play), "end_of_wall")
    west = told(play)["players"]["W"]  # the open tiles are worth nothing to anybody
    assert len(west["concealed"]) == 10 and west["dead"] is True
    assert not any("dead" in told(play)["players"][seat] for seat in "ESN")
    net(play)


def test_a_wrong_claim_noticed_in_time_is_undone():  # LASFS-Q08
    play = hand("LASFS", "discard E B1")
    before = (play.offer, play.turn, sorted(play.seat("W").concealed), list(play.pond))
    run(play, "false_claim W B3 B6")
    refused(play, "undo_false_claim S", "the next tile has been discarded", "LASFS-X02")
    run(play, "undo_false_claim W")
    after = (play.offer, play.turn, sorted(play.seat("W").concealed), list(play.pond))
    assert before == after and not play.seat("W").cannot_win
    run(play, "draw S")


def test_wrong_claims_that_are_none():
    play = hand("LASFS", "discard E B1")
    refused(play, "false_claim W D8 B6", "W has no D8 in the hand", "LASFS-X02")
    refused(play, "false_claim W B3", "two own tiles go with another's discard", "LASFS-X02")
    refused(play, "false_claim E B4 B7", "two own tiles go with", "LASFS-X02")
    refused(hand("MJG", "discard E B1"), "false_claim W B3 B6", "no tile to claim", "LASFS-X02")


def test_a_false_mah_jongg_ends_the_hand_unscored():  # LASFS-X01, LASFS-Q07
    play = hand("LASFS", "discard E B1, false_mah_jongg S")
    assert play.result.kind == "penalty"
    assert net(play) == {"E": 500, "S": -1000, "W": 250, "N": 250}
    refused(play, "false_mah_jongg S", "belongs to the play of LASFS", "LASFS-X01")


def test_a_loser_with_a_wrong_number_of_tiles_does_not_stop_the_scoring():
    for name in ("SHOP-B-136", "MJG", "LASFS", "YEE", "SHOP-B-144"):
        play = hand(name, """discard E WE, discard_short S WS, draw W, discard W B9
                    draw N, win N""", N=READY, draws="B9 DW")  # fmt: skip
        assert told(play)["players"]["S"]["dead"] is True
        assert net(play)["N"] > 0
