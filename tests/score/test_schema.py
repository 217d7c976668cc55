"""The JSON Schemas that ship: what they let pass is real, what they refuse the engine refuses."""

import copy
import json
import random
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from mjscore.cli import main
from mjscore.cli.schema import text_of
from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.events.names import KEYS, NAMES
from mjscore.events.rows import ROWS, rows_of
from mjscore.explain.payments import used
from mjscore.registry import DOCUMENTED
from mjscore.systems import SYSTEMS, game
from tests.score.second import deals

VECTORS = json.loads((Path(__file__).parents[1] / "data/rule_vectors.json").read_text())["vectors"]
SCORED = [vector for vector in VECTORS if vector["kind"] == "score"]
REQUEST = Draft202012Validator(json.loads(text_of("request")))
ANSWER = Draft202012Validator(json.loads(text_of("answer")))


def wrong(validator, value):
    """What the schema has against the value as JSON text, in words."""
    value = json.loads(json.dumps(value))
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


@pytest.mark.parametrize("validator", [REQUEST, ANSWER], ids=["request", "answer"])
def test_the_schemas_are_schemas_of_their_draft(validator):
    Draft202012Validator.check_schema(validator.schema)


def test_the_vectors_requests_and_answers_fit():
    for vector in SCORED:
        assert wrong(REQUEST, vector["input"]) == []
        assert wrong(ANSWER, score(vector["input"])) == []


def test_the_rules_of_payment_fit_where_they_are_asked_for():
    for vector in SCORED:
        answer = score(vector["input"])
        assert wrong(ANSWER, answer | {"settled_by": used(vector["input"], answer)}) == []
        assert wrong(ANSWER, answer | {"settled_by": [["SB-S01"]]}) != []


@pytest.mark.parametrize("system", DOCUMENTED)
def test_random_requests_and_their_answers_fit(system):
    rng = random.Random(31)
    for _ in range(40):
        request = deals.request(system, rng)
        assert wrong(REQUEST, request) == [], request
        assert wrong(ANSWER, score(request)) == [], request


def test_every_event_of_every_system_is_known():
    names = set(REQUEST.schema["$defs"]["event_name"]["enum"])
    assert names == {row.event for system in ROWS for row in rows_of(system)}
    called = {name for known in NAMES.values() for name in known}
    assert set(REQUEST.schema["$defs"]["event_alias"]["enum"]) == called - names
    for key in KEYS:
        event = {"system": "YEE", "win": None, "events": [{key: "YEE-X01", "seat": "S"}]}
        assert wrong(REQUEST, event) == []
        assert wrong(REQUEST, {"system": "YEE", "events": [{key: "YEE-X09", "seat": "S"}]})
    fields = {field for system in ROWS for row in rows_of(system) for field in row.fields}
    assert fields <= set(REQUEST.schema["$defs"]["event"]["properties"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_option_of_a_system_is_known(system):
    name = "config_" + system.lower().replace("-", "_")
    known = REQUEST.schema["$defs"].get(name, {"properties": {}})["properties"]
    assert set(known) == {option.name for option in game(system).options}
    default = {each.name: each.default for each in game(system).options if each.name in (
        "limit", "extras", "basal", "cap_ordinary", "card", "tile_of_the_day")}  # fmt: skip
    assert wrong(REQUEST, {"system": system, "config": default}) == []
    assert wrong(REQUEST, {"system": system, "config": dict.fromkeys(known)}) == []


def test_errors_and_hands_that_are_none_fit():
    request = copy.deepcopy(SCORED[0]["input"])
    with pytest.raises(ScoreError) as problem:
        score({**request, "system": "SHOP-C"})
    assert wrong(ANSWER, problem.value.as_dict()) == []
    request["win"]["tile"] = "C1"
    answer = score(request)
    assert answer["legal"] is False
    assert wrong(ANSWER, answer) == []


# What is put in the place of a value; all of them count as something, so none is a default.
ODD = ["x", "E1", "B10", 7, -3, 2.5, True, ["B1", 5], {"a": 1}, [[]], "seven", 10**12]
UNREAD = ("special", "single_wait")  # in a loser's hand, or with a win that has none


def places(value, path=()):
    """Every path of a value that is read in any case."""
    yield path
    if isinstance(value, dict):
        for key, below in value.items():
            if key not in UNREAD:
                yield from places(below, (*path, key))
    elif isinstance(value, list):
        for at, below in enumerate(value):
            yield from places(below, (*path, at))


def changed(request, rng):
    """The request with one value replaced, or one taken out of an object."""
    request = copy.deepcopy(request)
    path = rng.choice([p for p in places(request) if p and p[0] != "events"])
    holder = request
    for key in path[:-1]:
        holder = holder[key]
    if isinstance(holder, dict) and rng.random() < 0.15:
        del holder[path[-1]]
    else:
        holder[path[-1]] = rng.choice(ODD)
    return request, path


@pytest.mark.parametrize("system", DOCUMENTED)
def test_what_the_schema_refuses_the_engine_refuses(system):
    rng = random.Random(77)
    refused = 0
    for _ in range(120):
        request, path = changed(deals.request(system, rng), rng)
        if REQUEST.is_valid(request):
            continue
        refused += 1
        with pytest.raises(ScoreError):
            pytest.fail(f"answered, with {path} changed: {score(request)}")
    assert refused > 40


@pytest.mark.parametrize("name", ["request", "answer"])
def test_the_command_prints_them(name, capsys):
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"].endswith("2020-12/schema")
