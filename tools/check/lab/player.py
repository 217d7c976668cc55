"""Plays recorded scans into the firmware, on any Python that has it: CPython or a MicroPython.

A line holds the inputs of one scan that changed, as JSON; the answer is a line with what the
firmware made of them: outputs that changed, the value returned, inputs that the step itself
changed, and the new events. The firmware as built for a board has other names for some
attributes; the head, the first line of all, says which.
"""

import json
import sys

from mjtable.table import Inputs, Outputs, Table

RING = 64  # events that the firmware keeps
LAST = 0x1FFFFFFF  # their last number


class Medium:
    """A store's slots in memory, empty at first."""

    def __init__(self):
        self.slots = {}

    def read(self, slot, buf):
        """As the board's medium: a slot's bytes to `buf`, and how many."""
        record = self.slots.get(slot, b"")
        buf[: len(record)] = record
        return len(record)

    def write(self, slot, buf, n):
        """As the board's medium: the first `n` bytes of `buf` to the slot."""
        self.slots[slot] = bytes(buf[:n])
        return n

    def readinto(self, buf):
        """As the board's medium: no file was ever kept."""
        return 0


class Image:
    """An input or output image by the names of `firmware/mjtable/scan/image.py`."""

    def __init__(self, image, names):
        self.image = image
        self.names = names  # name: the one it has in this build
        self.known = {}

    def put(self, values):
        """Set some; bytes stay the same object."""
        for name in values:
            value = values[name]
            if isinstance(value, list):
                getattr(self.image, self.names[name])[:] = bytes(value)
            else:
                setattr(self.image, self.names[name], value)

    def changed(self):
        """What is not as at the last call."""
        found = {}
        for name in self.names:
            value = getattr(self.image, self.names[name])
            if isinstance(value, bytearray):
                value = list(value)
            if name not in self.known or self.known[name] != value:
                found[name] = self.known[name] = value
        return found


class Player:
    """One table from its power-up on."""

    def __init__(self, head):
        """`head`, JSON: machine 0 or 1, names of inputs and outputs and what they are here."""
        told = json.loads(head)
        self.table = Table(told["machine"], Medium())
        self.inputs = Image(Inputs(), told["inputs"])
        self.outputs = Image(Outputs(), told["outputs"])
        self.told = self.table.events.next

    def scan(self, line):
        """One scan: the answer's line."""
        self.inputs.put(json.loads(line))
        self.inputs.changed()
        rest = self.table.step(self.inputs.image, self.outputs.image)
        own = self.inputs.changed()
        return json.dumps([self.outputs.changed(), rest, own, self.events()])

    def events(self):
        """Those since the scan before: number, time, kind, two texts, three numbers."""
        ring = self.table.events
        found = []
        while self.told != ring.next:
            at = self.told % RING
            found.append([self.told, ring.t[at], ring.kind[at], ring.s1[at], ring.s2[at],
                          ring.i1[at], ring.i2[at], ring.i3[at]])  # fmt: skip
            self.told = self.told + 1 if self.told < LAST else 1
        return found


def play(lines):
    """The answers to all lines; the first one is the head, which has none."""
    player = None
    for line in lines:
        if player is None:
            player = Player(line)
        else:
            yield player.scan(line)


if __name__ == "__main__":
    for answer in play(sys.stdin):
        print(answer)
