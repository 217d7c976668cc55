"""Lists of names as one bytes object each: an object a name would cost the board 32 bytes or more.

A list begins with where each name begins, two bytes each, the low one first; the end of the last
one follows. Made once, when the firmware is built.
"""


def packed(names):
    """The list of `names`, which are ASCII strings or bytes."""
    names = [name if isinstance(name, bytes) else name.encode() for name in names]
    at = 2 * len(names) + 2
    places = []
    for name in names:
        places += [at & 255, at >> 8]
        at += len(name)
    return bytes(places + [at & 255, at >> 8]) + b"".join(names)


def count(names):
    """How many names a list has."""
    return (names[0] | names[1] << 8) // 2 - 1


def start(names, index):
    """Where name `index` begins; that of the one behind the last is where the last one ends."""
    return names[2 * index] | names[2 * index + 1] << 8
