"""Every rule of the specification stands in the code, and a case or a test shows that it does.
What people may do during a hand is not the program's, which is told the end: it stands in the
hands that tests play (`tests/score/flow/play`).

A rule that is counted is shown by a case that lists it (`tests/data/cases`); a ruling by the test
or option that it names; any other rule by a case that says what would come out without it, or by a
test that names it and fails when the rule is spoilt (`spoilt_rules.py`).
"""

import ast
import pkgutil
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import mjscore
from mjscore import rulebook
from mjscore.systems import SYSTEMS, game
from tests.score.cases import all_cases
from tests.score.spoilt_rules import EVENTS, REFUSED, SPOILT

FOLDER = Path(__file__).parent
IDS = (FOLDER.parent / "data" / "rule_ids.txt").read_text(encoding="utf-8").split()
PUBLISHED = ("HKOS", "RIICHI")  # not of the rule documents: tests of their own
RULES = [each for system in rulebook.systems() if system not in PUBLISHED
         for each in rulebook.rules_of(system)]  # fmt: skip
INFORMATIVE = {rule.id for rule in RULES if rule.informative}
RULINGS = [rule for rule in RULES if rule.kind == "ruling"]
COUNTED = {rule.id for rule in RULES if rule.kind in ("points", "start", "extra", "double")}
ANY_ID = re.compile(r"\b(?:ENG|SA|SB|MJ|YEE|MH|LASFS)-[A-Z]?\d\d[ab]?\b")
CASES = all_cases()


@cache
def ids_in_code() -> dict[str, set[str]]:
    """What each module of mjscore says it computes."""
    found = {}
    for module in pkgutil.walk_packages(mjscore.__path__, "mjscore."):
        ids = getattr(import_module(module.name), "IDS", None)
        if ids is not None:
            found[module.name] = set(ids)
    for path in (FOLDER / "flow" / "play").glob("*.py"):  # what people may do, played by the tests
        name = f"tests.score.flow.play.{path.stem}"
        found[name] = set(getattr(import_module(name), "IDS", ()))
    return found


@cache
def named_tests() -> dict[str, str]:
    """Text of every test function of the scores, by `file::function`."""
    found = {}
    for path in sorted(FOLDER.rglob("test_*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                name = f"tests/score/{path.relative_to(FOLDER).as_posix()}::{node.name}"
                found[name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def tied_tests() -> list[tuple[str, str]]:
    """Rules and the tests that fail when the rule is not kept, as `test_spoilt_rules` proves."""
    tied = [(id, name) for name, ids in REFUSED.items() for id in ids.split()]
    tied += [(id, name) for ids, name, _ in SPOILT for id in ids.split()]
    return tied


def test_the_code_computes_the_rules_of_the_specification_and_no_others():
    computed = set().union(*ids_in_code().values())
    computed = {id for id in computed if not id.startswith(("HK-", "RI-"))}
    assert computed - set(IDS) == set()
    rulings = {ruling.id for ruling in RULINGS}
    assert [id for id in IDS if id not in computed | INFORMATIVE | rulings] == []


def test_each_counted_rule_has_a_case_that_lists_it():
    listed = {id for case in CASES for id in case.rules}
    assert [id for id in IDS if id in COUNTED and id not in listed] == []


def test_each_limit_and_special_hand_has_a_case_that_lists_it():
    listed = {id for case in CASES for id in case.rules}
    limits = [rule.id for rule in RULES if rule.kind == "limit" and rule.id != "LASFS-L00"]
    assert [id for id in limits if id not in listed] == []


def test_each_other_rule_has_a_case_with_its_contrary_or_a_test_that_fails_without_it():
    shown = {id for case in CASES for id in case.rules | set(case.without)}
    shown |= (
        {id for id, _ in tied_tests()}
        | set(EVENTS)
        | INFORMATIVE
        | {ruling.id for ruling in RULINGS}
    )
    assert [id for id in IDS if id not in shown] == []


def test_a_test_tied_to_a_rule_names_it():
    for id, name in tied_tests():
        assert id in ANY_ID.findall(named_tests()[name]), f"{name} does not name {id}"


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_a_ruling_names_a_test_or_an_option_that_there_is(ruling):
    if ruling.test:
        name, _, case = ruling.test.partition("[")
        assert name in named_tests()
        if case:
            assert case == f"{ruling.id}]"
            own = next(each for each in CASES if each.name == ruling.id)
            assert ruling.id in own.without or ruling.id in own.rules
    if ruling.option:
        options = {option.name for option in _game_of(ruling.system).options}
        assert ruling.option in options


def _game_of(system: str):
    assert system in SYSTEMS
    return game(system)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_amounts_told_to_people_are_those_of_the_tables(system):
    module = import_module(f"mjscore.systems.{game(system).module}")
    rules = {rule.id: rule for rule in rulebook.rules_of(system)}
    amounts = [(row.id, row.amount) for row in module.ROWS]
    amounts += [row[:2] for row in getattr(module, "SETS", ())]
    for id, amount in amounts:
        rule = rules[id]
        if rule.kind in ("points", "start", "extra", "double") and id != "SB-P20":
            assert amount == (rule.points if rule.points is not None else rule.doubles), id


def test_the_basal_score_and_the_value_of_limits_are_those_told_to_people():
    for case in CASES:
        if case.request.get("config") or case.request.get("dice"):
            continue
        for sheet in case.expected.get("hands", {}).values():
            told = dict(map(tuple, sheet["lines"])).get("SB-P20", 10)
            assert told == rulebook.rule("SB-P20").points
            for id in sheet["limits"]:
                assert sheet["value"] == rulebook.rule(id).points, case.name
