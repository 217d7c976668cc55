"""Rows of a score table: a rule id, what the hand needs for it, what it is worth.

The same rows score a hand and explain it: each need has the sentence told when it is lacking.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mjscore.view import View

Test = Callable[[View], Any]


class Need(NamedTuple):
    """One condition; `lack` is what is said of a hand that does not meet it.

    `when` is quickly asked, once for neighbours, and true of every hand that meets the condition.
    """

    test: Test
    lack: str
    when: Test | None = None


class Row(NamedTuple):
    """Rule `id` is worth `amount`, once or `times` (a count), if every need is met."""

    id: str
    amount: int
    needs: tuple[Need, ...]
    times: Callable[[View], int] | None = None


Counted = tuple[str, int, tuple[Test, ...], Test | None]  # id, amount, tests, times
Compiled = tuple[tuple[Test | None, tuple[Counted, ...]], ...]
Both = tuple[tuple[Test | None, tuple[Counted, ...], tuple[Counted, ...]], ...]  # points, doubles
Amounts = dict[str, int]


def compiled(rows: Iterable[Row]) -> Compiled:
    """The rows as `itemise` runs through them: neighbours with the same first test ask it once."""
    groups: list[tuple[Test | None, list[Counted]]] = []
    for row in rows:
        first, counted = _first(row)
        if not groups or groups[-1][0] is not first:
            groups.append((first, []))
        groups[-1][1].append(counted)
    return tuple((first, tuple(members)) for first, members in groups)


def joined(points: Iterable[Row], doubles: Iterable[Row]) -> Both:
    """Rows of points and of doubles in one, each first test once; their order is lost."""
    groups: dict[Test | None, tuple[list[Counted], list[Counted]]] = {}
    for which, rows in enumerate((points, doubles)):
        for row in rows:
            first, counted = _first(row)
            groups.setdefault(first, ([], []))[which].append(counted)
    return tuple((first, tuple(one), tuple(two)) for first, (one, two) in groups.items())


def _first(row: Row) -> tuple[Test | None, Counted]:
    """What is asked before all else of a row, and the rest of it.

    A need that is the count itself needs no asking: a count of nothing is worth nothing.
    """
    whens = [need.when for need in row.needs if need.when is not None]
    tests = [need.test for need in row.needs
             if need.test is not row.times and need.test not in whens[-1:]]  # fmt: skip
    first = whens[-1] if whens else tests.pop(0) if tests else None
    return first, (row.id, row.amount, tuple(tests), row.times)


def itemise(groups: Compiled, view: View, into: Amounts) -> None:
    """Add what the reading that `view` shows is worth, by rule id."""
    for first, rows in groups:
        if first is None or first(view):
            count(rows, view, into)


def count(rows: tuple[Counted, ...], view: View, into: Amounts) -> None:
    """The same of rows whose first test was met."""
    for rule, amount, tests, times in rows:
        for test in tests:
            if not test(view):
                break
        else:
            if times is not None:
                amount *= times(view)
            if amount:
                into[rule] = into.get(rule, 0) + amount


def lacking(row: Row, view: View) -> list[str]:
    """What the reading lacks for the row; empty when the row counts."""
    missing = [need.lack for need in row.needs if not need.test(view)]
    if not missing and row.times is not None and not row.times(view):
        missing.append("there is nothing of the kind to count")
    return missing
