"""The circuit as data: parts, pins and nets of `hardware/out/circuit.json`, without SKiDL.

Everything that looks at the circuit (rules, board, sheets, harness, spice, BOM) reads it through
this module. The file is canonical: sorted keys, two blanks, one trailing newline.
"""

import difflib
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .problem import Problem

CIRCUIT_FILE = "hardware/out/circuit.json"
OFF_BOARD = "mj:OffBoard"  # footprint of parts that hang on the harness, not on the board
Pin = tuple[str, str]  # reference, pin number
ASKING_FOR_OTHERS = (__name__, "hardware.board.layout")  # whose caller is the one to name


class CircuitFileError(Problem):
    """circuit.json cannot be read; the text says file and line."""


class PartMissing(Problem, KeyError):
    """The circuit has no such part; the text says who asked, and what to do."""

    def __str__(self) -> str:
        return str(self.args[0])


class Parts(dict[str, "Part"]):
    """The parts by reference; one that is not there is told in a sentence."""

    def __missing__(self, ref: str) -> "Part":
        frame = sys._getframe(1)
        while frame.f_back and frame.f_globals.get("__name__") in ASKING_FOR_OTHERS:
            frame = frame.f_back
        place = f"{frame.f_globals.get('__name__', '?').replace('.', '/')}.py:{frame.f_lineno}"
        near = difflib.get_close_matches(ref, self, 1, 0.5)
        raise PartMissing(f"{CIRCUIT_FILE} has no part {ref}, which {place} asks for; put it back "
                          "in hardware/blocks, or take it out there as well"
                          + (f"; nearest: {near[0]}" if near else ""))


@dataclass(frozen=True)
class Part:
    """One part. `pins`: pin number -> net; `names`: pin number -> the datasheet's name;
    `symbol`: its name in mj.kicad_sym; `nc`: pins left open on purpose; `check`: what to read in
    the datasheet before ordering."""

    kind: str
    value: str
    mpn: str
    footprint: str
    group: str
    block: str
    substitute: str = ""
    check: str = ""
    domain: str = ""
    note: str = ""
    symbol: str = ""
    pins: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    nc: tuple[str, ...] = ()

    @property
    def on_board(self) -> bool:
        """Does it have a place on the board?"""
        return self.footprint != OFF_BOARD

    def pin(self, name: str) -> str:
        """The number of the only pin of this name; KeyError when there is none or more."""
        found = [number for number, its in self.names.items() if its == name]
        if len(found) != 1:
            raise KeyError(name)
        return found[0]


@dataclass(frozen=True)
class Circuit:
    """The whole circuit. `nets`: name -> its pins, both sorted."""

    parts: dict[str, Part]
    nets: dict[str, list[Pin]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", Parts(self.parts))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Circuit":
        """The circuit of the parsed file; its nets follow from the parts' pins."""
        parts = {ref: Part(**{**row, "nc": tuple(row.get("nc", ()))})
                 for ref, row in data["parts"].items()}
        return circuit_of(parts)

    def net(self, ref: str, pin: str) -> str:
        """The net of a pin given by number or by a name it does not share, "" when it is open."""
        part = self.parts[ref]
        return part.pins.get(pin) or part.pins.get(_number(part, pin), "")

    def of_kind(self, *kinds: str) -> dict[str, Part]:
        """Parts of these kinds, in the order of their references."""
        return {ref: part for ref, part in self.parts.items() if part.kind in kinds}


def _number(part: Part, name: str) -> str:
    return next((number for number, its in part.names.items() if its == name), "")


def natural(name: str) -> tuple[str, int, str]:
    """Sort key: R2 before R10, pin 2 before pin 10; references carry one number."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters):]
    return letters, int(digits or 0), name


def nets_of(parts: dict[str, Part]) -> dict[str, list[Pin]]:
    """Net -> its pins, from the parts."""
    nets: dict[str, list[Pin]] = {}
    for ref in sorted(parts, key=natural):
        for pin in sorted(parts[ref].pins, key=natural):
            nets.setdefault(parts[ref].pins[pin], []).append((ref, pin))
    return {net: nets[net] for net in sorted(nets)}


def circuit_of(parts: dict[str, Part]) -> Circuit:
    """A circuit of these parts, in canonical order."""
    return Circuit({ref: parts[ref] for ref in sorted(parts, key=natural)}, nets_of(parts))


def to_json(circuit: Circuit) -> str:
    """The canonical text."""
    parts = {}
    for ref, part in circuit.parts.items():
        row: dict[str, Any] = {k: v for k, v in vars(part).items() if v or k in _ALWAYS}
        for key in ("pins", "names"):
            row[key] = {p: row[key][p] for p in sorted(row.get(key, {}), key=natural)}
        if part.nc:
            row["nc"] = sorted(part.nc, key=natural)
        parts[ref] = row
    nets = {net: [f"{ref}.{pin}" for ref, pin in pins] for net, pins in circuit.nets.items()}
    lines = ['{\n "parts": {', _rows(parts), ' },\n "nets": {', _rows(nets), " }\n}\n"]
    return "\n".join(lines[:-1]) + "\n" + lines[-1]


_ALWAYS = frozenset({"kind", "value", "mpn", "footprint", "group", "block", "pins", "names"})


def _rows(table: dict[str, Any]) -> str:
    return ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in table.items())


def from_json(text: str) -> Circuit:
    """The circuit of a text that `to_json` wrote."""
    return Circuit.from_dict(json.loads(text))


def load(path: Path) -> Circuit:
    """The circuit of a `circuit.json`; `path` may also be the project's root."""
    if path.is_dir():
        path = path / CIRCUIT_FILE
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing; `make hardware` writes it")
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        problem, line = f"not valid JSON: {error.msg}", error.lineno
    except KeyError as error:
        problem, line = f"not a circuit: no {error}", 1
    except (TypeError, AttributeError, ValueError) as error:
        problem, line = f"not a circuit: {error}", 1
    raise CircuitFileError(f"{path}:{line}: {problem}; it is generated, "
                           "`make hardware PART=circuit` writes it anew")
