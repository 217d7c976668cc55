"""Self-test: one motor after the other, each ended by the sensor that must answer it.

Entered by holding both keys at power-on; the elevator key runs the next item, after the last one
the table is back at power-on (design domain §4.2). An item ends when the interlocks forbid it;
after a pinch the next one opens the hatch. The items come from the I/O map, so that no
motor can be missing; while the test is on, every sensor reports its edges on the link.
"""

from mjtable.generated.command_table import RULE_ITEM_RUNS, RULE_NOT_BEGUN
from mjtable.generated.fault_codes import SELF_TEST_FAILED
from mjtable.generated.iomap import (
    BIT_CHAIN_ZERO,
    BIT_DICE_ROT,
    BIT_DRUM_ROT,
    BIT_HATCH_DN,
    BIT_HATCH_UP,
    BIT_LIFT_DN,
    BIT_PARK,
    BIT_PINCH,
    BIT_RING_ROT,
    BYTE_CHAIN_ZERO,
    BYTE_DICE_ROT,
    BYTE_DRUM_ROT,
    INPUTS,
    M_BELT,
    M_CHAIN,
    M_DICE,
    M_DRUM,
    M_HATCH,
    M_HEAD,
    M_LIFT,
    M_RING,
    MOTOR_MAX_ON_MS,
    MOTORS,
    MOTORS_OF,
)
from mjtable.generated.timing import CHAIN_LIMIT_MS, DRUM_EDGE_LIMIT_MS, HATCH_LIMIT_MS
from mjtable.generated.timing import HEAD_LIMIT_MS
from mjtable.generated.timing import LIFT_LIMIT_MS, RING_EDGE_LIMIT_MS
from mjtable.safety.arrival import Arrival
from mjtable.safety.motions import MEETS_TILES
from mjtable.safety.motor_groups import R_HATCH
from mjtable.scan import events
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "inputs.fell inputs.level inputs.rose machine now",
    "calls": "course cycle.fire deny events.add hatch.is_low interlocks.allows later "
             "panel.is_service_held raise_fault show tiles_inside",
    "writes": "alert",
}

BELT_MS = 500
DICE_MS = 1000
MARGIN_MS = 100
NO_SENSOR = -1
BEGIN, NEXT, END = range(3)  # command_table.LIST_STEP


def _items():
    """Rows (wish, motor, byte, mask that must rise, limit_ms), every motor of the I/O map."""
    rows = [(1 << M_HATCH | R_HATCH, M_HATCH, BYTE_DRUM_ROT, BIT_HATCH_DN, HATCH_LIMIT_MS)]
    for side in range(4):
        rows.append((1 << M_HEAD + side, M_HEAD + side, side, BIT_PARK, 2 * HEAD_LIMIT_MS))
    rows.append((1 << M_CHAIN, M_CHAIN, BYTE_CHAIN_ZERO, BIT_CHAIN_ZERO, CHAIN_LIMIT_MS))
    for side in range(4):
        rows.append((1 << M_LIFT + side, M_LIFT + side, side, BIT_LIFT_DN, 2 * LIFT_LIMIT_MS))
    for side in range(4):
        rows.append((1 << M_BELT + side, M_BELT + side, NO_SENSOR, 0, BELT_MS))
    rows.append((1 << M_DRUM, M_DRUM, BYTE_DRUM_ROT, BIT_DRUM_ROT, DRUM_EDGE_LIMIT_MS))
    rows.append((1 << M_RING, M_RING, BYTE_DRUM_ROT, BIT_RING_ROT, RING_EDGE_LIMIT_MS))
    rows.append((1 << M_DICE, M_DICE, BYTE_DICE_ROT, BIT_DICE_ROT, DICE_MS))
    rows.append((1 << M_HATCH, M_HATCH, BYTE_DRUM_ROT, BIT_HATCH_UP, HATCH_LIMIT_MS))
    rows.append((1 << M_HATCH | R_HATCH, M_HATCH, BYTE_DRUM_ROT, BIT_HATCH_DN, HATCH_LIMIT_MS))
    return tuple([_within(row) for row in rows])


def _within(row):
    """A row that fails before its motor's own time limit is up."""
    return row[:4] + (min(row[4], MOTOR_MAX_ON_MS[row[1]] - MARGIN_MS),)


ITEMS = _items()
OPEN = len(ITEMS) - 2  # the item that opens the hatch


class SelfTest(Arrival, Statechart):
    """The motor under test is this chart's wish. `failed` counts the items without an answer."""

    STATE = ("state", "since", "limit_due", "want", "item", "failed", "left_at", "by_host")

    NAME = "selftest"
    STATES = (("off", (), 0, 0), ("waiting", (), 0, 0), ("running", (), 0, "failed"))
    TRANSITIONS = (
        ("begin", "off", "waiting", None),
        ("item", "waiting", "running", None),
        ("passed", "running", "waiting", None),
        ("failed", "running", "waiting", None),
        ("stopped", "running", "waiting", None),
        ("end", "*", "off", None),
        ("halt", "*", "off", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {})
        self.item = 0
        self.failed = 0
        self.left_at = -1  # the sensor under test fell; -1: it has not yet
        self.by_host = False  # this item was started over the link: somebody holds the key

    def begin(self):
        """Start with the first item."""
        self.item = self.failed = 0
        self.fire("begin")

    def next_item(self):
        """The elevator key: run the next item of this machine, or end the test."""
        self.by_host = False
        if self.state != "waiting":
            return
        self._skip()
        if self.item == len(ITEMS):
            self._end()
        elif not self._may_run(ITEMS[self.item][0]):
            self._report("refused")
        else:
            self.fire("item")
            self.wish(ITEMS[self.item][0])
            self.table.show()  # items that this machine lacks were left out

    def order(self, step):
        """What the host asks for, of command_table.LIST_STEP, or nothing; "" or why not."""
        table = self.table
        if step == BEGIN:
            if not table.cycle.fire("test"):
                return table.deny(table.course())
            self.begin()
        elif step >= 0 and self.state == "off":
            return table.deny(RULE_NOT_BEGUN)
        elif step == END:
            self._end()
        elif step >= 0:
            if self.state == "running":
                return table.later(RULE_ITEM_RUNS)
            self.next_item()
            self.by_host = True
        return ""

    def motor(self):
        """The motor of the next item, or of the one that runs; -1 when there is none."""
        self._skip()
        return ITEMS[self.item][1] if self.item < len(ITEMS) else -1

    def _skip(self):
        """Leave out what this machine lacks."""
        motors = MOTORS_OF[self.table.machine]
        if not self.item and self.table.hatch.is_low():
            self.item = 1  # the hatch is shut already: it moves at the end
        while self.item < len(ITEMS) and not motors >> ITEMS[self.item][1] & 1:
            self.item += 1

    def _may_run(self, wish):
        """Heads, belts, chain and lifts stand while tiles are inside."""
        table = self.table
        inside = wish & MEETS_TILES and table.tiles_inside()
        return table.interlocks.allows(wish) and not inside

    def entered(self, state):
        self.table.alert = 0 if state == "off" else 1 << self.place  # every edge is reported

    def granted(self):
        """The motor runs: its sensor's time begins."""
        _, _, byte, mask, limit_ms = ITEMS[self.item]
        self.since = self.table.now
        self.depart(byte, mask)
        self.arm(limit_ms)

    def timeout(self):
        """Time is up: a belt has no sensor and passes, anything else failed."""
        self._done("passed" if ITEMS[self.item][2] == NO_SENSOR else "failed")

    def step(self):
        if self.state == "off":
            return
        if self.state == "running":
            _, _, byte, mask, _ = ITEMS[self.item]
            if self.has_arrived(byte, mask):
                self._done("passed")
            elif not self.table.interlocks.allows(self.want):  # a pinch, or its end
                self._done("failed")
            elif self.by_host and not self.table.panel.is_service_held():
                self._done("stopped")
        self._sensors()

    def _sensors(self):
        """Report every sensor edge."""
        inputs = self.table.inputs
        for index in range(len(INPUTS)):
            changed = inputs.rose[index >> 3] | inputs.fell[index >> 3]
            if changed >> (index & 7) & 1:
                level = inputs.level[index >> 3] >> (index & 7) & 1
                self.table.events.add(events.SENSOR, INPUTS[index], "", level)

    def _done(self, result):
        self.fire(result)
        self._report(result)

    def _report(self, did):
        table = self.table
        motor = ITEMS[self.item][1]
        table.events.add(events.MOTOR, MOTORS[motor], did)
        if did != "passed":
            self.failed += 1
        if did == "failed" and table.inputs.level[BYTE_DRUM_ROT] & BIT_PINCH:
            self.item = OPEN  # whatever is caught gets free with the next press
        else:
            self.item += 1
        table.show()  # the lamps show the next item's number

    def _end(self):
        self.fire("end")
        self.table.cycle.fire("leave")
        if self.failed:
            self.table.raise_fault(SELF_TEST_FAILED, "selftest", self.failed)
