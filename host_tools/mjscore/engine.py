"""One scoring request in, one answer out: as JSON values, or as a line of JSON text."""

import json
from collections.abc import Callable
from typing import Any, NoReturn

from mjscore import written
from mjscore.errors import FORMAT, WHOLE, ScoreError, bad, shown
from mjscore.hand import Request
from mjscore.request import parse
from mjscore.sheet import Answer, Illegal
from mjscore.systems import game


def score(data: Any) -> dict[str, Any]:
    """The answer to a request (rules 1.5); ScoreError when the request cannot be used.

    An illegal winning hand is an answer too: {"system", "legal": false, "reason", "rule"}.
    """
    found = _answer(data)
    return found.as_dict() if isinstance(found, Answer) else found


def _answer(data: Any) -> Answer | dict[str, Any]:
    """The answer, or what is said of an illegal hand."""
    request = parse(data)
    try:
        answer = _scored(request)
    except Illegal as why:
        return {"system": request.system, "legal": False, "reason": why.reason, "rule": why.rule}
    if request.rules.name != request.system:  # a variant says so
        answer.extra["rules"] = request.rules.name
    return answer


def _scored(request: Request) -> Answer:
    own = game(request.system).score
    for hand in request.hands:
        if hand.told is not None:
            own = _with_told(own)
            break
    if not request.events:
        return own(request)
    from mjscore.events import settled  # most hands have no events: not loaded before the first

    return settled(request, own)


def _with_told(own: Callable[[Request], Answer]) -> Callable[[Request], Answer]:
    from mjscore.told import settled  # seldom needed

    return lambda request: settled(request, own(request))


def score_text(line: str) -> str:
    """The line that answers a line: an answer, or {"error": {message, field, rule}}."""
    try:
        found = _answer(read_json(line))
    except ScoreError as error:
        found = error.as_dict()
    return written.line(found) if isinstance(found, Answer) else written.ENCODER.encode(found)


def read_json(text: str, field: str = WHOLE, rule: str = FORMAT) -> Any:
    """JSON values of a text; ScoreError for malformed text, a key given twice, NaN.

    `field` and `rule` are told of a text that is no JSON; of a key given twice, where it stands.
    """
    try:
        value = _PLAIN.decode(text)
        if _members(value) != text.count(":"):  # a key twice, or colons in a string: look closely
            value = _STRICT.decode(text)
            _refuse_twice(value, "", rule)
    except RecursionError:
        bad("this JSON is nested too deeply", field, rule)
    except json.JSONDecodeError as error:
        why = f"is no JSON: {error}" if text.strip() else "is empty: no JSON"
        bad(f"this text {why}", field, rule)
    except _NoNumber as wrong:
        bad(f"{wrong} is no number of JSON", field, rule)
    except ScoreError:
        raise
    except ValueError:  # all that is left: Python reads no number of some thousand digits
        bad("a number of this JSON has too many digits", field, rule)
    return value


def _members(value: Any) -> int:
    """Members of all objects: as many as colons, unless a key comes twice or a text has some."""
    count, left = 0, [value]
    for each in left:  # grows as it is gone through
        kind = type(each)
        if kind is dict:
            count += len(each)
            left += each.values()
        elif kind is list and each and type(each[0]) is dict:
            left += each
    return count


class _NoNumber(ValueError):
    """NaN, Infinity or -Infinity: Python writes them, JSON has no such numbers."""


class _Twice(dict[str, Any]):
    """An object in which a key is given twice."""

    key = ""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    first = {key: at for at, (key, _) in reversed(list(enumerate(pairs)))}
    marked = _Twice(members)
    marked.key = next(key for at, (key, _) in enumerate(pairs) if first[key] < at)
    return marked


def _refuse_twice(value: Any, path: str, rule: str) -> None:
    """Refuse the first key given twice (a seat, say): it is not overwritten."""
    if isinstance(value, _Twice):
        seat = value.key in ("E", "S", "W", "N")
        bad(f'"{shown(value.key)[1:-1]}" is given twice', _step(path, value.key),
            "ENG-02" if seat else rule)  # fmt: skip
    if isinstance(value, dict):
        for key, each in value.items():
            _refuse_twice(each, _step(path, key), rule)
    elif isinstance(value, list):
        for at, each in enumerate(value):
            _refuse_twice(each, f"{path}[{at}]", rule)


def _step(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key or WHOLE


def _no_number(text: str) -> NoReturn:
    raise _NoNumber(text)


_PLAIN = json.JSONDecoder(parse_constant=_no_number)
_STRICT = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)
