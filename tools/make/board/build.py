"""Builds the board's files: `.build/firmware/<arch>/` with mjtable, hal, the launcher, a manifest.

A chip's set holds machine code for the functions marked `@flat`; the set `bytecode` has none, for
interpreters on the host.
The same sources give the same bytes. A set is made beside the old one and put in its place at
the end, so that whoever reads the folder meanwhile never sees half of it.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from tools.make.board import manifest
from tools.make.board.compiled.cross import ARCHES, BYTECODE, compile_text, mpy_version
from tools.make.board.passes import flat
from tools.make.board.passes.lean import without_parameter_names
from tools.make.board.passes.whole import Whole, transform

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("mjtable", "hal")
LAUNCHER = ("boot.py", "main.py")  # stay source: the board reads them before anything of ours
STAMP = "sources"
NAMES = "names.json"  # beside both sets: what the names in a traceback of the board mean


def build(root: Path = ROOT, target: Path | None = None,
          arches: Iterable[str] = ARCHES) -> list[Path]:
    """Build the sets unless they are as new as their sources; the folders."""
    target = target or root / ".build" / "firmware"
    stamp = fingerprint(root)
    made = []
    whole = None
    for arch in arches:
        folder = target / arch
        kept = target / f"{arch}.{STAMP}"
        if not (kept.is_file() and folder.is_dir() and kept.read_text() == stamp):
            whole = whole or transform(sources(root))
            _build_one(root, target, arch, whole)
            kept.write_text(stamp)
        made.append(folder)
    return made


def fingerprint(root: Path) -> str:
    """Changes whenever a source of the firmware or this build does."""
    total = hashlib.sha256()
    firmware = root / "firmware"
    for path in sorted(firmware.rglob("*.py")):
        total.update(path.relative_to(firmware).as_posix().encode() + b"\0")
        total.update(path.read_bytes() + b"\0")
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        total.update(path.read_bytes() + b"\0")
    return total.hexdigest()


def sources(root: Path) -> dict[str, str]:
    """Text of every firmware module by its path below `firmware/`."""
    firmware = root / "firmware"
    return {path.relative_to(firmware).as_posix(): path.read_text(encoding="utf-8")
            for package in PACKAGES for path in sorted((firmware / package).rglob("*.py"))}


def _build_one(root: Path, target: Path, arch: str, whole: Whole) -> None:
    fresh = target / f"{arch}.{os.getpid()}.new"
    old = target / f"{arch}.{os.getpid()}.old"
    shutil.rmtree(fresh, ignore_errors=True)
    for name, text in whole.texts.items():
        compiled = (fresh / name).with_suffix(".mpy")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        made = text if arch == BYTECODE else flat.machine_code(text)
        compile_text(made, name, compiled, arch)
        compiled.write_bytes(without_parameter_names(compiled.read_bytes()))
    for name in LAUNCHER:
        if (root / "firmware" / name).is_file():
            shutil.copyfile(root / "firmware" / name, fresh / name)
    (target / NAMES).write_text(json.dumps(whole.names, indent=1, sort_keys=True) + "\n")
    manifest.write(fresh, manifest.describe(root, fresh, arch, mpy_version()))
    if (target / arch).exists():
        (target / arch).rename(old)
    fresh.rename(target / arch)
    shutil.rmtree(old, ignore_errors=True)
