"""What each gesture does in each state of the table, as one table (design domain §5).

A gesture that does nothing beeps and says why on the link. The marker's gestures wait while walls
are on their way.
"""

from mjtable.generated.command_table import (
    WHY_BUSY,
    WHY_FAULT_FIRST,
    WHY_HATCH_MOVING,
    WHY_HOME_FIRST,
    WHY_NOT_LOADED,
    WHY_NOTHING_TO_DO,
    WHY_SERVICE_MODE,
    WHY_SHORT_ADD,
    WHY_SORTING,
    WHY_STUCK,
    WHY_WAITS_WALLS,
    WHY_WALLS_RISING,
)
from mjtable.people.panel import BOTH, DICE_A, DICE_D, DOUBLE, ELEVATOR, ELEVATOR2, GESTURES, HOLD
from mjtable.people.panel import KEYS, LONG, MARKER, SHORT, STUCK
from mjtable.scan import events

TOUCHES = {
    "reads": "cycle.loaded cycle.state panel.count",
    "calls": "ack cycle.fire cycle.note_close dice.is_rolling events.add key_stuck "
             "marker.dealer_key marker.passes marker.stays marker.undo marker_changed "
             "panel.forget panel.pop roll selftest.next_item show sorter.is_busy "
             "sorter.is_unfinished sorter.may_pause sound",
    "writes": "cycle.unsorted",
}

IGNORED, ACTED, QUEUED = 0, 1, 2
WAITING = 8  # marker gestures that can wait
NO = 0
REFUSED = 1  # pattern of the beep


class Keys:
    """Carries gestures out. Methods answer 0 when they acted, else the reason why not.

    A negative reason: they acted, and this is worth knowing.
    """

    STATE = ("waiting", "count")

    def __init__(self, table):
        self.table = table
        self.waiting = bytearray(WAITING)
        self.count = 0

    def handle(self, packed):
        """One gesture of the panel, packed as `gesture << 4 | key`."""
        key = packed & 15
        gesture = packed >> 4
        if gesture == STUCK:
            self._report(key, gesture, IGNORED, WHY_STUCK)
            self.table.key_stuck(key)
            return
        row = ROWS[self.table.cycle.state]
        if gesture == BOTH:
            what = row[1]
        elif key == ELEVATOR or key == ELEVATOR2:
            what = row[0] if gesture == SHORT else WHY_NOTHING_TO_DO
        else:
            what = row[2]
        if isinstance(what, int):
            why = what
        elif key == ELEVATOR or key == ELEVATOR2 or gesture == BOTH:
            why = what(self)
        else:
            why = what(self, packed)
        if why == WHY_WAITS_WALLS:
            self._report(key, gesture, QUEUED, why)
        elif why > 0:
            self._report(key, gesture, IGNORED, why)
        else:
            self._report(key, gesture, ACTED, -why)

    def refuse(self):
        """The table changed its mode: what was pressed before is refused, audibly."""
        panel = self.table.panel
        panel.forget()
        while panel.count:
            packed = panel.pop()
            self._report(packed & 15, packed >> 4, IGNORED, ROWS[self.table.cycle.state][2])

    def _report(self, key, gesture, did, why):
        table = self.table
        table.events.add(events.KEY, KEYS[key], GESTURES[gesture], did, why if why else -1)
        if did == IGNORED:
            table.sound(REFUSED)

    # elevator

    def home(self):
        """First key after power-on or a fault: everything goes home."""
        self.table.cycle.fire("home")
        return NO

    def open(self):
        """Hatch up to load the played set; to add when the waiting set is short."""
        sorter = self.table.sorter
        if sorter.is_busy():
            return WHY_SORTING
        if sorter.is_unfinished():
            self.table.cycle.fire("add")
            return -WHY_SHORT_ADD
        self.table.cycle.fire("load")
        return NO

    def open_to_add(self):
        """Both keys: stop the sorting and open, to add tiles."""
        if not self.table.sorter.is_unfinished():
            return WHY_NOTHING_TO_DO
        if not self.table.sorter.may_pause():
            return WHY_BUSY
        self.table.cycle.fire("add")
        return NO

    def close(self):
        """Hatch down; what was dropped is sorted."""
        cycle = self.table.cycle
        cycle.note_close(False)
        cycle.fire("shut")
        return NO if cycle.loaded else -WHY_NOT_LOADED

    def close_only(self):
        """Hatch down, nothing else."""
        self.table.cycle.note_close(True)
        self.table.cycle.fire("shut")
        return NO

    def close_added(self):
        """Hatch down after adding tiles; the sorting goes on."""
        self.table.cycle.fire("shut")
        return NO

    def reopen(self):
        """The closing hatch opens again."""
        self.table.cycle.fire("reopen")
        return NO

    def acknowledge(self):
        """A latched fault whose cause has gone is cleared."""
        return WHY_FAULT_FIRST if self.table.ack() else NO

    def leave_test(self):
        """The next item of the self-test, or out of it."""
        self.table.selftest.next_item()
        return NO

    # marker and dice keys

    def queue(self, packed):
        """Keep a marker gesture until the walls are up."""
        if self.count == WAITING:
            return WHY_BUSY
        self.waiting[self.count] = packed
        self.count += 1
        return WHY_WAITS_WALLS

    def mark_early(self, packed):
        """The hatch is up: the marker moves at once, and dice wait for the walls."""
        if self.count or packed & 15 != MARKER or packed >> 4 == HOLD:
            return self.queue(packed)
        return self.mark(packed)

    def flush(self):
        """Carry out the marker gestures that waited."""
        count = self.count
        self.count = 0
        for index in range(count):
            self.mark(self.waiting[index])

    def play_on(self, packed):
        """A marker gesture with the hatch shut: there is a hand, so no set waits to be sorted."""
        if self.table.cycle.unsorted:
            self.table.cycle.unsorted = False
            self.table.show()
        return self.mark(packed)

    def mark(self, packed):
        """A marker gesture, or a dice key of the six-key panel."""
        key = packed & 15
        gesture = packed >> 4
        table = self.table
        if DICE_A <= key <= DICE_D:
            if table.dice.is_rolling():
                return WHY_BUSY
            table.marker.dealer_key(key - DICE_A)
            table.marker_changed()
            return NO if table.roll() == "" else WHY_BUSY
        if key != MARKER:
            return WHY_NOTHING_TO_DO
        if gesture == SHORT:
            table.marker.passes()
        elif gesture == DOUBLE:
            table.marker.stays()
        elif gesture == HOLD:
            return NO if table.roll() == "" else WHY_BUSY
        elif gesture == LONG and not table.marker.undo():
            return WHY_NOTHING_TO_DO
        table.marker_changed()
        return NO


# state: (elevator short, both held, marker) - a method, or a reason why nothing happens
ROWS = {
    "power_on": (Keys.home, WHY_HOME_FIRST, WHY_HOME_FIRST),
    "homing": (WHY_BUSY, WHY_BUSY, Keys.queue),
    "ready": (Keys.open, Keys.open_to_add, Keys.play_on),
    "playing": (Keys.open, Keys.open_to_add, Keys.play_on),
    "loading": (Keys.close, Keys.close_only, Keys.mark_early),
    "closing": (Keys.reopen, WHY_HATCH_MOVING, Keys.queue),
    "raising": (WHY_WALLS_RISING, WHY_WALLS_RISING, Keys.queue),
    "rolling": (WHY_BUSY, WHY_BUSY, Keys.queue),
    "parking": (WHY_BUSY, WHY_BUSY, Keys.mark),
    "adding": (Keys.close_added, WHY_NOTHING_TO_DO, Keys.mark),
    "add_closing": (Keys.reopen, WHY_HATCH_MOVING, Keys.mark),
    "fault": (Keys.acknowledge, Keys.acknowledge, WHY_FAULT_FIRST),
    "service": (WHY_SERVICE_MODE, WHY_SERVICE_MODE, WHY_SERVICE_MODE),
    "selftest": (Keys.leave_test, WHY_SERVICE_MODE, WHY_SERVICE_MODE),
    "maintenance": (WHY_SERVICE_MODE, WHY_SERVICE_MODE, WHY_SERVICE_MODE),
}
