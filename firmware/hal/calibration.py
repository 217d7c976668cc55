"""What the board has learnt about its motors, over a power loss: one record of the store.

Learning is done by `currents.Currents`, from a motor that runs alone in its group; saving waits
until nothing moves. Without a record the board is uncalibrated: motors that run are not judged
by their current until they have been learnt.
"""

from hal.learning import RECORD_BYTES
from mjtable.scan.clock import MASK, passed
from mjtable.memory.store import K_LEARNT, PAYLOAD

LEARN_MS = 1000


class Calibration:
    """`store` as mjtable.memory.store.Store."""

    def __init__(self, currents, analogue, store):
        self._analogue = analogue
        self._currents = currents
        self._store = store
        self._record = bytearray(PAYLOAD)
        self._due_ms = 0  # logic time: modulo 2^29, so that no sum leaves the small integers
        self._unsaved = False
        n = store.load(K_LEARNT, self._record)
        self.known = n >= RECORD_BYTES and currents.unpack(self._record)

    def step(self, now_ms, motors, live):
        """Once a scan; `live`: the motor bus has power."""
        if self._unsaved and not motors:
            self._unsaved = False
            self._save()
        elif live and passed(now_ms, self._due_ms):
            self._due_ms = (now_ms & MASK) + LEARN_MS & MASK
            if self._analogue.learn():
                self._unsaved = True

    def _save(self):
        record = self._record
        self.known = self._store.save(K_LEARNT, record, self._currents.pack(record))
