"""The generated parts of the hardware design: who makes which files, and which are stale.

A part is a module with `build(root)`, which returns the files it makes, path below `root` to
content, and writes nothing. Later parts read what earlier ones wrote. A part may say in `same`
when two contents mean the same (a STEP file is compared by its solids, not its bytes).
"""

import difflib
import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .problem import Problem

Files = Mapping[str, bytes | str]


class NotKnown(Problem):
    """No part has this name; the message names the nearest."""


class Part(NamedTuple):
    """One part: the module that makes it."""

    module: str

    def build(self, root: Path) -> Files:
        """The part's files, as they should be."""
        files: Files = importlib.import_module(self.module).build(root)
        return files

    def same(self, path: str, have: bytes, want: bytes) -> bool:
        """Do the two contents of `path` mean the same?"""
        judge: Callable[[str, bytes, bytes], bool] | None
        judge = getattr(importlib.import_module(self.module), "same", None)
        return have == want or judge is not None and judge(path, have, want)


# in the order in which they depend on one another
PARTS = {
    "circuit": Part("hardware.circuit"),
    "order": Part("hardware.order"),
    "board": Part("hardware.board"),
    "modules": Part("hardware.modules"),
    "sheets": Part("hardware.sheets"),
    "schematic": Part("hardware.schematic"),
    "harness": Part("hardware.harness"),
    "spice": Part("hardware.spice"),
    "mechanism": Part("hardware.mechanism"),
    "wall_line": Part("hardware.mechanism.wall_line"),
    "safety": Part("hardware.safety"),
    "logic": Part("hardware.logic"),  # last: a stale routing stops nothing else
    "mains": Part("hardware.mains"),
    "fab": Part("hardware.fab"),  # from all of them
}


def chosen(names: Sequence[str]) -> list[str]:
    """The parts of these names in building order, all of them for none."""
    for name in names:
        if name not in PARTS:
            near = difflib.get_close_matches(name, PARTS, 1, 0.4)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise NotKnown(f"there is no part {name}{hint} The parts are: {', '.join(PARTS)}")
    return [name for name in PARTS if not names or name in names]


def as_bytes(content: bytes | str) -> bytes:
    """Text as UTF-8."""
    return content.encode("utf-8") if isinstance(content, str) else content


def write(root: Path, files: Files) -> list[str]:
    """Write what differs; the paths written."""
    written = []
    for path, content in sorted(files.items()):
        target = root / path
        wanted = as_bytes(content)
        if not target.exists() or target.read_bytes() != wanted:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(wanted)
            written.append(path)
    return written


def stale(root: Path, name: str, files: Files) -> list[str]:
    """Paths whose committed file is missing or means something else."""
    found = []
    for path, content in sorted(files.items()):
        target = root / path
        if not target.exists() or not PARTS[name].same(path, target.read_bytes(),
                                                       as_bytes(content)):
            found.append(path)
    return found
