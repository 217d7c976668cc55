"""Commands of the serial link that look at the table: nothing changes through them.

One method a command, named as it, `_` for `.`. A method finds ` ok` already written, adds its
keys, and answers "" or the code of the link's error, which then replaces what it wrote. The table
is used through its facade alone.
"""

from mjtable.generated import command_table as rows
from mjtable.generated.iomap import INPUTS, MACHINES, MOTORS, OUTPUTS, SIDES
from mjtable.link.arguments import PROFILES
from mjtable.link.event_lines import AT_MOST, EventLines
from mjtable.link.pages import COUNTS, Pages
from mjtable.link.wire import BODY, SEAL
from mjtable.memory.stats import STAT_NAMES
from mjtable.safety.trends import WAYS
from mjtable.version import VERSION

TOUCHES = {
    "reads": "events.first events.next faults.count faults.noted inputs.level "
             "inputs.reset_cause inputs.sim journal.chronicle machine marker.dealer outputs.aux "
             "outputs.motors profile",
    "calls": "boots mode_name played_set refresh_stats singles_on stacks_on state_name "
             "tiles_short waiting_set",
}

BOOT = 9  # bytes of " boot=255"
DONE, PAGE, EVENTS, HELLO, STACKS, STATUS, RESULT = 0, 1, 2, 3, 4, 5, 6  # what goes on
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

    def hello(self):
        """Who is there."""
        writer = self.writer
        writer.text(b" product=mjtable")
        writer.word_of(b" uid=", self.uid)
        writer.word_of(b" fw=", VERSION)
        writer.text_of(b" proto=", rows.PROTOCOL)
        writer.text_of(b" dict=", rows.DICT)
        self.unfinished = HELLO
        return ""

    def _hello(self):
        """The rest of it."""
        table = self.table
        writer = self.writer
        writer.name_of(b" profile=", PROFILES, table.profile)
        writer.word_of(b" machine=", MACHINES[table.machine])
        writer.word_of(b" mode=", table.mode_name())
        writer.word_of(b" reset=", table.inputs.reset_cause)
        writer.text(b" sim=1" if table.inputs.sim else b" sim=0")
        self._starts(writer)

    def status(self):
        """The table at a glance."""
        table = self.table
        writer = self.writer
        writer.word_of(b" state=", table.state_name())
        writer.word_of(b" mode=", table.mode_name())
        writer.name_of(b" profile=", PROFILES, table.profile)
        writer.word_of(b" set=", table.played_set())
        self.unfinished = STACKS
        return ""

    def _stacks(self):
        """More of the status."""
        table = self.table
        writer = self.writer
        for side in range(4):
            writer.number_of(b"," if side else b" stacks=", table.stacks_on(side))
            if table.singles_on(side):
                writer.number_of(b"+", table.singles_on(side))
        writer.number_of(b" short=", table.tiles_short())

    def _status(self):
        """The rest of it."""
        table = self.table
        writer = self.writer
        writer.text(b" fault=")
        self.answers.fault()
        writer.word_of(b" dealer=", SIDES[table.marker.dealer])
        writer.number_of(b" events=", table.events.next)
        writer.word_of(b" waiting=", table.waiting_set())
        self._starts(writer)

    def _starts(self, writer):
        """How often the board has started, where a line has room for it."""
        if writer.n + BOOT <= BODY:
            writer.number_of(b" boot=", self.table.boots())

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
        following = self.table.events.next
        number = self.lines.first_from(self.value[0])
        if number == following:
            self._head(0, following)
            return ""
        self._place = writer.n
        self._head(AT_MOST, following)  # the longest that it can be
        self.lines.begin(number, writer.n + SEAL)
        self.unfinished = EVENTS
        return ""

    def go_on(self):
        """One scan's work on what is unfinished."""
        what = self.unfinished
        if what == PAGE:
            if self.pages.go_on():
                self.unfinished = DONE
        elif what == HELLO:
            self.unfinished = DONE
            self._hello()
        elif what == STACKS:
            self.unfinished = STATUS
            self._stacks()
        elif what == STATUS:
            self.unfinished = DONE
            self._status()
        elif what == RESULT:
            self.unfinished = DONE
            self.more_of_result()
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
        self.writer.number_of(b" n=", n)
        self.writer.number_of(b" first=", self.table.events.first)
        self.writer.number_of(b" next=", following)

    def io_list(self):
        """Names of inputs, outputs or motors."""
        kind = self.value[0]
        return self._page(IO_ROWS[kind], self.value[1], IO_WRITERS[kind])

    def stats(self):
        """Counters of the table, then of the link."""
        self.table.refresh_stats()
        return self._page(len(STAT_NAMES) + len(COUNTS), self.value[0], Pages.stat)

    def trends(self):
        """Learnt times."""
        return self._page(WAYS, self.value[0], Pages.trend)

    def chronicle(self):
        """What happened to the table, as it is chained."""
        journal = self.table.journal
        rows = journal.chronicle.rows if journal is not None else 0
        return self._page(rows, self.value[0], Pages.entry)

    def faults(self):
        """Active faults, then warnings."""
        faults = self.table.faults
        return self._page(faults.count + faults.noted, self.value[0], Pages.fault)
