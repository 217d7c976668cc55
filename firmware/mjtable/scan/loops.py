"""Loops of a scan over the table's arrays: who is due, whom edges concern, what is wished."""

from mjtable.kit.flat import flat
from mjtable.scan.clock import MASK, passed, reached
from mjtable.scan.image import BYTES
from mjtable.scan.places import CHARTS, EITHER, EVERYONE, INTERLOCKS, RISING

IDLE_MS = 0x0FFFFFFF  # no deadline: nothing to do until an input changes


@flat("ptr32 int int")
def come(due, count, now):
    """Mask of the places whose deadline in `due` (-1 = none) has come."""
    places = 0
    for place in range(count):
        when = due[place]
        if reached(now, when):
            places |= 1 << place
    return places


@flat("ptr32 int int")
def nearest(due, count, now):
    """Time to the nearest deadline in `due`, 0 when it has come, IDLE_MS when there is none."""
    rest = IDLE_MS
    for place in range(count):
        when = due[place]
        if when >= 0:
            if passed(now, when):
                return 0
            wait = (when - now) & MASK
            if wait < rest:
                rest = wait
    return rest


@flat("ptr8 ptr8 ptr32 ptr8")
def concerned(rose, fell, watchers, seen):
    """Mask of the places that one of the edges concerns; `watchers` has a mask for each input,
    `seen` keeps what came on.

    An input that only rose breaks no interlock unless it is marked EITHER; one marked RISING that
    only fell is for no chart.
    """
    places = 0
    for byte in range(BYTES):
        up = rose[byte]
        down = fell[byte]
        seen[byte] |= up
        at = byte * 8
        while up | down:
            if (up | down) & 1:
                found = watchers[at]
                if down & 1 == 0:
                    if found & EITHER == 0:
                        found &= ~INTERLOCKS
                elif up & 1 == 0 and found & RISING:
                    found &= ~CHARTS
                places |= found
            up >>= 1
            down >>= 1
            at += 1
    return places & EVERYONE


@flat("ptr32 int")
def all_of(wants, count):
    """Every bit that is set in one of `wants`."""
    found = 0
    for place in range(count):
        found |= wants[place]
    return found
