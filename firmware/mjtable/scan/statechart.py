"""A statechart engine for transition tables in the column order of the `transitions` library.

A chart is a class with two tables and small guard methods:

`STATES` rows `(name, drives, limit_ms, overstay)`: the roles the state drives, how long it may
last with its motors running (0 = for ever), and what an overstay does: a fault code (int) or a
trigger (str).
`TRANSITIONS` rows `(trigger, source, dest, conditions)`: source a name, a tuple of names or "*";
conditions None or a method name. The first row whose condition holds wins; a trigger with no row
for the state does nothing.
"""

from mjtable.scan.clock import MASK, reached
from mjtable.scan.places import POWER

TOUCHES = {
    "reads": "granted now",
    "calls": "raise_fault state_changed",
    "writes": "asked due wants",
}

COLUMNS = 3  # of a compiled row


def names(value):
    """A source cell as a tuple of names."""
    return (value,) if isinstance(value, str) else value


def prepare(kind):
    """Compile the tables of a class of charts, once, into its ROWS, LIMITS, DRIVES and FIRST.

    The instances share them, and a guard is a function of the class: a table of bound methods
    for each of four lines would fill the board's heap. The board's build does this beforehand.
    """
    if kind.MADE_FROM is kind.TRANSITIONS:
        return
    kind.MADE_FROM = kind.TRANSITIONS
    kind.FIRST = kind.STATES[0][0]
    kind.LIMITS = {row[0]: row[2:] for row in kind.STATES if row[2] or row[3]}
    kind.DRIVES = {row[0]: row[1] for row in kind.STATES if row[1]}
    kind.ROWS = rows = {}
    for trigger, source, dest, conditions in kind.TRANSITIONS:
        if conditions is not None and not isinstance(conditions, str):
            raise ValueError("%s: %s has more than one condition; join them in a guard method of "
                             "its own" % (kind.NAME or kind.__name__, trigger))
        guard = conditions and getattr(kind, conditions)
        for name in (None,) if source == "*" else names(source):
            rows[trigger] = rows.get(trigger, ()) + (name, dest, guard)


class Statechart:
    """One running chart. `roles` maps a role to its motor-wish bits (`power.py`)."""

    NAME = ""
    STATES = ()
    TRANSITIONS = None
    MADE_FROM = None
    # trigger: source, dest and guard of each row, one after the other; source None = any state,
    # guard None = holds
    ROWS = None
    LIMITS = None  # state: (limit_ms, overstay), where it has any
    DRIVES = None  # state: its roles, where it has any
    FIRST = ""
    RISES = 0  # inputs it watches whose fall means nothing to it

    def __init__(self, table, roles, name=""):
        prepare(type(self))
        self.table = table
        self.name = name or self.NAME
        self.state = self.FIRST
        self.since = 0  # entered, or its motors granted, whichever is later
        self.limit_due = -1  # when this state's limit is up
        self.place = 0  # in the table's arrays
        self.want = 0
        self.watch = 0  # the input byte (bit i = byte i) that concerns this chart, if any,
        self.mask = 0  # and its bits in it
        self._wants = {}  # of the states that drive motors
        for state, drives in self.DRIVES.items():
            want = 0
            for role in drives:
                want |= roles[role]
            self._wants[state] = want
        self._find()

    def _find(self):
        """Take what each scan needs of the class into the object itself.

        There it is found at once; a name of a class is sought in the object and in every class on
        the way first, and MicroPython's dictionaries are nearly full: half the time of a change of
        state went into that.
        """
        self.triggers = self.ROWS
        self.limits = self.LIMITS
        self.fire = self.fire
        self.enter = self.enter
        self.entered = self.entered
        self.arm = self.arm
        self.refresh = self.refresh
        self.step = self.step

    def wants(self):
        """Every motor that any state of this chart drives."""
        wants = 0
        for want in self._wants.values():
            wants |= want
        return wants

    def fire(self, trigger):
        """Take the first open transition for `trigger`; True when one was taken."""
        rows = self.triggers.get(trigger, ())
        at = 0
        while at < len(rows):  # few variables: a larger frame would be taken from the heap
            if rows[at] == self.state or rows[at] is None:
                if rows[at + 2] is None or rows[at + 2](self):
                    self.enter(rows[at + 1])
                    return True
            at += COLUMNS
        return False

    def enter(self, state):
        """Change state, without asking the table of transitions (restart and fault only)."""
        self.state = state
        table = self.table
        self.since = table.now
        want = self._wants.get(state, 0)
        if want != self.want:
            self.wish(want)
        self.limit_due = -1
        limit = self.limits.get(state)
        if limit is not None and limit[0] and not want & ~table.granted:
            self.limit_due = (table.now + limit[0]) & MASK
        table.state_changed(self)
        self.refresh()
        self.entered(state)

    def entered(self, state):
        """Called after each change of state."""

    def wish(self, want):
        """Ask for these motors, and for no others any more."""
        self.want = want
        table = self.table
        table.wants[self.place] = want
        table.asked |= POWER

    def moves(self, motor):
        """This motor of its mechanism was switched on, by whomever."""

    def granted(self):
        """The power budget let this chart's motors run: its time limit starts."""
        limit = self.limits.get(self.state)
        self.since = self.table.now
        if limit is not None and limit[0]:
            self.limit_due = (self.since + limit[0]) & MASK
        self.refresh()

    def arm(self, delay_ms):
        """Set this state's deadline to `delay_ms` from now, in place of its own limit."""
        self.limit_due = (self.table.now + delay_ms) & MASK
        self.refresh()

    def refresh(self):
        """Tell the table when to run this chart; one with deadlines of its own adds them here."""
        self.table.due[self.place] = self.limit_due

    def run(self, now):
        """One scan of this chart: its deadline first, then its inputs."""
        if reached(now, self.limit_due):
            self.limit_due = -1
            self.timeout()
        self.step()
        self.refresh()

    def timeout(self):
        """The state's deadline has come: raise its fault or fire its trigger."""
        limit = self.limits.get(self.state)
        overstay = limit[1] if limit is not None else 0
        if isinstance(overstay, str):
            self.fire(overstay)
        else:
            self.table.raise_fault(overstay, self.name, self.table.now - self.since & MASK)

    def step(self):
        """Turn the inputs into triggers."""
