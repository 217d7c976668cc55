"""`mjscore vectors`: every kind of vector is answered from the engine, and compared."""

import copy
import json
from pathlib import Path

import pytest

from mjscore.cli import main
from mjscore.vectors import FACTS, answer, as_line
from tests.score.bad_requests import RULES

FILE = Path(__file__).parents[1] / "data" / "rule_vectors.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))["vectors"]


def ask(kind, system, given, expected=None, rules=()):
    """The answer to a vector of one's own, and what differs."""
    vector = {"id": "own", "system": system, "kind": kind, "input": given, "rules": list(rules)}
    result = answer(vector if expected is None else vector | {"expected": expected})
    return result.answer if expected is None else result.differs


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_every_vector_of_the_sample_matches(vector):
    line = as_line(vector)
    assert line["matches"] is True, line
    assert (line["id"], line["kind"]) == (vector["id"], vector["kind"])


def test_every_kind_of_the_sample_is_known():
    assert {vector["kind"] for vector in VECTORS} == set(FACTS)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_answer_does_not_come_from_what_is_expected(vector):
    plain = {name: value for name, value in vector.items() if name != "expected"}
    told = as_line(plain)
    assert told["matches"] is None
    wrong = as_line(vector | {"expected": spoilt(vector["expected"])})
    assert wrong["matches"] is False and len(wrong["differs"]) >= 1
    for key in vector["expected"]:
        assert wrong["answer"][key] == told["answer"][key]


def spoilt(value):
    """The same shape with every number one higher and every text another."""
    if isinstance(value, dict):
        return {key: spoilt(below) for key, below in value.items()}
    if isinstance(value, list):
        return [spoilt(below) for below in value] or ["more"]
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}?"


# Facts that the sample does not hold, from the rule texts.
OTHERS = [
    ("deal", "YEE", {"dice": [6, 6, 6]},
     {"break_wall": "S", "counted": 18, "first_stack": "E1", "tail_stack": "S18", "left": 91}),
    ("deal", "SHOP-B", {"dice": [3, 4], "flowers": True}, {"first_stack": "E8", "left": 91}),
    ("deal", "HANDS", {"dice": [5, 6], "animals": True}, {"tail_stack": "E11", "left": 95}),
    ("deal", "LASFS", {"dice": [1, 1], "dealer_side": "C"},
     {"first_stack": "E3", "sides": {"dealer": "C", "first_stack": "C3"}}),
    ("profile", "SHOP-B", {"flowers": True}, {"tiles": 144, "per_wall": 36, "dealt": 53}),
    ("profile", "MJG", {}, {"tiles": 136, "stacks": [17, 17, 17, 17], "dice": 2}),
    ("profile", "HANDS", {"tiles": 148},
     {"stacks": [19, 18, 19, 18], "per_wall": [38, 36, 38, 36],
      "composition": {"suits": 108, "honours": 28, "flowers": 8, "animals": 4}}),
    ("profile", "YEE", {}, {"dice": 3, "wall_select": "(sum-1) mod 4", "left": 91,
                            "replacements": ["kong", "flower"], "rotation": "four_times"}),
    ("reserve", "SHOP-B", {"tiles": 136, "kongs": 2},
     {"draw_when_tiles_left": 18, "stacks_left": 9, "head_draws": 83 - 2 - 18}),
    ("reserve", "SHOP-B", {"tiles": 136, "kongs": 2, "config": {"reserve_per_kong": 1}},
     {"draw_when_tiles_left": 16}),
    ("reserve", "YEE", {"kongs": 3}, {"draw_when_tiles_left": 16, "head_draws": 72}),
    ("reserve", "LASFS", {"tail_draws": 3}, {"draw_when_tiles_left": 7, "head_draws": 81}),
    ("reserve", "SHOP-A", {}, {"draw_when_tiles_left": 0, "head_draws": 99}),
    ("settlement", "SHOP-A", {"value": 25}, {"self_draw_joker": {"each": 25}}),
    ("settlement", "SHOP-A", {"value": 25, "winner": "S", "from": "E", "bettor": "S"},
     {"net": {"E": -100, "S": 100, "W": -50, "N": -50, "bettor": 100}}),
    ("settlement", "YEE", {"value": 12, "winner": "N", "from": "E"},
     {"net": {"E": -12, "S": 0, "W": 0, "N": 12}}),
    ("settlement", "YEE", {"value": 12, "winner": "N"}, {"net": {"N": 36, "E": -12}}),
    ("settlement", "MJG", {"winner": "S", "values": {"E": 4, "S": 30, "W": 10, "N": 4}},
     {"net": {"E": -72, "S": 120, "W": -12, "N": -36}}),
    ("settlement", "LASFS", {"winner": None, "values": {"E": 10, "S": 20, "W": 0, "N": 0}},
     {"net": {"E": 20, "S": 60, "W": -40, "N": -40}}),
    ("profile", "LASFS", {}, {"reserve": "8-(r mod 2)", "draw_when_tiles_left": 8}),
    ("reserve", "SHOP-B", {"tiles": 136, "kongs": 1, "config": {"reserve_per_kong": 1}},
     {"draw_when_tiles_left": 15, "stacks_left": 8, "reserve": 15}),
    ("settlement", "SHOP-A", {"value": 20}, {"discard": {"discarder": 40, "others": 20}}),
    ("settlement", "YEE", {"value": 9}, {"discard": {"discarder": 9, "others": 0},
                                         "self_draw": {"each": 9}}),
    ("settlement", "MJG", {"value": 9}, {"each": 9, "east_pays": 18, "east_receives": 18}),
    ("settlement", "LASFS", {"winner": None, "values": {"S": 10}},
     {"net": {"E": -20, "S": 40, "W": -10, "N": -10}}),
    ("settlement", "MJG", {"winner": "S", "value": 30, "values": {"N": 4}},
     {"net": {"E": -68, "S": 120, "W": -34, "N": -18}}),
    ("settlement", "SHOP-A", {"value": 25, "winner": "S"}, {"net": {"S": 150}}),
    ("settlement", "SHOP-A", {"value": 25, "winner": "S", "jokers": True}, {"net": {"S": 75}}),
    ("settlement", "SHOP-A", {"value": 25, "winner": "S", "jokers": 2}, {"net": {"S": 75}}),
    ("settlement", "HANDS", {"value": 100, "winner": "S"}, {"net": {"E": -200, "W": -100}}),
    ("settlement", "SHOP-B", {"winner": None, "values": {"E": 10}}, {"net": {"E": 0, "S": 0}}),
    ("settlement", "HANDS", {"value": 100, "winner": "E", "double_dice": True},
     {"net": {"E": 1200, "S": -400}}),
    ("settlement", "HANDS", {"value": 100, "winner": "E", "dice": [3, 3]},
     {"net": {"E": 1200, "S": -400}}),
    ("settlement", "HANDS", {"values": {"E": 10, "S": 100}, "winner": "S", "dice": [3, 3]},
     {"net": {"E": -320, "S": 800, "W": -240, "N": -240}}),
    ("settlement", "HANDS", {"value": 100, "winner": "E", "dice": [3, 4]}, {"net": {"S": -200}}),
    ("settlement", "HANDS", {"value": 100, "dice": [5, 5]}, {"each": 200, "east_pays": 400}),
    ("settlement", "SHOP-B", {"value": 100, "winner": "E", "dice": [3, 3]}, {"net": {"S": -200}}),
    ("hand_list", "LASFS", {}, {"count": 7}),
    ("limit", "SHOP-B", {"config": {"limit": 500, "basal": 20}},
     {"limit": 500, "half": 250, "basal": 20, "east": 1000}),
    ("limit", "YEE", {}, {"limit": None, "east": None}),
    ("rounding", "HANDS", {"points": 40}, {"rounded": 40}),
    ("rounding", "MJG", {"points": 34}, {"rounded": 34}),
    ("doubling", "HANDS", {"points": 34, "doubles": 5}, {"value": 1280, "capped": 1000}),
    ("doubling", "MJG", {"points": 18, "doubles": 0}, {"value": 18}),
    ("doubling", "SHOP-B", {"points": 60, "doubles": 4, "limit": 300}, {"value": 300}),
    ("reserve", "YEE", {"replacements_drawn": 5}, {"draw_when_tiles_left": 16, "head_draws": 70}),
    ("reserve", "LASFS", {"replacements_drawn": 1}, {"draw_when_tiles_left": 7}),
    ("reserve", "SHOP-A", {"kongs": 2}, {"draw_when_tiles_left": 0, "head_draws": 99}),
    ("charleston", "SHOP-A", {"exchange": "second"},
     {"steps": ["left", "across", "right"], "compulsory": False}),
    ("charleston", "SHOP-A", {"exchange": 1}, {"first": ["right", "across", "left"], "tiles": 3}),
    ("limit", "LASFS", {"config": {"limit": 600}}, {"limit": 600, "east": 1200}),
    ("limit", "HANDS", {"config": {"limit": 600}}, {"limit": 600, "half": 300}),
    ("chips", "HANDS", {"chips": {"yellow": 2, "green": 1, "blue": 1, "red": 1}}, {"total": 4200}),
    ("chips", "HANDS", {"points": 3700}, {"laid_out": {"2000": 1, "1000": 1, "500": 1, "100": 2}}),
    ("chips", "HANDS", {}, {"yellow": 100, "white": 500, "green": 1000, "blue": 1000,
                            "red": 2000}),
    ("flower_score", "HANDS", {"seat": "S", "round_wind": "E", "bonus": ["F1", "F2", "A1"]},
     {"points": 12, "doubles": 3}),
    ("flower_score", "HANDS", {"seat": "S", "bonus": ["A1", "A2", "A3", "A4"]},
     {"points": 0, "doubles": 0}),
    ("flower_score", "LASFS", {"seat": "W", "bonus": ["F1", "F2", "F3", "F4", "S3"]},
     {"points": 20, "doubles": 5}),
    ("flower_score", "YEE", {"seat": "W", "bonus": ["F1", "S4"]}, {"points": 2, "doubles": 0}),
    ("flower_score", "MJG", {"seat": "E", "bonus": ["F1"]}, {"points": 0, "doubles": 0}),
    ("flower_score", "SHOP-B",
     {"seat": "E", "bonus": ["F1", "F2", "F3", "F4"], "config": {"bouquet_includes_own": False}},
     {"points": 16, "doubles": 3}),
    ("bonus", "YEE", {"dice": [6, 6, 5], "thrower": "E"}, {"net": {"E": 0, "S": 0}}),
    ("bonus", "HANDS", {"event": "zoo", "seat": "E", "tiles": ["A1", "A2", "A3", "A4"],
                        "dice": [2, 2]}, {"net": {"E": 6000, "S": -2000}}),
    ("penalty", "YEE", {"offence": "threw_self_pick", "seat": "E", "config": {"beginners": ["E"]}},
     {"net": {"E": 0, "S": 0, "W": 0, "N": 0}}),
    ("penalty", "LASFS", {"offence": "false_mah_jongg_exposed", "seat": "E"},
     {"net": {"E": -1500, "S": 500, "W": 500, "N": 500}}),
    ("penalty", "SHOP-A", {"offence": "mistaken_mahjong", "seat": "S", "value": 25,
                           "exposed": ["E", "S", "W"]}, {"net": {"N": 75, "E": -25}}),
    ("special", "YEE", {"winner": "S", "last_flower_holder": "E"}, {"net": {"S": 60, "E": -30}}),
    ("special", "HANDS", {"id": "MH-L15", "winner": "S"}, {"value": 2000, "net": {"E": -4000}}),
    ("special", "MJG", {"id": "x", "calling": True,
                        "config": {"special_hands": [{"id": "x", "mahjiang": 9, "calling": 4}]}},
     {"value": 4}),
    ("special", "MJG", {"id": "x", "config": {
        "limit": 1000, "special_hands": [{"id": "x", "mahjiang": 1500}]}}, {"value": 1000}),
    ("special", "MJG", {"id": "x", "config": {
        "limit": None, "special_hands": [{"id": "x", "mahjiang": 1500}]}}, {"value": 1500}),
    ("hand_list", "HANDS", {}, {"count": 31}),
    ("charleston", "SHOP-A", {}, {"tiles": 3, "jokers": False}),
]  # fmt: skip


@pytest.mark.parametrize("kind, system, given, expected", OTHERS)
def test_what_the_sample_does_not_hold(kind, system, given, expected):
    assert ask(kind, system, given, expected) == []


def test_amounts_follow_the_rows_the_options_and_the_limits():
    rules = ["SB-P20", "SB-P31", "SB-D04", "SB-L01", "SB-L05", "SB-P18"]
    assert ask("points_table", "SHOP-B", {}, rules=rules) == {
        "SB-P20": 10, "SB-P31": 10, "SB-D04": 3, "SB-L01": 300, "SB-L05": 150, "SB-P18": 32,
    }  # fmt: skip
    other = {"config": {"basal": 30, "limit": 500}}
    told = ask("points_table", "SHOP-B", other, rules=["SB-P20", "SB-L02", "SB-L05"])
    assert told == {"SB-P20": 30, "SB-L02": 500, "SB-L05": 250}
    assert ask("points_table", "MJG", {}, rules=["MJ-P03", "MJ-P04"]) == {"major_pong": [4, 8]}
    assert ask("points_table", "MJG", {}, rules=["MJ-D22"]) == {"MJ-D22": 3}
    assert ask("points_table", "LASFS", {}, rules=["LASFS-L06", "LASFS-X01"]) == {
        "LASFS-L06": 500, "LASFS-X01": 250,
    }  # fmt: skip


def test_only_the_rules_that_are_asked_for_are_told():
    own = {"config": {"card": [{"type": "exposed", "value": 30, "groups": [
        {"n": 4, "tile": "WE"}, {"n": 4, "tile": "WS"}, {"n": 6, "tile": "F"}]}]}}  # fmt: skip
    rules = ["SA-P01", "SA-S01", "SA-S02", "SA-S03"]
    shares = {"SA-S01": "x2", "SA-S02": "x2", "SA-S03": "x1"}
    values = [25, 25, 25, 15, 15, 15, 25, 25, 25, 20, 20, 20, 20, 20, 15]
    assert ask("points_table", "SHOP-A", {}, rules=rules) == {"SA-P01": values} | shares
    assert ask("points_table", "SHOP-A", own, rules=rules) == {"SA-P01": [30]} | shares
    assert ask("points_table", "SHOP-B", {}, rules=["SB-T04", "MJ-P12"]) == {"SB-T04": None}
    assert len(ask("points_table", "LASFS", {}, rules=["MJ-P12"])) > 30


def test_the_limit_of_every_hand_is_no_hand_of_the_list():
    for system in ("SHOP-B", "MJG", "LASFS"):
        listed = [hand["id"] for hand in ask("hand_list", system, {})["hands"]]
        assert listed and not {"SB-L01", "MJ-L01", "MJ-L02", "LASFS-L00"} & {*listed}
    assert listed == [f"LASFS-L0{number}" for number in range(1, 8)]


def test_a_special_hand_may_be_named_by_the_rules_of_the_vector():
    assert ask("special", "HANDS", {}, rules=["MH-L13"]) == {"value": 500}
    dice = {"winner": "S", "dice": [4, 4]}
    assert ask("special", "HANDS", dice, rules=["MH-L13"])["net"]["S"] == 4 * 500 * 2
    assert ask("hand_list", "HANDS", {})["hands"][0]["no"] == 1


def test_a_settlement_tells_the_ways_that_its_rules_name():
    assert ask("settlement", "SHOP-A", {"value": 15}, rules=["SA-S03"]) == {
        "self_draw_joker": {"each": 15}
    }


@pytest.mark.parametrize("id", ["PUB-SB-DOUBLING", "PUB-MH-DOUBLING"])
def test_a_doubling_table_that_is_not_described_is_the_printed_one(id):
    printed = next(vector for vector in VECTORS if vector["id"] == id)
    system, expected = printed["system"], printed["expected"]
    assert ask("doubling_table", system, {}, expected) == []
    assert ask("doubling_table", system, {"points": None}, expected) == []
    doubles = printed["input"]["doubles"]
    assert ask("doubling_table", system, {"doubles": doubles}, expected) == []
    assert "points: must be a list" in as_line(
        {"kind": "doubling_table", "system": "MJG", "input": {}})["error"]["message"]  # fmt: skip


def test_null_in_an_input_is_its_default():
    bare = {"values": {"S": 18}, "winner": "S"}
    told = {**bare, "value": None, "source": "wall", "config": {"basal": None}}
    assert ask("settlement", "SHOP-B", told)["net"] == ask("settlement", "SHOP-B", bare)["net"]
    assert ask("reserve", "SHOP-B", {"kongs": None}) == ask("reserve", "SHOP-B", {})


def test_only_what_is_expected_is_compared_and_order_does_not_matter():
    vector = copy.deepcopy(next(v for v in VECTORS if v["kind"] == "score"))
    vector["expected"]["transfers"].reverse()
    vector["expected"]["hands"]["S"]["lines"].reverse()
    del vector["expected"]["hands"]["S"]["points"]
    assert as_line(vector)["matches"] is True
    vector["expected"]["hands"]["S"]["value"] = 19
    vector["expected"]["hands"]["S"]["colour"] = "red"
    line = as_line(vector)
    assert line["differs"] == [
        "hands.S.value is 18, expected 19",
        "hands.S.colour is not answered",
    ]


@pytest.mark.parametrize(
    "vector, told",
    [
        (5, "vector: must be an object, not 5 [11]"),
        ({"kind": "deals", "input": {}, "system": "YEE"}, "no kind 'deals'; did you mean"),
        ({"kind": "deal", "input": 1, "system": "YEE"}, "input: must be an object, not 1"),
        ({"kind": "deal", "input": {}, "system": "YE"}, "there is no system 'YE'"),
        ({"kind": "deal", "input": {}, "system": "YEE"}, "dice: must be a list of whole numbers"),
        ({"kind": "rounding", "input": {"points": "x"}, "system": "YEE"}, "points: must be"),
        ({"kind": "profile", "input": {"profile": "YE"}, "system": "YEE"}, "has no profile 'YE'"),
        ({"kind": "profile", "input": {"tiles": 7}, "system": "YEE"}, "not played with 7 tiles"),
        ({"kind": "doubling", "input": {"points": 1, "doubles": 65}, "system": "YEE"},
         "doubles: must be a whole number from 0 to 64, not 65"),
        ({"kind": "doubling_table", "input": {"points": [1], "doubles": [65]}, "system": "YEE"},
         "doubles: has at most 64 doubles"),
        ({"kind": "chips", "input": {"chips": {"pink": 1}}, "system": "YEE"}, "no chip 'pink'"),
        ({"kind": "chips", "input": {"chips": 3}, "system": "YEE"}, "chips: must be an object"),
        ({"kind": "settlement", "input": {"values": 3}, "system": "MJG"}, "values: must be"),
        ({"kind": "settlement", "input": {"value": 3, "dice": [1, 7]}, "system": "HANDS"},
         "dice: must be two numbers 1..6, not [1, 7]"),
        ({"kind": "settlement", "input": {"value": 3, "winner": "E", "source": "sky"},
          "system": "YEE"}, "source: must be one of discard"),
        ({"kind": "settlement", "input": {"value": 3, "winner": "E", "joker": 1},
          "system": "SHOP-A"}, "joker: must be true or false, not 1"),
        ({"kind": "special", "input": {"id": "MH-L99"}, "system": "HANDS"},
         "HANDS has no special hand 'MH-L99'"),
        ({"kind": "flower_score", "input": {"seat": "Q"}, "system": "YEE"},
         "seat: must be one of E, S, W, N, not 'Q'"),
        ({"kind": "penalty", "input": {"offence": "sneezed"}, "system": "YEE"}, "'sneezed'"),
        ({"kind": "score", "input": {"players": 1}, "system": "YEE"}, "players: must be"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_told(vector, told):
    error = as_line(vector)["error"]
    assert told in error["message"]
    assert error["field"] and error["rule"] in RULES


def test_what_an_answer_does_not_depend_on_is_told():
    vector = {"id": "x", "kind": "reserve", "system": "SHOP-A", "input": {"kongs": 2}}
    assert as_line(vector)["unused"] == ["kongs"]
    known = vector | {"system": "SHOP-B"}
    assert "unused" not in as_line(known)


@pytest.mark.parametrize(("system", "given", "says"), [
    ("SHOP-A", {"exchange": "third"},
     "exchange: must be first or second, not 'third' [SA-F03]"),
    ("YEE", {}, "system: YEE has no exchange of tiles, only SHOP-A [SA-F02]"),
])  # fmt: skip
def test_an_exchange_that_there_is_not(system, given, says):
    told = as_line({"kind": "charleston", "system": system, "input": given})
    assert told["error"]["message"] == says


def test_the_command_tells_lines_summary_and_exit_code(tmp_path, capsys):
    assert main(["vectors", str(FILE)]) == 0
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["id"] for line in lines] == [vector["id"] for vector in VECTORS]
    assert err == "65 vectors: 65 match, 0 differ, 0 unanswered\n"
    own = tmp_path / "own.json"
    wrong = VECTORS[0] | {"expected": {"net": {"E": 1}}}
    own.write_text(json.dumps({"vectors": [VECTORS[0], wrong]}))
    assert main(["vectors", str(own)]) == 1
    assert "PUB-SB-EX1-on-table: net.E is -36, expected 1\n" in capsys.readouterr().err
    own.write_text(json.dumps([wrong, {"id": "odd"}]))
    assert main(["vectors", str(own)]) == 2
    assert "odd: kind: there is no kind None" in capsys.readouterr().err


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"])
def test_a_file_may_hold_one_vector_a_line(tmp_path, capsys, end):
    path = tmp_path / "vectors.jsonl"
    lines = [json.dumps(vector) for vector in VECTORS[:3]]
    for number in (1, 3):
        path.write_bytes(end.join([*lines[:number], ""]).encode())
        assert main(["vectors", str(path)]) == 0
        out, err = capsys.readouterr()
        assert [json.loads(line)["id"] for line in out.splitlines()] == [
            vector["id"] for vector in VECTORS[:number]]  # fmt: skip
        assert err == f"{number} vectors: {number} match, 0 differ, 0 unanswered\n"


def test_a_whole_file_in_any_layout_is_read(tmp_path, capsys):
    path = tmp_path / "vectors.json"
    for value in ({"vectors": VECTORS[:2]}, VECTORS[:2]):
        for indent in (None, 0, 2):
            path.write_text(json.dumps(value, indent=indent) + "\n")
            assert main(["vectors", str(path)]) == 0
            assert capsys.readouterr().err.startswith("2 vectors: 2 match")


@pytest.mark.parametrize(
    "text, told",
    [
        (b'{"kind": "deal"}\n{', "vectors[1]: this text is no JSON"),
        (b"{", "vectors: this text is no JSON: Expecting"),
        (b"", "vectors: this text is empty: no JSON [11]"),
        (b"\xff", "is not UTF-8"),
        (b"{}", "vectors: a file of vectors has a list of them, not None"),
    ],
)
def test_a_file_that_is_none_is_told_in_one_sentence(tmp_path, capsys, text, told):
    path = tmp_path / "vectors.json"
    path.write_bytes(text)
    assert main(["vectors", str(path)]) == 2
    assert told in capsys.readouterr().err
    assert main(["vectors", str(tmp_path / "none")]) == 2
    assert "cannot read" in capsys.readouterr().err
