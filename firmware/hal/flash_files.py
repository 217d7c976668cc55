"""Small files on the flash's littlefs, each in two generations: NAME.0 and NAME.1.

A save overwrites the older one and reads it back, so the newer one is whole whatever happens.
Writing stops everything, interrupts too, for 2 ms as a rule and 60 to 400 when a block must be
erased: only at standstill and disarmed (design micropython §6). A file up to some 500 bytes stays
inside the folder's own blocks, which keeps erasing rare.

    0 CRC-16 of all that follows, low, high   2 mark "M"   3 version
    4 sequence low, high   6 length low, high   8.. content
"""


from mjtable.kit.crc import START, crc16

MARK = 0x4D
VERSION = 1
HEAD = 8
CONTENT = 260  # bytes a file can have: four records, or the chronicle
NO_FILE = -1


class Generations:
    """The newest whole one of two files; `opener` and `system` are `open` and `os` of the board.

    `buf` is used by all files, HEAD + CONTENT bytes: nothing in it lasts beyond a call.

    Nothing here raises: full, read-only and missing file systems answer 0 or False.
    """

    def __init__(self, folder, name, opener, system, buf):
        self._folder = folder
        self._names = (folder + "/" + name + ".0", folder + "/" + name + ".1")
        self._open = opener
        self._system = system
        self._buf = buf
        self._newest = NO_FILE  # 0, 1
        self._seq = 0
        self.failed = 0  # saves that did not come about

    def recall(self, buf):
        """Copy the newest whole content into `buf`; its length, 0 when there is none."""
        first = self._read(0)
        second = self._read(1)
        self._newest = 1 if newer(second, first) else 0
        self._seq = second if self._newest else first
        if self._seq == NO_FILE:
            self._newest = 1  # the first save makes NAME.0
            self._seq = 0
            return 0
        if not self._newest:
            self._read(0)
        size = self._length()
        if size > len(buf):
            return 0
        for index in range(size):
            buf[index] = self._buf[HEAD + index]
        return size

    def save(self, buf, n):
        """Keep the first n bytes of `buf`, 0..CONTENT. True when they can be read back."""
        if not 0 <= n <= CONTENT:
            return False
        if self._newest == NO_FILE:
            self.recall(b"")
        seq = self._seq + 1 & 0xFFFF
        which = 1 - self._newest
        self._pack(buf, n, seq)
        if not self._write(which, HEAD + n) or self._read(which) != seq:
            self.failed += 1
            return False
        self._newest = which
        self._seq = seq
        return True

    def _length(self):
        return self._buf[6] | self._buf[7] << 8

    def _pack(self, content, n, seq):
        buf = self._buf
        buf[2] = MARK
        buf[3] = VERSION
        buf[4] = seq & 255
        buf[5] = seq >> 8
        buf[6] = n & 255
        buf[7] = n >> 8
        for index in range(n):
            buf[HEAD + index] = content[index]
        crc = crc16(buf, 2, HEAD + n, START)
        buf[0] = crc & 255
        buf[1] = crc >> 8

    def _write(self, which, n):
        """The first n bytes of the buffer as a file; makes the folder when it is missing."""
        whole = memoryview(self._buf)[:n]
        for last in (False, True):
            try:
                with self._open(self._names[which], "wb") as file:
                    return file.write(whole) == n
            except (OSError, MemoryError):
                if last or not self._make_folder():
                    return False
        return False

    def _make_folder(self):
        try:
            self._system.mkdir(self._folder)
        except OSError:
            return False
        return True

    def _read(self, which):
        """One file into the buffer; its sequence number, NO_FILE when it is not whole."""
        buf = self._buf
        try:
            with self._open(self._names[which], "rb") as file:
                n = file.readinto(buf)
                if file.read(1):
                    return NO_FILE
        except (OSError, MemoryError):
            return NO_FILE
        size = self._length()
        if not n or n < HEAD or n != HEAD + size or buf[2] != MARK or buf[3] != VERSION:
            return NO_FILE
        if crc16(buf, 2, n, START) != buf[0] | buf[1] << 8:
            return NO_FILE
        return buf[4] | buf[5] << 8


def newer(seq, other):
    """True when sequence number `seq` comes after `other`; NO_FILE is the oldest of all."""
    if seq == NO_FILE or other == NO_FILE:
        return seq != NO_FILE
    return 0 < (seq - other & 0xFFFF) < 0x8000
