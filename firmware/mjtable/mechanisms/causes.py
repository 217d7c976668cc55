"""Causes that the inputs still show: no fault can be acknowledged while its own one stands.

Most causes cannot be seen at standstill (a motor that hums, a lost sensor): those come back when
the table moves again.

One that stands where nobody has told it (it began while all was stopped, or there was no room for
it among the faults) is told there now: else people put right another side for ever.
"""

from mjtable.generated.fault_codes import BELT_JAM, CHAIN_STALLED, CONTENTS_LOST, COUNT_STUCK_ON
from mjtable.generated.fault_codes import HATCH_LIMITS, HEAD_FLAGS, HEAD_PAST
from mjtable.generated.fault_codes import LIFT_ASTRAY, LIFT_LIMITS
from mjtable.generated.fault_codes import PINCH, PUSHER_OUT
from mjtable.generated.iomap import BIT_CHAIN_CORNER, BIT_CHAIN_ZERO, BIT_JAM, BIT_PARK, BIT_PINCH
from mjtable.generated.iomap import BYTE_HATCH_UP
from mjtable.mechanisms.builder import PARKED
from mjtable.mechanisms.builder_chart import FLAGS
from mjtable.mechanisms.hatch import LIMITS as HATCH_BOTH
from mjtable.mechanisms.lift import LIMITS as LIFT_BOTH

TOUCHES = {
    "reads": "faults.count faults.opened inputs.level lifts.astray lifts.name lines.in_head "
             "lines.name",
    "calls": "faults.at faults.make_room faults.place lifts.is_due lines.by_cam mains.cause "
             "raise_fault sorter.is_unfinished supervision.cause",
    "writes": "lines.look",
}

# code: (inputs looked at, what they are while the cause stands), on any side that has them
ON_A_LINE = {
    BELT_JAM: (BIT_JAM, BIT_JAM),
    HEAD_FLAGS: (FLAGS, FLAGS),
    PUSHER_OUT: (PARKED, BIT_PARK),
}
HEAD_EMPTIED = (HEAD_FLAGS, HEAD_PAST)  # while a set is built the head is then taken for empty
LIFTED_OUT = (BELT_JAM, COUNT_STUCK_ON)
AT_THE_CHAIN = {CHAIN_STALLED: (BIT_CHAIN_ZERO | BIT_CHAIN_CORNER,) * 2}
ON_A_LIFT = {LIFT_LIMITS: (LIFT_BOTH, LIFT_BOTH)}
AT_THE_HATCH = {HATCH_LIMITS: (HATCH_BOTH, HATCH_BOTH), PINCH: (BIT_PINCH, BIT_PINCH)}


def standing(table):
    """Code of the first latched fault whose cause stands right now, or of the board's own; 0."""
    code = table.supervision.cause() or table.mains.cause()
    if code:
        return code
    faults = table.faults
    for index in range(faults.count):
        code = faults.at(index)
        if _stands(table, code):
            return code
    return 0


def _stands(table, code):
    if not table.faults.opened and _wants_hands(table, code):
        return True
    if code == LIFT_ASTRAY:
        found = False
        for lift in table.lifts:
            if lift.astray:
                table.faults.make_room(code, lift.name)
                table.raise_fault(code, lift.name, int(lift.is_due()))
                found = True
        return found
    level = table.inputs.level
    whole = AT_THE_CHAIN if code in AT_THE_CHAIN else AT_THE_HATCH
    if code in whole:
        mask, value = whole[code]
        return level[BYTE_HATCH_UP] & mask == value
    charts, rows = (table.lifts, ON_A_LIFT) if code in ON_A_LIFT else (table.lines, ON_A_LINE)
    return code in rows and _stands_at(table, charts, code, rows[code])


def _wants_hands(table, code):
    """Hands inside the machine alone put it right."""
    if code == CONTENTS_LOST or not table.sorter.is_unfinished():
        return code == CONTENTS_LOST
    awaited = False
    for line in table.lines:
        awaited = awaited or line.look
    return awaited or code in HEAD_EMPTIED


def _stands_at(table, charts, code, row):
    """Wherever this cause stands it is told."""
    mask, value = row
    found = False
    for chart in charts:
        if table.inputs.level[chart.side] & mask == value:
            found = True
            table.faults.make_room(code, chart.name)
            if charts is table.lines:
                if code == BELT_JAM:
                    chart.by_cam()  # all stands: so it is what the person finds
                chart.doubt(code, 0)  # what is caught there is lifted out
            else:
                table.raise_fault(code, chart.name, 0)
    return found


def put_right(table):
    """Whom a fault of a belt sent under the lid has let its head hold what its cam says."""
    faults = table.faults
    sent = faults.count if faults.opened and table.sorter.is_unfinished() else 0
    for index in range(sent):
        if faults.at(index) in LIFTED_OUT:
            for line in table.lines:
                if line.name == faults.place(index) and line.in_head:
                    line.by_cam()
    for line in table.lines:
        line.look = False
