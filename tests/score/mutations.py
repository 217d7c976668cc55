"""Rules spoilt on purpose, one at a time, and tests run under them as plain functions."""

import inspect
import itertools
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from mjscore.errors import ScoreError
from mjtable.game import profiles

Spoil = Callable[[pytest.MonkeyPatch], None]


def calls(name: str) -> Iterator[Callable[[], None]]:
    """Every case of the test `tests/score/file.py::function`, to be called without pytest.

    `function[name]` is the one case whose argument has that name.
    """
    path, _, function = name.rstrip("]").partition("::")
    function, _, only = function.partition("[")
    test = getattr(import_module(path.removesuffix(".py").replace("/", ".")), function)
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    sets = [[_arguments(mark.args[0], row) for row in mark.args[1]] for mark in marks]
    for chosen in itertools.product(*sets):
        given = {key: value for each in chosen for key, value in each.items()}
        if only and only not in [getattr(each, "name", "") for each in given.values()]:
            continue
        assert set(inspect.signature(test).parameters) == set(given), f"{name} wants fixtures"
        yield lambda given=given: test(**given)  # type: ignore[misc]


def _arguments(names: Any, row: Any) -> dict[str, Any]:
    keys = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
    if type(row) is type(pytest.param()):
        row = row.values if len(keys) > 1 else row.values[0]
    return dict(zip(keys, [row] if len(keys) == 1 else row, strict=True))


def fails(name: str) -> bool:
    """Whether some case of the test fails as things stand."""
    for call in calls(name):
        try:
            call()
        except (Exception, pytest.fail.Exception):  # noqa: BLE001  # whatever shows the rule is gone
            return True
    return False


def under_another_rule(id: str) -> Spoil:
    """Every refusal that names the rule `id` names another one instead."""
    made = ScoreError.__init__

    def other(self: ScoreError, message: str, field: str = "", rule: str = "") -> None:
        made(self, message, field, "XX-X00" if rule == id else rule)

    return lambda patch: patch.setattr(ScoreError, "__init__", other)


def let_through(module: str, check: str, id: str) -> Spoil:
    """The function `check` of a module refuses nothing in the name of the rule `id`."""
    whole = import_module(f"mjscore.{module}")
    own = getattr(whole, check)

    def lenient(*given: Any, **named: Any) -> Any:
        try:
            return own(*given, **named)
        except ScoreError as refused:
            if refused.rule != id:
                raise
            return None

    return lambda patch: patch.setattr(whole, check, lenient)


def column(name: str, place: int, value: Any) -> Spoil:
    """Another value in a column of the profile table."""
    index = profiles.index_of(name)
    row = profiles.PROFILES[index]
    changed = (*row[:place], value, *row[place + 1 :])
    rows = (*profiles.PROFILES[:index], changed, *profiles.PROFILES[index + 1 :])

    def spoil(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(profiles, "PROFILES", rows)
        for derived, at in (("TILES_OF", profiles.TILES), ("DICE_OF", profiles.DICE),
                            ("SHOWS_OF", profiles.SHOWS)):  # fmt: skip
            patch.setattr(profiles, derived, tuple(each[at] for each in rows))
        stacks = tuple(count for each in rows for count in each[profiles.STACKS])
        patch.setattr(profiles, "STACKS_OF", stacks)

    return spoil


def replaced(module: str, name: str, value: Any) -> Spoil:
    """Another value of a name in a module of mjscore, or of the hands that the tests play."""
    where = module if module.startswith("tests.") else f"mjscore.{module}"
    return lambda patch: patch.setattr(import_module(where), name, value, False)


def entry(table: Any, key: Any, value: Any) -> Spoil:
    """Another value under a key of a table."""
    return lambda patch: patch.setitem(table, key, value)
