"""A sheet's plan: which parts stand where. Plans are the TOML files in `plans/`.

A plan never says a value, a net or what is joined: those come from the circuit. It holds

  title, notes    text for people
  parts           reference -> { at = [x, y], ... }, x to the right, y down, in grid units;
                  "R@net&net" means the only R on these nets, for parts whose number follows
                  the order of bits in machine.toml:
                    turn   two-terminal parts: where the second pin lies from the first
                           ("right" "left" "up" "down"); default "right"
                    len    distance of the two pins, 2 if not said
                    left, right, top, bottom   boxes: pins by name or number, "" a gap
                    width  of the box; wide enough for its names if not said
                    mirror transistors and triacs: control pin on the right
  routes          wires with one corner or two, "R1.2 -| C1.1" (across, then down), "|-", or
                  "R1.2 -|- C1.1 @ 12" (across to x = 12, down, across), "|-|" (@ y)
  tables          names of tables in `tables.py` written below the drawing
"""

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hardware.model import Circuit
from tools.make.generate.errors import Source, SourceError

PLANS = "hardware/sheets/plans"
PLAN_KEYS = ["title", "notes", "parts", "routes", "tables"]
PART_KEYS = ["at", "turn", "len", "left", "right", "top", "bottom", "width", "mirror"]
TURNS = ["right", "left", "up", "down"]
ROUTE = re.compile(r"^(\w+)\.(\S+) (-\||\|-|-\|-|\|-\|) (\w+)\.(\S+?)(?: @ (-?[\d.]+))?$")


class Place(NamedTuple):
    """One part on a sheet."""

    ref: str
    x: float
    y: float
    turn: str
    length: float
    sides: Mapping[str, list[str]]
    width: float
    mirror: bool


class Route(NamedTuple):
    """One wire drawn by hand: from pin, shape, to pin, where its middle part lies."""

    start: tuple[str, str]
    shape: str
    end: tuple[str, str]
    middle: float
    text: str


class Plan(NamedTuple):
    """One sheet as planned; `source` knows its lines."""

    name: str
    title: str
    notes: list[str]
    places: list[Place]
    routes: list[Route]
    tables: list[str]
    source: Source


def read_plans(root: Path, circuit: Circuit) -> list[Plan]:
    """Every plan, in file order, each reference checked against the circuit."""
    paths = sorted((root / PLANS).glob("*.toml"))
    return [read_plan(f"{PLANS}/{p.name}", p.read_text(encoding="utf-8"), circuit) for p in paths]


def read_plan(name: str, text: str, circuit: Circuit) -> Plan:
    """The plan of a file's text; SourceError says file, line, what is wrong, what is nearest."""
    source = Source(name, text)
    data = {"notes": [], "routes": [], "tables": [], **source.data}
    source.keys((), data, PLAN_KEYS)
    for key in data["parts"]:
        source.lines.setdefault(f"parts.{key}", line_of(source, f'"{key}"'))
    places = [_place(source, key, row, circuit) for key, row in data["parts"].items()]
    routes = [_route(source, text) for text in data["routes"]]
    return Plan(Path(name).stem, data["title"], data["notes"], places, routes, data["tables"],
                source)


def reference(source: Source, key: str, circuit: Circuit) -> str:
    """The part that a key of [parts] means; it must be in the circuit."""
    letters, _, nets = key.partition("@")
    if not nets:
        if key not in circuit.parts:
            raise source.unknown(("parts", key), list(circuit.parts), "reference")
        return key
    wanted = set(nets.split("&"))
    for net in sorted(wanted):
        if net not in circuit.nets:
            raise source.unknown(("parts", key, net), list(circuit.nets), "net")
    found = [ref for ref, part in circuit.parts.items()
             if ref.rstrip("0123456789") == letters and wanted <= set(part.pins.values())]
    if len(found) != 1:
        raise source.error(("parts", key), f"{key} must be one part, but is "
                           f"{', '.join(found) or 'none'}")
    return found[0]


def _place(source: Source, key: str, row: dict[str, Any], circuit: Circuit) -> Place:
    """One part's place; its reference and its pins must be the circuit's."""
    ref, here = reference(source, key, circuit), ("parts", key)
    for name in row:
        if name not in PART_KEYS:
            raise source.unknown((*here, name), PART_KEYS)
    turn = row.get("turn", "right")
    if turn not in TURNS:
        raise source.unknown((*here, turn), TURNS, "turn", "turn")
    if "at" not in row:
        raise source.error(here, f"parts.{ref} has no place: at = [x, y]")
    sides = {side: [pin_number(source, circuit, ref, pin) for pin in row.get(side, [])]
             for side in ("left", "right", "top", "bottom")}
    x, y = row["at"]
    return Place(ref, x, y, turn, row.get("len", 2), sides, row.get("width", 0),
                 row.get("mirror", False))


def pin_number(source: Source, circuit: Circuit, ref: str, pin: str, at: str = "") -> str:
    """The number of a pin given by number or by name; "" stays the gap that it is."""
    part = circuit.parts[ref]
    if not pin or pin in part.names or pin in part.pins:
        return pin
    found = [number for number, its in part.names.items() if its == pin]
    if len(found) == 1:
        return found[0]
    valid = [*part.names.values(), *part.names]
    where = f"{source.name}:{line_of(source, at)}" if at else (
        f"{source.name}:{source.line('parts', ref)}")
    if found:
        raise SourceError(f"{where}: {ref} has {len(found)} pins {pin}: {', '.join(found)}; "
                          "say the number")
    near = difflib.get_close_matches(pin, valid, 1, 0.0)
    hint = f"; nearest pin: {near[0]}" if near else ""
    raise SourceError(f"{where}: {ref} has no pin {pin}{hint}")


def line_of(source: Source, text: str) -> int:
    """The line that holds `text`."""
    lines = source.text.splitlines()
    return next((n for n, line in enumerate(lines, 1) if text in line), 1)


def _route(source: Source, text: str) -> Route:
    """A hand-drawn wire from its text."""
    match = ROUTE.match(text)
    if not match:
        raise SourceError(f'{source.name}:{line_of(source, text)}: route "{text}" is not '
                          'understood; write "R1.2 -| C1.1" or "R1.2 -|- C1.1 @ 12"')
    ref, pin, shape, to, its, middle = match.groups()
    return Route((ref, pin), shape, (to, its), float(middle or 0), text)
