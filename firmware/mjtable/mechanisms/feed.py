"""Feed of one line: inlet, belt and counting sensor - what comes in and what reaches the head.

Counts are numbers of tiles; the machine knows nothing else about them.
"""

from mjtable.generated.fault_codes import COUNT_STUCK_ON, INLET_STUCK
from mjtable.generated.iomap import BIT_CNT, BIT_INLET, M_BELT
from mjtable.generated.timing import BELT_BUFFER, BELT_GAP_MS, COAST_BELT_MS
from mjtable.generated.timing import COUNT_SURE_MS
from mjtable.generated.timing import SCAN_PERIOD_MS
from mjtable.generated.timing import LAG_MAX_MS, LAG_MIN_MS, TILE_PULSE_MS
from mjtable.scan import events
from mjtable.scan.clock import MASK, passed, reached, sooner
from mjtable.scan.statechart import Statechart

from mjtable.mechanisms.feed_limits import ALL, FEEDING, LEAST_MS, NEEDED
from mjtable.mechanisms.feed_limits import FeedLimits

TOUCHES = {
    "reads": "granted inputs.late_ms inputs.level inputs.rose now",
    "calls": "events.add faults.make_room keep supervision.went tile_in tiles_left",
    "writes": "due",
}

SETTLE_MS = 25  # the counting sensor must stay free this long: longer than any drop-out
MISSES = 3  # this many in a row: the inlet sensor is stuck
SENSED = BIT_CNT | BIT_INLET
LAG_LEAST_MS = LAG_MIN_MS * 7 // 10  # until then a motor stands, though switched on
SETTLING = ("settle_lower", "settle_upper")


class Feed(FeedLimits):
    """Counts `tiles_in` past the inlet and `counted` into the head, which holds `in_head`."""

    def arrived(self):
        """The tile that was counted is in the head: it is past the beam, whoever is in it now."""
        return self.whole or self.sensor_free()

    def in_doubt(self):
        """Its tiles go back to the drum, to be counted again: after a fault of the belt, or when
        one lies at the inlet and nobody knows whether it was counted before all stopped."""
        level = self.table.inputs.level[self.side]
        return self.doubtful or self.counted < self.tile_quota and level & BIT_INLET != 0

    def refresh(self):
        due = sooner(self.limit_due, self.inlet.due)
        self.table.due[self.place] = sooner(due, self.count.due)

    def sense(self, level, rose, fell):
        """Edges of inlet and counting sensor, and the pulses whose time has come."""
        now = self.table.now
        if reached(now, self.inlet.due):
            self.inlet.tick()
            if self.state != "emptying" and self.state != "returning":
                self._tile_in(level)
        if reached(now, self.count.due):
            self.count.tick()
            self.whole = self.hides = False
            self.booked = self.mouth_free = self.state == "emptying"
            if self.booked and self.in_head:
                self.goes_back()  # it was past the beam, but not yet in the head
            self.table.keep()  # kept before it is through: no sensor sees what is in a head
        if (rose | fell) & SENSED:
            if (rose | fell) & BIT_INLET:
                self._inlet_edges(level, rose, fell)
            if (rose | fell) & BIT_CNT:
                self._count_edges(level, rose, fell)
            if self.state in FEEDING:
                self.guard(level)

    def _inlet_edges(self, level, rose, fell):
        """The inlet saw a tile begin or end, or something lift off again."""
        if self.state == "emptying" and self.unseen:
            self.unseen = 0
            self.table.keep()
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
            self.mouth_free = False
            if self.count.counted:
                self._next_comes(self.table.now)
            elif (self.table.now - self.since) & MASK <= COAST_BELT_MS:
                self.fire("covered")  # by a rebound, or by a tile that touches the last one
        self.count.edges(self.table.now, level & BIT_CNT, rose & BIT_CNT, fell & BIT_CNT)
        self._may_hide_one(level & BIT_CNT)
        self._count_edge(self.table.now, level & BIT_CNT, fell & BIT_CNT)

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
                self.tiles_in += 1  # it lay on the belt or in the beam, unseen by the inlet
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
        since = self.count.risen if passed(self.count.risen, moving) else moving
        seen = now - self.table.inputs.late_ms
        if self.state in FEEDING and passed(seen, since + COUNT_SURE_MS):
            self.table.supervision.went(M_BELT + self.side, since, TILE_PULSE_MS)
            return True
        return False

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
        self.hides = False
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
            came = self.count.counted and not self.booked and self.arrived()
            # stopped before what came was counted; at rest a person has lifted it out meanwhile
            if came and self._belt_moves(self.table.now) or self.hides_one():
                self.arm(SETTLE_MS)
        elif state == "looking":
            self._count_edge(self.table.now, not self.sensor_free(), False)
        elif state in FEEDING:
            if not self.want & ~self.table.granted:
                self.moved_since = self.table.now
                self.guard(self.table.inputs.level[self.side])

    def timeout(self):
        state = self.state
        if state in FEEDING:
            self._overdue()
        elif state == "unknown" or state == "stuck":
            if self.hides_one():
                self._ask()
            elif self.arrived() and self.in_head < self.tiles_a_push:  # more were lifted out
                self._gone(state)
        elif state in SETTLING:
            self._settled()
        else:
            Statechart.timeout(self)

    def _gone(self, state):
        """All stands, and the beam is free: its tile is in the head, if it can have passed."""
        if self.whole or state == "stuck" or self.may_hide():
            self.book()
        elif not self.booked:
            self._ask()  # the beam went blind, or a tile lay in it

    def _ask(self):
        """A person lets the head hold what its cam says."""
        self.booked = self.look = True
        self.table.faults.make_room(COUNT_STUCK_ON, self.name)
        self.doubt(COUNT_STUCK_ON, 0)

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
