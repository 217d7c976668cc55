"""Wall builder of one side: its feed and its stacker head (design hardware §3).

A head turns once a stack and waits twice for a tile: at PARK for the lower, at MID for the upper.
Belt and head of a line never run together. The belt stands once the line's quota is in, because
a running belt is an open port.
"""

from mjtable.generated.fault_codes import BELT_JAM, COUNT_STUCK_ON
from mjtable.generated.fault_codes import PUSHER_OUT
from mjtable.generated.iomap import BIT_CNT, BIT_JAM, BIT_LID, BIT_MID, BIT_PARK, BIT_PUSH_HOME
from mjtable.generated.iomap import BYTE_LID
from mjtable.generated.iomap import M_BELT, M_HEAD
from mjtable.generated.timing import COAST_HEAD_MS, HEAD_LIMIT_MS, HEAD_MOUTH_MS, HEAD_TURN_MS
from mjtable.generated.timing import LAG_MAX_MS, LAG_MIN_MS, SCAN_REACT_MS
from mjtable.mechanisms.builder_chart import BACKWARDS, FLAGS, REST_MS
from mjtable.mechanisms.feed import Feed
from mjtable.mechanisms.head_look import HeadLook
from mjtable.safety.motor_groups import R_BELTS
from mjtable.safety.trends import BACK
from mjtable.scan import events
from mjtable.scan.clock import MASK

TOUCHES = {
    "reads": "cycle.state inputs.fell inputs.level inputs.rose now",
    "calls": "events.add raise_fault stack_pushed supervision.went",
}

# Sooner when that tile is not at the beam yet: from there on, by a belt a quarter faster.
FREE_REST_MS = REST_MS - HEAD_MOUTH_MS * 4 // 5
TO_FLAG_MS = HEAD_TURN_MS // 2 + (LAG_MIN_MS + LAG_MAX_MS) // 2  # to the flag, from the start
PUSHER_MS = 40  # from PARK to PUSH_HOME, or the other way round, at most
LOST_MS = 6 * PUSHER_MS  # from PUSH_HOME on: PARK is not to come, and MID not yet
STRAY_MS = 2 * COAST_HEAD_MS + SCAN_REACT_MS  # by then a head that was switched off stands
BY_HAND = ("power_on", "service", "selftest", "maintenance")  # there people turn heads
PARKING = ("push", "homing")
TURNING = ("lower", "push", "homing")
STOPPED = ("unknown", "idle", "stuck", "emptying", "rest_upper", "rest_lower")
PARKED = BIT_PARK | BIT_PUSH_HOME
MOVES = FLAGS | BIT_PUSH_HOME
NAMES = ("line_a", "line_b", "line_c", "line_d")


class Builder(HeadLook):
    """One line; `stacks` pushed into the lane of `stack_quota`, of `tiles_a_push` tiles each."""

    STATE = (
        "state", "since", "limit_due", "want", "tiles_in", "counted", "tile_quota", "in_head",
        "tiles_a_push", "whole", "fell_late", "booked", "permit", "run_ms", "run_since",
        "stopped_at", "moved_since", "believed", "missed", "doubtful", "mouth_free", "tried",
        "look", "hides", "unseen", "stacks", "stack_quota", "kept_back", "jogged",
    )

    def __init__(self, table, side):
        self.stacks = 0
        self.stack_quota = 0
        self.kept_back = False  # a tile too many did not come out; a person has been told
        self.jogged = False  # belt or head, by hand, with a tile in the head or at its mouth
        roles = {
            "belt": 1 << M_BELT + side,
            "head": 1 << M_HEAD + side,
            "belt_back": 1 << M_BELT + side | R_BELTS,
        }
        Feed.__init__(self, table, roles, side, NAMES[side])

    def plan(self, tiles, tiles_a_push):
        """New set: expect `tiles`, to be pushed one or two at once; forget the last ones."""
        self.tiles_a_push = tiles_a_push
        self.tile_quota = tiles
        self.next_row(tiles)
        self.tiles_in = self.counted = 0
        self.in_head = self.run_ms = 0
        self.jogged = self.believed = False
        self.kept_back = self.look = False
        self.unseen = 0

    def next_row(self, tiles):
        """Single-port: the chain carries the row away, the next one needs this many tiles."""
        self.stack_quota = tiles // self.tiles_a_push
        self.stacks = 0

    def step(self):
        inputs = self.table.inputs
        side = self.side
        level = inputs.level[side]
        rose = inputs.rose[side]
        if rose & BIT_CNT and self.state in BACKWARDS:
            self.turns_wrong()
        self.sense(level, rose, inputs.fell[side])
        if level & FLAGS == FLAGS or rose & MOVES and self._strays(rose, inputs.fell[side]):
            self.lose_head()
        if self.state in TURNING:
            self._turns(level | rose)
        if rose & level & BIT_JAM:
            self.mouth_free = False
            if self.state in BACKWARDS:
                self._drives_on(self.table.now - self.moved_since & MASK)
            else:
                self.jam(COUNT_STUCK_ON if self.count_blocked() else BELT_JAM)

    def _strays(self, rose, fell):
        """A switch of the head shows what it cannot have done, or what nobody asked of it."""
        if rose << 1 & fell & BIT_MID or rose & fell << 1 & BIT_MID:
            return True  # from PARK to MID in one scan, or back
        state = self.state
        if state in TURNING:  # half a stack went out
            if state == "homing" and 0 < self.in_head < self.tiles_a_push:
                return rose & PARKED
            return rose & BIT_PUSH_HOME and state == "lower"
        if state in STOPPED and (not rose & FLAGS or self._turned_ms() < STRAY_MS):
            return False  # it coasts, or a pusher comes home late
        table = self.table
        if not rose & MOVES & ~fell:
            return False  # a glitch within the scan
        if table.inputs.level[BYTE_LID] & BIT_LID:
            return False
        return table.cycle.state not in BY_HAND

    def _turns(self, seen):
        """A flag of the turning cam acts by its first touch, however it bounces."""
        state = self.state
        if state == "push" and seen & PARKED == BIT_PUSH_HOME:
            if self.table.inputs.rose[self.side] & BIT_PUSH_HOME:
                self.arm(LOST_MS)
        if seen & BIT_MID:
            if state == "lower" or state == "homing" and self.in_head:
                self.table.supervision.went(M_HEAD + self.side, self.since, TO_FLAG_MS)
                self.mouth_free = True
                self.fire("at_mid")
        elif seen & BIT_PARK and state != "lower":
            self._parked(seen)

    def entered(self, state):
        if state == "held_lower":
            self.fire("turn")
        elif state == "emptying":
            self.doubtful = True  # until it is empty, whatever stops it
            self.unseen = self.unseen or self.tiles_on_belt()
            self.tiles_in = self.counted
            self.booked = True  # what is in the beam goes back, too
        elif state == "stuck":
            self.doubtful = True
        elif state == "idle":
            self.doubtful = False  # the belt is empty, or never was in doubt
            if self.tried and self.table.inputs.level[self.side] & BIT_JAM:
                self.doubt(BELT_JAM, 0)
            if self.came_home():
                self.deliver()  # the stack went out while nobody watched
        elif state == "rest_upper" or state == "rest_lower":
            self.arm(FREE_REST_MS)
        else:
            Feed.entered(self, state)

    def _emptied(self):
        """The belt is known to be empty, or has not moved: then it may hold what it held. But what
        has left the beam since, and has not come to the inlet, went on into the head."""
        now = self.table.now
        freed = (now - self.count.edge) & MASK < ((now - self.since) & MASK)
        if self.unseen and freed and self.sensor_free():
            self._drives_on(now - self.moved_since & MASK)
            return
        self.doubtful = False
        self.believed = self.unseen > 0
        self.tiles_in += self.unseen
        self.unseen = 0
        Feed.timeout(self)

    def timeout(self):
        if self.state == "rest_upper" or self.state == "rest_lower":
            rest_ms = FREE_REST_MS if self.sensor_free() else REST_MS
            rest_ms -= self._turned_ms()
            if rest_ms > 0:
                self.arm(rest_ms)
            elif not self.holds_stack():
                self.fire("rested")
            elif self.table.inputs.level[self.side] & BIT_PUSH_HOME:
                self.deliver()
                self.arm(0)
            else:
                self.table.raise_fault(PUSHER_OUT, self.name, 0)
        elif self.state == "emptying":
            self._emptied()
        elif self.state != "returning":
            left_ms = HEAD_LIMIT_MS - self._turned_ms()
            if self.state not in PARKING or left_ms <= 0:
                Feed.timeout(self)
            elif self.state == "push" and not self.at_top():
                inputs = self.table.inputs
                home = inputs.level[self.side] & ~inputs.rose[self.side] & BIT_PUSH_HOME
                if not home:
                    self.arm(left_ms)  # the switch bounced as the pusher set out
                    return
                if self.holds_stack():
                    self.deliver()  # it came home, but not to PARK
                self.lose_head()
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
            self.deliver()
            self.table.supervision.went(M_HEAD + BACK + self.side, self.since, TO_FLAG_MS)
        self.mouth_free = True
        self.fire("at_park")

    def deliver(self):
        """The head's stack is in the lane."""
        table = self.table
        self.in_head = 0
        self.stacks += 1
        table.events.add(events.STACK, "", "", self.side, self.stacks)
        table.stack_pushed()
