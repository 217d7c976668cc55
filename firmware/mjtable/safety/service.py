"""Service mode: run one motor by hand, one at a time, while a person holds the service key.

Another motor may be jogged when the one before has come to rest. A jog stops when the key is let
go, when the interlocks forbid it (a pinch, the hatch's end), after its own time and
`service.deadman_ms` after the last keepalive. The mode itself ends when the key was not held for
KEY_MS, when the host was not heard for LINK_MS, and after MODE_MS.
"""

from mjtable.generated.iomap import MOTORS, MOTORS_OF, REVERSIBLE
from mjtable.generated.setting_table import S_SERVICE_DEADMAN_MS
from mjtable.safety.motor_groups import GROUP, LONGEST_COAST_MS, REVERSE_SHIFT
from mjtable.scan import events
from mjtable.scan.clock import MASK, sooner
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "cycle.state machine now settings.value",
    "calls": "events.add interlocks.allows panel.is_service_held service_leave",
    "writes": "asked heard_ms",
}

KEY_MS = 10_000  # long enough to give the next command with the same hand
LINK_MS = 3_000
MODE_MS = 600_000
LOOK_MS = 100  # how often the mode looks at these three


class Service(Statechart):
    """The motor being jogged is this chart's wish."""

    STATE = ("state", "since", "limit_due", "want", "motor", "end", "began", "held")

    NAME = "service"
    STATES = (("off", (), 0, 0), ("jogging", (), 0, "stop"))
    TRANSITIONS = (
        ("jog", "off", "jogging", None),
        ("stop", "jogging", "off", None),
        ("halt", "jogging", "off", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {})
        self.since = -LONGEST_COAST_MS  # nothing coasts at power-on
        self.motor = 0
        self.end = 0  # when the jog's own time is up
        self.began = 0  # the mode
        self.held = 0  # when the key was last seen held

    def begin(self):
        """Service mode begins."""
        table = self.table
        self.began = self.held = table.heard_ms = table.now
        self.arm(LOOK_MS)

    def jog(self, motor, reverse, ms):
        """Run `motor` for `ms`; "" or the reason why not."""
        table = self.table
        if not MOTORS_OF[table.machine] >> motor & 1:
            return "unknown"
        if reverse and not REVERSIBLE >> motor & 1:
            return "param"
        self.stop()
        if ms <= 0:
            return ""
        if motor != self.motor and (table.now - self.since) & MASK < LONGEST_COAST_MS:
            return "busy"
        wish = 1 << motor
        if reverse:
            wish |= 1 << REVERSE_SHIFT + GROUP[motor]
        if not table.interlocks.allows(wish):
            return "refused"
        self.motor = motor
        self.fire("jog")
        self.wish(wish)
        self.end = (table.now + ms) & MASK
        self.keepalive()
        table.asked |= 1 << self.place  # the key is looked at before the motor starts
        table.events.add(events.MOTOR, MOTORS[motor], "jog", ms)
        return ""

    def keepalive(self):
        """Somebody is still there."""
        if self.state == "jogging":
            table = self.table
            alive = (table.now + table.settings.value[S_SERVICE_DEADMAN_MS]) & MASK
            self.limit_due = sooner(alive, self.end)
            self.refresh()
        return ""

    def stop(self):
        """Stop the jog."""
        self.fire("stop")

    def entered(self, state):
        if state == "off":
            self.arm(LOOK_MS)
            self.table.events.add(events.MOTOR, MOTORS[self.motor], "stopped")

    def timeout(self):
        """The jog's time is up, or it is time to look at the mode."""
        self.stop()

    def step(self):
        table = self.table
        if table.cycle.state != "service":
            return
        now = table.now
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
