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
