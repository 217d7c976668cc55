"""What a head holds when nobody watched it: whom a person is sent to, and what they let it hold.

No sensor sees into a head. Behind a start that lost count, a jog, or a fault of its belt its count
is what its cam says (decision 211), or nothing at all, and a person makes that true.
"""

from mjtable.generated.fault_codes import COUNT_STUCK_ON, HEAD_FLAGS
from mjtable.generated.iomap import BIT_MID, M_HEAD
from mjtable.mechanisms.builder_chart import BuilderChart

TOUCHES = {
    "reads": "inputs.level",
    "calls": "faults.make_room keep sorter.is_unfinished",
}


class HeadLook(BuilderChart):
    """The doubts about one head; `look`: a person was sent there, and has not come."""

    def moves(self, motor):
        """By hand, in a set half built: nobody knows any more what lies on a belt, nor what is in
        a head where a tile was in it or about to be."""
        if self.want >> motor & 1 or not self.table.sorter.is_unfinished():
            return
        if self.came_home():
            self.deliver()
        if motor < M_HEAD:
            self.doubtful = True
        if not self.sensor_free() or self.holds_stack() or motor >= M_HEAD and self.in_head:
            self.jogged = True
        self.table.keep()

    def may_hold(self):
        """There is a tile in the head, or nobody knows that there is none."""
        passing = self.count.counted and not self.booked
        return self.in_head > 0 or passing or self.look or self.jogged

    def served(self):
        """Service mode is over: a person looks at what was jogged."""
        if self.jogged:
            self.jogged = False
            self.look = True
            self.begin_unsaved()

    def came_home(self):
        """It was pushing as all was stopped, and coasted on to PARK: its stack is in the lane."""
        return self.in_head == 2 and self.at_top()  # two are at PARK in no other way

    def by_cam(self):
        """A person will let the head hold what its cam says: nothing at PARK, one tile at MID.
        What it holds between them stays."""
        self.look = True
        if not self.table.inputs.level[self.side] & BIT_MID:
            if self.came_home():
                self.deliver()
            elif self.in_head == 1 and self.at_top():
                self.goes_back()
        elif self.in_head == 2:
            self.goes_back()  # not pushed yet: the second one is lifted out
        elif not self.in_head and self.tiles_a_push == 2:
            self.in_head = 1  # it was taken for one that comes out again
            self.counted += 1
            self.tiles_in += 1

    def lose_head(self):
        """Nobody knows what the head holds: a person takes it out, and it comes again."""
        self.look = True
        while self.in_head:
            self.goes_back()
        self.booked = True
        self.table.faults.make_room(HEAD_FLAGS, self.name)
        self.doubt(HEAD_FLAGS, 0)

    def begin_unsaved(self):
        """Its counts were not kept at the end: an empty head does not stand under way, what was
        half past the beam may be in the head, with the next one in its place, and whoever was
        sent there may not have come. Where the cam says what it most likely holds, a person makes
        sure of that, and a mere look does no harm."""
        passing = self.count.counted and not self.booked and not self.sensor_free()
        half = self.in_head and self.tiles_a_push == 2
        stands = self.at_top() or half and self.table.inputs.level[self.side] & BIT_MID
        if passing and self.tiles_on_belt():
            self.tiles_in -= 1  # it is in the head, or who looks there lifts it out
        if not stands:
            if passing or self.look or not self.in_head:
                self.lose_head()
        elif passing or self.look:
            self.by_cam()
            self.booked = True
            self.table.faults.make_room(COUNT_STUCK_ON, self.name)
            self.doubt(COUNT_STUCK_ON, 0)
