"""Failures that are known and not mended yet, a row each: they are counted apart.

A row names a rule, a pattern of what went wrong, the machines, and why. A row that no large
campaign needs any more is taken out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mjsim.campaign.halves import Result


class Known(NamedTuple):
    """One known failure: which runs are meant, and why it is so."""

    rules: str
    wrongs: str
    faults: str
    why: str


KNOWN: tuple[Known, ...] = (
    Known("stacks|sets mixed|beside|one place|alternates|one set|way on",
          "(short|limit lost|stuck|swapped|chatter|running on|dead cable|drift).*(lift_|cable)",
          "",
          "a wall that a lift raises by itself, by its triac or by homing past a lost limit, is "
          "not known to the table: the next hand comes without it"),
    Known("moved together|lift not down", "swapped lift_", "",
          "limits that have changed places say down of a lift that is up"),
    Known("way on", "short |running on ", "E902",
          "single-port: the chain away from its zero and a lift that a triac raised under tiles "
          "block each other, and no hand can turn either"),
)
"""Patterns of the first broken rule, of one of the wrongs, of a fault that was told."""


def why(result: Result) -> str:
    """Why a failed run is known; "" when it is not."""
    rule = result["failed"][0][0]
    wrongs = [row[0] for row in result["done"]]
    for row in KNOWN:
        if (re.fullmatch(row.rules, rule)
                and (not row.wrongs or any(re.match(row.wrongs, text) for text in wrongs))
                and (not row.faults or any(re.match(row.faults, code)
                                           for code in result["faults"]))):  # fmt: skip
            return row.why
    return ""
