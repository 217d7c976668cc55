"""Random arguments for each `@flat` function of the firmware: (module, name): arguments."""

from array import array

from hal.edges import SIGNATURE_WORD
from hal.exchange import FRAMES
from mjtable.generated.iomap import BIT_SIG1
from mjtable.kit.packed import packed
from mjtable.memory import packing
from mjtable.safety.interlocks import FORBIDS
from mjtable.scan.clock import HALF, MASK
from mjtable.scan.image import BYTES
from mjtable.scan.places import EITHER, PLACES

INPUTS = {}


def of(module, name):
    """Decorator: makes the arguments of one call from a random generator."""
    def keep(make):
        INPUTS[module, name] = make
        return make
    return keep


@of("mjtable.kit.crc", "crc16")
def _(rng):
    buf = bytearray(rng.randbytes(12))
    start = rng.randrange(13)
    return buf, start, rng.randrange(start, 13), rng.choice([0xFFFF, rng.randrange(0x10000)])


def deadlines(rng):
    """(deadlines by place, how many, now): most of them near, some of them none."""
    now = rng.choice([0, MASK, rng.randrange(MASK + 1)])
    due = array("i")
    for _ in range(PLACES):
        near = now + rng.choice([0, 1, -1, 5, -5, HALF, HALF - 1, rng.randrange(-9000, 9000)])
        due.append(rng.choice([-1, near & MASK, rng.randrange(MASK + 1)]))
    return due, rng.randrange(PLACES + 1), now


of("mjtable.scan.loops", "come")(deadlines)
of("mjtable.scan.loops", "nearest")(deadlines)


def few(rng):
    """A byte of edges: most often none."""
    return rng.choice([0, 0, 0, 1 << rng.randrange(8), rng.randrange(256)])


@of("mjtable.scan.loops", "concerned")
def _(rng):
    watchers = array("i", [rng.randrange(2 * EITHER) for _ in range(8 * BYTES)])
    return (bytearray(few(rng) for _ in range(BYTES)), bytearray(few(rng) for _ in range(BYTES)),
            watchers, bytearray(few(rng) for _ in range(BYTES)))  # fmt: skip


@of("mjtable.scan.loops", "all_of")
def _(rng):
    return array("i", [few(rng) << 13 for _ in range(PLACES)]), rng.randrange(PLACES + 1)


BASE = 0x20000400


def channel(rng):
    """A receiving channel's registers: it writes anywhere in the ring, or just behind it."""
    return array("i", [0, BASE + 4 * rng.randrange(4 * FRAMES + 1)])


@of("hal.exchange", "place")
def _(rng):
    return channel(rng), BASE


@of("hal.edges", "take")
def _(rng):
    """Frames as known, but for a bit here and there, most often of inputs."""
    known = array("H", [rng.randrange(0x10000) for _ in range(10)] + [1 << rng.randrange(16)])
    known[SIGNATURE_WORD] = known[SIGNATURE_WORD] & ~3 | BIT_SIG1
    known[9] |= known[10]
    known.extend(rng.randrange(0x10000) for _ in range(8))
    first = rng.randrange(3)
    sent = array("H", [rng.randrange(0x10000)] * (2 * FRAMES + first))
    ring = array("H", (list(known[:4]) + [sent[0]] * 2 + list(known[6:8])) * FRAMES)
    for _ in range(rng.randrange(8)):
        word = rng.choice([rng.randrange(4), rng.randrange(8)])
        ring[8 * rng.randrange(FRAMES) + word] ^= 1 << rng.randrange(16)
    end = rng.choice([-1, rng.randrange(FRAMES)])
    where = array("i", [BASE, first, rng.randrange(FRAMES), end, few(rng)])
    return ring, sent, known, channel(rng), where, bytearray(few(rng) for _ in range(3 * BYTES))


@of("hal.edges", "hand_over")
def _(rng):
    return tuple(bytearray(rng.randbytes(each * BYTES)) for each in (3, 1, 1, 1))


@of("mjtable.safety.interlocks", "first_broken")
def _(rng):
    count = rng.randrange(20)
    guarded = array("i", [rng.randrange(1 << 17) & rng.randrange(1 << 17) for _ in range(count)])
    off = array("i", [rng.choice([0, 1 << rng.randrange(17)]) for _ in range(count)])
    byte = bytearray(rng.randrange(BYTES) | rng.choice([0, 0, FORBIDS]) for _ in range(count))
    bits = bytearray(rng.choice([0, 1 << rng.randrange(8), 6]) for _ in range(count))
    often = rng.choice([0, 255])
    level = bytearray(rng.choice([often, often, rng.randrange(256)]) for _ in range(BYTES))
    return guarded, off, byte, bits, count, level, 1 << rng.randrange(17) | 1 << rng.randrange(17)


@of("hal.flash_clock", "set_divisor")
def _(rng):
    registers = array("i", [rng.randrange(1 << 30) for _ in range(16)])
    registers[10] &= ~1  # not busy
    return registers, rng.choice([2, 4, rng.randrange(1 << 16)])


TEXT = b"0123456789ABCDEFabcdefz_. =\n*"


def text(rng, size):
    """Bytes of a line, some of them anything."""
    return bytearray(rng.choice([*TEXT, rng.randrange(256)]) for _ in range(size))


def some_part(rng, size):
    """(where a part of `size` bytes begins, ends)."""
    at = rng.randrange(size + 1)
    return at, rng.randrange(at, size + 1)


@of("mjtable.kit.letters", "lay")
def _(rng):
    return text(rng, 20), rng.randrange(11), text(rng, 9), rng.randrange(10)


@of("mjtable.kit.letters", "lay_part")
def _(rng):
    return text(rng, 20), rng.randrange(11), text(rng, 9), *some_part(rng, 9)


def names(rng):
    """A packed list and how many names it has."""
    made = [bytes(rng.choice(b"ab") for _ in range(rng.randrange(4)))
            for _ in range(rng.randrange(1, 5))]  # fmt: skip
    return bytearray(packed(made)), len(made)


@of("mjtable.kit.letters", "lay_name")
def _(rng):
    made, count = names(rng)
    return text(rng, 8), rng.randrange(6), made, rng.randrange(count), rng.randrange(9)


@of("mjtable.kit.letters", "lay_number")
def _(rng):
    size = rng.randrange(31)
    value = rng.choice([1, -1]) * rng.choice(
        [0, rng.randrange(1 << size), 10 ** rng.randrange(10), 10 ** rng.randrange(10) - 1,
         0x3FFFFFFF])  # fmt: skip
    return text(rng, 14), rng.randrange(15), value, rng.randrange(15)


@of("mjtable.kit.letters", "lay_hex")
def _(rng):
    return text(rng, 9), rng.randrange(5), rng.randrange(0x10000), rng.randrange(5)


@of("mjtable.kit.letters", "has_hex")
def _(rng):
    value = rng.randrange(0x10000)
    buf = text(rng, 6)
    if rng.random() < 0.7:
        buf[1:5] = b"%04X" % value
    if rng.random() < 0.3:
        buf[rng.randrange(6)] ^= 1 << rng.randrange(8)
    return buf, 1, value


@of("mjtable.kit.letters", "same")
def _(rng):
    one = text(rng, 8)
    other = bytearray(one)
    if rng.random() < 0.5:
        other[rng.randrange(8)] = rng.randrange(256)
    return one, other, rng.randrange(9)


@of("mjtable.kit.letters", "line_end")
def _(rng):
    return text(rng, 8), *some_part(rng, 8)


@of("mjtable.kit.letters", "run")
def _(rng):
    at, end = some_part(rng, 8)
    classes = bytearray(rng.randrange(8) for _ in range(256))
    return text(rng, 8), at | end << 8, classes, 1 << rng.randrange(3)


@of("mjtable.kit.letters", "find_name")
def _(rng):
    made, count = names(rng)
    at, end = some_part(rng, 6)
    first, last = some_part(rng, count)
    return bytearray(rng.choice(b"ab") for _ in range(6)), at | end << 8, made, first | last << 8


@of("mjtable.kit.letters", "split_pairs")
def _(rng):
    size = rng.randrange(60)
    buf = bytearray(rng.choice(b" =az") for _ in range(60))
    if rng.random() < 0.7:
        buf[:60] = (b" ab=zz a=z aa= b=bb" * 4)[:60]
        buf[rng.randrange(60)] = rng.choice(b" =az*")
    classes = bytearray(256)
    for char, kind in ((97, 3), (98, 3), (122, 2)):
        classes[char] = kind
    at = rng.choice([0, 0, rng.randrange(size + 1)])
    return buf, at | size << 8, classes, bytearray(8), bytearray(8), bytearray(8)


@of("mjtable.kit.letters", "read_number")
def _(rng):
    value = rng.choice([rng.randrange(1 << rng.randrange(34)), 1073741823, 1073741824])
    buf = bytearray(b"%d" % (rng.choice([1, -1]) * value))
    if rng.random() < 0.2:
        buf[rng.randrange(len(buf))] = rng.choice(b"-+/:0")
    return buf, *rng.choice([(0, len(buf)), some_part(rng, len(buf))])


@of("mjtable.kit.letters", "lay_base64")
def _(rng):
    return text(rng, 120), rng.randrange(9), bytearray(rng.randbytes(128)), rng.randrange(256), 127


RING = 64


def numbers(rng):
    """What the recorder holds, mostly as it is after a scan like the one before."""
    n = array("i", [rng.choice([0, rng.randrange(1 << 20)]) for _ in range(packing.NUMBERS)])
    n[packing.AT] = rng.choice([rng.randrange(1 << 29), (1 << 29) - rng.randrange(1, 9)])
    n[packing.LAST] = RING - 1
    n[packing.FROM] = n[packing.AT] - rng.randrange(30) & (1 << 29) - 1
    n[packing.MARK] = n[packing.AT] - rng.randrange(40) & (1 << 29) - 1
    n[packing.CHECK] = rng.randrange(1 << 24)
    n[packing.KINDS] = rng.randrange(16) | rng.randrange(256) << 8
    n[packing.NOW] = rng.randrange(MASK + 1)
    for then in (packing.THEN, packing.WROTE):
        ago = rng.choice([0, 1, 5, 254, 255, 20_000, rng.randrange(MASK + 1)])
        n[then] = n[packing.NOW] - ago & MASK
    for value in (packing.WROTE, packing.WORD, packing.ASKED, packing.FAULT):
        n[value + 1] = rng.choice([n[value], rng.randrange(1 << 20)])
    n[packing.LATE] = rng.choice([0, 0, rng.randrange(1 << 10)])
    n[packing.EDGES] = rng.choice([0, packing.ANALOGUE, rng.randrange(1 << 10)])
    return n


def ring(rng):
    return bytearray(rng.randbytes(RING))


def inputs(rng):
    """Levels, those before, what rose, what fell: most of them as one scan leaves them."""
    level, before = bytearray(rng.randbytes(BYTES)), bytearray(BYTES)
    for i in range(BYTES):
        before[i] = level[i] ^ few(rng)
    changed = [a ^ b for a, b in zip(level, before, strict=True)]
    rose = bytearray(c & a ^ few(rng) for c, a in zip(changed, level, strict=True))
    fell = bytearray(c & ~a & 255 for c, a in zip(changed, level, strict=True))
    return level, before, rose, fell


@of("mjtable.memory.packing", "sum_up")
def _(rng):
    due = array("i", [rng.choice([-1, rng.randrange(MASK + 1)]) for _ in range(packing.PLACES)])
    wants = array("i", [few(rng) << 9 for _ in range(packing.PLACES)])
    return (numbers(rng), due, wants, bytearray(rng.randbytes(packing.LAMPS)),
            bytearray(rng.randbytes(packing.DIGITS)))  # fmt: skip


@of("mjtable.memory.packing", "kinds")
def _(rng):
    return numbers(rng), *inputs(rng)


@of("mjtable.memory.packing", "begin")
def _(rng):
    return ring(rng), numbers(rng)


@of("mjtable.memory.packing", "lay_edges")
def _(rng):
    return ring(rng), numbers(rng), *inputs(rng)[:2]


@of("mjtable.memory.packing", "lay_values")
def _(rng):
    values = array("i", [rng.choice([1, -1]) * rng.randrange(1 << rng.randrange(31))
                         for _ in range(9)])
    return ring(rng), numbers(rng), values, rng.randrange(10)


@of("mjtable.memory.packing", "lay_bytes")
def _(rng):
    return ring(rng), numbers(rng), bytearray(rng.randbytes(9)), rng.randrange(10)
