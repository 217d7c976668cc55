"""Plays a recording into the firmware, on any Python that has it: CPython or a MicroPython.

The table is brought to what the first checkpoint says, its own recorder runs, and each record is
done again: what the firmware then records has to be the same bytes. Attributes of the firmware as
built for a board have other names; `names` has them.
"""

from mjsim.replay.calls import Calls, Medium, Names
from mjsim.replay.reader import (
    ANALOGUE,
    ANALOGUES,
    BYTES,
    CALL,
    CLOCK,
    EDGE,
    EVERYONE,
    FOUND,
    LATELY,
    MASK,
    MEASURED,
    MORE,
    NONE,
    OUTSIDE,
    PULSE,
    RANDOM,
    REFUSED,
    SIZE,
    WANTED,
    WHOLE,
    WRITTEN,
    Broken,
    Reader,
)
from mjtable.table import Inputs, Outputs, Table


class Player(Calls):
    """One recording being played. `now_ms`: the board's; `ring`: what it is recorded in again, a
    power of two of bytes that the first checkpoint has room in."""

    def __init__(self, machine, data, names=None, ring=None):
        self.of = of = Names(names or {})
        self.reader = Reader(data)
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.medium = Medium()
        self.table = table = Table(machine, self.medium)
        of.set(table, "inputs", self.inputs)
        of.set(table, "outputs", self.outputs)
        of.get(table, "begin_recording")(bytearray(SIZE) if ring is None else ring)
        self.recorder = of.get(table, "recorder")
        self.parts = of.get(self.recorder, "parts")
        self.n = of.get(self.recorder, "n")
        self.ring = of.get(self.recorder, "ring")
        self.scans = 0
        self.now_ms = 0
        self.others = []  # what the last checkpoint says otherwise
        self._begin()

    # checkpoints

    def _begin(self):
        reader = self.reader
        kinds = reader.byte()
        reader.passed(kinds)
        if not kinds & MORE or reader.byte() != WHOLE:
            raise Broken(0, "it does not begin with a checkpoint")
        end = reader.number(2) + reader.at
        self.restore(reader)
        if reader.at != end:
            raise Broken(0, "its first checkpoint has not the values that this firmware has")
        self._same_time()
        self.ring[:end] = reader.data[:end]
        self.n[0] = end  # the check begins with the checkpoint's own bytes
        self.of.get(self.recorder, "take")(self.inputs, self.n)
        self.n[WANTED] = 0

    def restore(self, reader):
        """Bring everything to what a checkpoint says."""
        for part in self.parts:
            self._put(part, reader)
        self._follow()

    def _put(self, part, reader):
        for name in self.of.get(part, "STATE"):
            old = getattr(part, name)
            new = reader.like(old)
            if isinstance(new, (list, bytearray)):
                self._fill(old, new, reader.at)
            else:
                setattr(part, name, new)

    def _fill(self, old, new, at):
        """An array takes what it has room for; MicroPython cuts a number, and the check tells."""
        try:
            for i in range(len(new)):
                old[i] = new[i]
        except OverflowError:
            raise Broken(at, "a number is too large for the board") from None

    def differing(self, reader):
        """(number of the part, its attribute, recorded, here) of what a checkpoint says else."""
        found = []
        for i in range(len(self.parts)):
            part = self.parts[i]
            for name in self.of.get(part, "STATE"):
                old = getattr(part, name)
                new = reader.like(old)
                if isinstance(new, (list, bytearray)):
                    old = list(old)
                    new = list(new)
                if new != old:
                    found.append((i, name, new, old))
        return found

    def _follow(self):
        """What follows from that: whom homing sends home, by its stage."""
        get = self.of.get
        table = self.table
        homing = get(table, "homing")
        chains = get(table, "chains")
        stages = ((), get(table, "lifts"), get(table, "lines"), chains, chains)
        self.of.set(homing, "of_stage", stages[get(homing, "stage")])

    def _same_time(self):
        self.now_ms = self.of.get(self.inputs, "now_ms")
        self._told(self.now_ms)

    def _told(self, now_ms):
        """The table has seen this time, in a scan that did nothing."""
        self.of.set(self.of.get(self.table, "events"), "now_ms", now_ms)
        self.of.set(self.table, "now", now_ms & MASK)

    # records

    def step(self):
        """Do the next record; its bytes and those that the firmware made of it."""
        reader = self.reader
        begins = reader.at
        kinds = reader.byte()
        self.now_ms = (self.now_ms + reader.passed(kinds)) & CLOCK
        more = reader.byte() if kinds & MORE else 0
        if more & WHOLE:
            self._checkpoint(reader)
        elif more & CALL:
            self._call(reader)
        elif (self.of.get(self.table, "asked") | self.of.get(self.table, "alert")) & ~EVERYONE:
            raise Broken(begins, "somebody is asked for whom there is not")
        else:
            self._scan(reader, kinds, more)
        return bytes(reader.data[begins : reader.at]), self._made(begins)

    def _made(self, begins):
        size = len(self.ring)
        at = begins & size - 1
        end = at + self.n[0] - begins
        return bytes(self.ring[at:end] + self.ring[: max(0, end - size)])

    def _checkpoint(self, reader):
        """The table has to be what it says; what the board measured meanwhile it tells."""
        end = reader.number(2) + reader.at
        begins = inputs = reader.at
        for part in self.parts:
            inputs = reader.at
            for name in self.of.get(part, "STATE"):
                reader.like(getattr(part, name))
        if reader.at != end:
            raise Broken(reader.at, "a checkpoint has not the values that this firmware has")
        self._put(self.parts[-1], Reader(reader.data, inputs))
        self._told(self.now_ms)
        self.of.get(self.table, "refresh_stats")()
        self.others = self.differing(Reader(reader.data, begins))
        keep = self.of.get(self.recorder, "keep")
        self.n[WANTED] = 1
        while self.n[WANTED]:
            keep()

    def _scan(self, reader, kinds, more):
        of = self.of
        inputs = self.inputs
        of.set(inputs, "now_ms", self.now_ms)
        late = reader.number(2) if more & LATELY else 0
        of.set(inputs, "late_ms", late & ~REFUSED)
        self.medium.refuses = late & REFUSED
        rose = of.get(inputs, "rose")
        fell = of.get(inputs, "fell")
        rose[:] = fell[:] = NONE
        if kinds & WRITTEN:
            of.set(inputs, "wrote_ms", (self.now_ms - reader.ago()) & CLOCK)
        edges = self._edges(reader, rose, fell) if kinds & EDGE else 0
        if more:
            edges = self._more(reader, more, edges, rose, fell)
        of.set(inputs, "edges", edges)
        self.scans += 1
        self.table.step(inputs, self.outputs)

    def _edges(self, reader, rose, fell):
        level = self.of.get(self.inputs, "level")
        edges = 0
        byte = 128
        while byte & 128:
            byte = reader.byte()
            place = byte >> 3 & 15
            if place >= BYTES:
                raise Broken(reader.at, "there is no such input")
            bit = 1 << (byte & 7)
            level[place] ^= bit
            edges |= 1 << place
            if level[place] & bit:
                rose[place] |= bit
            else:
                fell[place] |= bit
        return edges

    def _more(self, reader, more, edges, rose, fell):
        of = self.of
        inputs = self.inputs
        if more & PULSE:
            rose[:] = reader.bytes(BYTES)
            fell[:] = reader.bytes(BYTES)
            edges = sum([1 << i for i in range(BYTES) if rose[i] | fell[i]])
        if more & MEASURED:
            edges |= ANALOGUE
            for name in ANALOGUES:
                of.set(inputs, name, reader.value())
        if more & RANDOM:
            of.set(inputs, "entropy", reader.value())
        if more & OUTSIDE:
            of.set(self.table, "asked", reader.value() & EVERYONE)
        if more & FOUND:
            of.set(inputs, "board_fault", reader.value())
            of.set(inputs, "board_detail", reader.value())
        return edges


def some(player, most):
    """Play at most so many records; the first difference (scan, now_ms), None: there is none."""
    while most and player.reader.at < len(player.reader.data):
        recorded, made = player.step()
        if recorded != made:
            return player.scans, player.now_ms
        most -= 1
    return None
