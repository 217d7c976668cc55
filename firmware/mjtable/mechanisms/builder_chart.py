"""The chart of a wall builder: its states, what leads from one to another, and what it asks."""

from mjtable.generated.fault_codes import BELT_JAM, HEAD_JAM, HEAD_PAST
from mjtable.generated.fault_codes import RETURN_FAILED
from mjtable.generated.iomap import BIT_JAM, BIT_MID, BIT_PARK, BIT_PUSH_HOME
from mjtable.generated.timing import BELT_TRANSIT_MS, COAST_HEAD_MS, HEAD_LIMIT_MS
from mjtable.generated.timing import HEAD_MOUTH_MS, LAG_MAX_MS, SCAN_REACT_MS, SCAN_WORK_MAX_MS
from mjtable.mechanisms.feed import LAG_LEAST_MS, SETTLE_MS, Feed
from mjtable.scan.clock import MASK

TOUCHES = {
    "reads": "inputs.level lines.side lines.state now",
    "calls": "is_chain_parked lines.by_cam lines.doubt raise_fault",
}

# The cam, switched off as its scan ended, stands before the belt's next tile can be in its mouth,
# though it coasts for twice the time that the design gives it, and the belt lags 30 % less.
REST_MS = 2 * COAST_HEAD_MS + SCAN_WORK_MAX_MS - LAG_LEAST_MS
RETURN_LIMIT_MS = 8000  # a belt's whole length takes 1.8 s
EMPTY_MS = BELT_TRANSIT_MS + 700  # a belt's whole length and what the last tile hangs over
# From the start of a belt: by then it has drawn what hung in its head's mouth back to the beam.
MOUTH_MS = LAG_MAX_MS * 13 // 10 + HEAD_MOUTH_MS * 6 // 5 + SCAN_REACT_MS
BACKWARDS = ("emptying", "returning")
FLAGS = BIT_PARK | BIT_MID


class BuilderChart(Feed):
    """States of one line; where its cam stands, what its head and its lane hold."""

    RISES = FLAGS | BIT_PUSH_HOME | BIT_JAM
    STATES = (
        ("unknown", (), 0, 0),
        ("idle", (), 0, 0),
        ("homing", ("head",), HEAD_LIMIT_MS, HEAD_JAM),
        ("wait_lower", (), 0, 0),
        ("feed_lower", ("belt",), 0, 0),
        ("settle_lower", (), SETTLE_MS, "settled"),
        ("held_lower", (), 0, 0),
        ("lower", ("head",), HEAD_LIMIT_MS, HEAD_JAM),
        ("rest_upper", (), REST_MS, "rested"),
        ("wait_upper", (), 0, 0),
        ("feed_upper", ("belt",), 0, 0),
        ("settle_upper", (), SETTLE_MS, "settled"),
        ("push", ("head",), HEAD_LIMIT_MS, HEAD_JAM),
        ("rest_lower", (), REST_MS, "rested"),
        ("full", (), 0, 0),
        ("looking", ("belt",), 0, 0),
        ("returning", ("belt_back",), RETURN_LIMIT_MS, RETURN_FAILED),
        ("stuck", (), 0, 0),
        ("emptying", ("belt_back",), EMPTY_MS, "emptied"),
    )
    TRANSITIONS = (
        ("home", "unknown", "emptying", "may_be_half_in"),
        ("home", "unknown", "homing", "is_astray"),
        ("home", "unknown", "emptying", "in_doubt"),
        ("home", "unknown", "idle", None),
        ("at_park", "homing", "emptying", "in_doubt"),
        ("at_mid", "homing", "emptying", "in_doubt"),
        ("at_park", "homing", "idle", None),
        ("at_mid", "homing", "idle", None),
        ("emptied", "emptying", "homing", "is_astray"),
        ("emptied", "emptying", "idle", None),
        ("jam", "*", "stuck", None),
        ("back", "stuck", "emptying", None),
        ("beside", ("wait_lower", "wait_upper"), "emptying", "lies_in_beam"),
        ("start", ("idle", "full"), "full", "is_full"),
        ("start", "idle", "held_lower", "holds_lower"),
        ("start", "idle", "push", "holds_stack"),
        ("start", "idle", "wait_upper", "holds_tile"),
        ("start", "full", "rest_lower", None),
        ("start", "idle", "push", "is_past"),
        ("start", "idle", "wait_lower", None),
        ("permit", "wait_lower", "feed_lower", "may_feed"),
        ("permit", "wait_upper", "feed_upper", "may_feed"),
        ("permit", "feed_lower", "wait_lower", "may_not_feed"),
        ("permit", "feed_upper", "wait_upper", "may_not_feed"),
        ("tile", ("feed_lower", "wait_lower"), "settle_lower", None),
        ("tile", ("feed_upper", "wait_upper"), "settle_upper", None),
        ("settled", "settle_lower", "held_lower", "arrived"),
        ("settled", "settle_lower", "feed_lower", "may_feed"),
        ("settled", "settle_lower", "wait_lower", None),
        ("settled", "settle_upper", "push", "arrived"),
        ("settled", "settle_upper", "feed_upper", "may_feed"),
        ("settled", "settle_upper", "wait_upper", None),
        ("turn", "held_lower", "lower", "lane_still"),
        ("covered", "lower", "settle_lower", None),
        ("covered", "push", "settle_upper", None),
        ("at_mid", "lower", "push", "holds_stack"),
        ("at_mid", "lower", "rest_upper", None),
        ("rested", "rest_upper", "feed_upper", "may_feed_half"),
        ("rested", "rest_upper", "wait_upper", "at_half"),
        ("at_park", "push", "rest_lower", None),
        ("rested", "rest_lower", "push", "is_past"),
        ("rested", "rest_lower", "full", "is_full"),
        ("rested", "rest_lower", "feed_lower", "may_feed"),
        ("rested", "rest_lower", "wait_lower", None),
        ("look", "full", "looking", None),
        ("tile_in", "looking", "full", None),
        ("stop_looking", "looking", "full", None),
        ("give_back", "full", "returning", None),
        ("tile_out", "returning", "full", None),
        ("stop", ("wait_lower", "feed_lower", "wait_upper", "feed_upper"), "idle", None),
        ("stop", "held_lower", "idle", None),
        ("stop", ("looking", "full"), "full", None),
        ("halt", "*", "unknown", None),
    )

    def is_astray(self):
        """No flag under the cam, or its pusher out; an empty head is at home at PARK alone."""
        level = self.table.inputs.level[self.side]
        return not (level & (FLAGS if self.in_head else BIT_PARK) and level & BIT_PUSH_HOME)

    def may_be_half_in(self):
        """A tile that nobody knows of lies in the beam, or one that was half past it when all was
        stopped: how much of it is in the mouth no pulse will tell, and the next one may touch it.
        It is drawn back before the head turns."""
        passing = self.count.counted and not self.booked
        return (self.doubtful or passing) and not self.sensor_free()

    def lies_in_beam(self):
        """Another belt runs back: should their relay stay so, this tile would leave the beam
        backward as if it had gone in."""
        return not self.sensor_free() and not self.hides_one()

    def holds_tile(self):
        """The lower tile is in the head already."""
        return self.in_head == 1

    def holds_lower(self):
        """The lower tile is in the head, which has not turned yet."""
        return self.in_head == 1 and self.at_top()

    def holds_stack(self):
        """All that one push takes is in the head already."""
        return self.in_head >= self.tiles_a_push

    def at_top(self):
        """The cam stands at PARK."""
        return self.table.inputs.level[self.side] & BIT_PARK != 0

    def _turned_ms(self):
        """Since the head was switched on, or off."""
        return self.table.now - self.since & MASK

    def turns_wrong(self):
        """A tile comes to the beam of a belt that is to run back, and not out of the head's mouth:
        the belt drives on, and its tiles into a head that waits for none."""
        now = self.table.now
        ran_ms = now - self.moved_since & MASK
        if self.count.on or not self.count.parted(now):
            return
        if self.mouth_free or ran_ms > MOUTH_MS:
            self._drives_on(ran_ms)

    def _drives_on(self, ran_ms):
        """One relay turns all belts: what lay in another's beam may be in its head."""
        backwards = 0
        for line in self.table.lines:
            if line.state in BACKWARDS:
                backwards |= 1 << line.side
        for line in self.table.lines:
            if backwards >> line.side & 1:
                line.by_cam()
                line.doubt(BELT_JAM, ran_ms)

    def is_past(self):
        """The cam coasted on beyond PARK: it goes round once more, empty."""
        return not self.at_top()

    def at_half(self):
        """The cam stands at MID; beyond it there is no way back with half a stack."""
        if self.table.inputs.level[self.side] & BIT_MID:
            return True
        self.goes_back()  # a person lays it there
        self.look = True
        self.table.raise_fault(HEAD_PAST, self.name, 0)
        return False

    def may_feed_half(self):
        """The cam stands at MID, and the belt may run."""
        return self.at_half() and self.may_feed()

    def is_full(self):
        """All stacks of this lane are pushed."""
        return self.stacks >= self.stack_quota

    def whole_stacks(self):
        """Stacks of this lane: of a head that pushes single tiles those with both."""
        quota = self.stack_quota
        return max(self.stacks - quota + quota * self.tiles_a_push // 2, 0)

    def single_tiles(self):
        """Of this lane: a lower row's, with none above them yet."""
        return self.stacks * self.tiles_a_push - 2 * self.whole_stacks()

    def lane_still(self):
        """No chain is carrying a row past the head."""
        return self.table.is_chain_parked()
