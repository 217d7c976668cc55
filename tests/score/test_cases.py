"""Every case of `tests/data/cases`: the answer is the one worked out by hand, line by line."""

from typing import Any

import pytest

from mjscore.engine import score
from tests.score.cases import SEATS, Case, all_cases, read_pays

CASES = all_cases()
NOTHING: dict[str, Any] = {"lines": [], "doubles": [], "points": 0, "doubles_total": 0,
                           "value": 0, "limits": []}  # fmt: skip


def test_names_of_the_cases_are_unique():
    names = [case.name for case in CASES]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    answer = score(case.request)
    assert answer["legal"] == case.expected["legal"], answer.get("reason")
    for key, expected in case.expected.items():
        if key == "hands":
            _same_hands(answer["hands"], expected)
        elif key == "events":
            assert [event["rule"] for event in answer["events"]] == [
                event["rule"] for event in expected
            ]
        else:
            assert answer[key] == expected, key
    if "transfers" in case.expected:
        assert answer["net"] == _net(case.expected["transfers"], answer["net"])
    for rule, wrong in case.without.items():
        assert not _says(answer, wrong), f"{rule} makes no difference: {wrong}"


def _same_hands(hands: dict[str, Any], expected: dict[str, Any]) -> None:
    for seat, sheet in hands.items():
        told = {key: value for key, value in sheet.items() if key != "reading"}
        fixed = told.pop("fixed", [])
        assert [rule for rule, _ in fixed] == told["limits"], seat
        assert not fixed or fixed[-1][1] == told["value"], seat
        told["lines"] = [list(item) for item in told["lines"]]
        told["doubles"] = [list(item) for item in told["doubles"]]
        nothing = NOTHING | ({"points_rounded": 0} if "points_rounded" in told else {})
        assert told == nothing | expected.get(seat, {}), seat
    assert set(expected) <= set(hands)


def _net(transfers: list[dict[str, Any]], seats: dict[str, int]) -> dict[str, int]:
    net = dict.fromkeys(seats, 0)
    for each in transfers:
        net[each["from"]] -= each["amount"]
        net[each["to"]] += each["amount"]
    return net


def _says(answer: dict[str, Any], wrong: str) -> bool:
    """Whether the answer says what it must not: `S 24` a value, `E>S 12` a payment (0: none),
    `(MH-L02)` a limit, `legal`."""
    if wrong in ("legal", "illegal"):
        return answer["legal"] == (wrong == "legal")
    if wrong[0] == "(":
        return any(wrong[1:-1] in sheet["limits"] for sheet in answer["hands"].values())
    if ">" in wrong:
        pair = read_pays(wrong)[0]
        paid = {(each["from"], each["to"]): each["amount"] for each in answer["transfers"]}
        return paid.get((pair["from"], pair["to"]), 0) == pair["amount"]
    seat, value = wrong.split()
    assert seat in SEATS
    return answer["hands"][seat]["value"] == int(value)
