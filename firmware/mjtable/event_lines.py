"""Writes event records as lines: `+<number> <t_ms> <name> [key=value ...]*CCCC`."""

from mjtable import command_table as table
from mjtable.events import LAST
from mjtable.iomap import SIDES
from mjtable.packed import packed
from mjtable.wire import SIZE

EVENTS = packed(table.EVENTS)
KEYS = packed(table.EVENT_KEY)
LINES_A_SCAN = 2  # measured
AT_MOST = 3  # event lines behind one answer (design architecture, "Serial link")


class EventLines:
    """The event ring as the link shows it."""

    def __init__(self, events, writer):
        self.events = events
        self.writer = writer
        self.columns = (events.s1, events.s2, events.i1, events.i2, events.i3)
        self.fitting = 0  # lines that fit
        self._number = 0
        self._used = 0  # bytes

    def first_from(self, number):
        """The event to begin with when a host asks from `number`: the oldest when it is gone."""
        events = self.events
        if number == events.next or events.slot(number) >= 0:
            return number
        return events.first

    def after(self, number):
        """The number that follows `number`."""
        return number + 1 if number < LAST else 1

    def begin(self, number, used):
        """Begin to measure how many lines from `number` on fit behind `used` bytes."""
        self.fitting = 0
        self._number = number
        self._used = used

    def measured(self):
        """Measure some lines; True when `fitting` says how many fit. The writer stays as it is."""
        writer = self.writer
        before = writer.n
        writer.n = self._used
        writer.dry = True
        for _ in range(LINES_A_SCAN):
            done = self.fitting == AT_MOST or self.events.slot(self._number) < 0
            if not done:
                self.line(self._number)
                writer.seal()
                done = writer.n > SIZE
            if done:
                break
            self.fitting += 1
            self._number = self.after(self._number)
        self._used = writer.n
        writer.dry = False
        writer.n = before
        return done or self.fitting == AT_MOST

    def line(self, number):
        """Write one event, without its checksum."""
        writer = self.writer
        slot = self.events.slot(number)
        kind = self.events.kind[slot]
        writer.text(b"+")
        writer.number(number)
        writer.text(b" ")
        writer.number(self.events.t[slot])
        writer.text(b" ")
        writer.name(EVENTS, kind)
        for row in range(table.EVENT_AT[kind], table.EVENT_AT[kind + 1]):
            self._key(row, slot)

    def _key(self, row, slot):
        """Write one key, unless its value is "" or -1 (or no reason)."""
        writer = self.writer
        kind = table.EVENT_KIND[row]
        value = self.columns[table.EVENT_FIELD[row]][slot]
        if kind == table.AS_STR:
            if value:
                writer.key_of(KEYS, row)
                writer.word(value)
            return
        if value == -1 or value == 0 and kind == table.AS_REASON:
            return
        writer.key_of(KEYS, row)
        if kind == table.AS_INT:
            writer.number(value)
        elif kind == table.AS_SIDE:
            writer.word(SIDES[value])
        elif kind == table.AS_CODE:
            writer.code(value)
        elif kind == table.AS_REASON:
            writer.word(table.REASONS[value])
        else:
            writer.word(table.WORDS[kind - table.AS_WORDS][value])
