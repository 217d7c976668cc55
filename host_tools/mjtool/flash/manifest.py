"""The manifest of a release: what it is for, and the SHA-256 of each of its files."""

import json
import re
from dataclasses import dataclass
from typing import Any

NAME = "manifest.json"
LAUNCHER = ("boot.py", "main.py")  # in this order they are replaced at the board's root
START = "hal/start"  # what the launcher imports
OLDEST = "1.26.0"  # MicroPython: the first with a hard timer on these chips
CHIPS = {"armv6m": "RP2040", "armv7em": "RP2350"}
PATH = re.compile(r"[A-Za-z0-9_]+(?:[./][A-Za-z0-9_]+)*")
SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Manifest:
    """`mpy`: version of the byte code; `micropython_min`: oldest MicroPython, like (1, 26, 0)."""

    version: str
    arch: str
    mpy: int
    micropython_min: tuple[int, ...]
    files: dict[str, str]
    text: bytes

    @property
    def chip(self) -> str:
        """The chip this release is for."""
        return CHIPS[self.arch]


def numbers(version: object) -> tuple[int, ...]:
    """`1.26.0-preview` as (1, 26, 0)."""
    found = re.match(r"\d+(?:\.\d+)*", str(version))
    if not found:
        raise ValueError(f"`{version}` is no version")
    return tuple(int(part) for part in found[0].split("."))


def parse(text: bytes) -> Manifest:
    """The manifest in `text`; ValueError with the reason when it is none."""
    try:
        value = json.loads(text)
    except ValueError as problem:
        raise ValueError(f"it is not JSON ({problem})") from None
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")
    missing = {"version", "arch", "mpy", "files"} - set(value)
    if missing:
        raise ValueError(f"`{min(missing)}` is missing in it")
    if value["arch"] not in CHIPS:
        raise ValueError(f"`{value['arch']}` is none of {', '.join(CHIPS)}")
    files = _files(value["files"])
    if "main.py" not in files or not any(path.startswith(START + ".") for path in files):
        raise ValueError(f"main.py or {START}.mpy, which start the firmware, are not in it")
    return Manifest(str(value["version"]), value["arch"], numbers(value["mpy"])[0],
                    numbers(value.get("micropython_min", OLDEST)), files, text)


def _files(rows: Any) -> dict[str, str]:
    """Hash of every file by its path; a path can only lead below the slot's folder."""
    if not isinstance(rows, dict):
        raise ValueError("`files` is not a JSON object")
    for path, sha256 in rows.items():
        if not PATH.fullmatch(path) or path == NAME:
            raise ValueError(f"`{path}` is not the path of a firmware file")
        if not SHA256.fullmatch(str(sha256)):
            raise ValueError(f"the hash of `{path}` is no SHA-256")
    return dict(sorted(rows.items()))
