"""The itemised result of one seat, and the answer to a whole request (rules 1.5)."""

from collections.abc import Iterable
from typing import Any

from mjscore.settle import Payments
from mjscore.tiles import SEATS
from mjscore.view import notation

IDS = ("ENG-10",)  # rules computed here
Item = tuple[str, int]  # rule id, points or doubles


class Sheet:
    """What one seat scored: lines and doubles by rule id, and the value that is paid."""

    __slots__ = ("lines", "doubles", "points", "rounded", "doubles_total", "value", "fixed",
                 "reading")  # fmt: skip

    def __init__(self, lines: list[Item], doubles: list[Item]) -> None:
        self.lines = lines
        self.doubles = doubles
        self.points = 0
        for item in lines:
            self.points += item[1]
        self.doubles_total = 0
        for item in doubles:
            self.doubles_total += item[1]
        self.rounded: int | None = None  # HANDS alone rounds (rules MH-R01)
        self.value = self.points << self.doubles_total  # exact (rules ENG-10, SB-R02, MH-R02)
        self.fixed: list[Item] = []  # limits and special hands, each with the value it fixed
        self.reading: Any = None  # view.Read, or compact notation: how the hand was read

    @classmethod
    def special(cls, value: int, *rules: str) -> "Sheet":
        """A hand with a fixed value and nothing itemised (rules MJ-L03, MH-L01..L31)."""
        sheet = cls([], [])
        sheet.fix(value, rules)
        return sheet

    @property
    def limits(self) -> list[str]:
        """Ids of what fixed the value, the last one deciding it."""
        return [rule for rule, _ in self.fixed]

    @property
    def rank(self) -> tuple[int, int]:
        """What the best reading is chosen by (rules ENG-06)."""
        return self.value, self.points

    def double(self, items: list[Item]) -> None:
        """Put more doubles before those there are, and value the hand again."""
        self.doubles = items + self.doubles
        self.doubles_total += sum([item[1] for item in items])
        self.value = self.points << self.doubles_total

    def cap(self, limit: int | None, rule: str) -> None:
        """Cut the value to the limit, if there is one and it bites (rules ENG-13)."""
        if limit is not None and self.value > limit:
            self.fix(limit, (rule,))

    def fix(self, value: int, rules: Iterable[str]) -> None:
        """Set the value by the rules of a limit or a special hand."""
        self.value = value
        self.fixed += [(rule, value) for rule in rules]

    def times(self, number: int) -> None:
        """Multiply the value, and what fixed it, as double dice do (rules MH-S04)."""
        self.value *= number
        self.fixed = [(rule, number * value) for rule, value in self.fixed]

    def as_dict(self) -> dict[str, Any]:
        """The seat's part of the answer."""
        told: dict[str, Any] = {"lines": self.lines, "doubles": self.doubles,
                                "points": self.points}  # fmt: skip
        if self.rounded is not None:
            told["points_rounded"] = self.rounded
        told["doubles_total"] = self.doubles_total
        told["value"] = self.value
        told["limits"] = self.limits if self.fixed else []
        if self.fixed:
            told["fixed"] = self.fixed
        if self.reading is not None:
            raw = self.reading
            told["reading"] = raw if isinstance(raw, str) else notation(raw)
        return told


class Illegal(Exception):
    """The winner's tiles are no hand of the system: an answer, not an error."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} [{rule}]")
        self.reason = reason
        self.rule = rule


class Answer:
    """Sheets of the scored seats and what everybody pays."""

    __slots__ = ("system", "sheets", "payments", "extra")

    def __init__(self, system: str, sheets: dict[int, Sheet], payments: Payments) -> None:
        self.system = system
        self.sheets = sheets
        self.payments = payments
        self.extra: dict[str, Any] = {}  # keys of one system, e.g. double_dice

    def as_dict(self) -> dict[str, Any]:
        """The answer as JSON values; lines keep the rules' order, seats E S W N."""
        return {
            "system": self.system,
            "legal": True,
            "hands": {SEATS[seat]: sheet.as_dict() for seat, sheet in self.sheets.items()},
            "transfers": self.payments.transfers(),
            "net": self.payments.net(),
            **self.extra,
        }
