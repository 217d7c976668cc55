"""The file of a match: SQLite, one journal that only grows, each action committed by itself.

Rollback journal with `synchronous=EXTRA`, not write-ahead log: after every commit the match is one
file that can be copied or mailed as it is, and EXTRA also syncs the folder once the journal is
gone, so that even a power cut cannot bring a committed hand's journal back and undo it. A commit
costs some milliseconds, which nobody notices once a hand.

Two programs on one match are safe: an action is stored only by whoever has read everything before
it (`expected`), the other one is refused and nothing of it is stored.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import newfile, schema
from .errors import MatchError

WAIT_S = 5.0  # for another program's commit
SYNCHRONOUS = "EXTRA"


@dataclass(frozen=True)
class Line:
    """A line of the journal: number from 1, time (UTC), the caller's own mark, the action."""

    seq: int
    at: str
    ref: str | None
    action: dict[str, Any]


class Store:
    """An open match file. Use `create` and `open_file`."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    def journal(self) -> list[Line]:
        """Everything ever confirmed, in order."""
        with _told(self.path):
            rows = self._connection.execute(
                "SELECT seq, at, ref, action FROM journal ORDER BY seq").fetchall()  # fmt: skip
        lines = [Line(seq, at, ref, _read(action, self.path)) for seq, at, ref, action in rows]
        if [line.seq for line in lines] != list(range(1, len(lines) + 1)):
            raise MatchError(f"{self.path} is damaged: lines of the journal are missing", "file")
        return lines

    def append(self, action: Mapping[str, Any], expected: int, ref: str | None = None) -> Line:
        """Store an action behind line `expected`; its line once it is safe on the disk."""
        line = Line(expected + 1, now(), ref, dict(action))
        with _told(self.path), _transaction(self._connection):
            (last,) = self._connection.execute(
                "SELECT ifnull(max(seq), 0) FROM journal"
            ).fetchone()
            if last != expected:
                raise MatchError(
                    "another program has changed the match meanwhile, so nothing was stored; "
                    "look at it and try again", "file")  # fmt: skip
            _write(self._connection, line)
        return line

    def marker_set(self, uid: str) -> dict[str, Any] | None:
        """What the match last set (or took over) at the table with this serial number."""
        with _told(self.path):
            row = self._connection.execute(
                "SELECT fields FROM marker_set WHERE uid = ?", (uid,)).fetchone()  # fmt: skip
        return _read(row[0], self.path) if row else None

    def remember_marker(self, uid: str, fields: Mapping[str, Any]) -> None:
        """Keep what the table's marker shows now by the will of the match."""
        with _told(self.path), _transaction(self._connection):
            self._connection.execute(
                "INSERT OR REPLACE INTO marker_set (uid, at, fields) VALUES (?, ?, ?)",
                (uid, now(), json.dumps(dict(fields))))  # fmt: skip


def now() -> str:
    """The time as the journal writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def create(path: Path, first: list[Line]) -> Store:
    """A new match file with the beginning of its journal, or MatchError when there is one."""
    with _told(path), newfile.beside(path) as written:
        with closing(_connect(written)) as connection, _transaction(connection):
            schema.bring_up(connection, 0)
            for line in first:
                _write(connection, line)
    return open_file(path)


def open_file(path: Path) -> Store:
    """An existing match file, brought up to this version's tables."""
    if not path.is_file():
        raise MatchError(f"there is no match file {path}", "file")
    with _told(path):
        connection = _connect(path)
        try:
            if schema.is_empty(connection):
                raise MatchError(f"{path} is empty: no match was ever begun in it", "file")
            if schema.check(connection, str(path)) < schema.VERSION:
                with _transaction(connection):
                    schema.bring_up(connection, schema.check(connection, str(path)))
        except BaseException:
            connection.close()
            raise
    return Store(connection, path)


def _write(connection: sqlite3.Connection, line: Line) -> None:
    connection.execute(
        "INSERT INTO journal (seq, at, ref, action) VALUES (?, ?, ?, ?)",
        (line.seq, line.at, line.ref, json.dumps(line.action)),
    )


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; the lock is taken at once, so that nobody writes in between."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What SQLite or the system says, as one sentence."""
    try:
        yield
    except sqlite3.OperationalError as problem:
        if getattr(problem, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY,
                                                              sqlite3.SQLITE_LOCKED):  # fmt: skip
            raise MatchError(f"{path} is in use by another program", "file") from None
        raise MatchError(f"{path} cannot be used ({problem})", "file") from None
    except sqlite3.IntegrityError as problem:
        raise MatchError(f"{path} does not take that ({problem})", "file") from None
    except sqlite3.DatabaseError as problem:
        raise MatchError(f"{path} is no match, or is damaged ({problem})", "file") from None
    except OSError as problem:
        raise MatchError(f"{path} cannot be used ({problem.strerror})", "file") from None


def _read(text: str, path: Path) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        value = None
    if not isinstance(value, dict):
        raise MatchError(f"{path} is damaged: a line of its journal cannot be read", "file")
    return value
