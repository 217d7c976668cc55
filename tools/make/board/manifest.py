"""The list of a build's files with their hashes, and what a person needs to know of it."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

NAME = "manifest.json"


def digest(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def describe(root: Path, folder: Path, arch: str, mpy: str) -> dict[str, Any]:
    """The manifest of the set in `folder`, built from the sources under `root`."""
    mjtable = root / "firmware" / "mjtable"
    files = {path.relative_to(folder).as_posix(): digest(path)
             for path in sorted(folder.rglob("*")) if path.is_file() and path.name != NAME}
    return {
        "version": _constant(mjtable / "version.py", "VERSION"),
        "protocol": _constant(mjtable / "generated/command_table.py", "PROTOCOL"),
        "dict": _constant(mjtable / "generated/command_table.py", "DICT"),
        "arch": arch,
        "mpy": mpy,
        "files": files,
    }


def write(folder: Path, manifest: dict[str, Any]) -> None:
    """Put the manifest beside the files it lists."""
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8")


def _constant(path: Path, name: str) -> str:
    """The text a module binds to `name`."""
    found = re.search(rf'^{name} = b?"([^"]*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f'{path}: no line `{name} = "..."`; the manifest of a build needs it')
    return found.group(1)
