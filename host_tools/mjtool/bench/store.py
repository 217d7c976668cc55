"""Reports kept by table: the last one of each unit, and a visit that is not finished yet.

Under the user's state folder (XDG_STATE_HOME, else ~/.local/state), `mjtool/bench/UID.json`.
"""

import json
from pathlib import Path
from typing import Any

from .. import state, whole_file
from ..errors import UsageError

FORM = 1


def folder() -> Path:
    """Where reports are kept."""
    return state.folder("bench")


def path_of(uid: str, what: str = "") -> Path:
    """The file of one table; `what` "open" is its unfinished visit."""
    safe = "".join(letter for letter in uid if letter.isalnum() or letter in "-_") or "unknown"
    return folder() / f"{safe}{'.' + what if what else ''}.json"


def keep(report: dict[str, Any], what: str = "") -> Path:
    """Keep a report, whole or not at all."""
    target = path_of(report["unit"]["uid"], what)
    try:
        whole_file.write(target, json.dumps(report, indent=1) + "\n")
    except OSError as problem:
        raise UsageError(f"the report cannot be kept: {problem.strerror}", str(target), "",
                         "set XDG_STATE_HOME to a folder you may write to") from problem
    return target


def merged(report: dict[str, Any], before: dict[str, Any] | None) -> dict[str, Any]:
    """The report to be kept: what was not tried, or could not be told, keeps what was known of it
    before, with its date."""
    known = {row["item"]: row | {"date": row.get("date", (before or {}).get("date", ""))}
             for row in (before or {}).get("items", []) if row["grade"] in ("ok", "worn")}
    items = [known.get(row["item"], row) if row["grade"] in ("not tried", "cannot tell") else row
             for row in report["items"]]
    return report | {"items": items}


def last(uid: str, what: str = "") -> dict[str, Any] | None:
    """The last report of a table, None when there is none."""
    path = path_of(uid, what)
    return read(path) if path.is_file() else None


def read(path: Path) -> dict[str, Any]:
    """A report, or UsageError that says where it is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise UsageError(f"the report cannot be read: {problem.strerror}", str(path), "",
                         "name a JSON report of `mjtool bench`") from problem
    except (json.JSONDecodeError, UnicodeDecodeError) as problem:
        line = getattr(problem, "lineno", 1)
        raise UsageError("this is no report", f"{path}:{line}", "",
                         "name a JSON report of `mjtool bench`") from problem
    if not isinstance(data, dict) or data.get("form") != FORM or "items" not in data:
        raise UsageError("this is no report of this mjtool", str(path),
                         "another program or version wrote it",
                         "run `mjtool bench all` once without --against")
    return data


def figures(report: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    """Figures by item of a report, of those that were not found broken."""
    if report is None:
        return {}
    return {row["item"]: row["figures"] for row in report["items"]
            if row["grade"] in ("ok", "worn")}
