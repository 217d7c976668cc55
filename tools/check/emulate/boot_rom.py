"""The boot ROM image: 16 KB of which the program calls functions by a table."""

from __future__ import annotations

import struct
from pathlib import Path

from tools.check.emulate.problems import EmulateError

BYTES = 16384
RP2350_BYTES = 32768
MAGIC_AT = 0x10
TABLE_AT = 0x14
REVISIONS = (1, 2)
NEEDED = ("RE", "RP", "EX", "FC")
WHERE = "docs/EMULATION.md tells where the 16 KB of an RP2040 come from"


def load(path: Path) -> str:
    """Check the file; the ROM's version, as "B2". `EmulateError` when it is something else."""
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise EmulateError(str(path), "cannot read it: %s" % problem.strerror, do=WHERE) from (
            problem
        )
    mark = raw[MAGIC_AT : MAGIC_AT + 3]
    if len(raw) != BYTES:
        raise EmulateError(str(path), _size(raw), _cause(raw), WHERE)
    if mark != b"Mu\x01":
        raise EmulateError(str(path), "no boot ROM of an RP2040: its mark at 0x10 is missing",
                           "another file of 16 KB", WHERE)  # fmt: skip
    missing = [name for name in NEEDED if name not in functions(raw)]
    if missing:
        raise EmulateError(
            str(path), "its table of functions lacks %s" % ", ".join(missing),
            "the file is damaged", WHERE)  # fmt: skip
    revision = raw[MAGIC_AT + 3] - 1
    if revision not in REVISIONS:
        raise EmulateError(str(path), "this is revision B%d of the boot ROM; B1 and B2 are known "
                           "here" % revision, "it is from another chip", WHERE)  # fmt: skip
    return "B%d" % revision


def _size(raw: bytes) -> str:
    return "%d bytes; the boot ROM of an RP2040 has %d" % (len(raw), BYTES)


def _cause(raw: bytes) -> str:
    if raw[:4] == b"UF2\n":
        return "this is a UF2 image; UF2 and BOOTROM are perhaps the wrong way round"
    if raw[:4] == b"\x7fELF":
        return "this is an ELF program; its plain image (.bin) is wanted"
    if len(raw) == RP2350_BYTES and raw[MAGIC_AT : MAGIC_AT + 3] == b"Mu\x02":
        return "this is the boot ROM of an RP2350 (Pico 2), which cannot be emulated"
    return "the file was cut short, or is another one"


def functions(raw: bytes) -> dict[str, int]:
    """{code of two letters: address} from the table that 0x14 points at."""
    found = {}
    at = int(struct.unpack_from("<H", raw, TABLE_AT)[0])
    while 0 < at <= BYTES - 4:
        code, address = struct.unpack_from("<HH", raw, at)
        if code == 0:
            break
        found[chr(code & 255) + chr(code >> 8)] = address
        at += 4
    return found
