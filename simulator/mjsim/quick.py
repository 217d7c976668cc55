"""What C does in CPython in place of the firmware's flat loops: the same, several times as fast.

On a board these loops are machine code; without this they would be a quarter of the simulator's
time. `tests/sim/test_quick.py` compares each with the loop it stands for.
"""

from __future__ import annotations

from array import array
from binascii import crc_hqx
from functools import reduce
from operator import or_

from mjtable import flat
from mjtable.clock import HALF, MASK

IDLE_MS = 0x0FFFFFFF
_is_set = (0).__le__


def nearest(due: array[int], count: int, now: int) -> int:
    """`mjtable.loops.nearest`."""
    places = due[:count]
    first = min(filter(_is_set, places), default=-1)
    if first < 0:
        return IDLE_MS
    if first >= now and max(places) - now < HALF:  # none has come, and no wrap lies between
        return min(first - now, IDLE_MS)
    waits = [(when - now) & MASK for when in places if when >= 0]
    return 0 if max(waits) >= HALF else min(*waits, IDLE_MS)


def all_of(wants: array[int], count: int) -> int:
    """`mjtable.loops.all_of`."""
    return reduce(or_, wants[:count], 0)


def crc16(buf: bytes | bytearray, start: int, end: int, crc: int) -> int:
    """`mjtable.crc.crc16`."""
    return crc_hqx(buf[start:end], crc)


flat.INSTEAD.update(nearest=nearest, all_of=all_of, crc16=crc16)
