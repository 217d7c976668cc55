"""Wall builder of one side: inlet, belt, counting sensor and stacker head (design hardware §3).

A head turns once a stack and waits twice for a tile: at PARK for the lower, at MID for the upper.
Belt and head of a line never run together. The belt stands once the line's quota is in, because
a running belt is an open port.
"""

from mjtable import events
from mjtable.clock import HALF, MASK
from mjtable.fault_codes import (
    BELT_JAM,
    COUNT_LOST,
    COUNT_STUCK_ON,
    HEAD_FLAGS,
    HEAD_JAM,
    INLET_STUCK,
    PUSHER_OUT,
    RETURN_FAILED,
)
from mjtable.iomap import BIT_CNT, BIT_INLET, BIT_JAM, BIT_MID, BIT_PARK, BIT_PUSH_HOME
from mjtable.iomap import M_BELT, M_HEAD
from mjtable.power import R_BELTS
from mjtable.pulse import Pulse
from mjtable.statechart import Statechart
from mjtable.timing import COAST_HEAD_MS, COUNT_MAX_MS, HEAD_LIMIT_MS, INLET_STUCK_MS

LAG_MIN_MS = 50  # no motor moves sooner after it is switched on (design hardware §3)
COUNT_LOST_MS = 3000  # design hardware §4.2 row 17
SETTLE_MS = 25  # the counting sensor must stay free this long: longer than any bounce
REST_MS = COAST_HEAD_MS - LAG_MIN_MS  # the cam stands before the belt's next tile can arrive
RETURN_LIMIT_MS = 8000
STAND, NEEDED, ALL = 0, 1, 2  # permits: belt stands; runs while tiles are missing; runs freely
FLAGS = BIT_PARK | BIT_MID
SENSED = BIT_CNT | BIT_INLET
NAMES = ("line_a", "line_b", "line_c", "line_d")


class Builder(Statechart):
    """One line. Counts: `tiles_in` past the inlet, `counted` into the head, `stacks` pushed."""

    STATES = (
        ("unknown", (), 0, 0),
        ("idle", (), 0, 0),
        ("homing", ("head",), HEAD_LIMIT_MS, HEAD_JAM),
        ("wait_lower", (), 0, 0),
        ("feed_lower", ("belt",), 0, 0),
        ("settle_lower", (), SETTLE_MS, "settled"),
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
    )
    TRANSITIONS = (
        ("home", "unknown", "idle", "at_rest"),
        ("home", "unknown", "homing", None),
        ("at_park", "homing", "idle", None),
        ("at_mid", "homing", "idle", None),
        ("start", ("idle", "full"), "full", "is_full"),
        ("start", "idle", "push", "holds_stack"),
        ("start", "idle", "lower", ("holds_tile", "at_top")),
        ("start", "idle", "feed_upper", ("holds_tile", "may_feed")),
        ("start", "idle", "wait_upper", "holds_tile"),
        ("start", ("idle", "full"), "feed_lower", "may_feed"),
        ("start", ("idle", "full"), "wait_lower", None),
        ("permit", "wait_lower", "feed_lower", "may_feed"),
        ("permit", "wait_upper", "feed_upper", "may_feed"),
        ("permit", "feed_lower", "wait_lower", "may_not_feed"),
        ("permit", "feed_upper", "wait_upper", "may_not_feed"),
        ("tile", "feed_lower", "settle_lower", None),
        ("tile", "wait_lower", "settle_lower", None),
        ("tile", "feed_upper", "settle_upper", None),
        ("tile", "wait_upper", "settle_upper", None),
        ("settled", "settle_lower", "lower", "sensor_free"),
        ("settled", "settle_lower", "feed_lower", None),
        ("settled", "settle_upper", "push", "sensor_free"),
        ("settled", "settle_upper", "feed_upper", None),
        ("at_mid", "lower", "rest_upper", None),
        ("rested", "rest_upper", "feed_upper", "may_feed"),
        ("rested", "rest_upper", "wait_upper", None),
        ("at_park", "push", "full", "is_full"),
        ("at_park", "push", "rest_lower", None),
        ("rested", "rest_lower", "feed_lower", "may_feed"),
        ("rested", "rest_lower", "wait_lower", None),
        ("look", "full", "looking", None),
        ("tile_in", "looking", "full", None),
        ("stop_looking", "looking", "full", None),
        ("give_back", "full", "returning", None),
        ("tile_out", "returning", "full", None),
        ("stop", ("wait_lower", "feed_lower", "wait_upper", "feed_upper"), "idle", None),
        ("stop", ("looking", "returning", "full"), "full", None),
        ("halt", "*", "unknown", None),
    )

    def __init__(self, table, side):
        self.side = side
        self.inlet = Pulse()
        self.count = Pulse()
        self.tiles_in = 0
        self.counted = 0
        self.stacks = 0
        self.tile_quota = 0  # to come in by this port
        self.stack_quota = 0  # to be pushed into the lane
        self.in_head = 0  # tiles in the head, 0-2
        self.taken = True  # the pulse at the count sensor has been booked
        self.permit = STAND
        self.run_ms = 0  # of belt, since a tile was last due at the count sensor
        self.run_since = 0
        roles = {
            "belt": 1 << M_BELT + side,
            "head": 1 << M_HEAD + side,
            "belt_back": 1 << M_BELT + side | R_BELTS,
        }
        Statechart.__init__(self, table, roles, NAMES[side])
        self.watch = 1 << side

    def plan(self, tile_quota, stack_quota):
        """New set: expect so many tiles and stacks, forget the last ones."""
        self.tile_quota = tile_quota
        self.stack_quota = stack_quota
        self.tiles_in = self.counted = self.stacks = 0
        self.in_head = self.run_ms = 0

    def next_row(self, stack_quota):
        """Single-port: the lane is empty again, the next row needs so many stacks."""
        self.stack_quota = stack_quota
        self.stacks = 0

    def set_permit(self, permit):
        """Open or shut the belt: STAND, NEEDED or ALL."""
        if permit != self.permit:
            self.permit = permit
            self.fire("permit")

    # guards

    def at_rest(self):
        """The cam stands on one of its two flags."""
        return self.table.inputs.level[self.side] & FLAGS != 0

    def may_feed(self):
        """The belt may run: tiles are missing, or the ring stands."""
        permit = self.permit
        return permit == ALL or permit == NEEDED and self.tiles_in < self.tile_quota

    def may_not_feed(self):
        """The belt must stand."""
        return not self.may_feed()

    def sensor_free(self):
        """Nothing is in front of the counting sensor."""
        return not self.table.inputs.level[self.side] & BIT_CNT

    def holds_tile(self):
        """The lower tile is in the head already."""
        return self.in_head == 1

    def holds_stack(self):
        """Both tiles are in the head already."""
        return self.in_head == 2

    def at_top(self):
        """The cam stands at PARK."""
        return self.table.inputs.level[self.side] & BIT_PARK != 0

    def is_full(self):
        """All stacks of this lane are pushed."""
        return self.stacks >= self.stack_quota

    @property
    def parked(self):
        """Head at PARK with the slider home: the wall lift may pass."""
        level = self.table.inputs.level[self.side]
        return level & (BIT_PARK | BIT_PUSH_HOME) == BIT_PARK | BIT_PUSH_HOME

    @property
    def on_belt(self):
        """Tiles between inlet and counting sensor."""
        return self.tiles_in - self.counted

    # the scan

    def refresh(self):
        due = self.limit_due
        other = self.inlet.due
        if other >= 0 and (due < 0 or (due - other) & MASK < HALF):
            due = other
        other = self.count.due
        if other >= 0 and (due < 0 or (due - other) & MASK < HALF):
            due = other
        self.due = due

    def step(self):
        inputs = self.table.inputs
        level = inputs.level[self.side]
        rose = inputs.rose[self.side]
        fell = inputs.fell[self.side]
        if (rose | fell) & SENSED:
            self._sense(level, rose, fell)
        now = self.table.now
        due = self.inlet.due
        if due >= 0 and (now - due) & MASK < HALF and self.inlet.tick(now):
            self._tile_in()
        due = self.count.due
        if due >= 0 and (now - due) & MASK < HALF:
            if self.count.tick(now):
                self.taken = False
        if level & FLAGS == FLAGS:
            self.table.raise_fault(HEAD_FLAGS, self.name, 0)
        state = self.state
        if state == "lower":
            if level & BIT_MID:
                self.fire("at_mid")
        elif state == "push":
            if level & BIT_PARK:
                self._pushed(level)
        elif state == "homing":
            if level & BIT_MID:
                self.fire("at_mid")
            elif level & BIT_PARK:
                self._homed(level)
        if rose & level & BIT_JAM:
            self.table.raise_fault(BELT_JAM, self.name, 0)

    def _sense(self, level, rose, fell):
        now = self.table.now
        if (rose | fell) & BIT_INLET:
            _edges(self.inlet, now, level & BIT_INLET, rose & BIT_INLET, fell & BIT_INLET)
            if self.state == "returning" and not level & BIT_INLET and self.inlet.counted:
                self.tiles_in -= 1
                self.fire("tile_out")
        if (rose | fell) & BIT_CNT:
            _edges(self.count, now, level & BIT_CNT, rose & BIT_CNT, fell & BIT_CNT)
            self._count_edge(level & BIT_CNT)
        self._guard_feed(level)

    def _count_edge(self, covered):
        state = self.state
        if state == "settle_lower" or state == "settle_upper":
            self.arm(SETTLE_MS)
        elif not covered and self.count.counted and not self.taken:
            if not self.fire("tile"):
                self.table.raise_fault(HEAD_JAM, self.name, 1)

    def _tile_in(self):
        self.tiles_in += 1
        if self.on_belt == 1:
            self.run_ms = 0
            self.run_since = self.table.now
        self.table.events.add(
            self.table.inputs.now_ms, events.COUNT, "", "", self.side, self.tiles_in
        )
        self.table.tile_in(self)
        if self.state == "looking":
            self.fire("tile_in")
        elif self.tiles_in >= self.tile_quota:
            self.fire("permit")
        self._guard_feed(self.table.inputs.level[self.side])

    def _pushed(self, level):
        if not level & BIT_PUSH_HOME:
            self.table.raise_fault(PUSHER_OUT, self.name, 0)
            return
        self.in_head = 0
        self.stacks += 1
        self.table.events.add(
            self.table.inputs.now_ms, events.STACK, "", "", self.side, self.stacks
        )
        self.fire("at_park")
        self.table.stack_pushed(self)

    def _homed(self, level):
        if self.in_head == 2:
            self._pushed(level)
        else:
            self.fire("at_park")

    def _book(self):
        """A tile has settled in the head."""
        self.in_head += 1
        self.counted += 1
        self.taken = True
        if self.counted > self.tiles_in:
            self.tiles_in = self.counted  # the inlet missed one
        self.run_ms = 0

    def entered(self, state):
        if state == "feed_lower" or state == "feed_upper":
            if not self.want & ~self.table.granted:
                self._guard_feed(self.table.inputs.level[self.side])

    def granted(self):
        Statechart.granted(self)
        self.run_since = self.since
        self._guard_feed(self.table.inputs.level[self.side])

    def belt_stopped(self):
        """The belt was switched off."""
        self.run_ms += (self.table.now - self.run_since) & MASK

    def _guard_feed(self, level):
        """How long the belt may now run before something must have happened."""
        if self.state != "feed_lower" and self.state != "feed_upper":
            return
        if self.want & ~self.table.granted:
            return
        if level & BIT_CNT:
            self.arm(COUNT_MAX_MS)
        elif self.on_belt > 0:
            ran_ms = self.run_ms + ((self.table.now - self.run_since) & MASK)
            self.arm(max(COUNT_LOST_MS - ran_ms, 0))
        elif level & BIT_INLET:
            self.arm(INLET_STUCK_MS)
        else:
            self.limit_due = -1

    def timeout(self):
        if self.state == "feed_lower" or self.state == "feed_upper":
            level = self.table.inputs.level[self.side]
            if level & BIT_CNT:
                self.table.raise_fault(COUNT_STUCK_ON, self.name, 0)
            elif self.on_belt > 0:
                self.table.raise_fault(COUNT_LOST, self.name, self.on_belt)
            else:
                self.table.raise_fault(INLET_STUCK, self.name, 0)
        else:
            if (self.state == "settle_lower" or self.state == "settle_upper"):
                if self.sensor_free():
                    self._book()
            Statechart.timeout(self)


def _edges(pulse, now, level, rose, fell):
    """Feed both edges of one scan in the order that ends at `level`."""
    if level:
        if fell:
            pulse.fall(now)
        pulse.rise(now)
    else:
        if rose:
            pulse.rise(now)
        pulse.fall(now)
