"""Feed of one line: inlet, belt and counting sensor - what comes in and what reaches the head.

Counts are numbers of tiles; the machine knows nothing else about them. A belt that runs must
bring something within a time that the mechanism gives, else the line is at fault (design
hardware §4.2 rows 16, 17, 23).
"""

from mjtable.generated.fault_codes import COUNT_LOST, COUNT_STUCK_ON, INLET_STUCK
from mjtable.generated.iomap import BIT_CNT, BIT_INLET, BIT_LIFT_DN, BIT_LIFT_UP, M_BELT
from mjtable.generated.timing import BELT_BUFFER, BELT_GAP_MS, COAST_BELT_MS, COUNT_DOUBLE_PCT
from mjtable.generated.timing import COUNT_LOST_MS, COUNT_SURE_MS
from mjtable.generated.timing import INLET_STUCK_MS, SCAN_PERIOD_MS, SCAN_REACT_MS
from mjtable.generated.timing import LAG_MAX_MS, LAG_MIN_MS, TILE_PULSE_MS
from mjtable.kit.hosted import for_host
from mjtable.mechanisms.pulse import Pulse
from mjtable.scan import events
from mjtable.scan.clock import HALF, MASK
from mjtable.scan.statechart import Statechart

BELT_COAST_MS = 2 * COAST_BELT_MS  # an old brake felt; what comes in until then came by itself
SETTLE_MS = 25  # the counting sensor must stay free this long: longer than any drop-out
LONGEST_MS = TILE_PULSE_MS * COUNT_DOUBLE_PCT // 100  # two tiles, or a stuck sensor (row 19)
BLOCKED_MS = TILE_PULSE_MS + 30  # no single tile at full speed covers the beam for longer
LEAST_MS = COUNT_SURE_MS - 10  # no tile is seen to pass in less, however late its edges are seen
MISSES = 3  # this many in a row: the inlet sensor is stuck
STAND, NEEDED, ALL = 0, 1, 2  # permits: belt stands; runs while tiles are missing; runs freely
SENSED = BIT_CNT | BIT_INLET
LINE_BITS = 0xFF & ~(BIT_LIFT_UP | BIT_LIFT_DN)
LAG_LEAST_MS = LAG_MIN_MS * 7 // 10  # until then a motor stands, though switched on
FEEDING = ("feed_lower", "feed_upper")
SETTLING = ("settle_lower", "settle_upper")


class Feed(Statechart):
    """Counts `tiles_in` past the inlet and `counted` into the head, which holds `in_head`."""

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
        self.tried = False  # it has run back by itself since the last tile was in the head
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

    def arrived(self):
        """The tile that was counted is in the head: it is past the beam, whoever is in it now."""
        return self.whole or self.sensor_free()

    def in_doubt(self):
        """Its tiles go back to the drum, to be counted again: after a fault of the belt, or when
        one lies at the inlet and nobody knows whether it was counted before all stopped."""
        level = self.table.inputs.level[self.side]
        return self.doubtful or self.counted < self.tile_quota and level & BIT_INLET != 0

    def sensor_free(self):
        """Nothing is in front of the counting sensor."""
        return not self.table.inputs.level[self.side] & BIT_CNT

    def refresh(self):
        due = self.limit_due
        other = self.inlet.due
        if other >= 0 and (due < 0 or (due - other) & MASK < HALF):
            due = other
        other = self.count.due
        if other >= 0 and (due < 0 or (due - other) & MASK < HALF):
            due = other
        self.table.due[self.place] = due

    def sense(self, level, rose, fell):
        """Edges of inlet and counting sensor, and the pulses whose time has come."""
        now = self.table.now
        due = self.inlet.due
        if due >= 0 and (now - due) & MASK < HALF:
            self.inlet.tick()
            if self.state != "emptying" and self.state != "returning":
                self._tile_in(level)
        due = self.count.due
        if due >= 0 and (now - due) & MASK < HALF:
            self.count.tick()
            self.whole = False
            self.booked = self.state == "emptying"
            if self.booked and self.in_head:
                self.goes_back()  # it was past the beam, but not yet in the head
        if (rose | fell) & SENSED:
            if (rose | fell) & BIT_INLET:
                self._inlet_edges(level, rose, fell)
            if (rose | fell) & BIT_CNT:
                self._count_edges(level, rose, fell)
            if self.state in FEEDING:
                self.guard(level)

    def _inlet_edges(self, level, rose, fell):
        """The inlet saw a tile begin or end, or something lift off again."""
        self.inlet.late_ms = self.table.inputs.late_ms
        self.inlet.edges(self.table.now, level & BIT_INLET, rose & BIT_INLET, fell & BIT_INLET)
        if self.inlet.on and not self._belt_moves(self.table.now):
            self.inlet.tick()  # no tile comes in by a standing belt: it lay there
        if self.state == "returning" and not level & BIT_INLET and self.inlet.counted:
            self.tiles_in -= 1
            self.fire("tile_out")

    def _count_edges(self, level, rose, fell):
        """The counting sensor did."""
        self.count.late_ms = self.table.inputs.late_ms
        if level & BIT_CNT and not self.count.on:
            if self.count.counted:
                self._next_comes(self.table.now)
            elif (self.table.now - self.since) & MASK <= COAST_BELT_MS:
                self.fire("covered")  # by a rebound, or by a tile that touches the last one
        self.count.edges(self.table.now, level & BIT_CNT, rose & BIT_CNT, fell & BIT_CNT)
        self._count_edge(self.table.now, level & BIT_CNT, fell & BIT_CNT)

    def _belt_moves(self, now):
        """The belt is on, or was so recently that it may still coast."""
        table = self.table
        if self.belt_bit & table.granted:
            return True
        since = self.stopped_at
        return since >= 0 and (now - since) & MASK <= BELT_COAST_MS + SCAN_REACT_MS

    def _next_comes(self, now):
        """Covered again before the tile was booked: by itself, by the next one, or who knows."""
        count = self.count
        free_ms = (now - count.edge) & MASK
        if count.parted(now):
            self.whole = True
        elif not (self.booked or self.whole) and (count.edge - count.risen) & MASK >= LEAST_MS:
            if free_ms >= BELT_GAP_MS - SCAN_PERIOD_MS - self.fell_late:
                self.jam(COUNT_STUCK_ON)

    def _count_edge(self, now, covered, fell):
        if fell and not covered:
            self.fell_late = self.table.inputs.late_ms
        if self.state in SETTLING:
            self.arm(0 if self.whole and not covered else SETTLE_MS)
        elif self.state == "looking":
            if covered:
                self.tiles_in += 1  # it lay on the belt and the inlet had not seen it
                self.fire("tile_in")
        elif self.state == "unknown" or self.state == "stuck":
            if self.count.counted and not self.booked:
                self.whole = self.whole or fell and self._is_whole(now)
                if self._belt_moves(now):
                    self.arm(SETTLE_MS)  # all was stopped, but it may still coast in
        elif fell and self.count.counted and not self.booked and self._belt_moves(now):
            self.whole = self._is_whole(now)
            if self.fire("tile") and self.whole:
                self.arm(0)  # nothing to wait for, but a second change of state is the next scan's

    def _is_whole(self, now):
        """The pulse has lasted so long on a moving belt that this was the tile's end."""
        moving = (self.run_since + LAG_MAX_MS) & MASK
        since = self.count.risen if (self.count.risen - moving) & MASK < HALF else moving
        lasted = (now - self.table.inputs.late_ms - since) & MASK
        return self.state in FEEDING and COUNT_SURE_MS <= lasted < HALF

    def _tile_in(self, level):
        self.tiles_in += 1
        self.missed = 0
        table = self.table
        if self.tiles_on_belt() == 1:
            self.run_ms = 0
            self.run_since = table.now
        table.events.add(events.COUNT, "", "", self.side, self.tiles_in)
        table.tile_in()
        table.keep()
        if self.state == "looking":
            self.fire("tile_in")
        elif self.tiles_in >= self.tile_quota:
            if self.permit == NEEDED and table.tiles_left() <= 0:
                self.permit = ALL  # the last tile of all: no belt need stand any more
            self.fire("permit")
        self.guard(level)

    def book(self):
        """A tile has settled in the head."""
        self.in_head += 1
        self.counted += 1
        self.booked = True
        self.tried = self.state == "stuck"
        self.count.close(self.table.now)
        if self.state != "unknown":
            self.believed = False  # the belt brings what it should
        if self.counted > self.tiles_in:
            self.tiles_in = self.counted  # the inlet missed one
            self.missed += 1
            # pairs that it took for one tile come to light together, when the set is all but in
            if self.missed >= MISSES and self.counted + BELT_BUFFER <= self.tile_quota:
                self.missed = 0
                self.doubt(INLET_STUCK, MISSES)
        self.run_ms = 0
        self.run_since = self.table.now
        self.table.keep()

    def goes_back(self):
        """A tile of the head goes to the drum once more."""
        self.in_head -= 1
        self.counted -= 1
        self.tiles_in -= 1

    def entered(self, state):
        if state == "unknown":
            self.believed = True
            self.run_ms = 0
            if self.count.counted and not self.booked and self.arrived():
                self.arm(SETTLE_MS)  # stopped before the tile that came was counted
        elif state in FEEDING and not self.want & ~self.table.granted:
            self.moved_since = self.table.now
            self.guard(self.table.inputs.level[self.side])

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

    def timeout(self):
        state = self.state
        if state in FEEDING:
            self._overdue()
        elif state == "unknown" or state == "stuck":
            if self.arrived() and self.in_head < self.tiles_a_push:  # more were lifted out
                self.book()
        elif state in SETTLING:
            self._settled()
        else:
            Statechart.timeout(self)

    def _settled(self):
        """Long enough after the last edge of the beam: what has come?"""
        free = self.sensor_free()
        if not free and self.table.inputs.rose[self.side] & BIT_CNT:
            self.arm(SETTLE_MS)  # a rebound in this very scan
            return
        known = self.whole or self.booked
        if not self.booked and (free or known):
            self.book()
        if known and not free:
            self.jam(COUNT_STUCK_ON)  # the next one touches it: a turning head would meet it
        else:
            self.fire("settled")

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
            tried = self.tried
            count = self.count
            if not self.booked and LEAST_MS <= (count.edge - count.risen) & MASK < HALF:
                tried = True  # a tile may have passed in this pulse: who knows what is in the head
            self.tried = True
            if tried or not (self.table.sorter.fire("jam") and self.fire("jam")):
                self.booked = True  # a person lets the head hold what its cam says
                self.doubt(code, self._covered_ms(0))

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
