"""The recorder's loops over bytes: a scan's record, values of a checkpoint, the running check.

They write into a ring of 2^k bytes at places that only grow (modulo 2^29). `n` holds what they
need as integers, by the names below; docs/RECORDER.md has the records.
"""

from mjtable.generated.timing import SCAN_PERIOD_MS
from mjtable.kit.flat import flat
from mjtable.scan.image import BYTES

# Places in `n`: where the next record goes, the ring's last place, the scan's inputs each with
# what was recorded before, what the check is made of, the check, the kinds of what a scan brought.
AT, LAST, NOW, THEN, WROTE, WROTE_THEN, WORD, WORD_THEN, ASKED, ASKED_THEN = range(10)
FAULT, FAULT_THEN, LATE, EDGES, MOTORS, AUX, BEEP, NEWS, CHECK, KINDS = range(10, 20)
FROM = 20  # where the record before begins: its bytes are not in the check yet
MARK, WANTED = 21, 22  # where the last checkpoint begins; 1: it is time for another
BOTH = 23  # from here on, a number for eight inputs: which rose and fell in this scan
NUMBERS = 32

# Kinds, bits of a record's first byte (above them four bits of the check); SOON: it came with the
# next scan, no time follows ...
EDGE, WRITTEN, SOON, MORE = 1, 2, 4, 8
# ... and of the byte that MORE announces.
MEASURED, RANDOM, OUTSIDE, FOUND, PULSE, CALL, WHOLE, LATELY = 1, 2, 4, 8, 16, 32, 64, 128
ANALOGUE = 512  # bit of the inputs' edges
LONG = 255  # a time of more than 254 ms: four bytes follow
REFUSED = 32768  # beside how late it was: the memory took no record in this scan
CLOCK = 0x3FFFFFFF
PLACES = 23
LAMPS = 24
DIGITS = 4


@flat("ptr32 ptr32 ptr32 ptr8 ptr8")
def sum_up(n, due, wants, lamps, digits):
    """Everybody's deadline and wish, the outputs and the number of events go into the check."""
    found = n[CHECK]
    for i in range(PLACES):
        found = (found * 33 ^ due[i]) & 0xFFFFFF
        found = (found * 33 ^ wants[i]) & 0xFFFFFF
    for i in range(LAMPS):
        found = (found * 33 ^ lamps[i]) & 0xFFFFFF
    for i in range(DIGITS):
        found = (found * 33 ^ digits[i]) & 0xFFFFFF
    for i in range(MOTORS, CHECK):
        found = (found * 33 ^ n[i]) & 0xFFFFFF
    n[CHECK] = found
    return found


@flat("ptr32 ptr8 ptr8 ptr8 ptr8")
def kinds(n, level, before, rose, fell):
    """What this scan has to record beside its time; `before` are the levels recorded last.

    PULSE: edges that levels and pulses there and back do not explain.
    """
    found = 0
    count = BYTES if n[EDGES] else 0
    for i in range(count):
        changed = level[i] ^ before[i]
        both = rose[i] & fell[i]
        n[BOTH + i] = both
        if changed | both:
            found |= EDGE
        if rose[i] ^ (changed & level[i] | both) | fell[i] ^ (changed & ~level[i] | both):
            found |= PULSE << 8
    if n[EDGES] & ANALOGUE:
        found |= MEASURED << 8
    if n[WORD] != n[WORD_THEN]:
        found |= RANDOM << 8
    if n[ASKED] != n[ASKED_THEN]:
        found |= OUTSIDE << 8
    if n[FAULT] != n[FAULT_THEN]:
        found |= FOUND << 8
    if n[LATE]:
        found |= LATELY << 8
    if found >> 8:
        found |= MORE
    if n[WROTE] != n[WROTE_THEN]:
        found |= WRITTEN
    n[KINDS] = found
    return found


@flat("ptr8 ptr32")
def begin(ring, n):
    """A record's first bytes: kinds and check, ms since the last, further kinds, how late it
    was, how long ago motors were written.

    The check has the bytes of all records before, too: none can be changed afterwards.
    """
    last = n[LAST]
    at = n[FROM]
    while at != n[AT]:
        n[CHECK] = (n[CHECK] * 33 ^ ring[at & last]) & 0xFFFFFF
        at = at + 1 & 0x1FFFFFFF
    n[FROM] = at
    found = n[KINDS]
    passed = (n[NOW] - n[THEN]) & CLOCK
    n[THEN] = n[NOW]
    soon = SOON if passed == SCAN_PERIOD_MS else 0
    ring[at & last] = found & 11 | soon | (n[CHECK] >> 8 ^ n[CHECK]) << 4 & 240
    at += 1
    if not soon:
        ring[at & last] = passed if passed < LONG else LONG
        at += 1
    if passed >= LONG:
        for i in range(4):
            ring[at & last] = passed >> 8 * i & 255
            at += 1
    if found & MORE:
        ring[at & last] = found >> 8
        at += 1
    if found >> 8 & LATELY:
        ring[at & last] = n[LATE] & 255
        ring[(at + 1) & last] = n[LATE] >> 8 & 255
        at += 2
    if found & WRITTEN:
        passed = (n[NOW] - n[WROTE]) & CLOCK
        n[WROTE_THEN] = n[WROTE]
        while passed > 127:
            ring[at & last] = passed & 127 | 128
            at += 1
            passed >>= 7
        ring[at & last] = passed
        at += 1
    n[AT] = at & 0x1FFFFFFF
    if (at - n[MARK]) & 0x1FFFFFFF > last * 3 >> 4:
        n[WANTED] = 1
    return at


@flat("ptr8 ptr32 ptr8 ptr8")
def lay_edges(ring, n, level, before):
    """The inputs that changed, a byte each; bit 7: another one follows. Twice: there and back."""
    last = n[LAST]
    at = n[AT]
    for i in range(BYTES):
        changed = level[i] ^ before[i]
        both = n[BOTH + i]
        before[i] = level[i]
        bit = 8 * i | 128
        while changed | both:
            times = (changed & 1) + (both & 1) * 2
            while times:
                ring[at & last] = bit
                at += 1
                times -= 1
            changed >>= 1
            both >>= 1
            bit += 1
    ring[(at - 1) & last] = ring[(at - 1) & last] & 127
    n[AT] = at & 0x1FFFFFFF
    return at


@flat("ptr8 ptr32 ptr32 int")
def lay_values(ring, n, values, count):
    """Integers: first sign and six bits, then seven a byte; bit 7: more of it follows."""
    last = n[LAST]
    at = n[AT]
    for i in range(count):
        value = values[i]
        sign = 0
        if value < 0:
            sign = 1
            value = ~value
        rest = value >> 6
        ring[at & last] = (value & 63) << 1 | sign | (128 if rest else 0)
        at += 1
        while rest:
            ring[at & last] = rest & 127 | (128 if rest > 127 else 0)
            at += 1
            rest >>= 7
    n[AT] = at & 0x1FFFFFFF
    return at


@flat("ptr8 ptr32 ptr8 int")
def lay_bytes(ring, n, data, size):
    """The first `size` bytes of `data`."""
    last = n[LAST]
    at = n[AT]
    for i in range(size):
        ring[at & last] = data[i]
        at += 1
    n[AT] = at & 0x1FFFFFFF
    return at
