"""What cannot be scored is told in one sentence with field and rule; every refusal has a case."""

import ast
import json
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from mjscore import engine, fields, options, registry, request
from mjscore.engine import read_json, score, score_text
from mjscore.errors import ScoreError
from mjscore.options import chosen
from mjscore.request import melds, players, winning
from mjscore.systems import SYSTEMS, game
from tests.score.bad_requests import CASES, GONE, GOOD, LINES, RULES, M, changed

MODULES = (request, fields, melds, players, winning, options, engine, registry)
IDS = [f"{case[1]} {case[3][:30]}" for case in CASES]


def test_the_good_request_is_scored() -> None:
    assert score(GOOD)["legal"]
    assert score(changed(("win.source", "wall"), ("win.from", GONE)))["legal"]


@pytest.mark.parametrize(("changes", "field", "rule", "says"), CASES, ids=IDS)
def test_a_request_that_cannot_be_used(
    changes: list[tuple[str, Any]], field: str, rule: str, says: str
) -> None:
    with pytest.raises(ScoreError) as told:
        score(changed(*changes))
    assert (told.value.field, told.value.rule) == (field, rule)
    text = str(told.value)
    assert says in text
    assert text.startswith(f"{field}: ") and text.endswith(f" [{rule}]")
    assert "\n" not in text


@pytest.mark.parametrize(("line", "field", "rule", "says"), LINES, ids=[x[0][:40] for x in LINES])
def test_a_line_that_is_no_request(line: str, field: str, rule: str, says: str) -> None:
    error = json.loads(score_text(line))["error"]
    assert set(error) == {"message", "field", "rule"}
    assert (error["field"], error["rule"]) == (field, rule)
    assert says in error["message"]
    assert error["message"].startswith(f"{field}: ") and error["message"].endswith(f" [{rule}]")
    assert "sys." not in error["message"]
    assert json.loads(score_text(json.dumps(GOOD)))["legal"], "the next line is answered"


def test_a_colon_in_a_text_is_no_member() -> None:
    value = {"a": 'x":y', "b": [1, {"c": ":"}], "d": [{"e": 1}, 2]}
    assert read_json(json.dumps(value)) == value


def test_a_name_that_cannot_be_shown_is_still_told_on_one_line() -> None:
    with pytest.raises(ScoreError) as told:
        score(changed(("win\n", 1)))
    assert str(told.value) == 'win?: there is no such field; did you mean "win"? [ENG-01]'
    assert told.value.field == "win?"
    lines = '{"a\\ud800":1,"a\\ud800":2}', '{"%s":1,"%s":2}' % ("b" * 999, "b" * 999)
    assert json.loads(score_text(lines[0]))["error"] == {
        "message": 'a?: "a\\ud800" is given twice [1.5]', "field": "a?", "rule": "1.5",
    }  # fmt: skip
    long = json.loads(score_text(lines[1]))["error"]
    assert len(long["field"]) == 500
    assert long["message"].startswith(long["field"] + ": ")


def test_a_name_given_twice_among_very_many_is_found_at_once() -> None:
    names = [f'"{number}":0' for number in range(50_000)]
    line = "{" + ",".join([*names, '"49999":1']) + "}"
    start = process_time()
    assert json.loads(score_text(line))["error"]["field"] == "49999"
    assert process_time() - start < 20  # one look at every name costs minutes


@pytest.mark.parametrize("path", ["system", "config", "config.limit", "round_wind", "win.tile"])
def test_a_value_nested_as_deeply_as_can_be_read_is_refused_all_the_same(path: str) -> None:
    lines = json.dumps(changed((path, "here"))).split('"here"')
    told = set()
    for depth in range(850, 1000):
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            value = opening * depth + '"B1"' + closing * depth
            message = json.loads(score_text(value.join(lines)))["error"]["message"]
            told.add("nested too deeply" in message)
    assert told == {True, False}


def test_a_value_is_quoted_short() -> None:
    with pytest.raises(ScoreError) as told:
        score(changed(("round_wind", "x" * 1000)))
    assert "not '" + "x" * 36 + "... [" in str(told.value)


def test_the_error_names_a_seat_given_twice_before_anything_is_scored() -> None:
    with pytest.raises(ScoreError, match='"S" is given twice'):
        read_json('{"players": {"S": {}, "S": {}}}')


@pytest.mark.parametrize("system", SYSTEMS)
def test_null_for_an_option_is_its_default_unless_it_is_a_value_of_its_own(system: str) -> None:
    of = game(system)
    for option in of.options:
        told = chosen(of.options, of.defaults, {option.name: None})
        expected = None if option.name == "limit" else of.defaults[option.name]
        assert told == of.defaults | {option.name: expected}, option.name


def test_null_stands_for_the_default_everywhere() -> None:
    pung = {"kind": "pung", "tiles": ["WE", "WE", "WE"], "state": None}
    hand = GOOD["players"]["S"] | {"melds": [pung]}
    hand |= dict.fromkeys(("bonus_undeclared", "dead", "exposed_in_error", "special",
                           "used_first_east_discard"))  # fmt: skip
    win = GOOD["win"] | dict.fromkeys(
        ("single_wait", "first_turn", "special", "last_flower_holder", "last_tile", "first_round",
         "original_call", "last_possible", "regularising", "joker_used_during_hand"))  # fmt: skip
    nulls = dict.fromkeys(("config", "round_wind", "dealer_streak", "dice", "events", "bettor",
                           "bettor_shown"))  # fmt: skip
    told = GOOD | nulls | {"players": GOOD["players"] | {"S": hand}, "win": win}
    assert score(told) == score(GOOD)
    bare = {key: pung[key] for key in ("kind", "tiles")}
    assert score(changed((M[:-1], bare))) == score(GOOD), "no state at all is open as well"


def test_errors_name_rules_that_there_are_or_the_chapter_of_the_format() -> None:
    assert {rule for *_, rule, _ in (*CASES, *LINES)} <= RULES
    assert {"1.5", "11"} == {rule for rule in RULES if "-" not in rule}


def test_json_with_colons_in_its_texts_is_read_as_plain_objects() -> None:
    read = read_json('{"a":{"b":":"}}')
    assert (type(read), type(read["a"])) == (dict, dict)


def test_every_refusal_of_the_shared_checks_has_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: set[tuple[str, int]] = set()
    for module in MODULES:
        monkeypatch.setattr(module, "bad", _noting(module.__name__, module.bad, reached))
    for changes, *_ in CASES:
        with pytest.raises(ScoreError):
            score(changed(*changes))
    for line, *_ in LINES:
        score_text(line)
    written = {
        (module.__name__, call.lineno)
        for module in MODULES
        for call in ast.walk(ast.parse(_source(module)))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "bad"
    }
    assert len(written) > 40
    assert sorted(written - reached) == []


def _noting(
    name: str, real: Callable[..., Any], reached: set[tuple[str, int]]
) -> Callable[..., Any]:
    def bad(message: str, field: str, rule: str) -> None:
        reached.add((name, sys._getframe(1).f_lineno))
        real(message, field, rule)

    return bad


def _source(module: Any) -> str:
    with open(module.__file__, encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("system", ["SHOP-B", "MJG", "YEE", "HANDS", "LASFS"])
def test_a_pong_is_a_pung(system: str) -> None:
    pung = changed(("system", system))
    pong = changed(("system", system), ("players.S.melds.0.kind", "pong"))
    assert score(pong) == score(pung)
    with pytest.raises(ScoreError, match="WE WE WS is no pung"):
        score(changed(("players.S.melds.0.kind", "pong"),
                      ("players.S.melds.0.tiles", ["WE", "WE", "WS"])))  # fmt: skip
