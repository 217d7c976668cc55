"""What somebody tells a table between two scans of a recording, told again."""

from mjsim.replay.reader import COMMAND, FILED, HEARD, JOURNAL, OVERRUN, PROFILE, SETTING, Broken

try:
    from mjtable.link.link import Link
except ImportError:  # as built for a board
    from mjtable.table import Link


class Medium:
    """A store that has nothing and takes everything, or in a scan what the table's took."""

    refuses = 0

    def read(self, slot, buf):
        """Nothing was ever written."""
        return 0

    def write(self, slot, buf, n):
        """As if it were kept, or refused."""
        return 0 if self.refuses else n

    def readinto(self, buf):
        """There is no file."""
        return 0


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


class Calls:
    """Mixed into Player."""

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
        elif kind == FILED:
            self._filed()
            self._called(kind, value)
        elif kind >= SETTING:
            settings = self.of.get(self.table, "settings")
            self.of.get(settings, "set")(kind - SETTING, value)
            self._called(kind, value)
        else:
            raise Broken(reader.at, "nobody tells the table a thing of kind %d" % kind)

    def _filed(self):
        """Its record in the memory has to follow, in the next scan."""
        journal = self.of.get(self.table, "journal")
        self.of.set(self.of.get(journal, "chronicle"), "stale", True)
        self.of.set(self.table, "asked", self.of.get(self.table, "asked") | JOURNAL)

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
