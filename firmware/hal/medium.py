"""Where records live: a shadow in RAM, the FRAM behind it at once, the flash at rest.

The table's store reads and writes the shadow and never waits. `pump` lets the FRAM follow, 16
bytes a scan. `at_rest`, which the board calls only at standstill and disarmed, mirrors the newest
record of each kind of FILES to the flash, so that a table without FRAM, or with a new one, still
knows its settings, its calibration and where its tiles are.

At start the FRAM is read first; a record of the flash is taken where the FRAM has none, or an
older one (it gave up before the power went).
"""

import os

from hal.flash_files import CONTENT, HEAD, Generations
from mjtable.kit.hosted import for_host
from mjtable.kit.letters import lay, lay_part
from mjtable.memory.store import (
    GOOD,
    K_LEARNT,
    K_SETTINGS_1,
    K_SETTINGS_2,
    K_SETTINGS_3,
    K_TABLE,
    SLOT_BYTES,
    SLOTS,
    check,
)

FILES = (  # name, kinds kept in it
    ("table", (K_TABLE,)),
    ("settings", (K_SETTINGS_1, K_SETTINGS_2, K_SETTINGS_3, K_LEARNT)),
)
CHRONICLE = len(FILES)  # the file behind them
MOST = 4  # kinds in one file
ENTRY = 1 + SLOT_BYTES  # slot number and slot
PATIENCE = 30  # calls of at_rest before a save that failed is tried again: 60 s
NO_SLOT = -1


def files_in(folder, opener=open, system=os):
    """The files of FILES and the chronicle's; `opener`, `system`: the board's `open`, `os`."""
    names = [name for name, _ in FILES] + ["chronicle"]
    buf = bytearray(HEAD + CONTENT)
    return [Generations(folder, name, opener, system, buf) for name in names]


class Medium:
    """The medium of `mjtable.memory.store`; `fram` as `hal.fram.Fram`, `files` as of `files_in`.

    `uncalibrated`: no calibration record. `due`: `at_rest` has something to write.
    """

    def __init__(self, fram, files):
        self._fram = fram
        self._files = files
        self._shadow = [bytearray(SLOT_BYTES) for _ in range(SLOTS)]
        self._changed = 0  # bit of each kind whose newest record the flash lacks
        self._entries = bytearray(ENTRY * MOST)
        self._wait = 0
        self.failed = 0  # flash saves that did not come about
        fram.load(self._shadow)
        for index in range(len(FILES)):
            self._merge(index)
        self.uncalibrated = self._newest(K_LEARNT) == NO_SLOT

    def is_due(self):
        """True when the flash lacks a record."""
        return self._changed != 0

    due = for_host(is_due)

    def read(self, slot, buf):
        """Copy a slot into `buf`; the number of bytes."""
        return lay(buf, 0, self._shadow[slot], min(len(buf), SLOT_BYTES))

    def write(self, slot, buf, n):
        """Take the first n bytes of `buf` as the slot's; n, or 0 when they are too many."""
        if not 0 <= slot < SLOTS or not 0 <= n <= SLOT_BYTES:
            return 0
        lay(self._shadow[slot], 0, buf, n)
        self._changed |= 1 << (slot >> 1) & _MIRRORED
        if slot >> 1 == K_LEARNT:
            self.uncalibrated = False
        self._fram.take(slot, self._shadow)
        return n

    def pump(self):
        """Once a scan; True when the I2C bus was used."""
        return self._fram.pump()

    def flush(self):
        """Power fails: all that waits goes to the FRAM now. True when nothing waits."""
        return self._fram.flush()

    def at_rest(self):
        """At standstill and disarmed only: one file, if one is due. True when it took time.

        The interrupts were off meanwhile: set the clock of the scans again, test before arming.
        """
        if not self._changed:
            return False
        if self._wait:
            self._wait -= 1
            return False
        for index in range(len(FILES)):
            kinds = _bits(FILES[index][1])
            if self._changed & kinds:
                n = self._pack(index)
                if self._files[index].save(self._entries, n):
                    self._changed &= ~kinds
                else:
                    self.failed += 1
                    self._wait = PATIENCE
                return True
        return False

    def readinto(self, buf):
        """Copy the chronicle's file into `buf`; its length, 0 when there is none."""
        return self._files[CHRONICLE].recall(buf)

    def write_chronicle(self, buf, n):
        """At rest only: the first n bytes of `buf` as the chronicle's file; True when kept."""
        return self._files[CHRONICLE].save(buf, n)

    def _pack(self, index):
        """The newest records of one file, as entries; their bytes."""
        at = 0
        for kind in FILES[index][1]:
            slot = self._newest(kind)
            if slot != NO_SLOT:
                self._entries[at] = slot
                at = lay(self._entries, at + 1, self._shadow[slot], SLOT_BYTES)
        return at

    def _merge(self, index):
        """At start: take from one file what the shadow lacks; note what the file lacks."""
        entries = self._entries
        n = self._files[index].recall(entries)
        kinds = FILES[index][1]
        for kind in kinds:
            if self._newest(kind) != NO_SLOT:
                self._changed |= 1 << kind
        record = bytearray(SLOT_BYTES)
        for at in range(0, n - ENTRY + 1, ENTRY):
            slot = entries[at]
            lay_part(record, 0, entries, at + 1, at + 1 + SLOT_BYTES)
            if slot >> 1 in kinds and check(record, slot >> 1) == GOOD:
                self._offer(slot, record)

    def _offer(self, slot, record):
        """A record of the flash: taken when it is newer than what there is."""
        kind = slot >> 1
        newest = self._newest(kind)
        ahead = 1
        if newest != NO_SLOT:
            ahead = _seq(record) - _seq(self._shadow[newest]) & 0xFFFF
        if 0 < ahead < 0x8000:
            lay(self._shadow[slot], 0, record, SLOT_BYTES)
            self._fram.take(slot, self._shadow)
        if ahead < 0x8000:
            self._changed &= ~(1 << kind)

    def _newest(self, kind):
        """Slot of the newest whole record of a kind in the shadow."""
        first = self._shadow[2 * kind]
        second = self._shadow[2 * kind + 1]
        if check(second, kind) != GOOD:
            return 2 * kind if check(first, kind) == GOOD else NO_SLOT
        if check(first, kind) == GOOD and _seq(first) - _seq(second) & 0xFFFF < 0x8000:
            return 2 * kind
        return 2 * kind + 1


def _seq(record):
    return record[0] | record[1] << 8


def _bits(kinds):
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


_MIRRORED = _bits(FILES[0][1]) | _bits(FILES[1][1])
