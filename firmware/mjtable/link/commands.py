"""Executes one request of the serial link: is it known, allowed here, its parameters right?

The rules are the rows of the command table; each command's own part is a method of Handlers.
"""

from mjtable.generated import command_table as rows
from mjtable.kit.packed import packed
from mjtable.denials import NO_RULE
from mjtable.link.answers import Answers
from mjtable.link.arguments import Arguments
from mjtable.link.asking import DONE
from mjtable.link.handlers import HANDLERS, Handlers
from mjtable.memory.recorder import COMMAND

TOUCHES = {
    "reads": "inputs.sim",
    "calls": "lacks_key mode_name recorder.call",
    "writes": "by",
}

COMMANDS = packed(rows.COMMANDS)
HELLO = 0  # its number in the command table
UNKNOWN = -1
LOOKS = (
    b"hello", b"status", b"image", b"events", b"io.list", b"marker.get", b"profile.get",
    b"profile.list", b"faults", b"settings.get", b"stats", b"record", b"motor.result",
    b"motor.edges", b"measure", b"samples",
)  # fmt: skip
CHANGES = tuple([name not in LOOKS for name in rows.COMMANDS])  # a table, or try to


class Commands:
    """What the link can be asked."""

    def __init__(self, table, request, writer, counts, uid):
        self.table = table
        self.request = request
        self.writer = writer
        self.answers = Answers(table, request, writer)
        self.arguments = Arguments(request)
        self.handlers = Handlers(table, writer, self.answers, self.arguments, counts, uid)

    def number(self):
        """Number of the request's command in the table, UNKNOWN when there is no such one."""
        request = self.request
        return request.find(request.command_at | request.command_end << 8, COMMANDS)

    def execute(self, command):
        """Execute a command and write the first line of its answer; True when it is whole.

        Else `go_on()`. The line lacks its end: `seal()`.
        """
        self.handlers.tail = 0
        self.handlers.unfinished = DONE
        if command == UNKNOWN:
            self.answers.unknown_command()
        elif not self._allowed(rows.MODE[command]):
            self.answers.needs(rows.MODE[command])
        else:
            self._handle(command)
        return self.handlers.unfinished == DONE

    def go_on(self):
        """Write on at the first line of the answer; True when it is whole."""
        self.handlers.go_on()
        return self.handlers.unfinished == DONE

    def seal(self):
        """End the answer: its checksum, and the event lines."""
        self.writer.seal()
        if self.handlers.tail:
            self.writer.insert(self.handlers.tail)

    def _handle(self, command):
        wrong = self.arguments.read(command)
        if wrong:
            self.answers.wrong_parameter(wrong, self.arguments)
            return
        self.answers.ok()
        self.table.by = NO_RULE
        if self.table.lacks_key(rows.KEY[command], self.arguments.value):
            wrong = "key"
        else:
            wrong = HANDLERS[command](self.handlers)
        if wrong:
            self.answers.refuse(wrong)
        if CHANGES[command]:
            self._record()

    def _record(self):
        """The table may have changed: the flight recorder has to know by what."""
        recorder = self.table.recorder
        if recorder is not None:
            recorder.call(COMMAND, self.request.end, self.request.buf)

    def _allowed(self, mask):
        """The command may be used in the table's mode, or everywhere because it is simulated."""
        if mask & rows.MODE_SIM and self.table.inputs.sim:
            return True
        mode = self.table.mode_name()
        if mode == "run":
            return mask & rows.MODE_RUN
        return mask & (rows.MODE_SERVICE if mode == "service" else rows.MODE_MAINTENANCE)
