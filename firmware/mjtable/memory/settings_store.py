"""Settings over a power loss: three records of the store, thirteen values each.

A record carries a check of the settings' names: after an update that changes the list the values
are not guessed, the defaults apply.
"""

import struct

from mjtable.generated.setting_table import MAXS, MINS, NAMES
from mjtable.kit.crc import START, crc16
from mjtable.kit.hosted import for_host
from mjtable.memory.store import K_SETTINGS_1, PAYLOAD

PER_RECORD = 13
RECORDS = 3
HEAD = 2
OFFSET = 0x20000000  # values are kept as value + OFFSET, four bytes, lowest first
_ALL = ",".join(NAMES).encode()
_NAMES_CRC = crc16(_ALL, 0, len(_ALL), START)


class SettingsStore:
    """Loads and saves `Settings` through a `Store`."""

    def __init__(self, settings, store):
        self.settings = settings
        self.store = store
        self.buf = bytearray(PAYLOAD)
        self._next = RECORDS  # the record that is written next

    def is_busy(self):
        """Something is not kept yet."""
        return self.settings.changed or self._next < RECORDS

    busy = for_host(is_busy)

    def load(self):
        """Take what was kept and still is in range; the rest stays at its default."""
        buf = self.buf
        for record in range(RECORDS):
            n = self.store.load(K_SETTINGS_1 + record, buf)
            if n < HEAD or buf[0] | buf[1] << 8 != _NAMES_CRC:
                continue
            for place in range((n - HEAD) // 4):
                at = HEAD + 4 * place
                value = buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16
                value += (buf[at + 3] << 24) - OFFSET
                index = record * PER_RECORD + place
                if index < len(NAMES) and MINS[index] <= value <= MAXS[index]:
                    self.settings.value[index] = value
        self.settings.changed = False

    def save(self):
        """Write all records, now."""
        self.settings.changed = True
        while self.is_busy():
            self.step()

    def step(self):
        """Write the next record."""
        if self.settings.changed:
            self.settings.changed = False
            self._next = 0
        record = self._next
        self._next += 1
        n = self._pack(record)
        if n > HEAD:
            self.store.save(K_SETTINGS_1 + record, self.buf, n)

    def _pack(self, record):
        """One record into `buf`; its length."""
        buf = self.buf
        value = self.settings.value
        buf[0] = _NAMES_CRC & 255
        buf[1] = _NAMES_CRC >> 8
        at = HEAD
        first = record * PER_RECORD
        for index in range(first, min(first + PER_RECORD, len(NAMES))):
            struct.pack_into("<i", buf, at, value[index] + OFFSET)
            at += 4
        return at
