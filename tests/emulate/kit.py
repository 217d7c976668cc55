"""What the emulation's tests need: the own boot ROM and programs, as files; UF2 made of them."""

from __future__ import annotations

import functools
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.patience import HANG_S

HERE = Path(__file__).resolve().parent
NODE = Path(sys.executable).with_name("node")
RP2040 = 0xE48BFF56


@functools.cache
def images(program: str) -> tuple[bytes, bytes]:
    """(boot ROM, flash image) of a program in programs.mjs."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([str(NODE), str(HERE / "images.mjs"), folder, program], check=True,
                       timeout=HANG_S)  # fmt: skip
        return (Path(folder, "rom.bin").read_bytes(), Path(folder, "flash.bin").read_bytes())


def uf2_of(image: bytes, family: int = RP2040, base: int = 0x10000000, size: int = 256) -> bytes:
    """A UF2 file of an image, blocks of 256 bytes as MicroPython's."""
    parts = [image[at : at + size] for at in range(0, len(image), size)]
    blocks = []
    for number, part in enumerate(parts):
        head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, base + number * size,
                           len(part), number, len(parts), family)  # fmt: skip
        blocks.append(head + part.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    return b"".join(blocks)


def files(folder: Path, program: str) -> list[str]:
    """Options of `tools.check.emulate` for a program, all its files in `folder`."""
    rom, flash = images(program)
    (folder / "rom.bin").write_bytes(rom)
    (folder / "tiny.uf2").write_bytes(uf2_of(flash))
    return ["--uf2", str(folder / "tiny.uf2"), "--bootrom", str(folder / "rom.bin"),
            "--flash", str(folder / "flash.bin"), "--fram", str(folder / "fram.bin")]  # fmt: skip
