"""The board's two memories as files: 2 MB of flash, 32 KB of FRAM."""

from __future__ import annotations

from pathlib import Path

from tools.check.emulate.problems import EmulateError

FLASH_BYTES = 2 * 1024 * 1024
FRAM_BYTES = 32768
SECTOR = 4096


def _open(path: Path, size: int, fill: bytes, what: str) -> bytearray:
    """The file's bytes; a new file's worth of `fill` when there is none yet."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(fill * size)
        raw = bytearray(path.read_bytes())
    except OSError as problem:
        raise EmulateError(str(path), "cannot use it for the %s: %s" % (what, problem.strerror),
                           do="name a file in a folder you may write to") from problem  # fmt: skip
    if len(raw) != size:
        raise EmulateError(
            str(path), "%d bytes; the %s has %d" % (len(raw), what, size),
            "it is another file, and is left alone",
            "name another file, or delete it to begin with an empty %s" % what)  # fmt: skip
    return raw


def flash(path: Path, blocks: dict[int, bytes]) -> bool:
    """Put the image into the flash file as copying it to a board does; True when it was new.

    Sectors that the image touches are erased first; all others, the file system, stay.
    """
    fresh = not path.exists()
    raw = _open(path, FLASH_BYTES, b"\xff", "flash")
    for sector in {at // SECTOR * SECTOR for at in blocks}:
        raw[sector : sector + SECTOR] = b"\xff" * SECTOR
    for at, part in blocks.items():
        raw[at : at + len(part)] = part
    path.write_bytes(raw)
    return fresh


def fram(path: Path) -> None:
    """Make the FRAM file when there is none, and check its size."""
    _open(path, FRAM_BYTES, b"\0", "FRAM")
