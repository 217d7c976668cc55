"""Firmware and simulator of one measured table, in a folder of their own.

The folder has the layout of the project, so that a build or a run takes it instead: sources
copied from the design, generated files made with the measured values.
"""

import shutil
from pathlib import Path

from . import measured
from .collect import all_outputs
from .errors import SourceError

COPIED = ("firmware", "simulator")
MARK = "measured.txt"  # says that a folder is ours to overwrite
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info")


def make(root: Path, file: Path, out: Path) -> list[Path]:
    """Write the folder; the generated files that differ from the design's."""
    with measured.using(file):
        texts, errors = all_outputs(root)
    if errors:
        raise errors[0]
    _empty(root, out)
    for name in COPIED:
        shutil.copytree(root / name, out / name, ignore=LEFT_OUT)
    for path, text in sorted(texts.items()):
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    (out / MARK).write_text(f"Made by `python -m tools.generate --measured {file}`.\n",
                            encoding="utf-8", newline="\n")
    return [path for path, text in sorted(texts.items())
            if not (root / path).is_file()
            or (root / path).read_text(encoding="utf-8") != text]


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
