"""Writes event records as lines: `+<number> <t_ms> <name> [key=value ...]*CCCC`."""

from mjtable.generated import command_table as table
from mjtable.generated.iomap import SIDES
from mjtable.kit.packed import packed
from mjtable.link.wire import SEAL, SIZE
from mjtable.scan.events import LAST

EVENTS = packed(table.EVENTS)
KEYS = packed(table.EVENT_KEY)
AT_MOST = 3  # event lines behind one answer (design architecture, "Serial link")


class EventLines:
    """The event ring as the link shows it."""

    def __init__(self, events, writer):
        self.events = events
        self.writer = writer
        self.columns = (events.s1, events.s2, events.i1, events.i2, events.i3)
        self.written = 0  # lines
        self.size = 0  # their bytes, seals and all
        self.next = 0  # number of the event that follows them
        self._limit = 0

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
        """Begin to write the lines from `number` on that fit behind `used` bytes, aside."""
        self.written = 0
        self.size = 0
        self.next = number
        self._limit = SIZE - used
        self.writer.aside()

    def go_on(self):
        """Write one line more; True when no other fits or there is none: `size` counts."""
        writer = self.writer
        if self.events.slot(self.next) < 0:
            return True
        self.line(self.next)
        if writer.over or writer.n + SEAL > self._limit:
            return True
        writer.seal()
        self.size = writer.n
        self.next = self.after(self.next)
        self.written += 1
        return self.written == AT_MOST

    def line(self, number):
        """Write one event, without its checksum."""
        slot = self.events.slot(number)
        kind = self.events.kind[slot]
        self.writer.number_of(b"+", number)
        self.writer.number_of(b" ", self.events.t[slot])
        self.writer.name_of(b" ", EVENTS, kind)
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
