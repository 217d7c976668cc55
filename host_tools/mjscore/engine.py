"""One scoring request in, one answer out: as JSON values, or as a line of JSON text."""

import json
from typing import Any, NoReturn

from mjscore.errors import ScoreError, bad, shown
from mjscore.hand import Request
from mjscore.request import parse
from mjscore.sheet import Answer, Illegal
from mjscore.systems import game


def score(data: Any) -> dict[str, Any]:
    """The answer to a request (rules 1.5); ScoreError when the request cannot be used.

    An illegal winning hand is an answer too: {"system", "legal": false, "reason", "rule"}.
    """
    request = parse(data)
    try:
        answer = _scored(request)
    except Illegal as why:
        return {"system": request.system, "legal": False, "reason": why.reason, "rule": why.rule}
    return answer.as_dict()


def _scored(request: Request) -> Answer:
    own = game(request.system).score
    if not request.events:
        return own(request)
    from mjscore.events import settled  # most hands have no events: not loaded before the first

    return settled(request, own)


def score_text(line: str) -> str:
    """The line that answers a line: an answer, or {"error": {message, field, rule}}."""
    try:
        answer = score(read_json(line))
    except ScoreError as error:
        answer = error.as_dict()
    return _ENCODER.encode(answer)


def read_json(text: str) -> Any:
    """JSON values of a text; ScoreError for malformed text, a key given twice, NaN."""
    try:
        value = _PLAIN.decode(text)
        if _members(value) != text.count(":"):  # a key twice, or colons in a string: look closely
            value = _STRICT.decode(text)
    except RecursionError:
        bad("this JSON is nested too deeply", "", "")
    except ScoreError:
        raise
    except ValueError as error:
        bad(f"this line is not JSON: {error}", "", "")
    return value


def _members(value: Any) -> int:
    """Members of all objects: as many as colons, unless a key comes twice or a text has some."""
    if type(value) is dict:
        count = len(value)
        for each in value.values():
            if type(each) is dict or (type(each) is list and each and type(each[0]) is dict):
                count += _members(each)
        return count
    return sum([_members(each) for each in value]) if type(value) is list else 0


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object's members; a key given twice (a seat, say) is refused, not overwritten."""
    members = dict(pairs)
    if len(members) != len(pairs):
        first = {key: at for at, (key, _) in reversed(list(enumerate(pairs)))}
        twice = next(key for at, (key, _) in enumerate(pairs) if first[key] < at)
        rule = "ENG-02" if twice in ("E", "S", "W", "N") else ""
        bad(f'"{shown(twice)[1:-1]}" is given twice', twice, rule)
    return members


def _no_number(text: str) -> NoReturn:
    bad(f"{text} is no number of JSON", "", "")


_PLAIN = json.JSONDecoder(parse_constant=_no_number)
_STRICT = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)
_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
