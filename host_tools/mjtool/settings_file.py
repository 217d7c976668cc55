"""Reads a file of settings for a table, checks it before anything is sent, and writes one.

    # comment
    power.budget_mw = 80000        or        [power]
                                             budget_mw = 80000

Every mistake is reported at once, each with file and line, and then nothing is used.
"""

import difflib
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

SECTION = re.compile(r"^\s*\[\s*([A-Za-z0-9_.\"-]+)\s*\]")
KEY = re.compile(r"^\s*([A-Za-z0-9_.\" -]+?)\s*=")


class SettingsError(Exception):
    """The file cannot be used; the text holds one line per mistake."""


def read_settings(path: Path, rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Values by name from `path`; `rows` are the settings of the dictionary.

    Raises SettingsError when the file cannot be read, is not TOML, or holds a name or value
    that the table would refuse.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}; name an existing "
                            "file") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: is not UTF-8 text; save it as UTF-8") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: not valid TOML: {error}; write lines like "
                            "power.budget_mw = 50000") from None
    lines = _lines(text)
    known = {row["name"]: row for row in rows}
    values, mistakes = {}, []
    for name, value in _flat(data, ""):
        wrong = _mistake(name, value, known)
        if wrong:
            mistakes.append(f"{path}:{lines.get(name, 1)}: {wrong}")
        else:
            values[name] = value
    if mistakes:
        raise SettingsError("\n".join(mistakes))
    return values


def _mistake(name: str, value: object, known: dict[str, dict[str, Any]]) -> str:
    """What is wrong with one line, or ""."""
    row = known.get(name)
    if row is None:
        near = difflib.get_close_matches(name, known, 1, 0.0)
        return f"unknown setting {name}. Nearest valid: {near[0]}" if near else (
            f"unknown setting {name}")
    unit = f" (unit {row['unit']})" if row["unit"] else ""
    if isinstance(value, bool) or not isinstance(value, int):
        return (f"{name} = {value!r} is no whole number{unit}. "
                f"Valid: {row['min']} to {row['max']}, default {row['default']}")
    if value < row["min"]:
        return f"{name} = {value} is below {row['min']}{unit}. Nearest valid: {row['min']}"
    if value > row["max"]:
        return f"{name} = {value} is above {row['max']}{unit}. Nearest valid: {row['max']}"
    return ""


def _flat(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Leaves of nested tables as dotted names, in file order."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _lines(text: str) -> dict[str, int]:
    """Line of every dotted name."""
    found: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        head = SECTION.match(line)
        if head:
            section = head.group(1).replace('"', "") + "."
            continue
        key = KEY.match(line)
        if key:
            name = section + key.group(1).replace('"', "").replace(" ", "")
            found.setdefault(name, number)
    return found


def written(values: dict[str, int], known: dict[str, dict[str, Any]], title: str) -> str:
    """The file that `read_settings` gives these values of; each with what it is and its limits."""
    lines = [f"# {title}.", "# `mjtool config import FILE` puts them back."]
    for name, value in values.items():
        row = known.get(name)
        if row is None:
            lines += ["", f"# {name} = {value}  (not known to this mjtool)"]
            continue
        unit = f" {row['unit']}" if row["unit"] else ""
        key = "; needs the service key" if row["key"] else ""
        lines += ["", f"# {row['help']}",
                  f"# from {row['min']} to {row['max']}{unit}, new {row['default']}{key}",
                  f"{name} = {value}"]
    return "\n".join(lines) + "\n"
