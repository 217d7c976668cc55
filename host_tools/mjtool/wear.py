"""What this computer has read of a table's wear: a reading a day, so that a trend can be seen.

The board keeps learnt times within 80 to 120 per cent of the design's and forgets what was before;
who reads it now and then sees the years.
"""

import json

from . import state, whole_file
from .errors import UsageError

MARK = "mjtool trends 1"
MOST = 400
"""Readings that are kept, the oldest goes first: more than a year of one a day."""
Readings = dict[str, dict[str, int]]
"""By day, as 2026-11-28, in order: per cent of the design's time by way, as "hatch up"."""


def recall(uid: str) -> Readings:
    """The readings of a table; UsageError when what was kept cannot be read."""
    place = state.of_table("trends", uid)
    try:
        value = json.loads(place.read_text(encoding="utf-8"))
        if value["mark"] != MARK:
            raise ValueError(f"no `{MARK}` in it")
        return {str(day): {str(way): _pct(pct) for way, pct in ways.items()}
                for day, ways in sorted(value["days"].items())}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise UsageError(
            f"what was read of this table before cannot be used ({problem})", str(place),
            "the file was changed or damaged",
            "restore it from a backup; or delete it, then its history begins today") from None


def _pct(value: object) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is no per cent of a time")
    return value


def with_day(readings: Readings, day: str, ways: dict[str, int]) -> Readings:
    """With today's reading; a way that was not gone today keeps what was read of it."""
    whole = readings | {day: readings.get(day, {}) | ways}
    return dict(sorted(whole.items())[-MOST:])


def keep(uid: str, readings: Readings) -> None:
    """Write them, for this person alone; UsageError when the disk does not take them."""
    place = state.of_table("trends", uid)
    try:
        whole_file.write(place, json.dumps({"mark": MARK, "uid": uid, "days": readings}, indent=1)
                         + "\n", 0o600)  # fmt: skip
    except OSError as problem:
        raise UsageError(f"what was read cannot be kept ({problem.strerror})", str(place),
                         "the folder is not yours, or the disk is full",
                         "name another folder with XDG_STATE_HOME") from None


def of_way(readings: Readings, way: str) -> dict[str, int]:
    """One way's readings by day."""
    return {day: ways[way] for day, ways in readings.items() if way in ways}
