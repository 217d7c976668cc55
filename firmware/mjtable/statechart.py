"""A statechart engine for transition tables in the column order of the `transitions` library.

A chart is a class with two tables and small guard methods:

`STATES` rows `(name, drives, limit_ms, overstay)`: the roles the state drives, how long it may
last with its motors running (0 = for ever), and what an overstay does: a fault code (int) or a
trigger (str).
`TRANSITIONS` rows `(trigger, source, dest, conditions)`: source a name, a tuple of names or "*";
conditions None, a method name or a tuple of them. The first row whose conditions hold wins; a
trigger with no row for the state does nothing.
"""

from mjtable.clock import HALF, MASK


def _names(value):
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else value


class Statechart:
    """One running chart. `roles` maps a role to its motor-wish bits (`power.py`)."""

    NAME = ""
    STATES = ()
    TRANSITIONS = ()

    def __init__(self, table, roles, name=""):
        self.table = table
        self.name = name or self.NAME
        self.state = self.STATES[0][0]
        self.since = 0  # entered, or its motors granted, whichever is later
        self.limit_due = -1  # when this state's limit is up
        self.due = -1  # when this chart next needs to run
        self.want = 0
        self.watch = 0  # input bytes (bit i = byte i) that concern this chart
        self._facts = {}
        self._rows = {}
        for name, drives, limit_ms, overstay in self.STATES:
            want = 0
            for role in drives:
                want |= roles[role]
            self._facts[name] = (want, limit_ms, overstay)
            self._rows[name] = {}
        for row in self.TRANSITIONS:
            self._compile(row)

    def _compile(self, row):
        trigger, source, dest, conditions = row
        guards = tuple([getattr(self, name) for name in _names(conditions)])
        sources = self._rows.keys() if source == "*" else _names(source)
        for name in sources:
            rows = self._rows[name]
            rows[trigger] = rows.get(trigger, ()) + ((name if dest == "=" else dest, guards),)

    def wants(self):
        """Every motor that any state of this chart drives."""
        wants = 0
        for want, _, _ in self._facts.values():
            wants |= want
        return wants

    def fire(self, trigger):
        """Take the first open transition for `trigger`; True when one was taken."""
        rows = self._rows[self.state].get(trigger)
        if rows is None:
            return False
        for dest, guards in rows:
            for guard in guards:
                if not guard():
                    break
            else:
                self.enter(dest)
                return True
        return False

    def enter(self, state):
        """Change state, without asking the table of transitions (restart and fault only)."""
        self.state = state
        table = self.table
        self.since = table.now
        want, limit_ms, _ = self._facts[state]
        if want != self.want:
            self.want = want
            table.wishes_changed = True
        if limit_ms and not want & ~table.granted:
            self.limit_due = (table.now + limit_ms) & MASK
        else:
            self.limit_due = -1
        table.state_changed(self)
        self.refresh()
        self.entered(state)

    def entered(self, state):
        """Called after each change of state."""

    def granted(self):
        """The power budget let this chart's motors run: its time limit starts."""
        limit_ms = self._facts[self.state][1]
        self.since = self.table.now
        if limit_ms:
            self.limit_due = (self.since + limit_ms) & MASK
        self.refresh()

    def arm(self, delay_ms):
        """Set this state's deadline to `delay_ms` from now, in place of its own limit."""
        self.limit_due = (self.table.now + delay_ms) & MASK
        self.refresh()

    def refresh(self):
        """Work out `due`; a chart with deadlines of its own adds them here."""
        self.due = self.limit_due

    def run(self, now):
        """One scan of this chart: its deadline first, then its inputs."""
        if self.limit_due >= 0 and (now - self.limit_due) & MASK < HALF:
            self.limit_due = -1
            self.timeout()
        self.step()
        self.refresh()

    def timeout(self):
        """The state's deadline has come: raise its fault or fire its trigger."""
        overstay = self._facts[self.state][2]
        if isinstance(overstay, str):
            self.fire(overstay)
        else:
            self.table.raise_fault(overstay, self.name, 0)

    def step(self):
        """Turn the inputs into triggers."""
