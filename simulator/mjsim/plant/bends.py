"""Inputs that bend the truth: late, blind now and then, in another's place, corrupt or frozen.

A bent input is held like a stuck one; each time the mechanism moves it, its bend says what shows.
"""

from __future__ import annotations

from collections.abc import Callable

from mjsim.plant.signals import (
    BYTES,
    CORRUPT,
    HELD_OFF,
    HELD_ON,
    INPUT,
    RAW,
    SWITCHED,
    Signals,
)

DRIFT, DIM, SWAP = range(3)
SIGNATURE = INPUT["sig1"] >> 3, 1 << (INPUT["sig1"] & 7)
CORRUPT_MS, WRONG_MS = (20, 400), (2, 14)
SIGNATURE_SHARE = 0.3
"""Of the frames that are corrupt, in how many it shows in the signature."""
FRAMES_MS = 2
Place = tuple[int, int]


def place_of(name: str) -> Place:
    """Byte and mask of an input."""
    return INPUT[name] >> 3, 1 << (INPUT[name] & 7)


class Bends(Signals):
    """Part of the plant: `drift`, `dim`, `swap`, `corrupt`, `freeze_chain`."""

    def _init_signals(self, idle: tuple[int, ...]) -> None:
        self._bends: dict[Place, tuple[int, int, int]] = {}
        self._misses: dict[Place, Callable[[], float]] = {}
        self._corrupting = False
        super()._init_signals(idle)
        self._corrupts = self.chance("corrupt").random

    def drift(self, name: str, ms: int) -> None:
        """Show each edge of an input so much later."""
        self._hold(name, DRIFT, ms)

    def dim(self, name: str, pct: int) -> None:
        """Miss so many of a hundred things that pass a light barrier."""
        self._misses[place_of(name)] = self.chance("dim " + name).random
        self._hold(name, DIM, pct)

    def swap(self, name: str, other: str) -> None:
        """Two inputs each show what is true of the other."""
        one, two = place_of(name), place_of(other)
        self._hold(name, SWAP, two[0], two[1])
        self._hold(other, SWAP, one[0], one[1])
        for mine, its in ((one, two), (two, one)):
            self._show(its[0], its[1], self.raw[mine[0]] & mine[1])

    def _hold(self, name: str, bend: int, first: int, second: int = 0) -> None:
        self.stick(name, self.input(name))
        byte, mask = place_of(name)
        self._bends[byte, mask] = bend, first, second
        self.bent[byte] |= mask

    def unstick(self, name: str) -> None:
        """The input tells the truth again, whatever it did."""
        byte, mask = place_of(name)
        self.bent[byte] &= ~mask
        self._bends.pop((byte, mask), None)
        super().unstick(name)

    def _bend(self, byte: int, mask: int, on: int) -> None:
        """The mechanism has moved bent inputs of one byte."""
        for bit in range(8):
            place = byte, 1 << bit
            if mask & 1 << bit:
                bend, first, second = self._bends[place]
                if bend == DRIFT:
                    self._pulse(self.now + first, *place, HELD_ON if on else HELD_OFF)
                elif bend == SWAP:
                    self._show(first, second, on)
                elif not on or self._misses[place]() * 100 >= first:
                    self._show(*place, on)

    # the chain of shift registers

    def corrupt(self, on: bool) -> None:
        """Frames with wrong bits now and then, as a loose ribbon cable makes them."""
        self._corrupting = on
        if on:
            self._pulse(self.now + CORRUPT_MS[0], 0, 0, CORRUPT)
        self.next_ms = min(self.due)

    def _corrupt_frame(self, now: int) -> None:
        """One wrong frame, or a few; then the next."""
        if not self._corrupting:
            return
        least, most = WRONG_MS
        last = now + least + int(self._corrupts() * (most - least))
        byte, mask = SIGNATURE
        if self._corrupts() >= SIGNATURE_SHARE:
            byte, mask = int(self._corrupts() * (BYTES - 1)), 1 << int(self._corrupts() * 8)
        if not SWITCHED[byte] & mask:  # keys and switches are told from bounce by far longer
            self._pulse(now, byte, mask, HELD_OFF if self.level[byte] & mask else HELD_ON)
            self._pulse(last, byte, mask, RAW)
        least, most = CORRUPT_MS
        self._pulse(last + least + int(self._corrupts() * (most - least)), 0, 0, CORRUPT)

    def freeze_chain(self, on: bool) -> None:
        """Every input of the chain shows what it showed, until it is free again."""
        self.iced = on
        wrong = *SIGNATURE, HELD_OFF
        self._pulses = [pulse for pulse in self._pulses if pulse[1:] != wrong]
        self._refreeze()
        if on:  # the frames that come back are not those that were sent
            self._pulse(self.now + FRAMES_MS, *SIGNATURE, HELD_OFF)
        self.next_ms = min(self.due)
