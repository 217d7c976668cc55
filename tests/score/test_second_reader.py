"""`mjscore` against a second, plain reading of the rules that shares no code with it."""

import json
from functools import cache
from pathlib import Path

import pytest

from tests.score.compare_readers import asked, disagreement, plain
from tests.score.second import answers, score
from tests.score.second.deals import SYSTEMS

SECOND = Path(__file__).parent / "second"
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "rule_vectors.json").read_text())
SCORED = [vector for vector in VECTORS["vectors"] if vector["kind"] == "score"]
COUNT = 1000  # requests of each system


@cache
def question(system, number):
    """A request of this file and its right answers."""
    request = asked(system, "test", number)
    return request, answers(request)


@pytest.mark.parametrize("system", SYSTEMS)
def test_both_readers_give_the_same_answer(system):
    for number in range(COUNT):
        assert disagreement(*question(system, number)) is None


@pytest.mark.parametrize("vector", SCORED, ids=lambda vector: vector["id"])
def test_the_second_reader_knows_the_worked_examples(vector):
    answer, expected = score(vector["input"]), vector["expected"]
    assert answer["transfers"] == expected["transfers"]
    assert answer["net"] == expected["net"]
    for seat, hand in expected["hands"].items():
        found = answer["hands"][seat]
        for key, value in hand.items():
            if key in ("lines", "doubles"):
                assert sorted(found[key]) == sorted(value)
            else:
                assert found[key] == value


def rules_met(system):
    """Every rule that gave points, doubles or a limit in the requests of this file."""
    met = set()
    for number in range(COUNT):
        for hand in question(system, number)[1][0].get("hands", {}).values():
            met |= {rule for rule, _ in hand["lines"] + hand["doubles"]} | set(hand["limits"])
    return met


NUMBERS = {
    "SHOP-B": ["SB-P{:02}", *range(1, 10), *range(11, 19), 20, 21, *range(31, 36), 41, 42],
    "MJG": ["MJ-P{:02}", *range(1, 15)],
    "YEE": ["YEE-E{:02}", *range(1, 22)],
    "HANDS": ["MH-L{:02}", *range(1, 32)],
    "LASFS": ["LASFS-P{:02}", *range(1, 22)],
}
MORE = {
    "SHOP-B": ["SB-D{:02}", *range(1, 8)],
    "MJG": ["MJ-D{:02}", 1, 2, 3, *range(11, 23)],
    "YEE": ["YEE-V{:02}", *range(1, 24)],
    "HANDS": ["MH-D{:02}", *range(1, 11)],
    "LASFS": ["LASFS-D{:02}", *range(1, 11)],
}
LIMITS = {
    "SHOP-B": ["SB-L{:02}", *range(1, 6)],
    "MJG": ["MJ-L{:02}", 1, 2, 3],
    "LASFS": ["LASFS-L{:02}", *range(8)],
}


@pytest.mark.parametrize("system", NUMBERS)
def test_the_random_requests_reach_every_rule_of_scoring(system):
    met = rules_met(system)
    for table in (NUMBERS, MORE, LIMITS):
        form, *numbers = table.get(system, [""])
        assert [form.format(number) for number in numbers if form.format(number) not in met] == []


def test_the_second_reader_shares_no_code_with_mjscore():
    for path in SECOND.glob("*.py"):
        imports = [line for line in path.read_text().splitlines() if "import" in line.split()]
        assert not [line for line in imports if "mjscore" in line]


def test_an_answer_is_compared_without_the_words_for_people():
    one = {"legal": False, "reason": "no pair"}
    two = {"legal": True, "hands": {"E": {"value": 2, "reading": {"pair": "D1"}}}}
    assert plain(one) == {"legal": False}
    assert plain(two) == {"legal": True, "hands": {"E": {"value": 2}}}
