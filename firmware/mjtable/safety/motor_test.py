"""A test of one motor: one measured motion, ended by its own sensor or by time (`motions.py`).

Nothing here asks what was measured: sensors and time end the motion, so that a recording has all
that it depends on. What was measured is kept by `measuring.py` for whoever asks.
"""

from mjtable.generated.command_table import RULE_TILES_INSIDE
from mjtable.generated.iomap import MOTORS
from mjtable.safety import motions
from mjtable.safety.arrival import Arrival
from mjtable.safety.measuring import LIMIT, SENSOR, TIME
from mjtable.scan import events
from mjtable.scan.clock import MASK, reached, sooner

TOUCHES = {
    "reads": "granted inputs.level now",
    "calls": "deny events.add measuring.begin measuring.end measuring.look measuring.started "
             "tiles_inside",
}

SAMPLE_MS = 20  # how often a test is measured: a period of the mains
WATCH_MS = 1500  # after it: twice the longest coast of a worn drum, and 300 ms
WAIT_MS = 3000  # for relays and for the power budget, until it has its motor


class MotorTest(Arrival):
    """Mixed into Service, which runs the motor as it runs a jog's."""

    def test(self, motor, reverse):
        """Run `motor` to the end of its measured motion; "" or the reason why not."""
        table = self.table
        wrong = self.may_not(motor, reverse, True)
        if wrong:
            return wrong
        if 1 << motor & motions.MEETS_TILES and table.tiles_inside():
            return table.deny(RULE_TILES_INSIDE)
        table.measuring.begin(motor, reverse)
        level = table.inputs.level
        self.ends = motions.end_of(motor, reverse, level)
        self.rises = motions.rises_of(motor, level)
        self.fire("test")
        self.run_for(motor, reverse, WAIT_MS)
        self.look_due = table.now
        self.refresh()
        table.events.add(events.MOTOR, MOTORS[motor], "test")
        return ""

    def granted(self):
        """The motor is on: a test's time begins."""
        if self.state == "testing":
            table = self.table
            self.depart(motions.BYTE[self.motor] if self.ends else -1, self.ends)
            self.end = (table.now + motions.MOST_MS[self.motor]) & MASK
            self.limit_due = sooner(self.alive, self.end)
            table.measuring.started()
        self.refresh()

    def measure(self):
        """A scan of a test: its edges, a sample when it is time for one, and whether it ends."""
        table = self.table
        sample = reached(table.now, self.look_due)
        if sample:
            self.look_due = (table.now + SAMPLE_MS) & MASK
        table.measuring.look(sample)
        if self.state == "testing" and self.ends and not self.want & ~table.granted:
            if self.has_arrived(motions.BYTE[self.motor], self.ends):
                self.rises -= 1
                if not self.rises:
                    table.measuring.end(SENSOR)
                    self.stop()

    def time_is_up(self):
        """A deadline has come: it is the test's own, or nobody is there any more."""
        if self.state == "testing" and reached(self.table.now, self.end):
            self.table.measuring.end(TIME if not self.ends else LIMIT)
