"""What must survive a power cut, in two slots per kind of record (design hardware §1.6).

A save always goes to the slot that does not hold the newest record, so the newest one is whole
until the next is. Layout of a slot, at most 64 bytes:

    0 sequence low   1 sequence high   2 mark: 0x50 + kind   3 payload length n
    4..  payload     4+n CRC-16 low, high (of bytes 0..3+n)   6+n sequence low once more

Writing runs upwards, so a torn record has a new sequence in front and an old one behind, whatever
the CRC says. `medium.read(slot, buf)` fills buf with the slot's bytes and answers how many there
are; `medium.write(slot, buf, n)` stores the first n and answers n (another number: it failed).
"""

from mjtable.kit.crc import START, crc16
from mjtable.kit.letters import lay, lay_part

SLOT_BYTES = 64
FRAME = 7  # bytes of a slot that are not payload
PAYLOAD = SLOT_BYTES - FRAME
KINDS = (
    "table", "settings_1", "settings_2", "settings_3", "learnt", "times", "stats", "chronicle",
)  # fmt: skip
K_TABLE, K_SETTINGS_1, K_SETTINGS_2, K_SETTINGS_3, K_LEARNT, K_TIMES, K_STATS = range(7)
K_CHRONICLE = len(KINDS) - 1  # never mirrored: the chronicle's file is checked by it
SLOTS = 2 * len(KINDS)

BLANK = 0  # never written
GOOD = 1
DAMAGED = 2  # torn or corrupt
_MARK = 0x50
_UNKNOWN = -1
_HEAD = 4


def _is_blank(buf):
    first = buf[0]
    if first != 0 and first != 255:
        return False
    for byte in buf:
        if byte != first:
            return False
    return True


def check(buf, kind):
    """BLANK, GOOD or DAMAGED: what a slot's SLOT_BYTES hold for records of `kind`."""
    if _is_blank(buf):
        return BLANK
    size = buf[3]
    if buf[2] != _MARK + kind or size > PAYLOAD or buf[6 + size] != buf[0]:
        return DAMAGED
    crc = crc16(buf, 0, 4 + size, START)
    if buf[4 + size] != crc & 255 or buf[5 + size] != crc >> 8:
        return DAMAGED
    return GOOD


class Store:
    """Records of KINDS over a medium of SLOTS slots (kind k has 2k and 2k + 1).

    `damaged` has a bit set for each slot last found torn or corrupt; `failed` counts writes the
    medium refused. Nothing here raises: an unreadable record is no record.
    """

    def __init__(self, medium):
        self.medium = medium
        self.damaged = 0
        self.failed = 0
        self._buf = bytearray(SLOT_BYTES)
        self._newest = [_UNKNOWN] * len(KINDS)  # 0 or 1
        self._seq = [0] * len(KINDS)

    def load(self, kind, buf):
        """Copy the newest whole record of `kind` into `buf`; its length, 0 when there is none."""
        newest = self._find(kind)
        if self._read(kind, newest) != GOOD:
            return 0
        size = self._buf[3]
        if size > len(buf):
            size = len(buf)
        return lay_part(buf, 0, self._buf, _HEAD, _HEAD + size)

    def save(self, kind, buf, n):
        """Write the first n bytes of `buf` (0..PAYLOAD) as the newest record; True when stored."""
        if not 0 <= n <= PAYLOAD:
            return False
        if self._newest[kind] == _UNKNOWN:
            self._find(kind)
        self._fill(kind, buf, n)
        return self._write(kind, 1 - self._newest[kind], n + FRAME)

    def _fill(self, kind, buf, n):
        """Make the slot's bytes."""
        out = self._buf
        out[0] = self._seq[kind] + 1 & 255
        out[1] = self._seq[kind] + 1 >> 8 & 255
        out[2] = _MARK + kind
        out[3] = n
        n = lay(out, _HEAD, buf, n)
        crc = crc16(out, 0, n, START)
        out[n] = crc & 255
        out[n + 1] = crc >> 8
        out[n + 2] = out[0]

    def _write(self, kind, which, size):
        """Write slot `which` (0 or 1) of the kind; True when the medium took it."""
        if self.medium.write(2 * kind + which, self._buf, size) != size:
            self.failed += 1
            self._newest[kind] = _UNKNOWN
            return False
        self.damaged &= ~(1 << 2 * kind + which)
        self._newest[kind] = which
        self._seq[kind] = self._seq[kind] + 1 & 0xFFFF
        return True

    def _find(self, kind):
        """Look at both slots; 0 or 1, whichever holds the newest record (1 when neither does)."""
        first = self._read(kind, 0)
        seq = self._buf[0] | self._buf[1] << 8
        if self._read(kind, 1) == GOOD:
            other = self._buf[0] | self._buf[1] << 8
            newest = 0 if first == GOOD and (seq - other) & 0xFFFF < 0x8000 else 1
            if newest == 1:
                seq = other
        else:
            newest = 0 if first == GOOD else 1
            if first != GOOD:
                seq = 0
        self._newest[kind] = newest
        self._seq[kind] = seq
        return newest

    def _read(self, kind, which):
        """Read one slot into the buffer and judge it; a short read counts as damage."""
        slot = 2 * kind + which
        buf = self._buf
        for index in range(SLOT_BYTES):
            buf[index] = 0
        got = self.medium.read(slot, buf)
        found = check(buf, kind)
        if found == GOOD and got < buf[3] + FRAME:
            found = DAMAGED
        if found == DAMAGED:
            self.damaged |= 1 << slot
        else:
            self.damaged &= ~(1 << slot)
        return found
