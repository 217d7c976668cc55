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


Group = tuple[Test | None, tuple[tuple[str, int, tuple[Test, ...], Test | None], ...]]
Compiled = tuple[Group, ...]
Amounts = dict[str, int]


def compiled(rows: Iterable[Row]) -> Compiled:
    """The rows as `itemise` runs through them: neighbours with the same first test ask it once."""
    groups: list[tuple[Test | None, list[tuple[str, int, tuple[Test, ...], Test | None]]]] = []
    for row in rows:
        # A need that is the count itself needs no asking: a count of nothing is worth nothing.
        tests = [need.test for need in row.needs if need.test is not row.times]
        first = row.needs[0].when if row.needs else None
        if first is None and tests:
            first = tests.pop(0)
        if not groups or groups[-1][0] is not first:
            groups.append((first, []))
        groups[-1][1].append((row.id, row.amount, tuple(tests), row.times))
    return tuple((first, tuple(members)) for first, members in groups)


def itemise(groups: Compiled, view: View, into: Amounts) -> None:
    """Add what the reading that `view` shows is worth, by rule id."""
    for first, rows in groups:
        if first is not None and not first(view):
            continue
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
