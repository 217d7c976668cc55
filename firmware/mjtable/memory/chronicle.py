"""What happened to the table that a cheat would like forgotten, chained by SHA-256.

Kept are starts, service modes and faults, ROW bytes each, the newest ones in a file of the board:

    kind   start of the journal, modulo 256   code low, high   seconds since that start, 3 bytes

The head after an entry is SHA-256 of the head before and the entry; the file begins with the head
before its oldest entry and how many entries came before. A scan only adds to a queue. At rest the
queue goes into the file, then the head into a record of the store, which is another memory: a
file that was put back or changed does not fit it any more, and that becomes an entry of its own.
The record also keeps the first entries that the file lacks. Who has the firmware's source can
write both; docs/FAIRNESS.md says what that leaves.
"""

import hashlib

from mjtable.generated.fault_codes import CONTENTS_LOST
from mjtable.kit.letters import lay, lay_part
from mjtable.memory.recorder import FILED
from mjtable.memory.store import K_CHRONICLE
from mjtable.scan.places import JOURNAL
from mjtable.version import VERSION

TOUCHES = {
    "reads": "now",
    "calls": "recorder.call",
    "writes": "asked",
}

ROW = 7
HEAD = 32
BASE = HEAD + 3  # what stands before the entries: as long as five of them
FIRST = BASE // ROW
ROWS = 37
SPARE = 8  # rows that are free after each rest
WAITING = BASE + 1  # of the record: where the entries begin that the file lacks
AT_MOST = 3
LOST, SERVICE, SELFTEST, MAINTENANCE, FAULT, ABORTED, OLDER, CHANGED, APART = range(1, 10)
UNFILED = 16  # starts in a row, at most, without the rest in which they are filed
PATIENCE = 30  # rests before a file that could not be written is tried again
UNFINISHED = 1 << 15  # of a start's code: a set was half sorted


def _number(version):
    """A version as 15 bits, five a part."""
    number = 0
    for part in version.split("."):
        number = number << 5 | int(part)
    return number


_VERSION = _number(VERSION)


def _put(buf, at, number):
    """A number as three bytes, lowest first."""
    buf[at] = number & 255
    buf[at + 1] = number >> 8 & 255
    buf[at + 2] = number >> 16 & 255


class Chronicle:
    """`rows` of `log` count, what comes before the entries included; `kept` of them are filed."""

    STATE = ("stale",)

    def __init__(self, journal):
        self.table = journal.table
        self.journal = journal
        self.log = bytearray(ROW * ROWS)
        self.rows = self.kept = FIRST
        self.stale = False  # the record of the store lacks something
        self._record = bytearray(WAITING + AT_MOST * ROW)
        self._wait = 0

    def note(self, kind, code):
        """One entry more; when there is no room the last one counts what is left out."""
        log = self.log
        at = ROW * self.rows
        if self.rows == ROWS:
            at -= ROW
            code = log[at + 2] + 1 & 255 if log[at] == LOST else 2
            kind = LOST
        else:
            self.rows += 1
        log[at] = kind
        log[at + 1] = self.journal.boots
        log[at + 2] = code & 255
        log[at + 3] = code >> 8
        _put(log, at + 4, self.table.now // 1000)
        self._wants(at)

    def _wants(self, at):
        """The store's record lacks the entry at `at`."""
        waiting = self.rows - self.kept
        if waiting <= AT_MOST:
            lay_part(self._record, WAITING + (waiting - 1) * ROW, self.log, at, at + ROW)
            self._record[BASE] = waiting
        self.stale = True

    def note_start(self, cause, unfinished):
        """The table has started: kept in the first scan, in which all is still off."""
        self.note(ord(cause[0]), _VERSION | (UNFINISHED if unfinished else 0))
        self.keep_record()

    def keep_record(self):
        """Bring the store's record up to date."""
        self.stale = False
        record = self._record
        self.journal.store.save(K_CHRONICLE, record, WAITING + record[BASE] * ROW)

    def open_file(self):
        """Power-on: file and record, and whether they fit."""
        store = self.journal.store
        self._read_file()
        record = bytes(WAITING)
        n = store.load(K_CHRONICLE, self._record)
        if n >= WAITING:
            record = bytes(self._record[:n])
        wrong = self._differs(record) if n >= WAITING else 0
        filed = self._count(self.log) + self.rows - FIRST - self._count(record)
        if wrong and wrong != APART:
            lay(self.log, 0, record, BASE)
            self.rows = self.kept = FIRST
        self._renew()
        for at in range(WAITING, len(record) - ROW + 1, ROW):
            if (wrong or filed <= 0) and self.rows < ROWS:
                lay_part(self.log, self.rows * ROW, record, at, at + ROW)
                self.rows += 1
                self._wants(ROW * (self.rows - 1))
            filed -= 1
        if wrong:
            self.note(wrong, 0)

    def _read_file(self):
        self.rows = self.kept = max(FIRST, self.journal.store.medium.readinto(self.log) // ROW)

    def forgot_after(self, boots):
        """A start behind that one, filed on the flash, found no record in the memory (E913).

        `boots` -1: the memory has none, and is not a new table's when any start was filed.
        """
        self._read_file()
        log = self.log
        if boots < 0:
            return self.rows > FIRST
        for row in range(self.rows - 1, FIRST - 1, -1):
            at = ROW * row
            if log[at] == FAULT and log[at + 2] | log[at + 3] << 8 == CONTENTS_LOST:
                return 0 < (log[at + 1] - boots) & 255 < 128  # the newest one: few starts ago
        return False

    def next_start(self):
        """A number for a start that found no record: ahead of those that the file may lack."""
        return self.log[ROW * (self.rows - 1) + 1] + UNFILED if self.rows > FIRST else UNFILED

    def is_urgent(self):
        """The file alone will know that the memory was not there."""
        return self.journal.lost and self.kept != self.rows

    def _count(self, buf):
        """Entries before those that follow, in the log or in the record."""
        return buf[HEAD] | buf[HEAD + 1] << 8 | buf[HEAD + 2] << 16

    def _differs(self, record):
        """How the file contradicts the store's record, 0 when it goes on from there."""
        ahead = self._count(record) - self._count(self.log)
        if ahead > self.rows - FIRST:
            return OLDER
        if ahead < 0:
            return APART
        return 0 if self._head(FIRST + ahead) == record[:HEAD] else CHANGED

    def _head(self, rows):
        """The chain's head behind so many rows."""
        head = bytes(self.log[:HEAD])
        for at in range(BASE, ROW * rows, ROW):
            head = hashlib.sha256(head + self.log[at : at + ROW]).digest()
        return head

    def _renew(self):
        """The record for what is filed: head, count, nothing waiting."""
        lay(self._record, 0, self._head(self.kept), HEAD)
        _put(self._record, HEAD, self._count(self.log) + self.kept - FIRST)
        self._record[BASE] = 0
        self.stale = True

    def file_at_rest(self):
        """At standstill and disarmed only: the file, then the record. True when it took time."""
        if self._wait:
            self._wait -= 1
        elif self.kept != self.rows:
            self._file()
            return True
        return False

    def _file(self):
        drop = self.rows + SPARE - ROWS
        if drop > 0:
            _put(self.log, HEAD, self._count(self.log) + drop)
            lay(self.log, 0, self._head(FIRST + drop), HEAD)
            rest = bytes(self.log[BASE + drop * ROW :])
            lay(self.log, BASE, rest, len(rest))
            self.rows -= drop
            self.kept = max(FIRST, self.kept - drop)
        if not self.journal.store.medium.write_chronicle(self.log, ROW * self.rows):
            self._wait = PATIENCE
            return
        table = self.table
        self.kept = self.rows
        self._renew()
        table.asked |= JOURNAL
        if table.recorder is not None:
            table.recorder.call(FILED, 0, None)
