"""Answers to a file of vectors, computed by the engine kind by kind (rules chapter 11).

Nothing of a vector's `expected` is used to compute: it says what is compared, and which of the
facts known about the question are told in the answer.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from mjscore.errors import VECTORS, ScoreError, bad, nearest, shown
from mjscore.systems import SYSTEMS
from mjscore.vectors import money, played, settling, tables, walls
from mjscore.vectors.asked import Asked
from mjscore.vectors.compare import differences

Fact = Callable[[str, dict[str, Any]], dict[str, Any]]

# kind -> (what is told when nothing is expected, what more is known)
FACTS: dict[str, tuple[Fact, ...]] = {
    "score": (played.score_of,),
    "special": (played.special,),
    "flower_score": (played.flower_score,),
    "bonus": (played.bonus, played.bonus_more),
    "penalty": (played.penalty, played.penalty_more),
    "settlement": (settling.settlement, settling.settlement_more),
    "chips": (money.chip_total, money.chip_more),
    "limit": (money.limit, money.limit_more),
    "rounding": (money.rounding,),
    "doubling": (money.doubling, money.doubling_more),
    "doubling_table": (money.doubling_table,),
    "points_table": (tables.points_table, tables.points_more),
    "hand_list": (tables.hand_list, tables.hand_list_more),
    "charleston": (tables.charleston, tables.charleston_more),
    "deal": (walls.deal_of, walls.deal_more),
    "profile": (walls.profile, walls.profile_more),
    "reserve": (walls.reserve, walls.reserve_more),
}


class Result(NamedTuple):
    """One vector answered; `matches` is None when nothing was expected."""

    answer: dict[str, Any]
    matches: bool | None
    differs: list[str]
    unused: list[str]  # fields of the input that the answer does not depend on


def answer(vector: Any) -> Result:
    """The answer to one vector; ScoreError when it cannot be answered."""
    if not isinstance(vector, dict):
        bad(f"must be an object, not {shown(vector)}", "vector", VECTORS)
    kind, given = vector.get("kind"), vector.get("input")
    if not isinstance(kind, str) or kind not in FACTS:
        bad(f"there is no kind {shown(kind)}{nearest(kind, sorted(FACTS))}", "kind", VECTORS)
    if not isinstance(given, dict):
        bad(f"must be an object, not {shown(given)}", "input", VECTORS)
    system = vector.get("system")
    if system not in SYSTEMS:
        bad(f"there is no system {shown(system)}{nearest(system, SYSTEMS)}", "system", "ENG-01")
    rules = [id for id in vector.get("rules") or () if isinstance(id, str)]
    expected = vector.get("expected")
    asked = Asked({**given, RULES: rules})
    told = _told(kind, system, asked, expected)
    unused = [name for name in given if name not in asked.used and given[name] is not None]
    if not isinstance(expected, dict):
        return Result(told, None, [], unused)
    found = differences(expected, told)
    return Result(told, not found, found, unused)


RULES = "rules"  # the vector's rule ids, handed to the facts beside its input


def _told(kind: str, system: str, given: dict[str, Any], expected: Any) -> dict[str, Any]:
    """The facts of the kind: the usual ones, or those that are asked for."""
    told = FACTS[kind][0](system, given)
    if not isinstance(expected, dict) or kind == "score":
        return told
    if not expected.keys() <= told.keys():
        for more in FACTS[kind][1:]:
            told = {**more(system, given), **told}
    asked = {name: told[name] for name in expected if name in told}
    return asked or told


def as_line(vector: Any) -> dict[str, Any]:
    """The line that tells a vector's answer; with an `error` object when there is none."""
    named = vector if isinstance(vector, dict) else {}
    line = {name: named.get(name) for name in ("id", "system", "kind")}
    try:
        result = answer(vector)
    except ScoreError as problem:
        return line | problem.as_dict()
    except Exception as problem:  # noqa: BLE001  # a fault of ours must not stop the other vectors
        told = f"the program failed at this vector: {type(problem).__name__}: {problem}"
        return line | ScoreError(told, "vector", VECTORS).as_dict()
    line |= {"answer": result.answer, "matches": result.matches}
    line |= {"differs": result.differs} if result.differs else {}
    return line | ({"unused": result.unused} if result.unused else {})
