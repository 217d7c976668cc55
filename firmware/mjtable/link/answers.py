"""Begins answers and writes those that say no, with the keys that help the host's person on.

`<id> err <code>` and then: unknown command= | key= value=; param key=; range key= min= max=;
mode needs=; busy and refused state= by=; key state=; fault fault=.
"""

from mjtable.generated import command_table as rows
from mjtable.link.arguments import PARAMS, RULES

TOUCHES = {
    "reads": "by",
    "calls": "faults.active_code mode_name state_name",
}


class Answers:
    """The first words of every answer."""

    def __init__(self, table, request, writer):
        self.table = table
        self.request = request
        self.writer = writer

    def ok(self):
        """Begin an answer that says yes."""
        self._begin(b" ok")

    def _begin(self, verdict):
        self.writer.begin()
        self.writer.number(self.request.id)
        self.writer.text(verdict)

    def error(self, code):
        """Begin an answer that says no."""
        self._begin(b" err ")
        self.writer.word(code)

    def unknown_command(self):
        """There is no such command."""
        self.error("unknown")
        self.writer.text(b" command=")
        self.writer.part(self.request.buf, self.request.command_at, self.request.command_end)

    def needs(self, mask):
        """Not in this mode; `mask` is the command's, of the command table."""
        self.error("mode")
        self.writer.text(b" needs=")
        service = mask & rows.MODE_SERVICE and self.table.mode_name() != "service"
        self.writer.text(b"service" if service else b"run")

    def wrong_parameter(self, code, arguments):
        """A parameter is not right; `arguments` says which."""
        self.error(code)
        writer = self.writer
        request = self.request
        param = arguments.param
        writer.text(b" key=")
        if param < 0:
            writer.name(PARAMS, arguments.row)
            return
        writer.part(request.buf, request.key_at[param], request.key_end[param])
        if code == "range":
            self._limits(rows.PARAM_MIN[arguments.row], rows.PARAM_MAX[arguments.row])
        elif code == "unknown":
            writer.text(b" value=")
            writer.part(request.buf, request.key_end[param] + 1, request.value_end[param])

    def out_of_range(self, key, low, high):
        """A value is outside limits that are not the command's own."""
        self.error("range")
        self.writer.text(b" key=")
        self.writer.text(key)
        self._limits(low, high)

    def not_for_this(self, key):
        """The parameter makes no sense for the object that was named."""
        self.error("param")
        self.writer.text(b" key=")
        self.writer.text(key)

    def _limits(self, low, high):
        self.writer.number_of(b" min=", low)
        self.writer.number_of(b" max=", high)

    def refuse(self, code):
        """The table itself said no."""
        if code == "mode":
            self.needs(rows.MODE_SERVICE)
            return
        self.error(code)
        if code == "fault":
            self.writer.text(b" fault=")
            self.fault()
        elif code in ("busy", "refused", "key"):
            self.writer.word_of(b" state=", self.table.state_name())
            if code != "key" and self.table.by >= 0:
                self.writer.name_of(b" by=", RULES, self.table.by)

    def fault(self):
        """Write the active fault's code, or none."""
        if self.table.faults.active_code():
            self.writer.code(self.table.faults.active_code())
        else:
            self.writer.text(b"none")
