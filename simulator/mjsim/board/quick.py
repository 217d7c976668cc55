"""What the simulator runs in place of the firmware's flat loops: the same, with less of Python.

On a board such a loop is machine code over an array. CPython reads and writes a list four times
as fast as an array, and C can do some of the loop. `tests/sim/board/test_quick.py` compares them.
"""

from __future__ import annotations

from array import array
from binascii import crc_hqx
from collections.abc import MutableSequence
from typing import Any

from mjtable.kit import flat
from mjtable.scan.events import LARGE
from mjtable.scan.places import CHARTS, EITHER, EVERYONE, INTERLOCKS, RISING

MASK, HALF = 0x1FFFFFFF, 0x10000000
"""The firmware's logic time (`mjtable.scan.clock`): it wraps at MASK, half of that is the past."""
IDLE_MS = 0x0FFFFFFF
"""No deadline at all (`mjtable.scan.loops`)."""
Words = MutableSequence[int]
FORBIDS = 128
"""Of `mjtable.safety.interlocks`; to import it here would make the firmware's loops plain."""
_RULES_KEPT = 8
_ALL = -1


def crc16(buf: bytes | bytearray, start: int, end: int, crc: int) -> int:
    """`mjtable.kit.crc.crc16`."""
    return crc_hqx(buf[start:end], crc)


def use_lists(table: Any) -> None:
    """Lists instead of a new table's arrays, and a large ring of events, as a Pico 2 has."""
    table.due = list(table.due)
    table.wants = list(table.wants)
    table._watchers = list(table._watchers)
    events = table.events
    events.make(LARGE)
    events.t = list(events.t)
    events.kind = list(events.kind)
    events.i1 = list(events.i1)
    events.i2 = list(events.i2)
    events.i3 = list(events.i3)


def come(due: Words, count: int, now: int) -> int:
    """`mjtable.scan.loops.come`."""
    places = 0
    for place, when in enumerate(due if count == len(due) else due[:count]):
        if when >= 0 and (now - when) & MASK < HALF:
            places |= 1 << place
    return places


def nearest(due: Words, count: int, now: int) -> int:
    """`mjtable.scan.loops.nearest`: without a wrap between them it is the least but for -1."""
    times = [when for when in (due if count == len(due) else due[:count]) if when >= 0]
    if not times:
        return IDLE_MS
    soonest = min(times)
    if now <= soonest and max(times) - now < HALF:
        return soonest - now
    waits = [when - now & MASK for when in times]
    return 0 if max(waits) > HALF else min(IDLE_MS, *waits)


def concerned(rose: bytearray, fell: bytearray, watchers: Words, seen: bytearray) -> int:
    """`mjtable.scan.loops.concerned`: all inputs in one integer, those that changed looked at."""
    up, down = int.from_bytes(rose, "little"), int.from_bytes(fell, "little")
    if up:
        seen[:] = (int.from_bytes(seen, "little") | up).to_bytes(len(seen), "little")
    changed = up | down
    places = 0
    while changed:
        bit = changed & -changed
        changed ^= bit
        found = watchers[bit.bit_length() - 1]
        if not down & bit:
            if not found & EITHER:
                found &= ~INTERLOCKS
        elif found & RISING and not up & bit:
            found &= ~CHARTS
        places |= found
    return places & EVERYONE


def all_of(wants: Words, count: int) -> int:
    """`mjtable.scan.loops.all_of`: most of them want nothing."""
    found = 0
    for want in filter(None, wants if count == len(wants) else wants[:count]):
        found |= want
    return found


Needs = tuple[int, tuple[int, ...]]
_rules: dict[int, tuple[array[int], dict[int, Needs]]] = {}
"""By the identity of a table of rules: the table, so that it stays the one, and by motors and
number of rows the inputs they need, all in one integer, and those that forbid them, each row's in
one; `_ALL` when they may not run together."""


def first_broken(
    guarded: array[int], off: array[int], byte: bytearray, bits: bytearray, count: int,
    level: bytearray, motors: int,
) -> int:  # fmt: skip
    """`first_broken` of `mjtable.safety.interlocks`; what some motors need is worked out once."""
    known = _rules.get(id(guarded))
    if known is None:
        if len(_rules) >= _RULES_KEPT:
            _rules.clear()
        known = _rules[id(guarded)] = (guarded, {})
    key = motors << 8 | count
    needs = known[1].get(key)
    if needs is None:
        needs = known[1][key] = _needs(guarded, off, byte, bits, count, motors)
    image = int.from_bytes(level, "little")
    if image & needs[0] == needs[0]:
        for bad in needs[1]:
            if image & bad == bad:
                break
        else:
            return -1
    for at in range(count):
        if motors & guarded[at]:
            on = bits[at]
            if motors & off[at] or (level[byte[at] & 15] & on == on) == (byte[at] >= FORBIDS):
                return at
    return -1


def _needs(
    guarded: array[int], off: array[int], byte: bytearray, bits: bytearray, count: int, motors: int
) -> Needs:
    """What `first_broken` keeps of some motors."""
    needed, forbidden = 0, []
    for at in range(count):
        if motors & guarded[at]:
            inputs = bits[at] << 8 * (byte[at] & 15)
            if motors & off[at]:
                needed = _ALL
            elif byte[at] & FORBIDS:
                forbidden.append(inputs)
            else:
                needed |= inputs
    return needed, tuple(forbidden)


flat.INSTEAD.update(
    crc16=crc16, come=come, nearest=nearest, concerned=concerned, all_of=all_of,
    first_broken=first_broken,
)  # fmt: skip
