"""The board's file system in its flash file, with the firmware as `mjtool flash` leaves it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from littlefs import LittleFS, LittleFSError
from littlefs.context import UserContext

from tools.check.emulate.problems import EmulateError

BLOCK = 4096
START = 2 * 1024 * 1024 - 1408 * 1024
"""Where the rp2 port puts it on a Pico: the last 1408 KB (`ports/rp2/boards/RPI_PICO`)."""
GEOMETRY: dict[str, Any] = {
    "block_size": BLOCK, "prog_size": 256, "read_size": 32, "cache_size": 1024,
    "lookahead_size": 32}  # fmt: skip
LAUNCHER = ("boot.py", "main.py")
SLOT = "a"


class Part(UserContext):
    """The file system's part of a flash image, in place."""

    def __init__(self, flash: bytearray) -> None:
        super().__init__(buffer=flash)

    def read(self, cfg, block, off, size):  # type: ignore[no-untyped-def]
        """Bytes of a block."""
        at = START + block * BLOCK + off
        return bytearray(self.buffer[at : at + size])

    def prog(self, cfg, block, off, data):  # type: ignore[no-untyped-def]
        """Program a page."""
        at = START + block * BLOCK + off
        self.buffer[at : at + len(data)] = data
        return 0

    def erase(self, cfg, block):  # type: ignore[no-untyped-def]
        """Erase a block."""
        at = START + block * BLOCK
        self.buffer[at : at + BLOCK] = b"\xff" * BLOCK
        return 0


def install(flash: bytearray, bundle: Path, more: dict[str, bytes] | None = None) -> int:
    """Format the file system and put the bundle of one architecture on it, the launcher at the
    root and everything else in the slot; how many files.

    `more`: other files, {path on the board: content}, in the place of those of that name.
    """
    files = sorted(path for path in bundle.rglob("*") if path.is_file())
    if not any(path.name == "main.py" for path in files):
        raise EmulateError(str(bundle), "this is no bundle of the firmware: no main.py in it",
                           do="run `make firmware`, or name .build/firmware/armv6m")  # fmt: skip
    try:
        disk = LittleFS(context=Part(flash), block_count=(len(flash) - START) // BLOCK, **GEOMETRY)
        for path in files:
            inside = path.relative_to(bundle)
            place = Path("/") if inside.as_posix() in LAUNCHER else Path("/", SLOT)
            _put(disk, place / inside, path.read_bytes())
        for name, content in {"/active": SLOT.encode() + b"\n", **(more or {})}.items():
            _put(disk, Path(name), content)
    except LittleFSError as problem:
        raise EmulateError(str(bundle), "it does not fit on the board: %s" % problem) from problem
    return len(files)


def _put(disk: LittleFS, target: Path, content: bytes) -> None:
    disk.makedirs(target.parent.as_posix(), exist_ok=True)
    with disk.open(target.as_posix(), "wb") as file:
        file.write(content)
