"""The settings table: mjtable/generated/setting_table.py, docs/SETTINGS.md and the host's part."""

import re
from pathlib import Path
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read.machine import MACHINE_FILE, Machine, load
from tools.make.generate.render import header, mark, python_tuple, table

FILE = "firmware/tables/settings.toml"
MODULE = Path("firmware/mjtable/generated/setting_table.py")
PAGE = Path("docs/SETTINGS.md")
KEYS = ["name", "unit", "min", "max", "default", "key", "help"]
LARGEST = (1 << 30) - 1
INTRO = """# Settings

Integers, kept by the table over power loss; dhz = tenths of a hertz, pct = per
cent. `mjtool` and the link's `settings.get` and
`settings.set` read and change them; a value outside its range is refused and nothing changes.
Those with a *key* bear on safety: they change only while a person holds the service key at the
table. `mjtool config export FILE` writes all of them as a file with their limits, `config diff
FILE` compares, `config import FILE` puts them back; a mistake is told with file and line, and then
nothing is changed.
"""


def read(root: Path) -> list[dict[str, Any]]:
    """The checked rows, in the board's order."""
    source = Source.read(root, FILE)
    source.keys((), source.data, ["setting"], "section")
    rows: list[dict[str, Any]] = source.data["setting"]
    names: set[str] = set()
    for index, row in enumerate(rows):
        source.keys((f"setting#{index}",), row, KEYS)
        if row["name"] in names:
            raise source.error((f"setting#{index}", "name"),
                               f"setting {row['name']} is there twice")
        names.add(row["name"])
        machine = load(root)
        section, _, key = row["name"].partition(".")
        wanted = machine.values.get(section, {}).get(key, row["default"])
        if row["name"] in machine.measured:
            _measured(source, machine, index, row, wanted)
        _check(source, f"setting#{index}", row, wanted)
    return rows


def _measured(source: Source, machine: Machine, index: int, row: dict[str, Any],
              value: int) -> None:
    """A measured value becomes the default, if the setting can hold it."""
    if machine.overlay and not row["min"] <= value <= row["max"]:
        raise machine.overlay.error(
            (*row["name"].split("."),), f"{row['name']} = {value}, but its setting goes from "
            f"{row['min']} to {row['max']} ({FILE}:{source.line(f'setting#{index}', 'name')})")
    row["default"] = value


def _check(source: Source, at: str, row: dict[str, Any], wanted: int) -> None:
    """One row; `wanted` is the default that the machine's figures ask for."""
    name = row["name"]
    if not re.fullmatch(r"[a-z]+\.[a-z0-9_]+", name):
        raise source.error((at, "name"), f"name {name!r} must be like part.what_unit")
    if not re.fullmatch(r"[A-Za-z]*", row["unit"]):
        raise source.error((at, "unit"), f"{name}: unit {row['unit']!r} must be letters only, "
                           "it goes over the link")
    for key in ("min", "max", "default"):
        if type(row[key]) is not int or abs(row[key]) > LARGEST:
            raise source.error((at, key), f"{name}: {key} = {row[key]!r} must be an integer "
                               f"within +-{LARGEST}")
    if not row["min"] <= row["default"] <= row["max"]:
        raise source.error((at, "default"), f"{name}: default {row['default']} is outside "
                           f"{row['min']}..{row['max']}")
    if row["default"] != wanted:
        raise source.error((at, "default"), f"{name}: default {row['default']}, but "
                           f"{MACHINE_FILE} says {wanted}; change both")
    if type(row["key"]) is not bool:
        raise source.error((at, "key"), f"{name}: key = {row['key']!r} must be true or false")
    if not row["help"]:
        raise source.error((at, "help"), f"{name} has no help")


def outputs(root: Path) -> dict[Path, str]:
    """The firmware's table and the page."""
    rows = read(root)
    return {MODULE: module(rows), PAGE: page(rows)}


def dictionary(root: Path) -> dict[str, Any]:
    """The host's part: every row, in the board's order."""
    return {"settings": read(root)}


def module(rows: list[dict[str, Any]]) -> str:
    """The firmware's module: an index constant per setting, and one tuple per column."""
    parts = [header(FILE, "Settings: name, unit, range and default by index S_<NAME>.")]
    parts += [f"S_{row['name'].upper().replace('.', '_')} = {i}\n" for i, row in enumerate(rows)]
    parts.append("\n")
    for column, key in (("NAMES", "name"), ("UNITS", "unit"), ("MINS", "min"), ("MAXS", "max"),
                        ("DEFAULTS", "default")):
        parts.append(python_tuple(column, [row[key] for row in rows]))
    keyed = sum(1 << i for i, row in enumerate(rows) if row["key"])
    parts.append(f"KEYED = 0x{keyed:X}  # bit i: setting i needs the service key\n")
    return "".join(parts)


def page(rows: list[dict[str, Any]]) -> str:
    """docs/SETTINGS.md."""
    return "\n".join([mark(FILE), INTRO, table(
        ("name", "unit", "from", "to", "default", "key", "what it does"),
        ((f"`{r['name']}`", r["unit"] or "-", r["min"], r["max"], r["default"],
          "yes" if r["key"] else "-", r["help"])
         for r in rows))])
