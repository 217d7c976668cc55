"""The input image: what the sensors say, and what they would say if they were sound.

`raw` is the mechanism's truth. `level` is what the controller sees: the same, except where an
injected fault holds an input, the emitters are off, or a sensor bounces for a few ms.
"""

from __future__ import annotations

from collections.abc import Callable

from mjsim.generated import constants as C
from mjsim.plant.core import Core
from mjsim.plant.numbers import NEVER

BYTES = 9
ANALOGUE = 1 << BYTES
"""Bit of `edges` for a change of current, temperature or mains."""
CNT, PARK, MID, INLET, LIFT_UP, LIFT_DN, PUSH_HOME, JAM = (1 << bit for bit in range(8))
INPUT = {name: index for index, name in enumerate(C.INPUTS) if name}
"""Index of an input by its name in the I/O map."""
DARK = CNT | INLET | JAM
"""Reflective sensors of a side: blind without their emitters (design hardware §1.5)."""
RAW, OFF, ON, CHATTER, HELD_OFF, HELD_ON, CORRUPT = -1, 0, 1, 2, 3, 4, 5
"""What a pulse shows: the truth, a level (of an input that nothing holds), one level and the other
in turn, a level whatever holds it, a frame with wrong bits."""
CHATTER_MS = (3, 15)
CONTACTS = ("park_", "mid_", "push_home_", "lift_", "hatch_", "pinch", "lid", "svc", "elevator",
            "mark", "reset", "dice_a", "dice_b", "dice_c", "dice_d")  # fmt: skip
"""Switches, by the beginning of their names: light barriers and hall sensors do not bounce."""


def _switched() -> bytes:
    """By byte, which inputs are keys and switches of people."""
    found = bytearray(BYTES)
    for name, index in INPUT.items():
        if name.startswith(("rule", "strap", "brd", "svc", "reset", "elevator", "mark", "dice_")):
            found[index >> 3] |= 1 << (index & 7)
    return bytes(found)


SWITCHED = _switched()


class Signals(Core):
    """Part of the plant: `level`, `rose`, `fell`, `edges` and everything that bends them."""

    _pulse_slot: int
    _bend: Callable[[int, int, int], None]
    _corrupt_frame: Callable[[int], None]

    def _init_signals(self, idle: tuple[int, ...]) -> None:
        self.level = bytearray(idle)
        self.raw = bytearray(idle)
        self.rose = bytearray(BYTES)
        self.fell = bytearray(BYTES)
        self.edges = 0
        self.frozen = bytearray(BYTES)
        self._stuck = bytearray(BYTES)
        self.bent = bytearray(BYTES)
        self.iced = False  # the whole chain shows what it showed
        self._emitting = True
        self._pulses: list[tuple[int, int, int, int]] = []
        self._rattle: dict[tuple[int, int], tuple[Callable[[], float], int, int]] = {}
        self._bounce_ms: dict[tuple[int, int], tuple[float, Callable[[], float]]] = {}
        self._contacts = bytearray(BYTES)
        for name, index in INPUT.items():
            if name.startswith(CONTACTS):
                self._draw_bounce(name, index >> 3, 1 << (index & 7))

    def _draw_bounce(self, name: str, byte: int, mask: int) -> None:
        """How long this contact bounces at most, by the unit."""
        ms = self.unit.of("contact_bounce", name)
        if ms >= 2:
            self._bounce_ms[byte, mask] = ms, self.chance("bounce " + name).random
            self._contacts[byte] |= mask

    def _contact_bounces(self, byte: int, mask: int) -> None:
        """Contacts have moved: within their bounce they let go and come back once."""
        for bit in range(8):
            if mask & 1 << bit:
                most, random = self._bounce_ms[byte, 1 << bit]
                length, share = 1 + random() * (most - 1), random()
                first, last = max(1, int(length * share)), max(2, round(length))
                if first < last:
                    old = ON if not self.raw[byte] & 1 << bit else OFF
                    self._pulse(self.now + first, byte, 1 << bit, old)
                    self._pulse(self.now + last, byte, 1 << bit, RAW)

    def rise(self, byte: int, mask: int) -> None:
        """The mechanism actuates these inputs of one byte."""
        self.raw[byte] |= mask
        if mask & self.bent[byte]:
            self._bend(byte, mask & self.bent[byte], 1)
        seen = self.level[byte]
        mask &= ~(seen | self.frozen[byte])
        if mask:
            self.level[byte] = seen | mask
            self.rose[byte] |= mask
            self.edges |= 1 << byte
            if mask & self._contacts[byte]:
                self._contact_bounces(byte, mask & self._contacts[byte])

    def fall(self, byte: int, mask: int) -> None:
        """The mechanism lets go of these inputs of one byte."""
        self.raw[byte] &= ~mask
        if mask & self.bent[byte]:
            self._bend(byte, mask & self.bent[byte], 0)
        seen = self.level[byte]
        mask &= seen & ~self.frozen[byte]
        if mask:
            self.level[byte] = seen ^ mask
            self.fell[byte] |= mask
            self.edges |= 1 << byte
            if mask & self._contacts[byte]:
                self._contact_bounces(byte, mask & self._contacts[byte])

    def put(self, byte: int, mask: int, on: object) -> None:
        """`rise` or `fall`."""
        if on:
            self.rise(byte, mask)
        else:
            self.fall(byte, mask)

    def set_input(self, name: str, on: object) -> None:
        """A key or switch by its name in the I/O map, as "elevator" or "rule2"."""
        index = INPUT[name]
        self.put(index >> 3, 1 << (index & 7), on)
        self.next_ms = min(self.due)  # its contact may bounce

    def input_raw(self, name: str) -> int:
        """What is true of an input, 0 or 1, whatever the controller sees."""
        index = INPUT[name]
        return self.raw[index >> 3] >> (index & 7) & 1

    def input(self, name: str) -> int:
        """What the controller sees on an input, 0 or 1."""
        index = INPUT[name]
        return self.level[index >> 3] >> (index & 7) & 1

    def _show(self, byte: int, mask: int, on: object) -> None:
        """Change what the controller sees, whatever is true."""
        if on:
            if not self.level[byte] & mask:
                self.level[byte] |= mask
                self.rose[byte] |= mask
                self.edges |= 1 << byte
        elif self.level[byte] & mask:
            self.level[byte] &= ~mask
            self.fell[byte] |= mask
            self.edges |= 1 << byte

    def glitch(
        self, now: int, byte: int, mask: int, wait_ms: int, share: float, on: int
    ) -> None:
        """A bounce: in `wait_ms` the input shows `on` for 5-20 ms (design domain §14).

        `share`, 0 to 1, says for how much of that range.
        """
        length = C.BOUNCE_MIN_MS + int(share * (C.BOUNCE_MAX_MS - C.BOUNCE_MIN_MS + 1))
        self._pulse(now + wait_ms, byte, mask, on)
        self._pulse(now + wait_ms + length, byte, mask, RAW)

    def _pulse(self, at: int, byte: int, mask: int, on: int) -> None:
        self._pulses.append((at, byte, mask, on))
        self._pulses.sort()
        self.due[self._pulse_slot] = self._pulses[0][0]

    def _run_pulses(self, now: int) -> None:
        pulses = self._pulses
        while pulses and pulses[0][0] <= now:
            _, byte, mask, on = pulses.pop(0)
            if on == CHATTER:
                self._show(byte, mask, not self.level[byte] & mask)
                self._pulse(now + self._chatter_ms(byte, mask), byte, mask, CHATTER)
            elif on == CORRUPT:
                self._corrupt_frame(now)
            elif on >= HELD_OFF:
                self._show(byte, mask, on == HELD_ON)
            elif not self.frozen[byte] & mask:
                self._show(byte, mask, self.raw[byte] & mask if on == RAW else on)
        self.due[self._pulse_slot] = pulses[0][0] if pulses else NEVER

    def _chatter_ms(self, byte: int, mask: int) -> int:
        random, low, high = self._rattle[byte, mask]
        return low + int(random() * (high - low + 1))

    def stick(self, name: str, on: int) -> None:
        """Hold an input at 0 or 1 whatever is true."""
        self.unstick(name)
        byte, mask = INPUT[name] >> 3, 1 << (INPUT[name] & 7)
        self._stuck[byte] |= mask
        self._refreeze()
        self._show(byte, mask, on)

    def chatter(self, name: str, span_ms: tuple[int, int] = CHATTER_MS) -> None:
        """Let an input toggle at random, every few ms or in another span."""
        self.stick(name, self.input(name))
        byte, mask = INPUT[name] >> 3, 1 << (INPUT[name] & 7)
        self._rattle[byte, mask] = (self.chance(name).random, *span_ms)
        self._pulse(self.now + self._chatter_ms(byte, mask), byte, mask, CHATTER)
        self.next_ms = min(self.due)

    def unstick(self, name: str) -> None:
        """End of `stick` and `chatter`: the input tells the truth again."""
        byte, mask = INPUT[name] >> 3, 1 << (INPUT[name] & 7)
        self._pulses = [p for p in self._pulses
                        if (p[1], p[2]) != (byte, mask) or p[3] < CHATTER]  # fmt: skip
        self.due[self._pulse_slot] = self._pulses[0][0] if self._pulses else NEVER
        self._stuck[byte] &= ~mask
        self._refreeze()
        self.next_ms = min(self.due)

    def emit(self, on: object, t_ms: int) -> None:
        """Supply of the optical emitters; without it CNT, INLET and JAM read 0."""
        if bool(on) != self._emitting:
            self.advance(t_ms)
            self._emitting = bool(on)
            self._refreeze()

    def _refreeze(self) -> None:
        """Work out which inputs are held and show the truth, or darkness, on the others."""
        for byte in range(BYTES):
            dark = DARK if byte < len(C.SIDES) and not self._emitting else 0
            stuck = self._stuck[byte] | (0xFF if self.iced and byte < BYTES - 1 else 0)
            self.frozen[byte] = stuck | dark
            for bit in range(8):
                mask = 1 << bit
                if not stuck & mask:
                    self._show(byte, mask, self.raw[byte] & mask & ~dark)
