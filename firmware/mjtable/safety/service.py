"""Service mode: run one motor by hand, one at a time, while a person holds the service key.

Another motor may be run when the one before has come to rest. A jog lasts for its time; a test is
one measured motion (`motor_test.py`), whose coast is watched for a while.
Both stop when the key is let go, when the interlocks forbid it (a pinch, the hatch's end) and
`service.deadman_ms` after the last keepalive. The mode itself ends when the key was not held for
KEY_MS, when the host was not heard for LINK_MS, and after MODE_MS.
"""

from mjtable.generated.command_table import RULE_COASTING, RULE_MOVING, RULE_ROWS_INSIDE
from mjtable.generated.iomap import MOTORS, MOTORS_OF, REVERSIBLE
from mjtable.generated.setting_table import S_SERVICE_DEADMAN_MS
from mjtable.safety.measuring import STOPPED
from mjtable.safety.motor_groups import GROUP, LONGEST_COAST_MS, REVERSE_SHIFT
from mjtable.safety.motor_test import WATCH_MS, MotorTest
from mjtable.scan import events
from mjtable.scan.clock import MASK, sooner
from mjtable.scan.places import SIGNALS
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "cycle.state machine now settings.value",
    "calls": "deny events.add interlocks.allows interlocks.refuses later measuring.end "
             "measuring.idle_look measuring.stopped panel.is_service_held service_leave "
             "shown.step sorter.rows",
    "writes": "alert asked due heard_ms",
}

KEY_MS = 10_000  # long enough to give the next command with the same hand
LINK_MS = 3_000
MODE_MS = 600_000
LOOK_MS = 100  # how often the mode looks at these three


class Service(MotorTest, Statechart):
    """The motor being run is this chart's wish."""

    STATE = (
        "state", "since", "limit_due", "want", "motor", "end", "began", "held", "runs", "off_at",
        "alive", "ends", "rises", "left_at", "look_due", "dark",
    )

    NAME = "service"
    STATES = (("off", (), 0, 0), ("jogging", (), 0, 0), ("testing", (), 0, 0),
              ("watching", (), 0, 0))  # fmt: skip
    TRANSITIONS = (
        ("jog", "off", "jogging", None),
        ("test", "off", "testing", None),
        ("stop", "jogging", "off", None),
        ("stop", "testing", "watching", None),
        ("stop", "watching", "off", None),
        ("halt", "jogging", "off", None),
        ("halt", "testing", "watching", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {})
        self.off_at = -LONGEST_COAST_MS  # when the motor was switched off; nothing coasts at first
        self.runs = False  # a motor was asked to run, and not yet to stop
        self.motor = 0
        self.alive = 0  # the host is taken to be there until then
        self.end = 0  # when the motion's own time is up
        self.began = 0  # the mode
        self.held = 0  # when the key was last seen held
        self.ends = 0  # of a test: the sensor's bit that ends it,
        self.rises = 0  # how often it has still to come,
        self.left_at = -1  # since when it has been off, -1: it never was,
        self.look_due = -1  # and when it is measured next
        self.dark = False  # the emitters are off

    def begin(self):
        """Service mode begins."""
        table = self.table
        self.began = self.held = table.heard_ms = table.now
        self.dark = False
        self.arm(LOOK_MS)

    def jog(self, motor, reverse, ms):
        """Run `motor` for `ms`; "" or the reason why not."""
        wrong = self.may_not(motor, reverse, ms > 0)
        if wrong or ms <= 0:
            return wrong
        self.fire("jog")
        self.run_for(motor, reverse, ms)
        self.table.events.add(events.MOTOR, MOTORS[motor], "jog", ms)
        return ""

    def may_not(self, motor, reverse, on):
        """What runs stops in any case; "" or why `motor` must not be switched on."""
        table = self.table
        if not MOTORS_OF[table.machine] >> motor & 1:
            return "unknown"
        if reverse and not REVERSIBLE >> motor & 1:
            return "param"
        self.stop()
        if not on:
            return ""
        self.fire("stop")  # nobody watches any more what was tested before
        if motor != self.motor and (table.now - self.off_at) & MASK < LONGEST_COAST_MS:
            return table.later(RULE_COASTING)
        if table.sorter.rows.would_part(motor, reverse):
            return table.deny(RULE_ROWS_INSIDE)
        return self._forbidden(table.interlocks.refuses(self._wish_of(motor, reverse)))

    def _forbidden(self, rule):
        return self.table.deny(rule) if rule >= 0 else ""

    def _wish_of(self, motor, reverse):
        wish = 1 << motor
        if reverse:
            wish |= 1 << REVERSE_SHIFT + GROUP[motor]
        return wish

    def run_for(self, motor, reverse, ms):
        """Wish for the motor, for so long at the most."""
        table = self.table
        self.motor = motor
        self.runs = True
        self.dark = False
        self.wish(self._wish_of(motor, reverse))
        self.end = (table.now + ms) & MASK
        self.keepalive()
        table.asked |= 1 << self.place | SIGNALS  # the key is looked at before the motor starts

    def keepalive(self):
        """Somebody is still there."""
        if self.runs:
            table = self.table
            self.alive = (table.now + table.settings.value[S_SERVICE_DEADMAN_MS]) & MASK
            self.limit_due = sooner(self.alive, self.end)
            self.refresh()
        return ""

    def stop(self):
        """Stop what runs; a test is watched for a while still."""
        if self.runs:
            self.fire("stop")

    def emitters(self, on):
        """Switch the supply of the optical sensors, with nothing running; "" or why not."""
        table = self.table
        if self.runs:
            return table.later(RULE_MOVING)
        self.dark = not on
        table.asked |= SIGNALS
        return ""

    def is_dark(self):
        """The emitters are off, for a test of the sensors."""
        return self.dark and self.table.cycle.state == "service"

    def entered(self, state):
        table = self.table
        if self.runs and state != "jogging" and state != "testing":
            self.runs = False
            self.off_at = table.now
            table.events.add(events.MOTOR, MOTORS[self.motor], "stopped")
        if state == "watching":
            table.measuring.end(STOPPED)
            table.measuring.stopped()
            self.arm(WATCH_MS)
        elif state == "off":
            self.look_due = -1
            if table.cycle.state != "service":
                table.alert &= ~(1 << self.place)  # watched beyond the mode's end
            self.arm(LOOK_MS)

    def refresh(self):
        self.table.due[self.place] = sooner(self.limit_due, self.look_due)

    def timeout(self):
        """The motion's time is up or nobody is there, or it is time to look at the mode."""
        self.time_is_up()
        if self.state != "off":
            self.fire("stop")

    def step(self):
        table = self.table
        if self.look_due >= 0:
            self.measure()
        if table.cycle.state != "service":
            return
        now = table.now
        table.shown.step()
        if table.panel.is_service_held():
            self.held = now
            if not table.interlocks.allows(self.want):
                self.stop()
        else:
            self.stop()
        if (
            (now - self.held) & MASK > KEY_MS
            or (now - table.heard_ms) & MASK > LINK_MS
            or (now - self.began) & MASK > MODE_MS
        ):
            table.service_leave()
        elif self.limit_due < 0:
            self.arm(LOOK_MS)
            table.measuring.idle_look()
