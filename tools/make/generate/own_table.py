"""Firmware and simulator of one measured table, in a folder of their own.

The folder has the layout of the project, so that a build or a run takes it instead: sources
copied from the design, generated files made with the measured values.
"""

import shutil
from pathlib import Path

from tools.make.generate.collect import all_outputs
from tools.make.generate.errors import SourceError
from tools.make.generate.read import measured
from tools.make.generate.read.machine import Machine, load

COPIED = ("firmware", "simulator")
MARK = "measured.toml"  # a copy of the file; says that a folder is ours to overwrite
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info")


def make(root: Path, file: Path, out: Path) -> list[str]:
    """Write the folder; what differs from the design, `drum.rev_ms: 2727 -> 3000` each.

    A refused file leaves no folder of an earlier one, which would be simulated instead.
    """
    _empty(root, out)
    design = load(root)
    try:
        with measured.using(file):
            machine = load(root)
            texts, errors = all_outputs(root)
        if errors:
            raise errors[0]
    except SourceError:
        out.rmdir()
        raise
    for name in COPIED:
        shutil.copytree(root / name, out / name, ignore=LEFT_OUT)
    for path, text in sorted(texts.items()):
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    shutil.copyfile(file, out / MARK)
    return _changes(design, machine)


def _changes(design: Machine, machine: Machine) -> list[str]:
    """One line a value that is not the design's: measured, or following from what was."""
    lines = []
    for path in [*machine.flat, *(path for path in machine.measured if path not in machine.flat)]:
        old, new = _value(design, path), _value(machine, path)
        if old != new or path in machine.measured:
            why = machine.measured.get(path, "follows from these")
            lines.append(f"{path}: {old} -> {new} ({why})")
    return lines


def _value(machine: Machine, path: str) -> object:
    if path in machine.flat:
        return machine.flat[path]
    section, name, key = path.split(".")
    return machine.data[section][name][key]


def _empty(root: Path, out: Path) -> None:
    """Remove what an earlier run left; refuse a folder that holds anything else."""
    if root.resolve() in (out.resolve(), *out.resolve().parents) and not _below_build(root, out):
        raise SourceError(f"{out}: lies among the design's files, which stay untouched; take a "
                          "folder below .build or elsewhere")
    if out.is_dir() and any(out.iterdir()):
        if not (out / MARK).is_file():
            raise SourceError(f"{out}: holds something else; take an empty or a new folder")
        shutil.rmtree(out)
    elif out.exists() and not out.is_dir():
        raise SourceError(f"{out}: is a file, not a folder")
    out.mkdir(parents=True, exist_ok=True)


def _below_build(root: Path, out: Path) -> bool:
    return (root / ".build").resolve() in out.resolve().parents
