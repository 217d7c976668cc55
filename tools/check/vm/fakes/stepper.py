"""Runs the firmware scan by scan: five frames of the chain, one scan, sometimes a frame more.

When the scan has changed motors or lamps, a sixth frame with the same inputs shows it at the
scan's own time, when the simulator's board would hand it over too. Nothing here allocates while
the heap is locked.
"""

from struct import pack_into, unpack_from

import hub as _hub
import modules  # noqa: F401 - the firmware's imports find the stand-ins
import rp2  # noqa: F401 - made before the heap is counted
import serial_port
from around import cross, fresh
from hub import EVENT, EVENT_FORM, EVENTS, FRAMES, IN, OUT, hub, pins

LAST_MS = (1 << 30) - FRAMES
WARM_UP = 2  # scans before the heap is locked
KICK_MS = 55  # without the live signal for this long, motor power is gone (hardware/out/spice.md)
ARM = 11  # its pin
ENOUGH = 20  # events to be told: the ring of 64 must not run over
LAST_EVENT = 0x1FFFFFFF
RING = 64  # events that the firmware keeps
DONE_FORM = "<BBHiHBBHHiHHH"


class _Lock:
    """The heap's lock, by its place in memory: heap_lock() without the call, and safe to let go
    when an exception has already done so. `step` is what one heap_lock() adds."""

    def __init__(self):
        self.byte = bytearray(1)
        self.step = 0

    def found(self, address, step):
        """The VM's loader has found it."""
        import uctypes

        self.byte = uctypes.bytearray_at(address, 1)
        self.step = step


lock = _Lock()


class Stepper:
    """`board` from `hal.start.prepare`, or a small one of a test: `scan()`, maybe `table`."""

    def __init__(self):
        self.loop = None
        self.rest = None
        self.events = None
        self.told = 0
        self.scans = 0
        self.motors = self.aux = -1  # as the scan before left them

    def start(self, loop):
        """Take over the loop that was made ready."""
        self.loop = loop
        self.rest = getattr(loop, "rest", None)
        self.events = loop.table.events
        self.told = self.events.next

    def woken(self):
        """The clock was set: nothing is late."""
        hub.kicked_ms = hub.fed_ms = hub.now_ms


stepper = Stepper()


def take():
    """What a message brings; the frames are where they belong already."""
    at = _hub.IN_RX_N
    n = IN[at] | IN[at + 1] << 8
    if n:
        hub.rx_first = 0
        hub.rx_n = n
        hub.packets += 1
    hub.reads = IN[_hub.IN_READS]
    if IN[_hub.IN_SKIP]:
        hub.skip = 1
    if IN[_hub.IN_FRESH]:
        fresh()


def go():
    """One message: scans until something happens that the host must know."""
    take()
    hub.tx_n = hub.fram_most = hub.blocked = 0
    wires = _hub.WIRES
    wires[_hub.W_CHANGED] = 0
    scans = IN[0] | IN[1] << 8
    done = 0
    status = _hub.RUNNING
    now = hub.now_ms
    frame = hub.frame
    scan = stepper.loop.scan
    rest = stepper.rest
    events = stepper.events
    told = stepper.told
    outputs = stepper.loop.board.outputs
    motors = stepper.motors
    aux = stepper.aux
    byte = lock.byte
    while done < scans:
        locked = stepper.scans >= WARM_UP
        if locked:
            byte[0] = lock.step
        now = now + 5 if now < LAST_MS else now - LAST_MS  # always a small integer
        hub.now_ms = now  # at once: no frame asks for the time
        if done:  # nothing happens after the first scan: the last frame again and again
            frame()
            frame()
            frame()
            frame()
            frame()
        else:
            wires[0] = 0
            frame()
            wires[0] = 1
            frame()
            wires[0] = 2
            frame()
            wires[0] = 3
            frame()
            wires[0] = 4
            frame()
        cross()
        hub.quarter = hub.quarter + 1 & 3
        hub.fram_bytes = 0
        scan()
        if outputs.motors != motors or outputs.aux != aux:
            motors = outputs.motors
            aux = outputs.aux
            frame()
        if hub.fifo_n:
            serial_port.drain()
        byte[0] = 0
        stepper.scans += 1
        done += 1
        if hub.fram_bytes > hub.fram_most:
            hub.fram_most = hub.fram_bytes
        if hub.wdt_ms and (now - hub.fed_ms & 0x3FFFFFFF) > hub.wdt_ms:
            status = _hub.UNFED
            break
        if (now - hub.kicked_ms & 0x3FFFFFFF) > KICK_MS and pins[ARM] == 1:
            status = _hub.QUIET
            break
        if rest is not None:
            rest()
        if wires[1] or hub.tx_n or (events.next - told & LAST_EVENT) > ENOUGH:
            break
    stepper.motors = motors
    stepper.aux = aux
    tell(status, done)


def tell(status, done):
    """Fill the block OUT."""
    n = 0
    events = stepper.events
    told = stepper.told
    at = _hub.OUT_EVENTS
    while told != events.next and n < EVENTS:
        slot = told % RING
        pack_into(EVENT_FORM, OUT, at, told, events.t[slot], events.kind[slot],
                  len(events.s1[slot]), len(events.s2[slot]), 0, events.i1[slot], events.i2[slot],
                  events.i3[slot], events.s1[slot], events.s2[slot])  # fmt: skip
        at += EVENT
        n += 1
        told = told + 1 if told < LAST_EVENT else 1
    stepper.told = told
    pack_into(DONE_FORM, OUT, 0, status, _hub.WIRES[_hub.W_ENABLED], done, 0, 0,
              1 if pins[11] == 1 else 0, 1 if pins[22] == 1 else 0, hub.tx_n, n, hub.kicks,
              hub.fram_most, hub.blocked, hub.rx_n)  # fmt: skip


parts = None


def wired():
    """The first half of `hal.start.main`: the parts, each on its pins."""
    global parts
    fresh()
    _hub.WIRES[0] = FRAMES
    for i in range(FRAMES + 1):
        _hub.gpios[i] = unpack_from("<i", IN, _hub.IN_GPIO)[0]
    from hal import wiring

    parts = wiring.Parts()


def boot():
    """The second half: all tested, ready for the first scan."""
    from hal import start

    stepper.start(start.prepare(parts))
    hub.scanning = True
    _hub.WIRES[0] = 0


def addresses():
    """Where the host finds the blocks."""
    import uctypes

    found = (uctypes.addressof(IN), uctypes.addressof(OUT),
             uctypes.addressof(_hub.WIRES), uctypes.addressof(_hub.gpios))  # fmt: skip
    return " ".join([str(one) for one in found])
