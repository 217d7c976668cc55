"""Reads failure_modes.toml and checks every row against fault table, machine, settings, tests."""

from pathlib import Path
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.words import faults as fault_table

from . import demanded, named_tests, own_answers
from .figures import Figures

FILE = "hardware/safety/failure_modes.toml"
KEYS = ["id", "part", "failure", "effect", "signals", "seen", "limit", "class", "faults", "tests",
        "later"]
PARTS = {"motors": "Motors and their switches", "stop": "Stop chain",
         "board": "Controller and board", "sensors": "Sensors", "people": "People and tiles",
         "mains": "Mains, supplies, heat and the rest"}
CLASSES = {
    "R0": "power to the motors removed at once by K1 and by the optocouplers' supply; latched",
    "R1": "brought to rest first, then power removed; latched",
    "R2": "motors off, power stays; latched until a person acknowledges",
    "R3": "warned; play goes on",
    "HW": "a part of the circuit answers by itself, no program needed",
    "DES": "excluded or made harmless by the design",
    "CHK": "found only by a check of the commissioning or service list",
}
OF_SEVERITY = {"stop": "R0", "fault": "R2", "warning": "R3"}
STRONGEST = ["R0", "R2", "R3"]
Rows = list[dict[str, Any]]


def read(root: Path) -> tuple[Rows, dict[str, dict[str, Any]], Figures, dict[str, Rows]]:
    """The checked rows, the fault table by id, the figures, and what the design demands."""
    source = Source.read(root, FILE)
    source.keys((), source.data, ["row"], "section")
    faults = {row["id"]: row for row in fault_table.read(root)}
    figures = Figures(root)
    rows: Rows = source.data["row"]
    seen: set[str] = set()
    for index, row in enumerate(rows):
        at = f"row#{index}"
        source.keys_within((at,), row, [*KEYS, *own_answers.KEYS])
        source.keys((at,), row, [*KEYS, *(key for key in own_answers.KEYS if key in row)])
        if row["id"] in seen:
            raise source.error((at, "id"), f"id {row['id']} is there twice")
        seen.add(row["id"])
        _words(source, at, row, figures)
        _faults(source, at, row, faults)
        own_answers.check(source, at, row, _tests(source, at, row, faults, root), faults)
    _complete(source, rows, faults, figures)
    tried = {row["id"]: bool(own_answers.injectors(row, faults)) for row in rows}
    return rows, faults, figures, demanded.read(root, tried)


def known_signals(figures: Figures) -> list[str]:
    """Everything that can be measured: signals, pins, multiplexer channels, test points, plugs."""
    data = figures.data
    return [*data["signals"], *data["pins"], *data["amux"]["channels"],
            *(row["net"] for row in data["testpoints"].values()),
            *(row["ref"] for row in data["connectors"].values())]


def _words(source: Source, at: str, row: dict[str, Any], figures: Figures) -> None:
    """Failure, effect, class, limit and signals of one row."""
    for key in ("failure", "effect"):
        if not row[key]:
            raise source.error((at, key), f"{row['id']} has no {key}")
    source.choice((at, "part"), row["part"], list(PARTS), "part")
    source.choice((at, "class"), row["class"], list(CLASSES), "class")
    if row["limit"] and row["limit"] not in figures.known:
        raise source.unknown((at, row["limit"]), list(figures.known), "figure", "limit")
    for index, name in enumerate(row["signals"]):
        if name not in known_signals(figures):
            here = source.item(index, at, "signals")
            raise source.unknown((*here[:-1], name), known_signals(figures), "signal", here[-1])


def _faults(source: Source, at: str, row: dict[str, Any], faults: dict[str, Any]) -> None:
    """Fault codes of one row, and that its class is that of the strongest of them."""
    for index, name in enumerate(row["faults"]):
        if name not in faults:
            here = source.item(index, at, "faults")
            raise source.unknown((*here[:-1], name), list(faults), "fault", here[-1])
    of_faults = {OF_SEVERITY[faults[name]["severity"]] for name in row["faults"]}
    if not row["faults"]:
        if row["class"] in STRONGEST or not row["seen"]:
            raise source.error((at, "class"), f"{row['id']} has no fault code: its class must be "
                               "HW, DES or CHK, and `seen` must say who notices")
        return
    strongest = next(c for c in STRONGEST if c in of_faults)
    if row["class"] != strongest:
        raise source.error((at, "class"), f"{row['id']} is class {row['class']}, but its faults "
                           f"({', '.join(row['faults'])}) make it {strongest}")


def _tests(source: Source, at: str, row: dict[str, Any], faults: dict[str, Any],
           root: Path) -> str:
    """The text of a row's tests, which exist and say each of its codes."""
    if not row["tests"]:
        raise source.error((at, "tests"), f"{row['id']} has no test")
    text = ""
    for index, name in enumerate(row["tests"]):
        problem = named_tests.wrong(root, name)
        if problem:
            raise source.error(source.item(index, at, "tests"), f"{row['id']}: {problem}")
        text += (root / name.partition("::")[0]).read_text(encoding="utf-8")
    for name in row["faults"]:
        code = f"E{faults[name]['code']}"
        if code not in text:
            raise source.error((at, "tests"), f"{row['id']}: no test of the row says {code} "
                               f"({name}); {faults[name]['test']} does")
    return text


def _complete(source: Source, rows: Rows, faults: dict[str, Any], figures: Figures) -> None:
    """Every fault code and every signal occurs in a row."""
    used = {name for row in rows for name in row["faults"]}
    for name, fault in faults.items():
        if name not in used:
            raise source.error((), f"E{fault['code']} {name} of {fault_table.FILE} is in no row")
    looked_at = {name for row in rows for name in row["signals"]}
    for name in figures.data["signals"]:
        if name not in looked_at:
            raise source.error((), f"signal {name} of hardware/machine.toml is in no row: what "
                               "happens when it is stuck?")
