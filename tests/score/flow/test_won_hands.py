"""Hands played to a win in each system, and what the engine makes of the request."""

import pytest

from mjscore import engine
from mjscore.errors import ScoreError
from tests.score.flow.stacked import IDLE, hand, idle_to_the_end, run
from tests.score.flow.test_telling import swap

RUN = "F1 F2 B1 B2 B3 B4 B5 B6 B7 B8 B9 DG DG"  # the card's concealed hand of 20
CHOW = "B2 B2 B2 B4 B5 B6 B7 B7 B7 B9 B9 B9 DW"
PUNGS = "B2 B2 B2 B4 B4 B4 B6 B6 B6 B8 B8 B8 DW"
READY = "B2 B3 B4 C2 C3 C4 D2 D3 D4 D6 D7 D8 DW"


def played(name, script, **more):
    play = hand(name, script, judge=engine.score, **more)
    assert play.result.kind == "win"
    answer = play.result.answer
    assert answer == engine.score(play.result.request) and sum(answer["net"].values()) == 0
    return answer


def rules(answer, seat):
    scored = answer["hands"][seat]
    return {rule for rule, _ in scored["lines"] + scored["doubles"]} | set(scored["limits"])


def test_an_american_hand_self_drawn_without_a_joker_is_paid_double_by_all():  # SA-S02
    answer = played("SHOP-A", "discard E WE, draw S, win S", S=RUN, draws="DG")
    assert answer["net"] == {"E": -40, "S": 120, "W": -40, "N": -40}


def test_an_american_hand_on_a_discard_is_paid_double_by_the_discarder():  # SA-S01
    script = "discard E WE, draw S, discard S WN, draw W, discard W DG, win S"
    answer = played("SHOP-A", script, S=RUN, draws="WN DG", W=IDLE["W"].replace("DG", "DR"))
    assert answer["net"] == {"E": -20, "S": 80, "W": -40, "N": -20}


def test_an_american_hand_with_claimed_sets_and_a_joker():  # SA-F09, SA-S03
    hand_of = "B2 B2 B4 B4 B4 J B6 B6 B6 DG DG DG C9"
    script = "discard E B2, claim S pung, discard S C9, draw W, discard W WE, draw N"
    script += ", discard N WN, draw E, discard E WW, draw S, win S"
    east = IDLE["E"].replace("B1", "B2").replace("DG", "D9")
    answer = played("SHOP-A", script, S=hand_of, E=east, draws="WE WN WW DG")
    assert answer["net"] == {"E": -25, "S": 75, "W": -25, "N": -25}


def test_a_concealed_american_hand_is_none_after_a_claim():  # SA-F08
    script = "discard E DG, claim S pung, discard S C9, draw W"
    play = hand("SHOP-A", script, judge=engine.score,
                S="F1 F2 B1 B2 B3 B4 B5 B6 B7 B8 DG DG C9", draws="B9")  # fmt: skip
    with pytest.raises(ScoreError):
        run(play, "discard W B9, win S")
    assert play.result is None


def test_a_dead_american_hand_pays_the_winner():  # SA-S04, SA-X07
    script = "discard E WE, draw S, discard S WN, draw W, draw_extra W, discard W WS"
    script += ", draw N, discard N WN, draw E, discard E WW, draw S, win S"
    answer = played("SHOP-A", script, S=RUN, draws="WN D8 D9 WN WW DG")
    assert answer["net"] == {"E": -40, "S": 120, "W": -40, "N": -40}


def test_an_ordinary_hand_of_special_hands_play():  # MH-H03
    answer = played("HANDS-144", "discard E WE, draw S, win S", S=CHOW, draws="DW", dice=(3, 4))
    assert {"MH-D02", "MH-D09", "MH-P09"} <= rules(answer, "S")
    double = played("HANDS-144", "discard E WE, draw S, win S", S=CHOW, draws="DW", dice=(3, 3))
    assert double["net"]["S"] == 2 * answer["net"]["S"]  # MH-S04


def test_a_garden_wall_tile_and_easts_first_discard():  # MH-D10, MH-P12
    hand_of = "B2 B2 B4 B4 B4 B6 B6 B6 B8 B8 B8 DW C9"
    script = "discard E B2, claim S pung, discard S C9, draw W, discard W F1"
    with pytest.raises(ScoreError, match="laid aside and replaced"):
        played("HANDS-144", script, S=hand_of, E=IDLE["E"].replace("B1", "B2"), draws="F1")
    script = (
        script[: script.index(", draw W")]
        + """, draw W, discard W WE, draw N, discard N WN
    draw E, discard E WW, draw S, bonus S F1, win S"""
    )
    answer = played("HANDS-144", script, S=hand_of, E=IDLE["E"].replace("B1", "B2"),
                    draws="WE WN WW F1", tail="DW")  # fmt: skip
    assert {"MH-D10", "MH-P12", "MH-P07"} <= rules(answer, "S")


def test_a_kept_animal_leaves_its_holder_nothing():  # MH-X01
    west = IDLE["W"].replace("DG", "A1")
    answer = played("HANDS-148", "discard E WE, draw S, win S", S=PUNGS, W=west, draws="DW")
    assert answer["hands"]["W"]["value"] == 0


def test_yee_robbed_kong_is_paid_by_its_owner_alone():  # YEE-E15, YEE-Q19
    script = """discard E B1, claim W pung, discard W WE, draw N, discard N B9, draw E
    discard E B9, draw S, discard S B9, draw W, added_kong W B1, win N"""
    answer = played("YEE", script, W="B1 B1 B6 C3 C6 C9 D3 D6 D9 WE WS WN DG",
                    N="B2 B3 C2 C3 C4 D2 D3 D4 D6 D7 D8 DW DW", draws="B9 B9 B9 B1")  # fmt: skip
    assert "YEE-E15" in rules(answer, "N")
    assert answer["net"]["W"] == -answer["net"]["N"] and answer["net"]["E"] == 0


def test_yee_fast_win_of_a_dealer_who_kept_the_dice():  # YEE-V23, YEE-E20
    answer = played("YEE", "win E", E=READY + " DW", streak=2)
    assert {"YEE-V23", "YEE-E20", "YEE-E10"} <= rules(answer, "E")


def test_yee_last_tile_doubles():  # YEE-E21, YEE-Q18
    play = idle_to_the_end(hand("YEE", "discard E WE", judge=engine.score), least=1)
    player, seat = play.seats[play.turn], "ESWN"[play.turn]
    swap(play, player, READY, "DW")
    run(play, f"draw {seat}, win {seat}")
    assert "YEE-E21" in rules(play.result.answer, seat)


def test_yee_seven_flowers_are_paid_flat():  # YEE-V22, YEE-S03
    flowers = "F1 F2 F3 F4 S1 S2 S3"
    play = hand("YEE", E=flowers + " C1 C4 C7 D1 D4 D7 WE", N=IDLE["N"].replace("DW", "S4"),
                tail="B1 B2 B3 B4 B5 B6 B7 B8", judge=engine.score)  # fmt: skip
    for code in flowers.split():
        play.apply({"do": "bonus", "seat": "E", "tile": code})
    run(play, "bonus N S4, seven_flowers E")
    net = engine.score(play.result.request)["net"]
    assert net == {"E": 60, "S": -15, "W": -15, "N": -30}


def test_lasfs_dead_round_is_settled_by_all_against_all():  # LASFS-S04
    pung = "DR DR DR C3 C6 C9 D3 D6 D9 WE WS WN DG"
    play = run(idle_to_the_end(hand("LASFS", "discard E WE", W=pung)), "end_of_wall")
    answer = engine.score(play.result.request)
    assert "LASFS-D01" in rules(answer, "W") and answer["net"]["W"] > 0


def test_bouquet_is_paid_at_once_whoever_wins():  # MH-B01
    play = hand("HANDS-144", E="F1 F2 F3 F4 C1 C4 C7 D1 D4 D7 WE WS WW DR", S=PUNGS,
                tail="B3 B5 B7 C9", draws="DW", judge=engine.score)  # fmt: skip
    run(play, "bonus E F1, bonus E F2, bonus E F3, bonus E F4, discard E WE, draw S, win S")
    plain = played("HANDS-144", "discard E WE, draw S, win S", S=PUNGS, draws="DW")
    answer = engine.score(play.result.request)
    assert answer["net"]["S"] == plain["net"]["S"] - 1000
