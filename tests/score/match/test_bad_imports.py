"""Whatever stands in an import: it is refused in a sentence, or it is a match that adds up."""

import copy
import json
import random

import pytest

from mjscore.errors import ScoreError
from mjscore.match import export
from mjscore.match.opening import replay
from mjscore.match.words import told
from tests.score.match.scorers import hand, small_score

ODD = [None, True, 0, -1, 10**30, 1.5, "", "E", "Ann", "Eve", "hand", "\ud800", [], ["S"], {},
       {"do": "undo"}, {"seat": "S"}]  # fmt: skip


def tolerant(request):
    """The tests' scorer for requests that are none: refuses instead of failing."""
    try:
        return small_score(request)
    except (KeyError, TypeError, AttributeError):
        raise ScoreError("this is no request", "players", "ENG-02") from None


def places(value, at=()):
    """Every place in a JSON value, as the keys that lead there."""
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()  # fmt: skip
    for key, item in inner:
        yield from places(item, (*at, key))


def spoilt(journal, chance):
    """A copy with one place replaced, taken out or doubled."""
    found = copy.deepcopy(journal)
    *path, last = chance.choice([place for place in places(found) if place])
    holder = found
    for key in path:
        holder = holder[key]
    how = chance.randrange(4)
    if how == 0:
        del holder[last]
    elif how == 1 and isinstance(holder, list):
        holder.insert(last, copy.deepcopy(chance.choice(holder)))
    else:
        holder[last] = chance.choice(ODD)
    return found


@pytest.fixture
def whole(begin):
    match = begin("SHOP-A", fifth="Eve", role="bettor")
    for action in (
        {"do": "bet", "backs": "Bob"},
        {"do": "dice", "dice": [3, 4]},
        match.hand(hand("S", 20)),
        {"do": "penalty", "event": {"event": "fine", "seat": "Cem"}},
        {"do": "pay", "from": "Ann", "to": "Eve", "amount": 5, "why": "tea"},
        {"do": "sit", "out": "Dan", "in": "Eve"},
        {"do": "seats", "chairs": ["Dan", "Ann", "Bob", "Cem"]},
        {"do": "rounds", "rounds": 3},
        {"do": "marker", "marker": match.marker},
        {"do": "edit", "entry": 6, "to": {"do": "pay", "from": "Ann", "to": "Bob", "amount": 7}},
        {"do": "void", "entry": 5},
        {"do": "undo"},
        {"do": "end"},
    ):
        match.do(action)
    return export.as_json(match.sheet, match.journal)


def test_spoilt_imports(whole, tmp_path):
    chance = random.Random(11)
    refused = 0
    for number in range(400):
        text = json.dumps(whole | {"journal": spoilt(whole["journal"], chance)})
        path = tmp_path / f"{number}.mjmatch"
        try:
            match = replay(path, export.read(text), tolerant)
        except ScoreError as problem:
            assert str(problem) and "\n" not in str(problem)
            assert not path.exists()
            refused += 1
            continue
        with match:
            assert sum(match.sheet.state.totals.values()) == 0
            export.as_csv(match.sheet)
            assert len(told(match.journal, match.sheet)) == len(match.journal)
            json.dumps(export.as_json(match.sheet, match.journal))
    assert 100 < refused < 400


def test_numbers_that_nobody_can_read(whole):
    with pytest.raises(ScoreError) as caught:
        export.read('{"format": ' + "9" * 5000 + "}")
    assert str(caught.value).startswith("import: this is no JSON")
