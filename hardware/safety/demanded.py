"""Reads demanded.toml: what the design asks to be answered, and which rows answer it."""

from pathlib import Path
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.render import table

from . import own_page

FILE = "hardware/safety/demanded.toml"
MODES = 45  # of design hardware §4.2, numbered from 1
SYMPTOMS = 20  # of design domain §8
KEYS = {"mode": ["number", "title", "rows", "why"], "symptom": ["title", "rows", "why"]}
Rows = list[dict[str, Any]]


def read(root: Path, tried: dict[str, bool]) -> dict[str, Rows]:
    """The checked lists `mode` and `symptom`; `tried`: by id of each row of failure_modes.toml
    whether a simulator can make it go wrong."""
    source = Source.read(root, FILE)
    source.keys((), source.data, list(KEYS), "section")
    for section, keys in KEYS.items():
        for index, row in enumerate(source.data[section]):
            at = f"{section}#{index}"
            source.keys((at,), row, keys)
            _row(source, at, row, tried)
    _whole(source)
    return {section: source.data[section] for section in KEYS}


def _row(source: Source, at: str, row: dict[str, Any], tried: dict[str, bool]) -> None:
    """It has a title, and an answer that can be tried."""
    if not row["title"]:
        raise source.error((at, "title"), f"{at} has no title")
    for index, name in enumerate(row["rows"]):
        if name not in tried:
            here = source.item(index, at, "rows")
            raise source.unknown((*here[:-1], name), list(tried), "row of failure_modes.toml",
                                 here[-1])
    if not row["rows"] and not row["why"]:
        raise source.error((at, "rows"), f"\"{row['title']}\" has no row of failure_modes.toml; "
                           "name one, or say in `why` what answers it")
    if not row["why"] and not any(tried[name] for name in row["rows"]):
        raise source.error((at, "rows"), f"\"{row['title']}\": no row of it has an injector; name "
                           "one that has, or say in `why` what shows it instead")


def _whole(source: Source) -> None:
    """Every number of §4.2 once and in order, and as many symptoms as §8 has."""
    for index, row in enumerate(source.data["mode"]):
        if row["number"] != index + 1:
            raise source.error((f"mode#{index}", "number"), f"failure mode {index + 1} of design "
                               f"hardware §4.2 must stand here, not {row['number']}")
    for section, count in (("mode", MODES), ("symptom", SYMPTOMS)):
        if len(source.data[section]) != count:
            raise source.error((), f"{len(source.data[section])} rows of [[{section}]]; the "
                               f"design has {count}")


def tables(lists: dict[str, Rows], rows: Rows, link: Any) -> list[str]:
    """The two lists as the page shows them; `link` writes the link of a fault by its id."""
    faults = {row["id"]: row["faults"] for row in rows}
    words = {row["id"]: own_page.link(row, row["failure"]) for row in rows}
    parts = []
    for section, title in (("mode", "Failure modes of the design (hardware §4.2)"),
                           ("symptom", "Symptoms that repairers report (domain §8)")):
        parts += [f"## {title}\n", table(("", "what", "answered by", "faults"), (
            (row.get("number", number), row["title"], "; ".join(
                [words[name] for name in row["rows"]] + [row["why"]] * bool(row["why"])),
             "; ".join(link(name) for name in dict.fromkeys(
                 fault for name in row["rows"] for fault in faults[name])))
            for number, row in enumerate(lists[section], 1)))]
    return parts
