"""What a played hand tells the scorer, without anybody setting a flag."""

import pytest

from mjscore import engine
from mjscore.errors import ScoreError
from mjscore.tiles import INDEX
from tests.score.flow.stacked import IDLE, hand, idle_to_the_end, run

READY = "B2 B3 B4 C2 C3 C4 D2 D3 D4 D6 D7 D8 DW"  # waits for the white dragon
CLASSICAL = ["SHOP-B-136", "MJG", "YEE", "HANDS-144", "LASFS"]
SCORED = ["SHOP-B-136", "SHOP-B-144", "MJG", "LASFS"]


def told(play):
    return play.result.request


def win(play):
    plain = ("seat", "tile")
    return {key: value for key, value in told(play)["win"].items() if key not in plain}


def origin(play):
    return {key: told(play)["win"].get(key) for key in ("source", "from")}


def scored(play):
    answer = engine.score(told(play))
    assert answer["legal"] and sum(answer["net"].values()) == 0
    return answer


def lines(play, seat):
    hand_of = scored(play)["hands"][seat]
    return {rule for rule, _ in hand_of["lines"] + hand_of["doubles"]} | set(hand_of["limits"])


@pytest.mark.parametrize("name", CLASSICAL)
def test_a_win_on_a_discard_names_who_gave_it(name):
    play = hand(name, "discard E WE, draw S, discard S B9, draw W, discard W WS, draw N",
                draws="B9 WS DW DW", N=READY)  # fmt: skip
    run(play, "win N")
    assert origin(play) == {"source": "wall", "from": None}
    play = hand(name, """discard E WE, draw S, discard S B9, draw W, discard W WS, draw N
                discard N WN, draw E, discard E DW, win N""",
                draws="B9 WS WN DW", N=READY)  # fmt: skip
    assert origin(play) == {"source": "discard", "from": "E"}
    told_n = told(play)["players"]["N"]
    assert told_n["concealed"] == READY.split() and told_n["melds"] == []
    assert all(len(told(play)["players"][seat]["concealed"]) == 13 for seat in "ESWN")


def test_the_winning_tile_is_no_meld_but_what_lay_open_before_is():  # YEE-Q05, SB-Q06
    play = hand("YEE", """discard E B2, claim W pung, discard W B9
                draw N, discard N DW, win W""", draws="DW",
                E=IDLE["E"].replace("B1", "B2"),
                W="B2 B2 B9 C2 C3 C4 D2 D3 D4 D6 D7 D8 DW")  # fmt: skip
    west = told(play)["players"]["W"]
    assert west["melds"] == [{"kind": "pung", "tiles": ["B2"] * 3, "state": "open"}]
    assert len(west["concealed"]) == 10 and told(play)["win"]["tile"] == "DW"


def test_the_tile_after_a_kong_and_the_tile_after_a_flower_are_told_apart():  # SB-Q15, LASFS-Q05
    kong = "B9 B9 B9 B9 C2 C3 C4 D2 D3 D4 D6 D7 D8"
    for name, rule in (("SHOP-B-144", "SB-P32"), ("MJG", "MJ-D18"), ("LASFS", "LASFS-P14")):
        play = hand(name, "discard E WE, draw S, closed_kong S B9, win S",
                    S=kong, draws="DW", tail="DW")  # fmt: skip
        assert win(play)["source"] == "loose_kong" and rule in lines(play, "S")
        assert told(play)["players"]["S"]["melds"][0]["state"] == "closed"
    play = hand("SHOP-B-144", "discard E WE, draw S, bonus S F1, win S", S=READY,
                draws="F1", tail="DW")  # fmt: skip
    assert win(play)["source"] == "loose_flower" and "SB-P32" not in lines(play, "S")


@pytest.mark.parametrize("name, rule", [("SHOP-B-136", "SB-L04"), ("LASFS", "LASFS-L01")])
def test_east_complete_with_the_dealt_tiles(name, rule):
    play = hand(name, E=READY + " DW")
    play.apply({"do": "win", "seat": "E"})
    assert win(play) == {"source": "dealt", "first_turn": "heaven"}
    assert rule in lines(play, "E")


def test_any_of_the_dealt_fourteen_may_be_called_the_last():
    play = hand("SHOP-B-136", E=READY + " DW")
    play.apply({"do": "win", "seat": "E", "tile": "B3"})
    assert told(play)["win"]["tile"] == "B3"
    assert "B3" not in told(play)["players"]["E"]["concealed"]


def test_a_dealt_kong_or_flower_that_was_replaced_is_no_gift_from_heaven():
    play = hand("LASFS", "bonus E F1, win E", E=READY.replace("DW", "F1") + " DW", tail="DW")
    assert win(play) == {"source": "loose_flower"}


def test_a_win_on_easts_first_discard_is_half_the_limit():  # SB-L05
    play = hand("SHOP-B-136", "discard E DW, win N", N=READY, E=IDLE["E"].replace("DG", "DW"))
    assert win(play)["first_turn"] == "first_discard" and "SB-L05" in lines(play, "N")
    play = hand("SHOP-B-136", "discard E WE, draw S, discard S DW, win N", N=READY, draws="DW")
    assert "first_turn" not in win(play)


def test_before_the_own_first_turn_is_over_it_is_a_gift_from_earth():  # LASFS-L02
    play = hand("LASFS", "discard E WE, draw S, win S", S=READY, draws="DW")
    assert win(play)["first_turn"] == "earth" and "LASFS-L02" in lines(play, "S")
    play = hand("LASFS", "discard E WE, draw S, discard S DW, win N", N=READY, draws="DW")
    assert win(play)["first_turn"] == "earth"
    play = hand("LASFS", """discard E WE, draw S, discard S B9, draw W, discard W B9
                draw N, discard N B9, draw E, discard E DW, win S""",
                S=READY, draws="B9 B9 B9 DW")  # fmt: skip
    assert "first_turn" not in win(play)


def test_the_first_round_of_turns_ends_when_somebody_begins_his_second():  # YEE-V23
    first = "discard E WE, draw S, discard S B9, draw W, discard W B9, draw N"
    play = hand("YEE", first + ", win N", N=READY, draws="B9 B9 DW")
    assert win(play)["first_round"] is True
    play = hand("YEE", first + ", discard N DW, win S", S=READY, draws="B9 B9 DW")
    assert win(play)["first_round"] is True
    play = hand("YEE", first + ", discard N B9, draw E, win E", draws="B9 B9 B9 DW",
                E=READY + " WE")  # fmt: skip
    assert "first_round" not in win(play)


def test_a_second_turn_by_a_claim_ends_the_first_round_too():  # YEE-V23
    script = """discard E B1, claim W pung, discard W WE, draw N, discard N C9, claim W pung
    added_kong W B1, win N"""
    play = hand("YEE", script, W="B1 B1 B1 C9 C9 C6 D3 D6 D9 WE WS WN DG", draws="C9",
                N="B2 B3 C2 C3 C4 D2 D3 D4 D6 D7 D8 DW DW")  # fmt: skip
    assert origin(play)["source"] == "robbed_kong" and "first_round" not in win(play)


CALLED = "discard E WE, draw S, discard S WN, draw W, discard W B9, draw N, discard N B9\n"


def test_an_original_call_keeps_the_thirteen_tiles_of_the_first_turn():  # MJ-D21
    play = hand("MJG", CALLED + "draw E, discard E WE, draw S, win S",
                S=READY, draws="WN B9 B9 WE DW")  # fmt: skip
    assert win(play)["original_call"] is True and "MJ-D21" in lines(play, "S")
    # what is drawn later is thrown away as it comes
    play = hand("MJG", CALLED + """draw E, discard E WE, draw S, discard S C9, draw W
                discard W DW, win S""", S=READY, draws="WN B9 B9 WE C9 DW")  # fmt: skip
    assert win(play)["original_call"] is True
    # a tile kept and another thrown away: the same wait, but not the same thirteen
    play = hand("MJG", CALLED + """draw E, discard E WE, draw S, discard S DW
                draw W, discard W WE, draw N, discard N WW, draw E, discard E WS, win S""",
                S=READY, draws="WN B9 B9 WE WS WE WW WS")  # fmt: skip
    assert "original_call" not in win(play)
    # changed and changed back
    play = hand("MJG", CALLED + """draw E, discard E WE, draw S, discard S DW
                draw W, discard W WE, draw N, discard N WW, draw E, discard E B9
                draw S, discard S WS, draw W, discard W DW, win S""",
                S=READY, draws="WN B9 B9 WE WS WE WW B9 DW DW")  # fmt: skip
    assert "original_call" not in win(play)


def test_a_claimed_set_after_the_first_turn_ends_the_original_call():
    play = hand("MJG", CALLED + """draw E, discard E DW, claim S pung, discard S C9
                draw W, discard W D6, win S""",
                S="B2 B3 B4 C2 C3 C4 C9 D6 D7 D8 D6 DW DW", draws="WN B9 B9 DW D6")  # fmt: skip
    assert "original_call" not in win(play)


def test_who_uses_easts_first_discard_gets_its_points():  # MH-P12, MH-Q10
    play = hand("HANDS-144", "discard E B1, claim W pung, discard W WE, draw N, discard N WN",
                W=IDLE["W"].replace("B3 B6", "B1 B1"))  # fmt: skip
    assert [seat.used_first_east_discard for seat in play.seats] == [False, False, True, False]
    play = hand("HANDS-144", "discard E DW, win N", N=READY, E=IDLE["E"].replace("DG", "DW"))
    assert told(play)["players"]["N"]["used_first_east_discard"] is True
    play = hand("HANDS-144", "discard E WE, draw S, discard S DW, win N", N=READY, draws="DW")
    assert not any("used_first_east_discard" in h for h in told(play)["players"].values())


def test_the_last_tile_is_told_of_a_self_drawn_win_and_in_lasfs_of_the_last_discard_too():
    for name, rule in (("SHOP-B-136", "SB-P34"), ("MJG", "MJ-D19"), ("LASFS", "LASFS-P16")):
        play = idle_to_the_end(hand(name, "discard E WE"), least=1)
        player, seat = play.seats[play.turn], "ESWN"[play.turn]
        swap(play, player, READY, "DW")
        run(play, f"draw {seat}, win {seat}")
        assert win(play)["last_tile"] is True and rule in lines(play, seat)
    for name, last in (("SHOP-B-136", False), ("LASFS", True)):  # LASFS-P16, 1.5
        play = idle_to_the_end(hand(name, "discard E WE"), least=1)
        giver, seat = "ESWN"[play.turn], "ESWN"[(play.turn + 1) % 4]
        swap(play, play.seats[(play.turn + 1) % 4], READY, "DW")
        run(play, f"draw {giver}, discard {giver} DW, win {seat}")
        assert win(play).get("last_tile", False) is last
    play = idle_to_the_end(hand("SHOP-B-136", "discard E WE"), least=2)
    player, seat = play.seats[play.turn], "ESWN"[play.turn]
    swap(play, player, READY, "DW")
    run(play, f"draw {seat}, win {seat}")
    assert "last_tile" not in win(play)


def swap(play, player, concealed, next_tile):
    """Give a player these tiles and lay that one at the head, each against another of its kind."""
    wanted = [INDEX[code] for code in concealed.split()]
    for n, tile in enumerate(wanted):
        exchange(play, (player.concealed, n), tile, [(player.concealed, i) for i in range(n)])
    kept = [(player.concealed, i) for i in range(13)]
    exchange(play, (play.order, play.wall.head), INDEX[next_tile], kept)


def exchange(play, place, tile, kept):
    if place[0][place[1]] == tile:
        return
    places = [(play.order, n) for n in range(play.wall.head, len(play.order))]
    places += [(seat.concealed, n) for seat in play.seats for n in range(len(seat.concealed))]
    places += [(play.pond, n) for n in range(len(play.pond))]
    done = [(id(where), n) for where, n in kept]
    for where, n in places:
        if where[n] == tile and (id(where), n) not in done:
            where[n], place[0][place[1]] = place[0][place[1]], tile
            return
    raise AssertionError("all four lie where they cannot be taken from")


def test_the_last_possible_tile_is_seen_by_the_play():  # LASFS-P15, LASFS-Q13
    east = "B1 B4 B7 C1 C4 C7 D1 WE WS WW DR DG WN C9"
    play = hand("LASFS", """discard E C9, draw S, discard S D5, draw W, discard W D5
                draw N, discard N WN, draw E, discard E D5, win N""",
                E=east, N="B2 B3 B4 C2 C3 C4 D2 D3 D4 D4 D6 DW DW",
                W="B3 B6 B9 C3 C6 C9 D3 D6 D9 WE WS WN DG",
                S="B2 B5 B8 C2 C5 C8 D2 D7 D8 WE WS WW DR", draws="D5 D5 WN D5")  # fmt: skip
    assert "last_possible" not in win(play)  # two of the other three lie there
    play = hand("LASFS", """discard E D5, draw S, discard S D5, draw W, discard W D5
                draw N, discard N WN, draw E, discard E D5, win N""",
                E=east.replace("C9", "D5"), N="B2 B3 B4 C2 C3 C4 D2 D3 D4 D4 D6 DW DW",
                W="B3 B6 B9 C3 C6 C9 D3 D6 D9 WE WS WN DG",
                S="B2 B5 B8 C2 C5 C8 D2 D7 D8 WE WS WW DR", draws="D5 D5 WN D5")  # fmt: skip
    assert win(play)["last_possible"] is True and "LASFS-P15" in lines(play, "N")
    play = hand("LASFS", """discard E D5, draw S, discard S D5, draw W, discard W D5
                draw N, discard N WN, draw E, discard E D5, win N""",
                E=east.replace("C9", "D5"), N="B2 B3 B4 C2 C3 C4 D2 D3 D4 D6 D7 DW DW",
                W="B3 B6 B9 C3 C6 C9 D3 D6 D9 WE WS WN DG",
                S="B2 B5 B8 C2 C5 C8 D2 D9 D8 WE WS WW DR", draws="D5 D5 WN D5")  # fmt: skip
    assert "last_possible" not in win(play)  # D8 would fit as well


def test_wind_streak_dice_options_and_events_are_handed_on():
    play = hand("YEE", "discard E WE, draw S, win S", S=READY, draws="DW", dice=(6, 6, 6),
                streak=3, round_wind="W", config={"beginners": True})  # fmt: skip
    request = told(play)
    assert (request["dice"], request["dealer_streak"]) == ([6, 6, 6], 3)
    assert (request["round_wind"], request["config"]) == ("W", {"beginners": True})
    assert request["events"] == [{"event": "triple_six", "seat": "E"}]  # YEE-B01
    plain = told(hand("YEE", "discard E WE, draw S, win S", S=READY, draws="DW"))
    assert (plain["dealer_streak"], plain["round_wind"], plain["config"]) == (0, "E", {})
    assert "dice" not in plain and "events" not in plain and "bettor" not in plain


def test_a_judge_refuses_a_hand_that_is_none_and_the_play_goes_on():
    play = hand("SHOP-B-136", "discard E WE, draw S", judge=engine.score, draws="DW")
    with pytest.raises(ScoreError, match="SB-F02"):
        play.apply({"do": "win", "seat": "S"})
    run(play, "discard S DW, draw W")
    assert play.result is None


def test_a_kong_in_the_hand_keeps_a_player_of_special_hands_from_going_out():  # MH-F03
    def judge(request):
        return {"legal": False, "reason": "no such hand", "rule": "MH-H01"}

    play = hand("HANDS-144", "discard E WE, draw S", judge=judge, draws="DW",
                S="B2 B2 B2 B2 C3 C4 D2 D3 D4 D6 D7 D8 DW")  # fmt: skip
    with pytest.raises(ScoreError, match="with the kong of B2 still in the hand.*MH-F03"):
        play.apply({"do": "win", "seat": "S"})
    three = "B2 B2 B2 C3 C4 D2 D3 D4 D6 D7 DW DW DW"
    east = IDLE["E"].replace("DG", "DW")
    play = hand("HANDS-144", "discard E DW", judge=judge, S=three, E=east)
    with pytest.raises(ScoreError, match="with the kong of DW still in the hand.*MH-F03"):
        play.apply({"do": "win", "seat": "S"})
    play = hand("HANDS-144", "discard E WE, draw S", judge=judge, draws="DW", S=READY)
    with pytest.raises(ScoreError, match="no such hand.*MH-H01"):
        play.apply({"do": "win", "seat": "S"})


@pytest.mark.parametrize(
    "line, words",
    [("win E", "E has no tile to win with now"), ("win W", "W has no tile to win with now")],
)
def test_nobody_wins_without_a_tile(line, words):
    play = hand("SHOP-B-136", "discard E WE, draw S", draws="DW")
    with pytest.raises(ScoreError, match=words):
        run(play, line)


def test_nobody_wins_on_his_own_discard():
    with pytest.raises(ScoreError, match="E has no tile to win with now.*SB-F01"):
        hand("SHOP-B-136", "discard E DW, win E", E=READY + " DW")


def test_nobody_wins_with_a_flower_or_an_animal():
    for name, rule in (("YEE", "YEE-F05"), ("HANDS-148", "MH-F01")):
        play = hand(name, "discard E WE, draw S", draws="F1" if name == "YEE" else "A1", S=READY)
        with pytest.raises(ScoreError, match="laid aside and replaced: nobody wins.*" + rule):
            play.apply({"do": "win", "seat": "S"})


def test_the_tile_named_must_be_the_one_that_wins():
    play = hand("SHOP-B-136", "discard E WE, draw S", draws="DW", S=READY)
    with pytest.raises(ScoreError, match="S did not draw 'B3'"):
        play.apply({"do": "win", "seat": "S", "tile": "B3"})
    run(play, "discard S DW")
    with pytest.raises(ScoreError, match="the tile that lies there is DW"):
        play.apply({"do": "win", "seat": "W", "tile": "B3"})


SEVEN = "F1 F2 F3 F4 S1 S2 S3 C1 C4 C7 D1 D4 D7 WE"


def test_seven_flowers_win_and_the_holder_of_the_eighth_is_named():  # YEE-V22
    play = hand("YEE", E=SEVEN, N=IDLE["N"].replace("DW", "S4"), tail="B1 B2 B3 B4 B5 B6 B7 B8")
    for code in SEVEN.split()[:6]:
        play.apply({"do": "bonus", "seat": "E", "tile": code})
    with pytest.raises(ScoreError, match="E has 6 flowers on the table, not seven.*YEE-V22"):
        play.apply({"do": "seven_flowers", "seat": "E"})
    play.apply({"do": "bonus", "seat": "E", "tile": "S3"})
    run(play, "bonus N S4, seven_flowers E")
    assert told(play)["win"] == {
        "seat": "E", "special": "seven_flowers", "last_flower_holder": "N"
    }  # fmt: skip
    assert len(told(play)["players"]["E"]["concealed"]) == 13
    with pytest.raises(ScoreError, match="SHOP-B knows no win with flowers.*YEE-V22"):
        hand("SHOP-B-144").apply({"do": "seven_flowers", "seat": "E"})


@pytest.mark.parametrize("name", SCORED)
def test_whoever_holds_fourteen_when_another_wins_counts_thirteen(name):
    """The robbed player has drawn, and lays the fourth tile down from the thirteen."""
    play = hand(name, """discard E B1, claim W pung, discard W WE, draw N, discard N B9
                draw E, discard E B9, draw S, discard S B9, draw W, added_kong W B1, win N""",
                W="B1 B1 B6 C3 C6 C9 D3 D6 D9 WE WS WN DG", draws="B9 B9 B9 B1",
                N="B2 B3 C2 C3 C4 D2 D3 D4 D6 D7 D8 DW DW")  # fmt: skip
    assert win(play)["source"] == "robbed_kong" and win(play)["from"] == "W"
    assert len(told(play)["players"]["W"]["concealed"]) == 10
    rule = {"MJG": "MJ-D20", "LASFS": "LASFS-P21"}.get(name, "SB-P35")
    assert rule in lines(play, "N")
