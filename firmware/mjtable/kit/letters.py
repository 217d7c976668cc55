"""Loops over bytes: what lines of the link are read and written with, and records copied."""

from mjtable.kit.flat import flat


@flat("ptr8 int ptr8 int")
def lay(buf, at, data, size):
    """Put the first `size` bytes of `data` into `buf` at `at`; where they end."""
    for i in range(size):
        buf[at + i] = data[i]
    return at + size


@flat("ptr8 int ptr8 int int")
def lay_part(buf, at, data, begins, ends):
    """Put `data[begins:ends]` into `buf` at `at`; where they end."""
    for i in range(begins, ends):
        buf[at] = data[i]
        at += 1
    return at


@flat("ptr8 int ptr8 int int")
def lay_name(buf, at, names, index, end):
    """Put one name of a packed list into `buf` at `at`; where it ends, -1 when behind `end`."""
    place = names[2 * index] | names[2 * index + 1] << 8
    size = (names[2 * index + 2] | names[2 * index + 3] << 8) - place
    if at + size > end:
        return -1
    for i in range(size):
        buf[at + i] = names[place + i]
    return at + size


@flat("ptr8 int int int")
def lay_number(buf, at, value, end):
    """Write a decimal integer, -(2^30-1)..2^30-1, at `at`; where it ends, -1 when behind `end`.

    A tenth is taken by shifts: a division is a call.
    """
    size = 1
    if value < 0:
        size = 2
        value = 0 - value
        if at < end:
            buf[at] = 45
    unit = 10
    while value >= unit:
        size += 1
        if unit == 1000000000:
            break
        unit = unit * 10
    if at + size > end:
        return -1
    place = at + size
    while True:
        tenth = (value >> 1) + (value >> 2)
        tenth += tenth >> 4
        tenth += tenth >> 8
        tenth += tenth >> 16
        tenth >>= 3
        digit = value - tenth * 10
        if digit > 9:
            digit -= 10
            tenth += 1
        place -= 1
        buf[place] = 48 + digit
        value = tenth
        if value == 0:
            return at + size


@flat("ptr8 int int int")
def lay_hex(buf, at, value, digits):
    """Write `digits` upper-case hex digits of `value` at `at`; where they end."""
    for i in range(digits):
        digit = value >> 4 * (digits - 1 - i) & 15
        if digit > 9:
            digit += 7
        buf[at + i] = 48 + digit
    return at + digits


@flat("ptr8 int ptr8 int int")
def lay_base64(buf, at, ring, place, last):
    """Write 84 bytes of a ring from `place` on, each three as four letters (base64url), at `at`;
    where they end. `last` is the ring's last place, a mask of ones."""
    for i in range(112):
        six = ring[place & last] >> 2
        if i & 3:
            six = ring[place & last] << 8 | ring[(place + 1) & last]
            six >>= 2 + 2 * (i & 3)
            place += 1
        six &= 63
        if six < 26:
            six += 65
        elif six < 52:
            six += 71
        elif six < 62:
            six -= 4
        else:
            six = 45 if six == 62 else 95
        buf[at + i] = six
    return at + 112


@flat("ptr8 int int")
def has_hex(buf, at, value):
    """1 when four upper-case hex digits of `value` stand at `at`."""
    for i in range(4):
        digit = value >> 12 - 4 * i & 15
        if digit > 9:
            digit += 7
        if buf[at + i] != 48 + digit:
            return 0
    return 1


@flat("ptr8 ptr8 int")
def same(one, other, size):
    """1 when the first `size` bytes are the same."""
    for i in range(size):
        if one[i] != other[i]:
            return 0
    return 1


@flat("ptr8 int int")
def line_end(buf, at, end):
    """Where the first line feed of `buf[at:end]` is, `end` when there is none."""
    for i in range(at, end):
        if buf[i] == 10:
            return i
    return end


@flat("ptr8 int ptr8 int")
def run(buf, ends, classes, kind):
    """End of the run of characters of `kind`; it begins at the low byte of `ends` and goes to
    before the high byte at most."""
    at = ends & 255
    end = ends >> 8
    while at < end:
        if not classes[buf[at]] & kind:
            return at
        at += 1
    return at


@flat("ptr8 int ptr8 ptr8 ptr8 ptr8")
def split_pairs(buf, part, classes, key_at, key_end, value_end):
    """How many ` key=value` `buf[a:b]` consists of, -1 when it does not; `part` is a | b << 8.

    Where the keys begin, and keys and values end, goes to the last three, for the first eight.
    Classes 1 and 2 may stand in a key and in a value.
    """
    at = part & 255
    end = part >> 8
    count = 0
    while at < end:
        if buf[at] != 32:
            return -1
        at += 1
        begins = at
        while at < end and classes[buf[at]] & 1:
            at += 1
        if at == begins or at == end or buf[at] != 61:
            return -1
        equals = at
        at += 1
        while at < end and classes[buf[at]] & 2:
            at += 1
        if count < 8:
            key_at[count] = begins
            key_end[count] = equals
            value_end[count] = at
            count += 1
    return count


@flat("ptr8 int int")
def read_number(buf, at, end):
    """The integer that `buf[at:end]` is, digits with or without a minus; no more than 2^30-1
    either way, -2^30 when it is none."""
    minus = 0
    if at < end and buf[at] == 45:
        minus = 1
        at += 1
    if at == end:
        return ~1073741823
    value = 0
    while at < end:
        digit = buf[at] - 48
        if digit < 0 or digit > 9:
            return ~1073741823
        if value > 107374182 or value == 107374182 and digit > 3:
            value = 1073741823
        else:
            value = value * 10 + digit
        at += 1
    if minus:
        return 0 - value
    return value


@flat("ptr8 int ptr8 int")
def find_name(buf, part, names, among):
    """Index of `buf[a:b]` in a packed list, of the names from `first` to before `last`; -1 when
    it is none of them. `part` is a | b << 8, `among` is first | last << 8."""
    at = part & 255
    size = (part >> 8) - at
    first = among & 255
    last = among >> 8
    begins = names[2 * first] | names[2 * first + 1] << 8
    while first < last:
        ends = names[2 * first + 2] | names[2 * first + 3] << 8
        if ends - begins == size:
            i = 0
            while i < size and buf[at + i] == names[begins + i]:
                i += 1
            if i == size:
                return first
        begins = ends
        first += 1
    return -1
