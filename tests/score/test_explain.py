"""`explain` tells every line with its rule; `why_not` says what a hand lacks, and only then."""

import pytest

from mjscore import rulebook
from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.explain import explain, why_not
from mjscore.explain.lacks import Question
from tests.score.cases import all_cases

CASES = {case.name: case for case in all_cases()}
SCORED = ("points", "double", "start", "extra")


def lacks(name, rule, seat=None):
    return why_not(CASES[name].request, rule, seat)


def test_a_result_is_told_line_by_line_with_names_and_payments():
    assert explain(CASES["SB-Q06"].request).splitlines() == [
        "SHOP-B: South wins with B3, discarded by East.",
        "",
        "East: 0",
        "",
        "South: 16 points: 16",
        "  read as (B3*3) C5*3 D234 D678 C1*2",
        "    2 points  SB-P01  pung of 2-8 on the table: An exposed pung of 2 to 8.",
        "    4 points  SB-P11  pung of 2-8 in hand: A concealed pung of 2 to 8.",
        "   10 points  SB-P20  basal score: The winner's basal score, 10 unless another sum was"
        " agreed.",
        "",
        "West: 0",
        "",
        "North: 0",
        "",
        "East pays South 32.",
        "West pays South 16.",
        "North pays South 16.",
        "  SB-S01  the winner is paid: East, West and North pay South 16.",
        "  SB-S03  East doubles: East pays South 2 x 16.",
    ]


def test_doubles_rounding_and_limits_are_told():
    text = explain(CASES["MH-Q06"].request)
    assert "South: 56 points, rounded to 60, 2 doubles: 240" in text
    assert "    1 double  MH-D02  clean hand: " in text
    assert "       limit  SB-L02  three dragon sets: " in explain(
        CASES["SB three dragon sets"].request
    )


def test_a_special_hand_is_told_as_its_limit():
    text = explain(CASES["MH seven dirty pairs"].request)
    assert "South: 500\n  read as B1*2 B2*2 B6*2 C3*2 C5*2 D7*2 D9*2\n" in text
    assert "       limit  MH-L01  seven dirty pairs: " in text


def test_the_hand_of_the_card_is_named_with_its_jokers():
    request = CASES["SA self-drawn with a joker"].request
    card = score(request)["card_hand"]
    line = next(line for line in explain(request).splitlines() if " of the card, " in line)
    assert line.startswith(f"  hand {card['no']} of the card, {card['type']}: ")
    assert all(group in line for group in card["groups"] if "flower" not in group)
    assert f"{card['jokers_used']} joker" in line and card["jokers_for"][0] in line
    assert " of the card, " not in explain(CASES["SB-Q06"].request)


def test_an_illegal_hand_and_a_hand_nobody_won_are_told():
    assert explain(CASES["SB no complete hand"].request).endswith(
        "This is no winning hand: the winner's tiles are not four sets and a pair."
    )
    assert explain(CASES["SB drawn hand"].request) == (
        "SHOP-B: nobody wins.\n\nNobody pays.\n  SB-S04  drawn hand: nobody won, so nobody pays."
    )


def test_an_event_is_told_with_its_rule_and_alone_where_more_is_paid():
    assert explain(CASES["YEE triple six"].request).splitlines() == [
        "YEE: nobody wins.",
        "",
        "Event: triple six, West",
        "  YEE-B01  triple six: Whoever throws three sixes collects 6 points from everybody at"
        " once.",
        "",
        "East pays West 6.",
        "South pays West 6.",
        "North pays West 6.",
    ]
    request = CASES["YEE triple six"].request | CASES["YEE normal win"].request
    both = explain(request | {"events": CASES["YEE triple six"].request["events"]})
    assert "at once.\n  East pays West 6.\n  South pays West 6.\n  North pays West 6.\n" in both
    assert both.endswith(
        "East pays West 6.\nNorth pays West 6.\n"
        "  YEE-S01  won on a discard: West pays South 6, the others nothing."
    )


def test_the_bettor_is_told_what_he_pays():
    assert "West pays the bettor 50." in explain(CASES["SA bettor on the winner"].request)


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_lacking_exactly_for_what_the_sheet_lists(name):
    request = CASES[name].request
    answer = score(request)
    for seat in CASES[name].expected.get("hands", {}):
        sheet, question = answer["hands"][seat], Question(request, seat)
        listed = {item[0] for item in sheet["lines"] + sheet["doubles"]} | set(sheet["limits"])
        for rule in rulebook.rules_of(request["system"]):
            if rule.kind in SCORED or rule.kind == "limit":
                lack = question.lacks(rule.id)
                assert (rule.id in listed) == (lack == []), (seat, rule.id, lack)
                assert all(text[0] == text[0].upper() and text[-1] == "." for text in lack)


ILLEGAL = [name for name, case in CASES.items() if not case.expected["legal"]]


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_hand_lacks_something_for_every_rule_that_hands_score(name):
    request = CASES[name].request
    question = Question(request)
    for rule in rulebook.rules_of(request["system"]):
        lack = question.lacks(rule.id)
        assert lack or rule.kind == "hand", rule.id
        assert all(text[0] == text[0].upper() and text[-1] == "." for text in lack)


def test_a_row_says_which_of_its_needs_are_not_met():
    assert lacks("SB-Q06", "SB-P34") == [
        "The winning tile was not drawn by the winner.",
        "It was not the last tile.",
    ]
    assert lacks("SB-Q06", "SB-D04") == ["The suit tiles are not all of one suit."]
    assert lacks("SB-Q06", "SB-P33") == ["The hand has other points than the basal score."]


def test_a_set_says_which_is_nearest_and_what_it_lacks():
    assert lacks("SB-Q06", "SB-P02") == [
        "There is no such pung on the table; the nearest is C1, which lacks C1."
    ]
    assert lacks("SB-Q06", "SB-P15") == [
        "There is no such kong in the hand; the nearest is B3, which lacks B3."
    ]


def test_a_set_in_the_other_place_is_named():
    assert lacks("SB pungs in hand", "SB-P02") == [
        "The pung of C9 counts as in the hand, not on the table."
    ]


def test_a_set_of_an_illegal_hand_is_told_why_it_does_not_count():
    assert lacks("MH two chows", "MH-P01a") == [
        "A basic hand has one chow at most, and the list has no such hand."
    ]


def test_four_alike_of_a_loser_are_read_as_the_system_reads_them():
    assert lacks("MH-Q21", "MH-P04a", "W") == [
        "The kong of B5 counts as in the hand, not on the table."
    ]
    assert lacks("SB-Q14 as a kong", "SB-P05", "W") == [
        "The kong of B5 counts as in the hand, not on the table."
    ]
    assert lacks("SB-Q14", "SB-P15", "W") == ["The tiles B5 are not read as a kong in the hand."]


def test_a_special_hand_says_which_tiles_are_missing():
    assert lacks("LASFS thirteen noble scholars", "LASFS-L04")[0].startswith(
        "7 tiles are missing:"
    )
    assert lacks("LASFS nine united sons", "LASFS-L03")[0].endswith(
        ": C1 C9 D1 D9 WE WS WW WN DR DG DW."
    )
    assert lacks("MH-Q06", "MH-L30") == ["The last tile came from a player, not from the wall."]
    assert lacks("MH-Q06", "MH-L15")[0] == "It lacks B1 B1 B1 B3 B4 B6 B8."


def test_the_card_says_what_its_nearest_hands_need():
    assert lacks("SA red dragons beside bamboos", "SA-P01")[0] == (
        "No. 1 (exposed, 25): it has no place for DR, DR, DR, DR, and needs DG, DG, DG, DG"
        " instead."
    )


def test_a_hand_of_the_card_lacks_nothing_and_its_payments_are_told_too():
    assert lacks("SA-Q04", "SA-F01") == lacks("SA-Q04", "SA-S01") == []
    assert lacks("SA-Q04", "SA-S02") != []
    assert lacks("SA-Q04", "SA-T01") == ["SA-T01 (tiles supplied) is no rule that a hand scores."]


def test_a_joker_may_be_the_winning_tile_of_a_question():
    win = CASES["SA-Q14"].request["win"] | {"tile": "J"}
    request = CASES["SA-Q14"].request | {"win": win}
    assert why_not(request, "SA-P01") == []
    assert why_not(request, "SA-T01") == ["SA-T01 (tiles supplied) is no rule that a hand scores."]


def test_only_the_winner_is_asked_for_what_only_a_winner_scores():
    assert lacks("SB-Q06", "SB-P20", "W") == [
        "Only the hand that wins is counted for this, and West did not win."
    ]


def test_an_option_that_switches_a_rule_off_is_named():
    assert lacks("SB-Q08 none", "SB-P31") == ["The extras were not agreed (option extras)."]
    assert lacks("SB three dragon sets without a limit", "SB-L02") == [
        "The hands are played without a limit (option limit)."
    ]


def test_a_limit_that_was_not_reached_says_the_value():
    assert lacks("SB-Q06", "SB-L01") == ["The hand is worth 16, which the limit does not cut."]
    assert lacks("SB complete from the deal", "SB-L01") == [
        "The value of the hand is fixed by SB-L04."
    ]


def test_a_fixed_value_takes_nothing_more():
    assert lacks("MH seven dirty pairs", "MH-P09") == [
        "The hand counts as MH-L01, and nothing is added to that."
    ]


def test_an_incomplete_hand_is_named_as_such():
    assert lacks("SB no complete hand", "SB-P31") == ["The tiles are not four sets and a pair."]


def test_a_rule_that_no_hand_scores_says_so():
    assert lacks("SB-Q06", "SB-F01") == [
        f"SB-F01 ({rulebook.rule('SB-F01').name}) is no rule that a hand scores."
    ]


@pytest.mark.parametrize(
    ("rule", "seat", "told"),
    [
        ("MJ-P01", "E", "rule: MJ-P01 is a rule of MJG, and the hand was played by SHOP-B"),
        ("SB-P01", None, "seat: nobody wins here, so name the seat that is asked about"),
        ("SB-P01", "X", "seat: must be one of E, S, W, N, not 'X' [ENG-02]"),
    ],
)
def test_a_question_that_has_no_answer_is_refused(rule, seat, told):
    with pytest.raises(ScoreError) as refused:
        lacks("SB drawn hand", rule, seat)
    assert str(refused.value) == told


def test_a_hand_that_was_not_told_cannot_be_asked_about():
    for name, seat in (("YEE triple six", "W"), ("YEE normal win", "E")):
        with pytest.raises(ScoreError) as refused:
            lacks(name, "YEE-V01", seat)
        assert str(refused.value) == f"players.{seat}: the tiles of this hand were not given"


@pytest.mark.parametrize(("name", "rule"), [
    ("SB dealt tiles with a claimed set", "SB-L04"),
    ("LASFS dealt tiles with a claimed set", "LASFS-L01"),
])  # fmt: skip
def test_a_dealt_hand_with_an_open_meld_is_not_complete_as_dealt(name, rule):
    assert lacks(name, rule) == ["A meld lies open, so a tile came from another player."]
