"""What outlasts a power loss: whose tiles are where, how far the sorting is, the marker.

One record of the store (`store.py`), written when a set, a stack or the marker changes, at once
when the mains fail, never while nothing changed.
"""

from mjtable.mechanisms.feed import SETTLE_MS
from mjtable.mechanisms.feed_limits import LEAST_MS
from mjtable.memory.chronicle import Chronicle
from mjtable.memory.settings_store import SettingsStore
from mjtable.memory.store import K_TABLE, K_TIMES, PAYLOAD, Store
from mjtable.safety.trends import WAYS
from mjtable.scan.clock import MASK
from mjtable.scan.places import JOURNAL, P_JOURNAL

TOUCHES = {
    "reads": "lifts.side lines.jogged lines.unseen mains.out now settings supervision.learnt",
    "calls": "lines.arm lines.hides_one marker.pack marker.unpack sets.knows sorter.is_unfinished "
             "sorter.progress sorter.restore",
    "writes": "asked cycle.loaded cycle.unrolled distributor.away distributor.carried "
              "distributor.past due "
              "hatch.away kept_switch lifts.astray lifts.raised "
              "lines.believed lines.booked lines.count "
              "lines.counted lines.doubtful lines.in_head lines.look lines.stacks "
              "lines.stopped_at lines.tiles_in "
              "profile sets.known sets.on_table sets.profile_of sets.sorting sets.waiting "
              "supervision.learns",
}

VERSION = 2
HEAD = 12
LINE_BYTES = 4
MOST_TILES = 191  # of a side: a set of 152 by its one port, and what was too many
PATIENCE_MS = 100  # a record is written this late at the latest
UNFINISHED = 1  # bits of the flags byte
LOADED = 2
CARRIED = 4
PAST = 8
UNROLLED = 16
SAVED = 32  # written while the mains failed: nothing has come in since, else belts are recounted
ROAMING = 128  # the chain's rods are not known to be at their zero
LOST = 64  # nobody has emptied the machine since nobody knew what is in it
DOUBTFUL = 4  # beside the number of tiles in the head
LOOK = 16  # a person was sent to that head, and has not been there
PASSING = 8  # one is half past the beam: if none is there at the next start it has gone in


class Journal:
    """Packs the table into a record and back. `wanted` asks for a write at the scan's end."""

    STATE = ("wanted", "refused", "boots", "lost", "saved")

    def __init__(self, table, medium):
        self.table = table
        self.store = Store(medium)
        self.wanted = False
        self.refused = False  # by the memory: tried again after a while
        self.kept_settings = SettingsStore(table.settings, self.store)
        self.chronicle = Chronicle(self)
        self.boots = 0  # times the power came on, modulo 256
        self.lost = False  # what is in the machine is not known (E913)
        self.saved = True  # what the table began with was written as the mains failed
        self.buf = bytearray(PAYLOAD)

    def want(self):
        """Something has changed: write it in the next scan with little else to do, and soon."""
        table = self.table
        if not self.wanted:
            self.wanted = True
            table.due[P_JOURNAL] = (table.now + PATIENCE_MS) & MASK
        if table.mains.out:
            table.asked |= JOURNAL  # the end is near

    def step(self):
        """End of a scan: write what has changed, a record a scan."""
        table = self.table
        if self.wanted:
            self.save()
        elif self.chronicle.stale:
            self.chronicle.keep_record()
        elif self.kept_settings.is_busy():
            self.kept_settings.step()
        elif table.supervision.learns:
            table.supervision.learns = False
            self.store.save(K_TIMES, table.supervision.learnt, WAYS)
        more = self.chronicle.stale or self.kept_settings.is_busy() or table.supervision.learns
        again = (table.now + PATIENCE_MS) & MASK if self.wanted else -1
        table.due[P_JOURNAL] = table.now if more else again

    def save(self):
        """Write the record now; what the memory did not take is tried again."""
        self.wanted = self.refused = not self.store.save(K_TABLE, self.buf, self._pack(self.buf))

    def load(self, chipless=False):
        """Power-on: bring the table back to what was kept, and count the start.

        True when there may have been a record and nobody can read it, or it is older than such a
        start: what is in the machine is not known, nor after the next start, until it was emptied.
        A memory that was never written is that of a new table.
        """
        self.kept_settings.load()
        self.store.load(K_TIMES, self.table.supervision.learnt)
        n = self.store.load(K_TABLE, self.buf)
        buf = self.buf
        older = self.chronicle.forgot_after(buf[11] if n else -1)
        if n and not older and self._is_known(buf):
            self._unpack(buf)
        else:
            self.lost = n > 0 or older or chipless or self.store.damaged >> 2 * K_TABLE & 3 != 0
            if self.lost:
                self._doubt()
                self.boots = self.chronicle.next_start()
        self.boots = self.boots + 1 & 255
        self.chronicle.open_file()
        self.want()
        return self.lost

    def _doubt(self):
        """No limit of hatch or chain is believed before it has been seen off."""
        self.table.hatch.away = True
        if self.table.distributor is not None:
            self.table.distributor.away = True

    def _is_known(self, buf):
        """A record of this form, of sets, games and counts that this firmware has."""
        no_set = buf[3] & buf[3] >> 1 & 0x15  # bits of a set that is neither none, green nor blue
        for at in range(HEAD, HEAD + LINE_BYTES * len(self.table.lines), LINE_BYTES):
            if not buf[at + 3] & 3 <= buf[at + 1] <= buf[at] <= MOST_TILES >= buf[at + 2]:
                return False  # what is in the head was counted, what was counted came in
        return buf[0] == VERSION and not no_set and self.table.sets.knows(buf[1], buf[4])

    def emptied(self):
        """Somebody has taken everything out of the machine."""
        self.lost = False
        self.want()

    def _pack(self, buf):
        table = self.table
        buf[0] = VERSION
        buf[1] = table.profile
        buf[2] = table.kept_switch
        buf[6] = self._flags()
        buf[8] = self._raised()
        buf[11] = self.boots
        self._pack_sets(buf, table.sets)
        self._pack_sort(buf, table.sorter)
        for index in range(len(table.lines)):
            self._pack_line(buf, index)
        return table.marker.pack(buf, HEAD + LINE_BYTES * len(table.lines))

    def _pack_line(self, buf, index):
        line = self.table.lines[index]
        at = HEAD + LINE_BYTES * index
        buf[at] = line.tiles_in + line.unseen
        buf[at + 1] = line.counted
        buf[at + 2] = line.stacks
        buf[at + 3] = line.in_head | (LOOK if line.look or line.jogged or line.hides_one() else 0)
        if line.doubtful:
            buf[at + 3] |= DOUBTFUL
        elif line.count.counted and not line.booked:
            buf[at + 3] |= PASSING

    def _pack_sets(self, buf, sets):
        buf[3] = sets.on_table | sets.waiting << 2 | sets.sorting << 4
        buf[4] = sets.profile_of[1] | sets.profile_of[2] << 4
        buf[5] = sets.known[1] | sets.known[2] << 1 | self.table.hatch.away << 2

    def _pack_sort(self, buf, sorter):
        buf[7] = sorter.rows.started | sorter.rows.done << 4
        buf[9] = sorter.progress.pickup.rate_pct

    def _raised(self):
        """Bit of each side whose wall is up, and above them of each whose lift is astray."""
        raised = 0
        for lift in self.table.lifts:
            raised |= (lift.raised | lift.astray << 4) << lift.side
        return raised

    def _flags(self):
        table = self.table
        flags = UNFINISHED if table.sorter.is_unfinished() else 0
        if table.cycle.loaded:
            flags |= LOADED
        if table.cycle.unrolled:
            flags |= UNROLLED
        if table.mains.out:
            flags |= SAVED
        if self.lost:
            flags |= LOST
        if table.distributor is not None:
            if table.distributor.carried:
                flags |= CARRIED
            if table.distributor.past:
                flags |= PAST
            if table.distributor.away:
                flags |= ROAMING
        return flags

    def _unpack(self, buf):
        table = self.table
        sets = table.sets
        table.profile = buf[1]
        table.kept_switch = buf[2]
        sets.on_table = buf[3] & 3
        sets.waiting = buf[3] >> 2 & 3
        sets.sorting = buf[3] >> 4 & 3
        sets.profile_of[1] = buf[4] & 15
        sets.profile_of[2] = buf[4] >> 4
        sets.known[1] = buf[5] & 1
        sets.known[2] = buf[5] >> 1 & 1
        table.hatch.away = buf[5] & 4 != 0
        table.cycle.loaded = buf[6] & LOADED != 0
        table.cycle.unrolled = buf[6] & UNROLLED != 0
        if table.distributor is not None:
            table.distributor.carried = buf[6] & CARRIED != 0
            table.distributor.past = buf[6] & PAST != 0
            table.distributor.away = buf[6] & ROAMING != 0
        table.sorter.progress.pickup.restore(buf[9])
        for lift in table.lifts:
            lift.raised = buf[8] >> lift.side & 1 != 0
            lift.astray = buf[8] >> lift.side & 16 != 0
        self.boots = buf[11]
        self.lost = buf[6] & LOST != 0
        at = HEAD + LINE_BYTES * len(table.lines)
        if buf[6] & UNFINISHED:
            self._unpack_sort(buf)
        table.marker.unpack(buf, at)

    def _unpack_sort(self, buf):
        """Counts of the set in the works: the sorter goes on from there when asked."""
        table = self.table
        self.saved = buf[6] & SAVED != 0
        table.sorter.restore(buf[7] & 15, buf[7] >> 4)
        at = HEAD
        for line in table.lines:
            line.believed = True  # a person may have been inside meanwhile
            line.tiles_in = buf[at]
            line.counted = buf[at + 1]
            line.stacks = buf[at + 2]
            line.in_head = buf[at + 3] & 3
            line.look = buf[at + 3] & LOOK != 0
            line.doubtful = buf[at + 3] & DOUBTFUL != 0 or not self.saved
            if buf[at + 3] & PASSING:
                line.booked = False
                line.count.counted = True
                line.stopped_at = table.now  # a fault of this start begins the wait anew
                line.count.risen = -LEAST_MS & MASK  # it had its time: the machine stood since
                line.arm(SETTLE_MS)
            at += LINE_BYTES
