"""Service mode: run one motor by hand, one at a time, only while somebody keeps asking for it.

A jog stops by itself `service.deadman_ms` after the last keepalive, and after its own time. The
interlocks stay in force.
"""

from mjtable import events
from mjtable.clock import HALF, MASK
from mjtable.iomap import MOTORS, MOTORS_OF, REVERSIBLE
from mjtable.power import GROUP, REVERSE_SHIFT
from mjtable.setting_table import S_SERVICE_DEADMAN_MS
from mjtable.statechart import Statechart


class Service(Statechart):
    """The motor being jogged is this chart's wish."""

    NAME = "service"
    STATES = (("off", (), 0, 0), ("jogging", (), 0, "stop"))
    TRANSITIONS = (
        ("jog", "off", "jogging", None),
        ("stop", "jogging", "off", None),
        ("halt", "*", "off", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {})
        self.motor = 0
        self.end = 0  # when the jog's own time is up
        self.alive = 0  # when the last keepalive's time is up

    def jog(self, motor, reverse, ms):
        """Run `motor` for `ms`; "" or the reason why not."""
        table = self.table
        if not 0 <= motor < len(MOTORS) or not MOTORS_OF[table.machine] >> motor & 1:
            return "unknown"
        if reverse and not REVERSIBLE >> motor & 1:
            return "param"
        self.stop()
        if ms <= 0:
            return ""
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
        table.events.add(table.inputs.now_ms, events.MOTOR, MOTORS[motor], "jog", ms)
        return ""

    def keepalive(self):
        """Somebody is still there."""
        if self.state == "jogging":
            table = self.table
            self.alive = (table.now + table.settings.value[S_SERVICE_DEADMAN_MS]) & MASK
            first = self.alive if (self.end - self.alive) & MASK < HALF else self.end
            self.limit_due = first
            self.refresh()
        return ""

    def stop(self):
        """Stop the jog."""
        self.fire("stop")

    def entered(self, state):
        if state == "off":
            self.table.events.add(
                self.table.inputs.now_ms, events.MOTOR, MOTORS[self.motor], "stopped"
            )
