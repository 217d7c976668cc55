"""What a line's belt may do, and for how long: its permit, its limits, its faults.

A belt that runs must bring something within a time that the mechanism gives, else the line is at
fault (design hardware §4.2 rows 16, 17, 23).
"""

from mjtable.generated.fault_codes import COUNT_LOST, COUNT_STUCK_ON, INLET_STUCK
from mjtable.generated.iomap import BIT_CNT, BIT_INLET, BIT_LIFT_DN, BIT_LIFT_UP, M_BELT
from mjtable.generated.timing import COAST_BELT_MS, COUNT_DOUBLE_PCT, SCAN_REACT_MS
from mjtable.generated.timing import COUNT_LOST_MS, COUNT_SURE_MS
from mjtable.generated.timing import INLET_STUCK_MS
from mjtable.generated.timing import LAG_MAX_MS, LAG_MIN_MS, TILE_PULSE_MS
from mjtable.kit.hosted import for_host
from mjtable.mechanisms.pulse import Pulse
from mjtable.scan.clock import MASK, passed
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "granted inputs.level now",
    "calls": "raise_fault sorter.count_corrected sorter.fire",
}

LONGEST_MS = TILE_PULSE_MS * COUNT_DOUBLE_PCT // 100  # two tiles, or a stuck sensor (row 19)
BLOCKED_MS = TILE_PULSE_MS + 30  # no single tile at full speed covers the beam for longer
LEAST_MS = COUNT_SURE_MS - 10  # no tile is seen to pass in less, however late its edges are seen
BELT_COAST_MS = 2 * COAST_BELT_MS  # an old brake felt; what comes in until then came by itself
STAND, NEEDED, ALL = 0, 1, 2  # permits: belt stands; runs while tiles are missing; runs freely
LINE_BITS = 0xFF & ~(BIT_LIFT_UP | BIT_LIFT_DN)
FEEDING = ("feed_lower", "feed_upper")


class FeedLimits(Statechart):
    """The counts of one line, and how long its belt may run before something must have come."""

    def __init__(self, table, roles, side, name):
        self.side = side
        self.inlet = Pulse()
        self.count = Pulse()
        self.tiles_in = 0
        self.counted = 0
        self.tile_quota = 0  # to come in by this port
        self.in_head = 0  # 0-2
        self.tiles_a_push = 2  # 1: the lower row of a wall first, then the upper one
        self.whole = False  # that pulse was no drop-out: its tile has gone into the head
        self.fell_late = 0  # how late its end was seen
        self.booked = True  # the pulse at the counting sensor has been counted
        self.permit = STAND
        self.run_ms = 0  # of belt, since a tile was last due at the counting sensor
        self.run_since = 0
        self.stopped_at = -1  # the belt, last; -1 = it has not run since power-on
        self.belt_bit = 1 << M_BELT + side
        self.moved_since = 0  # the belt was switched on, or this state found it running
        self.believed = True  # counts may have gone wrong while everything was stopped
        self.missed = 0  # tiles in a row that the inlet did not see
        self.doubtful = False  # a fault of the belt: nobody knows what lies on it
        self.mouth_free = False  # the head has turned since the belt ran: nothing is half in it
        self.tried = False  # it has run back by itself since the last tile was in the head
        self.look = False  # a person was sent to the head, and has not been there
        self.hides = False  # the moving belt's beam was free behind a tile, and covered at once
        self.unseen = 0  # tiles of a belt that runs back, until the inlet sees one of them
        Statechart.__init__(self, table, roles, name)
        self.watch = 1 << side
        self.mask = LINE_BITS

    def tiles_on_belt(self):
        """Tiles between inlet and counting sensor."""
        return self.tiles_in - self.counted

    on_belt = for_host(tiles_on_belt)

    def may_feed(self):
        """The belt may run: tiles are missing, or no tile can come in by mistake."""
        permit = self.permit
        return permit == ALL or permit == NEEDED and self.tiles_in < self.tile_quota

    def may_not_feed(self):
        """The belt must stand."""
        return not self.may_feed()

    def sensor_free(self):
        """Nothing is in front of the counting sensor."""
        return not self.table.inputs.level[self.side] & BIT_CNT

    def granted(self):
        Statechart.granted(self)
        self.run_since = self.moved_since = self.since
        self.guard(self.table.inputs.level[self.side])

    def belt_stopped(self):
        """The belt was switched off."""
        self.run_ms += (self.table.now - self.run_since) & MASK
        self.stopped_at = self.table.now
        if self.state in FEEDING:  # an edge that waits for its turn holds it: no time runs
            self.limit_due = -1
            self.refresh()

    def guard(self, level):
        """How long the belt may now run before something must have happened."""
        if self.state not in FEEDING or self.want & ~self.table.granted:
            return
        if level & BIT_CNT:
            if not self.count.on:
                self.count.rise(self.table.now)  # it lay there at power-on: no edge told
                if not self.booked:
                    self.count.due = self.table.now  # known before: it may be through at once
            self.arm(max(LONGEST_MS - self._covered_ms(LAG_MAX_MS), 0))
        elif self.tiles_on_belt() > 0:
            ran_ms = self.run_ms + ((self.table.now - self.run_since) & MASK)
            self.arm(max(COUNT_LOST_MS - ran_ms, 0))
        elif level & BIT_INLET:
            self.arm(INLET_STUCK_MS)
        else:
            self.limit_due = -1

    def _covered_ms(self, lag_ms):
        """How long the moving belt has had its tile in the beam; negative while it still lags."""
        now = self.table.now
        under_way_ms = (now - self.moved_since) & MASK
        return min((now - self.count.risen) & MASK, under_way_ms - lag_ms)

    def count_blocked(self):
        """The beam has been covered for longer than one tile, though the belt moves."""
        if self.state not in FEEDING or self.want & ~self.table.granted or self.sensor_free():
            return False
        return self._covered_ms(LAG_MIN_MS) > BLOCKED_MS

    def _overdue(self):
        """The belt ran and nothing came of it."""
        if not self.sensor_free():
            self.jam(COUNT_STUCK_ON)
        elif self.tiles_on_belt() > 0:
            self.guard(0)  # a tile's time in the beam may have been up as it left it
            if self.limit_due == self.table.now:
                self._lost()
        else:
            self.doubt(INLET_STUCK, 0)

    def jam(self, code):
        """Something caught: the belt runs back and empty, once, before a person is called."""
        if self.state != "stuck":  # else it is the same one, seen by another sensor
            came = self.whole and not self.booked  # the one before, this very moment
            hides = not came and (self.hides_one() or self.may_hide())
            tried = not came and self.tried
            self.tried = True
            if hides or tried or not (self.table.sorter.fire("jam") and self.fire("jam")):
                self.look |= hides  # kept: who starts anew before a person has been there asks
                self.booked = True  # a person lets the head hold what its cam says
                self.doubt(code, self._covered_ms(0))
            elif came:
                self.book()

    def may_hide(self):
        """A tile may have passed in this pulse: who knows what is in the head."""
        count = self.count
        seen_ms = (count.edge - count.risen) & MASK  # huge: this pulse has not ended
        return not self.booked and (
            LEAST_MS <= seen_ms <= (self.table.now - count.risen) & MASK)

    def hides_one(self):
        """A tile may have gone into the head, and the next one into the beam behind it."""
        return self.hides and not self.booked

    def _may_hide_one(self, covered):
        """Covered behind what may have been a tile's end; free while the belt moves, all is
        in."""
        if not covered:
            self.hides = self.hides and not self._belt_moves(self.table.now)
        elif self.count.counted and not self.whole and self.may_hide():
            moved = self.stopped_at >= 0 and passed(self.stopped_at, self.count.edge)
            self.hides = self.hides or moved or self._belt_moves(self.count.edge)

    def _belt_moves(self, then):
        """The belt is on, or was so shortly before that it may still have coasted."""
        since = self.stopped_at
        return self.belt_bit & self.table.granted != 0 or (
            since >= 0 and (then - since) & MASK <= BELT_COAST_MS + SCAN_REACT_MS)

    def doubt(self, code, detail):
        """A fault of the belt: its counts are not to be trusted, and what leaves the beam after
        the belt stands a person has lifted out."""
        self.doubtful = True
        self.table.raise_fault(code, self.name, detail)

    def _lost(self):
        """Tiles went in and none arrived: a fault, or after a stop a count that was wrong."""
        if not self.believed:
            self.doubt(COUNT_LOST, self.tiles_on_belt())
            return
        self.believed = False
        self.tiles_in = self.counted
        self.run_ms = 0
        self.limit_due = -1
        self.table.sorter.count_corrected()
        self.guard(self.table.inputs.level[self.side])
