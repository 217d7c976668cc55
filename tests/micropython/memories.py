"""The two memories a board has, with a power that can be cut anywhere: an FRAM chip on I2C, byte
by byte, and a flash with the real littlefs in the board's geometry.
"""

import random

from littlefs import LittleFS, LittleFSError
from littlefs.context import UserContext

GEOMETRY = {  # what the rp2 port gives VfsLfs2: 4 KiB blocks, progsize 256, cache 4 times that
    "block_size": 4096,
    "prog_size": 256,
    "read_size": 32,
    "cache_size": 1024,
    "lookahead_size": 32,
    "block_cycles": 100,  # erases of a folder's blocks before it moves
}
BLOCK = GEOMETRY["block_size"]
EIO, ENOSPC, EROFS = 5, 28, 30


class PowerCut(BaseException):
    """The power goes; nothing in the firmware can catch that."""


class FramChip:
    """MB85RC256V behind machine.I2C. Every byte is stored as it arrives.

    `cut_after` bytes from now the power goes, `dies_after` bytes from now nobody answers.
    `writes` lists (address, bytes) of each transfer that came through.
    """

    def __init__(self, cells=None):
        self.cells = bytearray(32768) if cells is None else bytearray(cells)
        self.absent = False
        self.cut_after = self.dies_after = None
        self.writes = []

    def _answering(self, addr):
        if addr != 0x50 or self.absent:
            raise OSError(EIO)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        """Read from an address; the chip wants two address bytes."""
        assert addrsize == 16
        self._answering(addr)
        if self.dies_after is not None:
            self._spend(len(buf))
        buf[:] = self.cells[memaddr : memaddr + len(buf)]

    def _spend(self, n):
        self.dies_after -= n
        if self.dies_after < 0:
            self.absent = True
            raise OSError(EIO)

    def writeto(self, addr, buf, stop=True):
        """Two address bytes, then data; the number of bytes that were answered."""
        self._answering(addr)
        at = buf[0] << 8 | buf[1]
        for index, byte in enumerate(buf[2:]):
            if self.cut_after is not None:
                if self.cut_after == 0:
                    raise PowerCut
                self.cut_after -= 1
            if self.dies_after is not None:
                self._spend(1)
            self.cells[at + index] = byte
        self.writes.append((at, bytes(buf[2:])))
        return len(buf)


class Flash(UserContext):
    """NOR flash: programming clears bits, erasing sets a block's. `on_cut(image)` is given what
    the flash may hold when the power goes in the middle of each operation.
    """

    def __init__(self, blocks=16, image=None, seed=1):
        super().__init__(buffer=bytearray(b"\xff" * blocks * BLOCK if image is None else image))
        self.on_cut = None
        self.operations = 0
        self.touched = set()  # blocks written to
        self._random = random.Random(seed)

    def prog(self, cfg, block, off, data):
        at = block * BLOCK + off
        old = bytes(self.buffer[at : at + len(data)])
        self.operations += 1
        self.touched.add(block)
        if self.on_cut is not None:
            for torn in self._torn_page(old, data):
                image = bytearray(self.buffer)
                image[at : at + len(data)] = torn
                self.on_cut(image)
        self.buffer[at : at + len(data)] = bytes(a & b for a, b in zip(old, data, strict=True))
        return 0

    def _torn_page(self, old, data):
        """Nothing, a byte, half, all but a byte programmed; and bits here and there."""
        for n in (0, 1, len(data) // 2, len(data) - 1):
            yield data[:n] + old[n:]
        yield bytes(a & (b | self._random.getrandbits(8)) for a, b in zip(old, data, strict=True))

    def erase(self, cfg, block):
        at = block * BLOCK
        self.operations += 1
        self.touched.add(block)
        if self.on_cut is not None:
            old = self.buffer[at : at + BLOCK]
            for n in (1, BLOCK // 2, BLOCK - 1):
                image = bytearray(self.buffer)
                image[at : at + n] = b"\xff" * n
                self.on_cut(image)
            image[at : at + BLOCK] = bytes(a | self._random.getrandbits(8) for a in old)
            self.on_cut(image)
        self.buffer[at : at + BLOCK] = b"\xff" * BLOCK
        return 0


class File:
    """An open file that answers like MicroPython's: errors are OSError with a number."""

    def __init__(self, handle):
        self._handle = handle

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _numbered(self._handle.close)

    def write(self, data):
        return _numbered(self._handle.write, data)

    def readinto(self, buf):
        return _numbered(self._handle.readinto, buf)

    def read(self, n):
        buf = bytearray(n)
        return bytes(buf[: self.readinto(buf)])


def _numbered(function, *arguments):
    try:
        return function(*arguments)
    except LittleFSError as problem:
        raise OSError(-problem.code) from problem


class Disk:
    """`open` and `os` of a board on a Flash. `refuses` is the OSError number of every writing."""

    def __init__(self, flash, fresh=False):
        self.flash = flash
        self.refuses = 0
        self.opened = 0
        self.fs = LittleFS(
            context=flash, mount=False, block_count=len(flash.buffer) // BLOCK, **GEOMETRY
        )
        if fresh:
            self.fs.format()
        self.fs.mount()
        self._operations = flash.operations

    def operations_since_start(self):
        """Pages programmed and blocks erased since the file system was mounted."""
        return self.flash.operations - self._operations

    def open(self, path, mode):
        """The builtin open."""
        self.opened += 1
        if self.refuses and "w" in mode:
            raise OSError(self.refuses)
        return File(_numbered(self.fs.open, path, mode, 0))

    def mkdir(self, path):
        """os.mkdir."""
        if self.refuses:
            raise OSError(self.refuses)
        _numbered(self.fs.mkdir, path)


def disk(blocks=16):
    """A freshly formatted file system."""
    return Disk(Flash(blocks), fresh=True)


def after_cut(image):
    """What the next start finds on a flash with this content."""
    return Disk(Flash(image=image))
