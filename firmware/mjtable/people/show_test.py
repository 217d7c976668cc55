"""Lamps, digits, beeps and signs for a person to look at, in service mode (`show.test`).

It ends with the mode, with what=off, and LAST_MS after the last one: then all is drawn again.
"""

from mjtable.generated.iomap import AUX_FAN, AUX_LAMP_FAULT, AUX_LAMP_READY, AUX_LED_ARM
from mjtable.generated.iomap import AUX_LED_FLT, AUX_LED_RUN, AUX_LOOP_LAMP
from mjtable.people import display
from mjtable.scan.clock import MASK
from mjtable.scan.image import LAMPS
from mjtable.scan.places import SIGNALS

TOUCHES = {
    "reads": "now",
    "calls": "show signals.forget sound",
    "writes": "asked",
}

OFF, ALL_LAMPS, DIGITS, BEEP, SIGNS = range(5)  # command_table.LIST_SHOW
SHOWN = (
    AUX_FAN | AUX_LAMP_READY | AUX_LAMP_FAULT | AUX_LED_ARM | AUX_LED_FLT | AUX_LED_RUN
    | AUX_LOOP_LAMP
)  # fmt: skip
LAST_MS = 10_000
COLOURS = 6
BEEPS = 2
MOST = (0, 10 * LAMPS + COLOURS - 1, 9999, BEEPS, SHOWN)


class ShowTest:
    """What is shown instead of the table's own; `what` OFF: nothing."""

    STATE = ("what", "value", "since")

    def __init__(self, table):
        self.table = table
        self.what = OFF
        self.value = 0
        self.since = 0

    def begin(self):
        """Service mode begins, or another mode: nothing is shown any more."""
        if self.what:
            self.what = OFF
            self.table.signals.forget()
            self.table.show()

    def show(self, what, value):
        """Show it; "" or "range" for what cannot be shown."""
        if value > MOST[what] or what == ALL_LAMPS and value % 10 >= COLOURS:
            return "range"
        if what == SIGNS and value & ~SHOWN:
            return "range"
        self.begin()
        self.what = what
        self.value = value
        self.since = self.table.now
        if what == BEEP:
            self.table.sound(value)
        self.table.asked |= SIGNALS
        return ""

    def step(self):
        """Now and then: it does not last for ever."""
        if self.what and (self.table.now - self.since) & MASK >= LAST_MS:
            self.begin()

    def signs(self, aux):
        """The outputs beside the motors, as they are to be."""
        return aux & ~SHOWN | self.value if self.what == SIGNS else aux

    def draw(self, outputs):
        """Over what the table itself has drawn."""
        if self.what == ALL_LAMPS:
            lamp = self.value // 10
            for each in range(LAMPS):
                lit = lamp == 0 or lamp == each + 1
                outputs.lamps[each] = self.value % 10 if lit else 0
        elif self.what == DIGITS:
            display.number(outputs.digits, self.value)
