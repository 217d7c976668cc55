"""Plays a recording into the firmware, on any Python that has it: CPython or a MicroPython.

The table is brought to what the first checkpoint says, its own recorder runs, and each record is
done again: what the firmware then records has to be the same bytes. Attributes of the firmware as
built for a board have other names; `names` has them.
"""


from mjtable.table import Inputs, Outputs, Table

try:
    from mjtable.link.link import Link
except ImportError:  # as built for a board
    from mjtable.table import Link  # type: ignore[attr-defined, no-redef]

EDGE, WRITTEN, LATELY, MORE = 1, 2, 4, 8
MEASURED, RANDOM, OUTSIDE, FOUND, PULSE, CALL, WHOLE = 1, 2, 4, 8, 16, 32, 64
COMMAND, OVERRUN, HEARD, PROFILE, SETTING = 0, 1, 2, 3, 16
LONG = 255
CLOCK = 0x3FFFFFFF
MASK = 0x1FFFFFFF
ANALOGUE = 512
BYTES = 9
WANTED = 22  # place in the recorder's numbers
EVERYONE = 0x7FFFFF  # places of a scan
SIZE = 65536  # of the ring that what is played is recorded in
HEAD = 9  # bytes of a checkpoint's head
ANALOGUES = ("mains_gap_ms", "mains_dhz", "amps_a_ma", "amps_b_ma", "temp_hs_dc", "temp_bay_dc")
NONE = bytes(BYTES)


class Broken(Exception):
    """What is played is no recording: (place, why)."""


class Medium:
    """A store that takes everything and has nothing."""

    def read(self, slot, buf):
        """Nothing was ever written."""
        return 0

    def write(self, slot, buf, n):
        """As if it were kept."""
        return n


class Names:
    """Attributes by the names they have in the sources."""

    def __init__(self, names):
        self.names = names

    def get(self, obj, name):
        """`obj.name`."""
        return getattr(obj, self.names.get(name, name))

    def set(self, obj, name, value):
        """`obj.name = value`."""
        setattr(obj, self.names.get(name, name), value)


class Reader:
    """Takes values out of a recording's bytes."""

    def __init__(self, data, at=0):
        self.data = data
        self.at = at

    def byte(self):
        """The next byte."""
        if self.at >= len(self.data):
            raise Broken(self.at, "it ends in the middle of a record")
        self.at += 1
        return self.data[self.at - 1]

    def bytes(self, size):
        """The next `size` bytes."""
        if self.at + size > len(self.data):
            raise Broken(self.at, "it ends in the middle of a record")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size):
        """The next `size` bytes as one number, the low one first."""
        found = 0
        for i in range(size):
            found |= self.byte() << 8 * i
        return found

    def value(self):
        """An integer as `packing.lay_value` writes it."""
        byte = self.byte()
        found = byte >> 1 & 63
        shift = 6
        sign = byte & 1
        while byte & 128:
            byte = self.byte()
            found |= (byte & 127) << shift
            shift += 7
            if shift > 41:
                raise Broken(self.at, "a number has no end")
        return -1 - found if sign else found

    def ago(self):
        """How long ago motors were written."""
        found = shift = 0
        byte = 128
        while byte & 128 and shift < 35:
            byte = self.byte()
            found |= (byte & 127) << shift
            shift += 7
        return found

    def passed(self):
        """The time since the record before."""
        ms = self.byte()
        return self.number(4) & CLOCK if ms == LONG else ms

    def like(self, old):
        """What a checkpoint has in the place of `old`."""
        if isinstance(old, str):
            return bytes(self.bytes(self.value())).decode()
        if isinstance(old, (bool, int)):
            found = self.value()
            if not -1 << 30 <= found < 1 << 30:
                raise Broken(self.at, "a number is too large for the board")
            return found != 0 if isinstance(old, bool) else found
        if isinstance(old, bytearray):
            return bytearray(self.bytes(len(old)))
        return [self.like(each) for each in old]


class Player:
    """One recording being played. `at`: where the next record begins; `now_ms`: the board's."""

    def __init__(self, machine, data, names=None):
        self.of = of = Names(names or {})
        self.reader = Reader(data)
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.table = table = Table(machine, Medium())
        of.set(table, "inputs", self.inputs)
        of.set(table, "outputs", self.outputs)
        of.get(table, "begin_recording")(SIZE)
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
        reader.passed()
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
                for i in range(len(new)):
                    old[i] = new[i]
            else:
                setattr(part, name, new)

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
        self.now_ms = (self.now_ms + reader.passed()) & CLOCK
        more = reader.byte() if kinds & MORE else 0
        if more & WHOLE:
            self._checkpoint(reader)
        elif more & CALL:
            self._call(reader)
        elif self.of.get(self.table, "asked") & ~EVERYONE:
            raise Broken(begins, "somebody is asked for whom there is not")
        else:
            self._scan(reader, kinds, more)
        return bytes(reader.data[begins : reader.at]), self._made(begins)

    def _made(self, begins):
        last = len(self.ring) - 1
        return bytes([self.ring[at & last] for at in range(begins, self.n[0])])

    def _checkpoint(self, reader):
        """The table has to be what it says; what the board measured meanwhile it tells."""
        end = reader.number(2) + reader.at
        self.of.get(self.table, "refresh_stats")()
        self.others = self.differing(Reader(reader.data, reader.at))
        self.others = [each for each in self.others if each[0] < len(self.parts) - 1]
        inputs = reader.at
        for part in self.parts:
            inputs = reader.at
            for name in self.of.get(part, "STATE"):
                reader.like(getattr(part, name))
        if reader.at != end:
            raise Broken(reader.at, "a checkpoint has not the values that this firmware has")
        self._put(self.parts[-1], Reader(reader.data, inputs))
        self._told(self.now_ms)
        keep = self.of.get(self.recorder, "keep")
        self.n[WANTED] = 1
        while self.n[WANTED]:
            keep()

    def _scan(self, reader, kinds, more):
        of = self.of
        inputs = self.inputs
        of.set(inputs, "now_ms", self.now_ms)
        of.set(inputs, "late_ms", reader.number(2) if kinds & LATELY else 0)
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

    def _call(self, reader):
        """Somebody told the table something."""
        kind = reader.value()
        value = reader.value()
        self._told(self.now_ms)
        if kind == COMMAND:
            self._command(reader.bytes(value))
        elif kind == OVERRUN:
            self.table.overran(value)
        elif kind == HEARD:
            self.of.set(self.table, "heard_ms", self.now_ms)
            self._called(kind, value)
        elif kind == PROFILE:
            self.of.get(self.table, "set_profile")(value)
            self._called(kind, value)
        elif kind >= SETTING:
            settings = self.of.get(self.table, "settings")
            self.of.get(settings, "set")(kind - SETTING, value)
            self._called(kind, value)
        else:
            raise Broken(reader.at, "nobody tells the table a thing of kind %d" % kind)

    def _called(self, kind, value):
        self.of.get(self.recorder, "call")(kind, value, None)

    def _command(self, line):
        """A request of the link, by the firmware's own rules."""
        get = self.of.get
        commands = get(Link(self.table), "commands")
        request = get(commands, "request")
        get(request, "add")(line, 0, len(line))
        if get(request, "check")() or not get(request, "split")():
            raise Broken(self.reader.at, "a request of the link is none")
        get(commands, "execute")(get(commands, "number")())


def some(player, most):
    """Play at most so many records; the first difference (scan, now_ms), None: there is none."""
    while most and player.reader.at < len(player.reader.data):
        recorded, made = player.step()
        if recorded != made:
            return player.scans, player.now_ms
        most -= 1
    return None
