"""Writes event records as lines: `+<number> <t_ms> <name> [key=value ...]*CCCC`."""

from mjtable import command_table as table
from mjtable.events import LAST
from mjtable.iomap import SIDES
from mjtable.packed import packed
from mjtable.wire import SIZE

EVENTS = packed(table.EVENTS)
KEYS = packed(table.EVENT_KEY)
AT_MOST = 3  # event lines behind one answer (design architecture, "Serial link")


class EventLines:
    """The event ring as the link shows it."""

    def __init__(self, events, writer):
        self.events = events
        self.writer = writer
        self.columns = (events.s1, events.s2, events.i1, events.i2, events.i3)

    def first_from(self, number):
        """The event to begin with when a host asks from `number`: the oldest when it is gone."""
        events = self.events
        if number == events.next or events.slot(number) >= 0:
            return number
        return events.first

    def after(self, number):
        """The number that follows `number`."""
        return number + 1 if number < LAST else 1

    def fitting(self, number, used):
        """How many lines from `number` on fit behind `used` bytes; leaves the writer's place."""
        writer = self.writer
        before = writer.n
        writer.n = used
        writer.dry = True
        lines = 0
        while lines < AT_MOST and self.events.slot(number) >= 0:
            self.line(number)
            if writer.n > SIZE:
                break
            lines += 1
            number = self.after(number)
        writer.dry = False
        writer.n = before
        return lines

    def line(self, number):
        """Write one event with its checksum."""
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
        writer.seal()

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
