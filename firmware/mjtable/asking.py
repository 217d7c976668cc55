"""Commands of the serial link that look at the table: nothing changes through them.

One method a command, named as it, `_` for `.`. A method finds ` ok` already written, adds its
keys, and answers "" or the code of the link's error, which then replaces what it wrote. The table
is used through its facade alone.
"""

from mjtable import command_table as rows
from mjtable.arguments import PROFILES
from mjtable.event_lines import AT_MOST, EventLines
from mjtable.iomap import INPUTS, MACHINES, MOTORS, OUTPUTS, SIDES
from mjtable.pages import COUNTS, Pages
from mjtable.stats import STAT_NAMES
from mjtable.version import VERSION
from mjtable.wire import SEAL

DONE, PAGE, EVENTS = 0, 1, 2  # what goes on
IO_ROWS = (len(INPUTS), len(OUTPUTS), len(MOTORS))
IO_WRITERS = (Pages.input, Pages.output, Pages.motor)


class Asking:
    """What is too much for one scan goes on in others.

    After a command, `go_on()` is called until `unfinished` is DONE; then the answer's line lacks
    its seal, and `tail` bytes of event lines, written aside, come behind it.
    """

    def __init__(self, table, writer, answers, arguments, counts, uid):
        self.table = table
        self.writer = writer
        self.answers = answers
        self.arguments = arguments
        self.value = arguments.value
        self.uid = uid
        self.tail = 0
        self.unfinished = DONE
        self._place = 0  # where the answer goes on when its event lines are known
        self.lines = EventLines(table.events, writer)
        self.pages = Pages(table, writer, arguments, counts)

    def _word(self, key, text):
        self.writer.text(key)
        self.writer.word(text)

    def _number(self, key, value):
        self.writer.text(key)
        self.writer.number(value)

    def _name(self, key, names, index):
        """Write one name of a packed list, or none."""
        self.writer.text(key)
        if index >= 0:
            self.writer.name(names, index)
        else:
            self.writer.text(b"none")

    def hello(self):
        """Who is there."""
        table = self.table
        self.writer.text(b" product=mjtable")
        self._word(b" uid=", self.uid)
        self._word(b" fw=", VERSION)
        self.writer.text(b" proto=")
        self.writer.text(rows.PROTOCOL)
        self.writer.text(b" dict=")
        self.writer.text(rows.DICT)
        self._name(b" profile=", PROFILES, table.profile)
        self._word(b" machine=", MACHINES[table.machine])
        self._word(b" mode=", table.mode_name())
        self._word(b" reset=", table.inputs.reset_cause)
        self._number(b" sim=", 1 if table.inputs.sim else 0)
        return ""

    def status(self):
        """The table at a glance."""
        table = self.table
        writer = self.writer
        self._word(b" state=", table.state_name())
        self._word(b" mode=", table.mode_name())
        self._name(b" profile=", PROFILES, table.profile)
        self._word(b" set=", table.played_set())
        writer.text(b" stacks=")
        for side in range(4):
            if side:
                writer.text(b",")
            writer.number(table.stacks_on(side))
        self._number(b" short=", table.tiles_short())
        writer.text(b" fault=")
        self.answers.fault()
        self._word(b" dealer=", SIDES[table.marker.dealer])
        self._number(b" events=", table.events.next)
        self._word(b" waiting=", table.waiting_set())
        return ""

    def image(self):
        """Inputs and outputs as hex bytes."""
        writer = self.writer
        writer.text(b" in=")
        for byte in self.table.inputs.level:
            writer.hexadecimal(byte, 2)
        outputs = self.table.outputs
        writer.text(b" out=")
        writer.hexadecimal(outputs.motors & 255, 2)
        writer.hexadecimal(outputs.motors >> 8 & 255, 2)
        writer.hexadecimal(outputs.aux & 255, 2)
        writer.hexadecimal(outputs.aux >> 8 & 255, 2)
        return ""

    def events(self):
        """Events from a number on; their lines follow, one a scan."""
        writer = self.writer
        events = self.table.events
        self._place = writer.n
        self._head(AT_MOST, events.next)  # the longest that it can be
        self.lines.begin(self.lines.first_from(self.value[0]), writer.n + SEAL)
        self.unfinished = EVENTS
        return ""

    def go_on(self):
        """One scan's work on what is unfinished."""
        if self.unfinished == PAGE:
            if self.pages.go_on():
                self.unfinished = DONE
        elif self.lines.go_on():
            self.unfinished = DONE
            self.writer.back(self._place)
            self._head(self.lines.written, self.lines.next)
            self.tail = self.lines.size

    def _page(self, total, start, row):
        """Begin a page of a list."""
        self.pages.write(total, start, row)
        self.unfinished = PAGE
        return ""

    def _head(self, n, following):
        self._number(b" n=", n)
        self._number(b" first=", self.table.events.first)
        self._number(b" next=", following)

    def io_list(self):
        """Names of inputs, outputs or motors."""
        kind = self.value[0]
        return self._page(IO_ROWS[kind], self.value[1], IO_WRITERS[kind])

    def stats(self):
        """Counters of the table, then of the link."""
        self.table.refresh_stats()
        return self._page(len(STAT_NAMES) + len(COUNTS), self.value[0], Pages.stat)

    def faults(self):
        """Active faults."""
        return self._page(self.table.faults.count, self.value[0], Pages.fault)
