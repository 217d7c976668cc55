"""What is state in each part of the firmware: `python -m tools.check.state`.

The recorder's checkpoints (`firmware/mjtable/memory/checkpoint.py`) write every part's attributes
that its STATE names. This check finds those that change once the part is made, from the code, and
says which of them no STATE has; `--write` puts them in. More may be named than it finds: bytes
that are changed through another name.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("game", "mechanisms", "memory", "people", "safety", "scan", "sorting")
NAME = "STATE"
MAKERS = ("__init__", "_find", "_make_turns", "_make_services", "_make_charts", "_take_places")
NO_PARTS = {
    "Store": "its slots are the medium's, and only read at the start",
    "SettingsStore": "the same",
    "Recorder": "it is not recorded",
    "Checkpoint": "it is not recorded",
    "Measuring": "what it measures decides nothing",
}
"""Classes that change and have no state of the table."""
ELSEWHERE = {
    # what was told
    "Events": ("now_ms", "first", "t", "kind", "s1", "s2", "i1", "i2", "i3", "last", "tap"),
    "Chronicle": ("rows", "kept", "log", "_record", "_wait"),  # its file's, which no scan asks
    "Homing": ("of_stage",),  # follows from the stage
    "Panel": ("value",),  # the settings'
    "Table": ("inputs", "outputs", "now", "recorder", "by"),  # parts of their own; each scan's
    "Inputs": ("rose", "fell", "edges", "late_ms", "gauges"),  # each scan's own; no state
    "Outputs": ("quiet", "light"),  # the last scan's
}
"""Attributes that change and are no state, by class."""


@dataclass
class Class:
    """One class: where it stands, what it is made of, its attributes and which of them change."""

    path: Path
    node: ast.ClassDef
    bases: list[str]
    defined: list[str] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)


class Found:
    """All classes of the firmware's logic, and the names that are changed of other objects."""

    def __init__(self, firmware: Path) -> None:
        self.classes: dict[str, Class] = {}
        self.others: set[str] = set()
        for path in sorted(firmware.rglob("*.py")):
            self._read(path)

    def _read(self, path: Path) -> None:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found = Class(path, node, [ast.unparse(base) for base in node.bases])
                self.classes[node.name] = found
                for each in node.body:
                    if isinstance(each, ast.FunctionDef):
                        self._function(each, found)
            elif isinstance(node, ast.FunctionDef):
                self._function(node, None)

    def _function(self, function: ast.FunctionDef, inside: Class | None) -> None:
        for base, name in stores(function):
            if base == "self" and inside is not None:
                if name not in inside.defined:
                    inside.defined.append(name)
                if function.name not in MAKERS:
                    inside.changed.add(name)
            elif function.name not in MAKERS:
                self.others.add(name)

    def line(self, name: str) -> list[Class]:
        """A class and those above it."""
        if name not in self.classes:
            return []
        found = self.classes[name]
        return [found] + [each for base in found.bases for each in self.line(base)]

    def state(self, name: str) -> list[str]:
        """What changes in an object of this class, in the order in which it is made."""
        line = self.line(name)
        changed = set().union(*(each.changed for each in line))
        defined = [each for one in reversed(line) for each in one.defined]
        methods = {each.name for one in line for each in one.node.body
                   if isinstance(each, ast.FunctionDef)}
        made = [each for each in dict.fromkeys(defined)
                if (each in changed or each in self.others) and each not in methods]
        return [each for each in made if each not in ELSEWHERE.get(name, ())]

    def parts(self) -> Iterator[str]:
        """Classes of objects that have a state: no other is made from them."""
        above = {base for each in self.classes.values() for base in each.bases}
        for name, found in self.classes.items():
            room = found.path.parent.name
            if name not in above and name not in NO_PARTS and (room in ROOMS or name == "Table"):
                yield name


def stores(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """(`self` or anything else, attribute) for every store to an attribute or into one."""
    known = {target.id: node.value for node in ast.walk(function) if isinstance(node, ast.Assign)
             for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(function):
        if not isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        target: ast.AST = node
        if isinstance(node, ast.Subscript):
            target = node.value
            if isinstance(target, ast.Name) and target.id in known:
                target = known[target.id]
        if isinstance(target, ast.Attribute):
            yield ast.unparse(target.value), target.attr


def declared(node: ast.ClassDef) -> tuple[ast.Assign | None, list[str]]:
    """A class's STATE and the names in it."""
    for each in node.body:
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == NAME:
            return each, list(ast.literal_eval(each.value))
    return None, []


def problems(found: Found, root: Path) -> Iterator[str]:
    """A sentence for each attribute that changes and is not named, or is named and not there."""
    for name in found.parts():
        part = found.classes[name]
        node, said = declared(part.node)
        where = f"{part.path.relative_to(root).as_posix()}:{(node or part.node).lineno}"
        for each in found.state(name):
            if each not in said:
                yield (f"{where}: `{each}` of {name} changes, which its {NAME} does not say: no "
                       "checkpoint of the recorder would have it; add it there, or "
                       "`python -m tools.check.state --write`")
        defined = {each for one in found.line(name) for each in one.defined}
        for each in said:
            if each not in defined:
                yield (f"{where}: its {NAME} names `{each}`, which {name} does not have; "
                       "take it out")


def text(names: list[str]) -> str:
    """The assignment, indented as in a class."""
    quoted = ", ".join(f'"{name}"' for name in names) + ","
    one = f"    {NAME} = ({quoted[:-1] if len(names) > 1 else quoted})\n"
    if len(one) <= 100:
        return one
    lines = textwrap.wrap(quoted, 99 - 8, break_on_hyphens=False)
    return f"    {NAME} = (\n" + "".join(f"        {line}\n" for line in lines) + "    )\n"


def write(found: Found) -> None:
    """Add what is missing, below the class's text."""
    edits: dict[Path, list[tuple[int, int, str]]] = {}
    for name in found.parts():
        part = found.classes[name]
        node, said = declared(part.node)
        state = found.state(name)
        names = said + [each for each in state if each not in said]
        if not names or names == said:
            continue
        first = part.node.body[0]
        at = (first.end_lineno or 0) if isinstance(first, ast.Expr) else part.node.lineno
        span = (node.lineno - 1, node.end_lineno or 0) if node else (at, at)
        made = text(names) if node else "\n" + text(names)
        edits.setdefault(part.path, []).append((*span, made))
    for path, changes in edits.items():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for begins, ends, made in sorted(changes, reverse=True):
            lines[begins:ends] = [made]
        path.write_text("".join(lines), encoding="utf-8")


def main(argv: list[str], root: Path = ROOT) -> int:
    """1 when something that changes is in no STATE."""
    firmware = root / "firmware/mjtable"
    if "--write" in argv:
        write(Found(firmware))
    said = list(problems(Found(firmware), root))
    print("\n".join(said) or "good")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
