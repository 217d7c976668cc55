"""The chain of one table: entries, their sentences, and the head behind each of them.

Layout as of firmware/mjtable/memory/chronicle.py: 7 bytes a row, the first five rows are the head
before the oldest entry kept and how many entries came before it.
"""

import hashlib
from dataclasses import dataclass

from ..client import Client
from ..dictionary import load
from ..errors import WrongDeviceError

ROW = 7
HEAD = 32
BEFORE = 5  # rows before the entries
TRIES = 5  # an entry may come while the rows are read
UNFINISHED = 1 << 15
LID, UNCOMMANDED = "E806", "E203"
CAUSES = {"p": "switched on", "w": "restarted by the watchdog", "r": "restarted on request",
          "s": "restarted on request", "m": "restarted into maintenance"}
LOST, SERVICE, SELFTEST, MAINTENANCE, FAULT, ABORTED, OLDER, CHANGED, APART = range(1, 10)
MODES = {SERVICE: "service mode was entered", SELFTEST: "the self-test was entered",
         MAINTENANCE: "maintenance was entered"}
ALARMS = {
    OLDER: "the board's file was older than its memory chip says: put back, or cut short",
    CHANGED: "the board's file did not fit the head in its memory chip: it was changed",
    APART: "the memory chip was older than everything in the board's file: put back, or changed",
}


@dataclass(frozen=True)
class Entry:
    """One thing that happened."""

    number: int
    raw: bytes

    @property
    def kind(self) -> int:
        """What it is; the letter of a start's cause."""
        return self.raw[0]

    @property
    def code(self) -> int:
        """Its number: a fault, or a start's version."""
        return self.raw[2] | self.raw[3] << 8

    @property
    def seconds(self) -> int:
        """How long after its start."""
        return int.from_bytes(self.raw[4:7], "little")

    @property
    def is_start(self) -> bool:
        """The table was switched on, or restarted."""
        return self.kind >= ord("a")

    @property
    def version(self) -> str:
        """A start's firmware."""
        return ".".join(str(self.code >> shift & 31) for shift in (10, 5, 0))

    @property
    def is_alarm(self) -> bool:
        """The board itself found its file or memory changed."""
        return self.kind in ALARMS

    def sentence(self) -> str:
        """It in words."""
        if self.is_start:
            text = CAUSES.get(chr(self.kind), "started") + f", firmware {self.version}"
            return text + ("; a set was half sorted" if self.code & UNFINISHED else "")
        return f"{self._what()}, {self.seconds} s after that start"

    def in_full(self) -> str:
        """With what its sentence leaves out: two that differ are told apart by it."""
        return (f"{self.sentence()} (start {self.raw[1]}, second {self.seconds}, "
                f"bytes {self.raw.hex()})")

    def _what(self) -> str:
        code = f"E{self.code:03d}"
        row = load().faults.get(code, {})
        name = f"{code} ({row['name']})" if row else code
        if self.kind in (FAULT, ABORTED):
            what = {LID: "the lid was opened", UNCOMMANDED: "something moved or drew current that "
                    "nobody had commanded"}.get(code, "a fault stopped the table")
            aborted = ", which aborted what was under way" if self.kind == ABORTED else ""
            return f"{what}: {name}{aborted}"
        if self.kind == LOST:
            return f"{self.code} entries found no room"
        return MODES.get(self.kind) or ALARMS.get(self.kind, f"something of kind {self.kind}")


@dataclass(frozen=True)
class Chain:
    """What a table shows: the head before its oldest entry, and its entries."""

    before: bytes
    first: int  # entries before the oldest one kept
    rows: tuple[bytes, ...]

    @property
    def count(self) -> int:
        """Entries since the chain began."""
        return self.first + len(self.rows)

    @property
    def entries(self) -> list[Entry]:
        """Those that are kept, numbered from 1 on."""
        return [Entry(self.first + at, raw) for at, raw in enumerate(self.rows, 1)]

    def head(self, count: int | None = None) -> bytes:
        """The head behind entry number `count`; of all of them."""
        head = self.before
        for raw in self.rows[:(self.count if count is None else count) - self.first]:
            head = hashlib.sha256(head + raw).digest()
        return head

    def sentences(self, version: str = "") -> list[tuple[str, str, str]]:
        """(number, start, sentence) of each entry; changes of the firmware are told."""
        found = []
        for entry in self.entries:
            text = entry.sentence()
            if entry.is_start:
                if version and entry.version != version:
                    text += f"; the firmware was changed, it was {version} before"
                version = entry.version
            found.append((str(entry.number), str(entry.raw[1]), text))
        return found


def chain_of(rows: list[bytes], where: str) -> Chain:
    """The chain in what the table sent."""
    if len(rows) < BEFORE or any(len(row) != ROW for row in rows):
        raise WrongDeviceError("what the table sends as its chronicle has not the form of one",
                               where, "the table's firmware is of another version, or altered",
                               "update firmware and mjtool; `mjtool verify` compares the firmware")
    base = b"".join(rows[:BEFORE])
    return Chain(base[:HEAD], int.from_bytes(base[HEAD:], "little"), tuple(rows[BEFORE:]))


def read(client: Client) -> Chain:
    """The chain that a table shows; read until nothing was added meanwhile."""
    known: list[bytes] = []
    for _ in range(TRIES):
        try:
            rows = [bytes.fromhex(row) for row in client.rows("chronicle")]
        except ValueError:
            rows = [b""]
        if rows == known:
            break
        known = rows
    return chain_of(known, client.url)
