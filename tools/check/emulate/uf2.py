"""UF2 images: blocks of 512 bytes, each with its address and the chip it is for.

Format: https://github.com/microsoft/uf2. A file is taken only when it is whole, for the RP2040,
and begins with a second stage that a boot ROM would start.
"""

from __future__ import annotations

import struct
from pathlib import Path

from tools.check.emulate.problems import EmulateError

BLOCK = 512
PAYLOAD_MAX = 476
MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
NOT_FLASH = 0x00000001
HAS_FAMILY = 0x00002000
RP2040 = 0xE48BFF56
OTHERS = {
    0xE48BFF57: "an RP2350 (Pico 2)",
    0xE48BFF58: "an RP2350 (Pico 2), data only",
    0xE48BFF59: "an RP2350 (Pico 2)",
    0xE48BFF5A: "an RP2350 (Pico 2) with RISC-V cores",
    0xE48BFF5B: "an RP2350 (Pico 2)",
}
FLASH_AT = 0x10000000
FLASH_BYTES = 2 * 1024 * 1024
STAGE = 252
POLYNOMIAL = 0x04C11DB7
WANTED = "give the RP2040 image of MicroPython, as RPI_PICO-20260406-v1.28.0.uf2"


def load(path: Path) -> dict[int, bytes]:
    """{offset in flash: bytes} of a whole RP2040 image, or `EmulateError`."""
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise EmulateError(str(path), "cannot read it: %s" % problem.strerror,
                           do="check the name; " + WANTED) from problem  # fmt: skip
    _looks_like_uf2(path, raw)
    blocks = _blocks(path, raw)
    if 0 not in blocks or not _bootable(blocks):
        raise EmulateError(
            str(path), "the image has no valid second stage at the start of the flash",
            "it was made to be loaded into RAM or behind a boot loader", WANTED)  # fmt: skip
    return blocks


def _looks_like_uf2(path: Path, raw: bytes) -> None:
    if raw[:4] == struct.pack("<I", MAGIC[0]):
        if len(raw) % BLOCK:
            raise EmulateError(
                str(path), "%d bytes are no whole number of UF2 blocks of 512" % len(raw),
                "the download was cut short", "download it again")  # fmt: skip
        return
    raise EmulateError(str(path), "this is no UF2 file%s" % _what(raw), do=WANTED)


def _what(raw: bytes) -> str:
    """What a file seems to be, as the rest of a sentence."""
    if not raw:
        return ", it is empty"
    if len(raw) == 16384 and raw[0x10:0x12] == b"Mu":
        return ", it is a boot ROM; UF2 and BOOTROM are perhaps the wrong way round"
    for start, what in ((b"\x7fELF", "an ELF program"), (b"PK", "a zip archive"),
                        (b"\x1f\x8b", "a gzip archive"), (b"<", "a web page"),
                        (b":", "an Intel HEX file")):  # fmt: skip
        if raw.startswith(start):
            return ", it looks like " + what
    return ", it looks like a plain image (.bin)"


def _blocks(path: Path, raw: bytes) -> dict[int, bytes]:
    """Payloads by offset; every block of the file there once, all for the RP2040."""
    found: dict[int, bytes] = {}
    seen: set[int] = set()
    total = 0
    for at in range(0, len(raw), BLOCK):
        where = "%s, block %d" % (path, at // BLOCK)
        head = struct.unpack_from("<8I", raw, at)
        if head[:2] != MAGIC or struct.unpack_from("<I", raw, at + 508)[0] != MAGIC_END:
            raise EmulateError(where, "the marks of a UF2 block are missing",
                               "the file is damaged", "download it again")  # fmt: skip
        _, _, flags, address, length, number, total, family = head
        if flags & NOT_FLASH:
            continue
        _check_family(where, flags, family)
        seen.add(number)
        if length > PAYLOAD_MAX or not 0 <= address - FLASH_AT <= FLASH_BYTES - length:
            raise EmulateError(
                where, "%d bytes for address 0x%08X, outside the 2 MB of a Pico's flash"
                % (length, address), "the image is for another board", WANTED)  # fmt: skip
        found[address - FLASH_AT] = raw[at + 32 : at + 32 + length]
    if len(seen) != total:
        raise EmulateError(str(path), "%d of %d blocks are there" % (len(seen), total),
                           "the download was cut short", "download it again")  # fmt: skip
    return found


def _check_family(where: str, flags: int, family: int) -> None:
    if not flags & HAS_FAMILY or family == RP2040:
        return
    chip = OTHERS.get(family, "another controller (family 0x%08X)" % family)
    raise EmulateError(where, "the image is for %s" % chip,
                       "only the RP2040 can be emulated", WANTED)  # fmt: skip


def _bootable(blocks: dict[int, bytes]) -> bool:
    """Is the checksum of the first 252 bytes the one that follows them?"""
    first = flat(blocks)[:256]
    return len(first) == 256 and crc(first[:STAGE]) == struct.unpack_from("<I", first, STAGE)[0]


def crc(data: bytes) -> int:
    """CRC-32 of a second stage: not reflected, start all ones, no final inversion."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ POLYNOMIAL) & 0xFFFFFFFF if value >> 31 else value << 1
    return value


def flat(blocks: dict[int, bytes]) -> bytes:
    """The image from the start of the flash to its last byte; what is not in it reads 0xFF."""
    end = max(at + len(part) for at, part in blocks.items())
    image = bytearray(b"\xff" * end)
    for at, part in blocks.items():
        image[at : at + len(part)] = part
    return bytes(image)
