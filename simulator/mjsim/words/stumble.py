"""A program that ended in a traceback: what and where, in one line."""

from __future__ import annotations

import traceback

ROWS = 3
"""The innermost so many calls are named."""


def where(problem: Exception) -> str:
    """What a campaign says of it."""
    rows = traceback.extract_tb(problem.__traceback__)[-ROWS:]
    calls = " < ".join("%s:%d" % (row.filename.rpartition("/")[2], row.lineno or 0)
                       for row in reversed(rows))  # fmt: skip
    return "%s: %s (%s)" % (type(problem).__name__, " ".join(str(problem).split()), calls)
