"""The tables of a match's file, in steps: a new file takes all, an older one those it lacks.

The number of steps is the file's version (`PRAGMA user_version`). A step is never changed once a
file may have been written with it; a new idea is a new step.
"""

import sqlite3

from .errors import MatchError

APPLICATION = 0x4D4A5343  # "MJSC", in the file's header: it is ours

STEPS = (
    # 1: the journal; the triggers keep it append-only whoever opens the file
    """
    CREATE TABLE journal (
        seq INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        ref TEXT UNIQUE,
        action TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER journal_stays BEFORE DELETE ON journal
        BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal
        BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
    """,
    # 2: what was last set at which table
    """
    CREATE TABLE marker_set (
        uid TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        fields TEXT NOT NULL
    ) STRICT;
    """,
)
VERSION = len(STEPS)


def is_empty(connection: sqlite3.Connection) -> bool:
    """True for a file in which nothing was ever committed."""
    return not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]


def check(connection: sqlite3.Connection, where: str) -> int:
    """The file's version, when it is a match that this program can read."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise MatchError(f"{where} is no match", "file")
    if not 1 <= version <= VERSION:
        raise MatchError(
            f"{where} has version {version} and this mjscore reads up to {VERSION}; update it",
            "file",
        )
    return int(version)


def bring_up(connection: sqlite3.Connection, version: int) -> None:
    """Carry out the steps behind `version`, within the caller's transaction."""
    for step in STEPS[version:]:
        for statement in _statements(step):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _statements(script: str) -> list[str]:
    """Single statements; `executescript` would commit the transaction under way."""
    found, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current)
            current = ""
    return found
