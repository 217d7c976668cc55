"""Events beside the hand: who pays what for them, and what follows (rules 3.5, 6.5, 7.6, 8.6)."""

from typing import Any

import pytest

from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.events import names as event_names
from mjscore.events import rows as event_rows
from mjscore.systems import SYSTEMS
from tests.score.typed import paid, request

PLAIN = "B234 C345 D456 B678 D5"


def told(system: str, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The answer to a request of events alone."""
    return score({"system": system, "win": None, "events": list(events), **more})


def rules(answer: dict[str, Any]) -> list[str]:
    return [each["rule"] for each in answer["events"]]


def test_each_gives_the_thrower_of_three_sixes_six_points():
    answer = told("YEE", {"event": "triple_six", "seat": "E"})
    assert paid(answer) == ["S>E 6", "W>E 6", "N>E 6"]  # YEE-B01
    assert answer["net"] == {"E": 18, "S": -6, "W": -6, "N": -6}


def test_three_dice_and_their_thrower_tell_the_event():
    answer = told("YEE", {"dice": [6, 6, 6], "thrower": "W"})
    assert (rules(answer), answer["net"]["W"]) == (["YEE-B01"], 18)


def test_a_self_pick_thrown_away_costs_24_to_each():
    answer = told("YEE", {"offence": "threw_self_pick", "seat": "S"})
    assert answer["net"] == {"E": 24, "S": -72, "W": 24, "N": 24}  # YEE-X01


@pytest.mark.parametrize(("beginners", "costs"), [
    (["S"], 0), (["W", "N"], -72), (True, 0), (False, -72), ([], -72),
])  # fmt: skip
def test_beginners_are_let_off(beginners, costs):
    answer = told(
        "YEE", {"event": "threw_self_pick", "seat": "S"}, config={"beginners": beginners}
    )
    assert (rules(answer), answer["net"]["S"]) == (["YEE-X01"], costs)  # YEE-Q10


@pytest.mark.parametrize("event", [
    {"event": "bouquet", "seat": "W", "tiles": ["S1", "S2", "S3", "S4"]},
    {"event": "bouquet", "seat": "W", "tiles": ["F4", "F2", "F3", "F1"]},
    {"event": "zoo", "seat": "W", "tiles": ["A1", "A2", "A3", "A4"]},
    {"event": "zoo", "seat": "W", "drawn_by_oneself": True},
])  # fmt: skip
def test_bouquet_and_zoo_bring_1000_from_each(event):
    answer = told("HANDS", event)
    assert paid(answer) == ["E>W 1000", "S>W 1000", "N>W 1000"]  # MH-B01, MH-B02


@pytest.mark.parametrize("event", ["bouquet", "zoo"])
def test_east_has_no_double_for_them(event):
    assert told("HANDS", {"event": event, "seat": "E"})["net"]["E"] == 3000  # MH-Q09


@pytest.mark.parametrize(("of_event", "of_request", "each"), [
    ([4, 4], None, 2000), (None, [4, 4], 2000), ([3, 4], [4, 4], 1000), (None, [3, 4], 1000),
])  # fmt: skip
def test_double_dice_double_them(of_event, of_request, each):
    event = {"event": "bouquet", "seat": "W", "dice": of_event}
    assert told("HANDS", event, dice=of_request)["net"]["W"] == 3 * each  # MH-S04


def test_a_zoo_not_drawn_by_oneself_is_not_paid():
    answer = told("HANDS", {"event": "zoo", "seat": "W", "drawn_by_oneself": False})
    assert (rules(answer), paid(answer)) == (["MH-B02"], [])


@pytest.mark.parametrize(("seat", "payments"), [
    ("S", ["S>E 500", "S>W 250", "S>N 250"]),
    ("E", ["E>S 500", "E>W 500", "E>N 500"]),
])  # fmt: skip
def test_a_false_mah_jongg_costs_half_the_limit_east_doubly(seat, payments):
    answer = told("LASFS", {"event": "false_mah_jongg_exposed", "seat": seat})
    assert paid(answer) == payments  # LASFS-X01, LASFS-S03


def test_after_a_false_mah_jongg_the_hand_is_not_scored():
    asked = request("LASFS", {"W": "+DRRR B1357 C19 D19 WEN"},
                    events=[{"event": "false_mah_jongg_exposed", "seat": "S"}])  # fmt: skip
    answer = score(asked)
    assert (answer["hands"], answer["net"]["W"]) == ({}, 250)  # LASFS-Q07


def test_a_mistaken_mahjong_without_a_hand_shown_costs_nothing():
    answer = told("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "exposed": []})
    assert (rules(answer), paid(answer)) == (["SA-X01"], [])


@pytest.mark.parametrize("exposed", [["W"], ["W", "N"]])
def test_with_two_hands_hidden_the_others_play_on(exposed):
    event = {"event": "mistaken_mahjong", "seat": "W", "exposed": exposed}
    answer = told("SHOP-A", event)
    assert (rules(answer), paid(answer)) == (["SA-X02"], [])
    assert answer["events"][0]["exposed"] == exposed
    assert "pays the winner" in answer["events"][0]["follows"]  # SA-X03


def test_all_pay_the_only_hidden_hand_the_value_announced():
    event = {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "W", "N"], "value": 20}
    answer = told("SHOP-A", event)
    assert (rules(answer), paid(answer)) == (["SA-X04"], ["E>S 20", "W>S 20", "N>S 20"])  # SA-Q06


def test_hands_shown_in_a_hand_add_up():
    events = [
        {"event": "mistaken_mahjong", "seat": "W", "exposed": ["W", "N"]},
        {"event": "mistaken_mahjong", "seat": "E", "exposed": []},
        {"event": "mistaken_mahjong", "seat": "E", "exposed": ["E"], "value": 15},
    ]
    assert rules(told("SHOP-A", *events)) == ["SA-X02", "SA-X01", "SA-X04"]


WITHOUT_PAYMENT = [
    ("SHOP-A", "exposed_in_error", "SA-X03"),
    ("SHOP-A", "drew_out_of_turn", "SA-X05"),
    ("SHOP-A", "looked_at_two_tiles", "SA-X06"),
    ("SHOP-A", "wrong_count", "SA-X07"),
    ("SHOP-A", "wanted_discard_back", "SA-X08"),
    ("SHOP-A", "misnamed_claim", "SA-X09"),
    ("SHOP-A", "bettor_shown", "SA-X11"),
    ("YEE", "let_win_go", "YEE-X02"),
    ("YEE", "wrong_count", "YEE-X03"),
    ("LASFS", "false_claim", "LASFS-X02"),
    ("LASFS", "short_hand", "LASFS-X03"),
    ("LASFS", "long_hand", "LASFS-X04"),
    ("LASFS", "undeclared_flower", "LASFS-X05"),
]


@pytest.mark.parametrize(("system", "event", "rule"), WITHOUT_PAYMENT)
def test_what_costs_nothing_is_told_with_what_follows(system, event, rule):
    answer = told(system, {"event": event, "seat": "N"})
    (one,) = answer["events"]
    assert (one["rule"], one["transfers"], answer["transfers"]) == (rule, [], [])
    assert len(one["follows"]) > 10
    assert one.get("seat") == (None if event == "bettor_shown" else "N")


def test_every_event_of_the_table_is_tried_here():
    with_payment = {"triple_six", "threw_self_pick", "bouquet", "zoo", "mistaken_mahjong",
                    "false_mah_jongg_exposed"}  # fmt: skip
    known = {row.event for rows in event_rows.ROWS.values() for row in rows}
    assert known == with_payment | {event for _, event, _ in WITHOUT_PAYMENT}


BARRED = [
    ("YEE", {"event": "wrong_count", "seat": "S"}, "YEE-X03"),
    ("LASFS", {"event": "false_claim", "seat": "S"}, "LASFS-X02"),
]


@pytest.mark.parametrize(("system", "event", "rule"), BARRED)
def test_who_is_barred_cannot_win(system, event, rule):
    answer = score(request(system, {"S": PLAIN}, "S D5 wall", events=[event]))
    assert (answer["legal"], answer["rule"]) == (False, rule)
    assert answer["reason"] == f"after {event['event']} this hand cannot win"


@pytest.mark.parametrize(("system", "event", "_rule"), BARRED)
def test_the_others_may_win_all_the_same(system, event, _rule):
    asked = request(system, {"S": PLAIN}, "S D5 wall", events=[{**event, "seat": "N"}])
    assert score(asked)["legal"]


@pytest.mark.parametrize(("event", "rule"), [
    ({"event": "wrong_count", "seat": "S"}, "SA-X07"),
    ({"event": "exposed_in_error", "seat": "S"}, "SA-X03"),
    ({"event": "mistaken_mahjong", "seat": "W", "exposed": ["S"]}, "SA-X03"),
])  # fmt: skip
def test_who_is_out_of_the_american_game_cannot_win(event, rule):
    answer = score(american(event))
    assert (answer["legal"], answer["rule"]) == (False, rule)


def american(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    """South wins hand 1 of the card, worth 25, on a discard of West."""
    tiles = ["B2"] * 3 + ["B4"] * 4 + ["B6"] * 3 + ["DG"] * 3
    win = {"seat": "S", "tile": "DG", "source": "discard", "from": "W"}
    return {"system": "SHOP-A", "players": {"S": {"concealed": tiles}}, "win": win,
            "events": list(events), **more}  # fmt: skip


def test_exposed_players_pay_the_winner_like_the_others():
    event = {"event": "mistaken_mahjong", "seat": "N", "exposed": ["N"]}
    assert paid(score(american(event))) == ["E>S 25", "W>S 50", "N>S 25"]  # SA-X02, SA-X03


def test_what_events_cost_is_netted_with_the_hand():
    asked = request("YEE", {"S": "B234 C345 D456 +B678 D5"}, "S D5 discard W",
                    events=[{"event": "triple_six", "seat": "W"}])  # fmt: skip
    answer = score(asked)
    assert paid(answer) == ["E>W 6", "N>W 6"]  # West pays 6 for the hand, and gets 6
    assert answer["events"][0]["transfers"][1] == {"from": "S", "to": "W", "amount": 6}


def test_the_bettor_has_the_award_of_the_player_he_backs():
    event = {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "W", "N"], "value": 20}
    assert paid(told("SHOP-A", event, bettor="S")) == [  # SA-S05
        "E>S 20", "W>S 20", "N>S 20", "E>bettor 20", "W>bettor 20", "N>bettor 20"
    ]  # fmt: skip


def test_the_bettor_has_the_penalty_of_the_player_he_backs():
    event = {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "W", "N"], "value": 20}
    answer = told("SHOP-A", event, bettor="W")
    assert answer["net"] == {"E": -20, "S": 80, "W": -20, "N": -20, "bettor": -20}


def test_a_bettor_who_bets_in_vain_stays_in_the_account():
    event = {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "W", "N"], "value": 20}
    shown = told("SHOP-A", event, {"event": "bettor_shown"}, bettor="W")
    assert shown["net"].get("bettor", 0) == 0  # SA-X11
    won = score(american({"event": "bettor_shown"}, bettor="S"))
    assert paid(won) == ["E>S 25", "W>S 50", "N>S 25"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_payment_by_agreement_belongs_to_every_system(system):
    answer = told(system, {"event": "payment", "from": "S", "to": "N", "amount": 40})
    assert (rules(answer), paid(answer)) == (["ENG-12"], ["S>N 40"])
    assert sum(answer["net"].values()) == 0


def test_the_bettor_pays_by_agreement_for_himself_alone():
    event = {"event": "payment", "from": "bettor", "to": "E", "amount": 7}
    assert paid(told("SHOP-A", event, bettor="E")) == ["bettor>E 7"]
    event = {"event": "payment", "from": "S", "to": "E", "amount": 7}
    assert paid(told("SHOP-A", event, bettor="E")) == ["S>E 7"]


@pytest.mark.parametrize("key", ["event", "offence", "kind", "type"])
def test_the_name_of_an_event_may_stand_under_four_keys(key):
    answer = told("YEE", {key: "threw_self_pick", "seat": "S"})
    assert answer == told("YEE", {"event": "threw_self_pick", "seat": "S"})
    assert answer == told("YEE", {"event": None, key: "threw_self_pick", "seat": "S"})


def test_a_rules_id_is_a_name():
    for system, rows in event_rows.ROWS.items():
        for row in rows:
            event = {"seat": "S", "dice": [6, 6, 6]} if row.rule == "YEE-B01" else {"seat": "S"}
            own = told(system, {"event": row.event, **event})
            assert told(system, {"event": row.rule, **event}) == own, row.rule
            assert [each["rule"] for each in own["events"]] == [row.rule]
    assert told("SHOP-A", {"type": "SA-X03", "seat": "S"})["events"][0]["rule"] == "SA-X03"
    answer = told("MJG", {"type": "ENG-12", "from": "E", "to": "S", "amount": 5})
    assert answer["net"]["S"] == 5


@pytest.mark.parametrize(("system", "name", "rule"), [
    ("SHOP-A", "dead_hand", "SA-X07"), ("SHOP-A", "one_tile_too_many", "SA-X07"),
    ("SHOP-A", "wrong_number_of_tiles", "SA-X07"), ("SHOP-A", "wants_discard_back", "SA-X08"),
    ("SHOP-A", "mistaken_mahjong_none_exposed", "SA-X01"),
    ("SHOP-A", "drawing_out_of_turn", "SA-X05"), ("SHOP-A", "tile_named_wrongly", "SA-X09"),
    ("YEE", "wrong_number_of_tiles", "YEE-X03"), ("YEE", "dead_hand", "YEE-X03"),
    ("YEE", "one_tile_short", "YEE-X03"), ("YEE", "passed_winning_discard", "YEE-X02"),
    ("YEE", "threw_away_self_pick", "YEE-X01"), ("YEE", "triple_sixes", "YEE-B01"),
    ("HANDS", "four_animals", "MH-B02"), ("HANDS", "all_flowers", "MH-B01"),
    ("LASFS", "one_tile_short", "LASFS-X03"), ("LASFS", "short_by_one", "LASFS-X03"),
    ("LASFS", "one_tile_too_many", "LASFS-X04"), ("LASFS", "long_by_one", "LASFS-X04"),
    ("LASFS", "false_mahjong_exposed", "LASFS-X01"),
    ("LASFS", "unexposed_flower", "LASFS-X05"),
])  # fmt: skip
def test_an_event_is_known_by_what_people_call_it(system, name, rule):
    answer = told(system, {"offence": name, "seat": "S"})
    assert answer == told(system, {"event": rule, "seat": "S"})
    assert rules(answer) == [rule]


def test_each_other_name_belongs_to_one_event_of_its_system():
    for system, known in event_names.NAMES.items():
        own = {row.event for row in event_rows.rows_of(system)}
        assert {each.event for each in known.values()} == own
        assert all(known[event] == (event, {}) for event in own)


def test_the_hidden_hand_says_which_hands_are_shown():
    answer = told("SHOP-A", {"event": "mistaken_mahjong", "seat": "W",
                             "exposed": ["E", "W", "N"], "value": 25})  # fmt: skip
    for name in ("mistaken_mahjong", "mistaken_mahjong_all_but_one_exposed", "SA-X04"):
        event = {"offence": name, "seat": "W", "hidden": "S", "value": 25}
        assert told("SHOP-A", event) == answer
    assert answer["net"] == {"E": -25, "S": 75, "W": -25, "N": -25}
    alone = told("SHOP-A", {"offence": "all_but_one_exposed", "seat": "S", "value": 25})
    assert alone["net"] == answer["net"], "nobody else is named, so S is the hidden one"


def test_some_shown_hands_are_named():
    event = {"offence": "mistaken_mahjong_some_exposed", "seat": "W", "exposed": ["W"]}
    assert rules(told("SHOP-A", event)) == ["SA-X02"]


MISTAKES = [
    ("SHOP-A", {"event": "SA-X04", "seat": "W", "exposed": ["E"], "value": 5},
     r"events\[0\]\.exposed: 1 hands shown are the case of SA-X02, and another one is named"
     r" \[SA-X04\]"),
    ("SHOP-A", {"event": "none_exposed", "seat": "W", "exposed": ["E"]}, r"\[SA-X01\]"),
    ("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E"], "hidden": "S"},
     r"events\[0\]\.hidden: all hands but the hidden one are exposed, and others are named"
     r" \[SA-X04\]"),
    ("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "hidden": "Q"},
     r"events\[0\]\.hidden: must be one of E, S, W, N, not 'Q' \[ENG-02\]"),
    ("LASFS", {"type": "YEE-X01", "seat": "W"}, r"YEE-X01 is an event of YEE, and the hand is"),

    ("YEE", "triple_six", r"events\[0\]: must be an object with the name of the event, not "
     r"'triple_six' \[ENG-12\]"),
    ("YEE", {"event": "tripel_six"}, r"events\[0\]\.event: YEE has no event 'tripel_six';"
     r' did you mean "triple_six"\? \[ENG-12\]'),
    ("YEE", {"seat": "E"},
     r"YEE has no event None; known are triple_six, .*payment \[ENG-12\]"),
    ("MJG", {"event": "zoo", "seat": "E"}, r"zoo is an event of HANDS, and the hand is played by "
     r"MJG \[MH-B02\]"),
    ("YEE", {"event": "triple_six"}, r"events\[0\]\.seat: must be one of E, S, W, N, not None"),
    ("YEE", {"event": "triple_six", "thrower": "X"},
     r"events\[0\]\.thrower: .*not 'X' \[ENG-02\]"),
    ("YEE", {"event": "triple_six", "saet": "E"}, r'events\[0\]\.saet: there is no such'
     r' field; did you mean "seat"\? \[YEE-B01\]'),
    ("YEE", {"event": "triple_six", "seat": "E", "dice": [6, 6, 5]},
     r"events\[0\]\.dice: three sixes are \[6, 6, 6\], not \[6, 6, 5\] \[YEE-B01\]"),
    ("HANDS", {"event": "bouquet", "seat": "E", "tiles": ["F1", "F2", "F3", "S4"]},
     r"a bouquet is all four flowers or all four seasons, not F1 F2 F3 S4 \[MH-B01\]"),
    ("HANDS", {"event": "zoo", "seat": "E", "tiles": ["F1", "F2", "F3", "F4"]},
     r"a zoo is the four animals, not F1 F2 F3 F4 \[MH-B02\]"),
    ("HANDS", {"event": "zoo", "seat": "E", "tiles": ["A1", "A2", "A3", "A5"]},
     r"events\[0\]\.tiles.*'A5'"),
    ("HANDS", {"event": "zoo", "seat": "E", "drawn_by_oneself": "no"},
     r"events\[0\]\.drawn_by_oneself: must be true or false, not 'no'"),
    ("HANDS", {"event": "bouquet", "seat": "E", "drawn_by_oneself": False},
     r"drawn_by_oneself: only a zoo has to be drawn by oneself \[MH-B01\]"),
    ("HANDS", {"event": "zoo", "seat": "E", "dice": [1, 7]},
     r"events\[0\]\.dice: must be two numbers 1\.\.6, not \[1, 7\] \[MH-S04\]"),
    ("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "exposed": "E"},
     r"events\[0\]\.exposed: must be a list of seats, not 'E' \[SA-X03\]"),
    ("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "Q"]},
     r"events\[0\]\.exposed: must be one of E, S, W, N, not 'Q' \[ENG-02\]"),
    ("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "S", "W", "N"]},
     r"all four hands are shown; one at least stays hidden \[SA-X04\]"),
    ("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "S", "W"]},
     r"events\[0\]\.value: the value of the hand announced is needed.*\[SA-Q06\]"),
    ("SHOP-A", {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E"], "value": 0},
     r"events\[0\]\.value: must be a whole number from 1 to 1000000000, not 0 \[SA-Q06\]"),
    ("MJG", {"event": "payment", "from": "E", "to": "E", "amount": 4},
     r"events\[0\]\.to: nobody pays himself: from and to are the same \[ENG-12\]"),
    ("MJG", {"event": "payment", "from": "E", "to": "S", "amount": 0.5},
     r"events\[0\]\.amount: must be a whole number from 1 to 1000000000, not 0\.5 \[ENG-12\]"),
    ("MJG", {"event": "payment", "from": "bettor", "to": "S", "amount": 5},
     r"events\[0\]\.from: nobody bets in this hand \[SA-S05\]"),
]  # fmt: skip


@pytest.mark.parametrize(("system", "event", "message"), MISTAKES)
def test_what_cannot_be_is_told_in_a_sentence(system, event, message):
    with pytest.raises(ScoreError, match=message):
        told(system, event)


def test_the_same_flowers_are_not_paid_twice():
    events = [
        {"event": "bouquet", "seat": seat, "tiles": ["F1", "F2", "F3", "F4"]} for seat in "ES"
    ]
    with pytest.raises(ScoreError, match=r"events\[1\]\.tiles: F1 belongs to an earlier event"):
        told("HANDS", *events)


@pytest.mark.parametrize(("system", "hand", "event", "rule"), [
    ("LASFS", PLAIN, {"event": "false_mah_jongg_exposed", "seat": "N"}, "LASFS-X01"),
    ("SHOP-A", "B222444466 B6 DGG D5",
     {"event": "mistaken_mahjong", "seat": "W", "exposed": ["E", "W", "N"], "value": 20},
     "SA-X04"),
])  # fmt: skip
def test_nobody_wins_a_hand_that_an_event_ended(system, hand, event, rule):
    asked = request(system, {"S": hand}, "S D5 wall", events=[event])
    with pytest.raises(ScoreError, match=rf"win: the {event['event']} has ended .*\[{rule}\]"):
        score(asked)


SIXES = {"system": "YEE", "dice": [6, 6, 6]}


@pytest.mark.parametrize("event", [
    {"event": "triple_six", "seat": "E"}, {"event": "triple_six", "seat": "W"},
    {"offence": "YEE-B01", "thrower": "E"}, {"dice": [6, 6, 6], "seat": "N"},
])  # fmt: skip
def test_three_sixes_told_as_dice_and_as_event_are_paid_once(event):
    assert score(SIXES | {"events": [event]}) == score({"system": "YEE", "events": [event]})


def test_three_sixes_of_the_dice_are_told_after_the_events_that_are_named():
    answer = score(SIXES | {"events": [{"event": "threw_self_pick", "seat": "S"}]})
    assert [each["rule"] for each in answer["events"]] == ["YEE-X01", "YEE-B01"]
    assert answer["net"] == {"E": 42, "S": -78, "W": 18, "N": 18}
    with pytest.raises(ScoreError, match=r"^events\[0\]: must be an object"):
        score(SIXES | {"events": ["triple_six"]})


@pytest.mark.parametrize(("system", "dice"), [("YEE", [6, 6, 5]), ("YEE", [6, 6]),
                                              ("SHOP-B", [6, 6])])  # fmt: skip
def test_no_other_throw_is_paid(system, dice):
    assert "events" not in score({"system": system, "dice": dice})
