"""Wall builder of one side: its feed and its stacker head (design hardware §3).

A head turns once a stack and waits twice for a tile: at PARK for the lower, at MID for the upper.
Belt and head of a line never run together. The belt stands once the line's quota is in, because
a running belt is an open port.
"""

from mjtable.generated.fault_codes import BELT_JAM, COUNT_STUCK_ON, HEAD_FLAGS, HEAD_JAM, HEAD_PAST
from mjtable.generated.fault_codes import PUSHER_OUT, RETURN_FAILED
from mjtable.generated.iomap import BIT_JAM, BIT_MID, BIT_PARK, BIT_PUSH_HOME, M_BELT, M_HEAD
from mjtable.generated.timing import BELT_TRANSIT_MS, COAST_HEAD_MS, HEAD_LIMIT_MS, HEAD_MOUTH_MS
from mjtable.generated.timing import SCAN_WORK_MAX_MS
from mjtable.mechanisms.feed import LAG_LEAST_MS, SETTLE_MS, Feed
from mjtable.safety.power import R_BELTS
from mjtable.scan import events
from mjtable.scan.clock import MASK

# The cam, switched off as its scan ended, stands before the belt's next tile can be in its mouth,
# though it coasts for twice the time that the design gives it, and the belt lags 30 % less.
REST_MS = 2 * COAST_HEAD_MS + SCAN_WORK_MAX_MS - LAG_LEAST_MS
# Sooner when that tile is not at the beam yet: from there on, by a belt a quarter faster.
FREE_REST_MS = REST_MS - HEAD_MOUTH_MS * 4 // 5
PUSHER_MS = 40  # from PARK to PUSH_HOME, or the other way round, at most
RETURN_LIMIT_MS = 8000  # a belt's whole length takes 1.8 s
EMPTY_MS = BELT_TRANSIT_MS + 700  # a belt's whole length and what the last tile hangs over
FLAGS = BIT_PARK | BIT_MID
PARKING = ("push", "homing")
TURNING = ("lower", "push", "homing")
PARKED = BIT_PARK | BIT_PUSH_HOME
NAMES = ("line_a", "line_b", "line_c", "line_d")


class Builder(Feed):
    """One line; `stacks` pushed into the lane of `stack_quota`, of `tiles_a_push` tiles each."""

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
        ("start", ("idle", "full"), "full", "is_full"),
        ("start", "idle", "held_lower", "holds_lower"),
        ("start", "idle", "push", "holds_stack"),
        ("start", "idle", "wait_upper", "holds_tile"),
        ("start", "full", "rest_lower", None),
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

    def __init__(self, table, side):
        self.stacks = 0
        self.stack_quota = 0
        self.kept_back = False  # a tile too many did not come out; a person has been told
        roles = {
            "belt": 1 << M_BELT + side,
            "head": 1 << M_HEAD + side,
            "belt_back": 1 << M_BELT + side | R_BELTS,
        }
        Feed.__init__(self, table, roles, side, NAMES[side])

    def plan(self, tiles, tiles_a_push):
        """New set: expect so many tiles, to be pushed one or two at once; forget the last ones."""
        self.tiles_a_push = tiles_a_push
        self.tile_quota = tiles
        self.next_row(tiles)
        self.tiles_in = self.counted = 0
        self.in_head = self.run_ms = 0
        self.kept_back = False

    def next_row(self, tiles):
        """Single-port: the chain carries the row away, the next one needs so many tiles."""
        self.stack_quota = tiles // self.tiles_a_push
        self.stacks = 0

    def is_astray(self):
        """No flag under the cam, or its pusher out; an empty head is at home at PARK alone."""
        level = self.table.inputs.level[self.side]
        return not (level & (FLAGS if self.in_head else BIT_PARK) and level & BIT_PUSH_HOME)

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

    def is_past(self):
        """The cam coasted on beyond PARK: it goes round once more, empty."""
        return not self.at_top()

    def at_half(self):
        """The cam stands at MID; beyond it there is no way back with half a stack."""
        if self.table.inputs.level[self.side] & BIT_MID:
            return True
        self.goes_back()  # a person lays it there
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

    def lane_still(self):
        """No chain is carrying a row past the head."""
        return self.table.is_chain_parked()

    def step(self):
        inputs = self.table.inputs
        side = self.side
        level = inputs.level[side]
        self.sense(level, inputs.rose[side], inputs.fell[side])
        if level & FLAGS == FLAGS:
            self.table.raise_fault(HEAD_FLAGS, self.name, 0)
        if self.state in TURNING:
            self._turns(level | inputs.rose[side])
        if inputs.rose[side] & level & BIT_JAM:
            self.jam(COUNT_STUCK_ON if self.count_blocked() else BELT_JAM)

    def _turns(self, seen):
        """A flag of the turning cam acts by its first touch, however it bounces."""
        state = self.state
        if seen & BIT_MID:
            if state == "lower" or state == "homing" and self.in_head:
                self.fire("at_mid")
        elif seen & BIT_PARK and state != "lower":
            self._parked(seen)

    def entered(self, state):
        if state == "held_lower":
            self.fire("turn")
        elif state == "emptying":
            self.tiles_in = self.counted
            self.booked = True  # what is in the beam goes back, too
        elif state == "idle":
            self.doubtful = False  # the belt is empty, or never was in doubt
            if self.tried and self.table.inputs.level[self.side] & BIT_JAM:
                self.doubt(BELT_JAM, 0)
            if self.in_head == 2 and self.at_top():
                self._deliver()  # the stack went out while nobody watched
        elif state == "rest_upper" or state == "rest_lower":
            self.arm(FREE_REST_MS)
        else:
            Feed.entered(self, state)

    def timeout(self):
        if self.state == "rest_upper" or self.state == "rest_lower":
            rest_ms = FREE_REST_MS if self.sensor_free() else REST_MS
            rest_ms -= self._turned_ms()
            if rest_ms > 0:
                self.arm(rest_ms)
            elif not self.holds_stack():
                self.fire("rested")
            elif self.table.inputs.level[self.side] & BIT_PUSH_HOME:
                self._deliver()
                self.arm(0)
            else:
                self.table.raise_fault(PUSHER_OUT, self.name, 0)
        elif self.state != "returning":
            if self.state not in PARKING or self._turned_ms() >= HEAD_LIMIT_MS:
                Feed.timeout(self)
            elif self.state == "push":
                self.fire("at_park")  # it coasts on; where it stands the pusher is looked at
            else:
                self.table.raise_fault(PUSHER_OUT, self.name, 0)
        elif self.kept_back:
            self.kept_back = False  # nor the second time: a person has taken it out of the port
            self.tiles_in -= 1
            self.fire("tile_out")
        else:
            self.kept_back = True
            Feed.timeout(self)

    def _parked(self, seen):
        """At PARK a stack is out when its pusher is home: two switches, either may be first."""
        if not seen & BIT_PUSH_HOME:
            if self.table.inputs.rose[self.side] & BIT_PARK:
                self.arm(PUSHER_MS)
            return
        if self.holds_stack():
            self._deliver()
        self.fire("at_park")

    def _deliver(self):
        """The head's stack is in the lane."""
        table = self.table
        self.in_head = 0
        self.stacks += 1
        table.events.add(events.STACK, "", "", self.side, self.stacks)
        table.stack_pushed()
