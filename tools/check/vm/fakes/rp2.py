"""Stand-in for the module `rp2`: the state machines' FIFOs, and what their DMA channels do.

The programs and the channels' settings are run elsewhere (tests/micropython/test_pio_programs.py,
test_exchange.py, and the emulated chip); here the frame is exchanged by `vm.mjs`, for speed.
"""

import _registers
from hub import W_CHANGED, W_ENABLED, WIRES, hub, pins
from uctypes import addressof

EMPTY = ()
GUARD, ZERO_CROSS = 1, 5  # state machines, as hal/wiring.py numbers them
POINT, NOTE, RECEIVE = 0, 3, 6  # channels, in the order in which hal/exchange.py makes them
RING = 64
TIMER = 0x50000420
OE = 7
_frame = _registers.frame
_show = _registers.show


class PIO:
    """Constants of the assembler's decorator."""

    IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = range(4)
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2


def asm_pio(**options):
    """The programs are run elsewhere; here only their FIFOs count."""
    return lambda program: EMPTY


def enable(on):
    """OE# as the guard drives it, while the pin is left to it."""
    hub.guard = on
    if hub.guarded:
        show()


def show():
    """OE# as it is now."""
    on = hub.guard if hub.guarded else 0
    pins[OE] = 1 - on
    if WIRES[W_ENABLED] != on:
        WIRES[W_ENABLED] = on
        WIRES[W_CHANGED] = 1
        _show()


class StateMachine:
    """ZERO_CROSS measures the time between crossings, in us before 31 << 15; GUARD drives OE#."""

    def __init__(self, number, program=None, **options):
        self.number = number

    def active(self, on=None):
        return True

    def rx_fifo(self):
        return hub.words if self.number == ZERO_CROSS else 0

    def get(self, buf=None, shift=0):
        us = hub.word_us[0]
        hub.words -= 1
        for i in range(hub.words):
            hub.word_us[i] = hub.word_us[i + 1]
        left = (31 << 15) + 2 - us
        return left if left > 0 else 0

    def put(self, value, shift=0):
        if self.number == GUARD:
            enable(1)

    def tx_fifo(self):
        return 0

    def restart(self):
        if self.number == GUARD:
            enable(0)


class _Chain:
    """The two rings and the pointer to what is wished, as the channels were told."""

    def __init__(self):
        self.ring = self.sent = 0
        self.pointer = None
        self.at = 0
        self.frame = self._frame  # bound once

    def __getitem__(self, word):
        """Registers of the receiving channel: where the next frame is written."""
        return self.ring + (self.at << 4)

    def _frame(self):
        at = self.at
        _frame(self.ring + (at << 4), self.pointer[0], self.sent + (at << 2))
        self.at = self.at + 1 & RING - 1


chain = _Chain()


class DMA:
    """Ready as soon as it is started."""

    made = 0

    def __init__(self):
        self.channel = DMA.made
        DMA.made += 1
        self.registers = chain
        self.read = self.write = self.count = self.ctrl = 0

    def pack_ctrl(self, **options):
        return 0

    def config(self, read=None, write=None, count=0, ctrl=0):
        if self.channel == POINT:
            chain.pointer = read
        elif self.channel == RECEIVE:
            if count != 4 * RING:
                raise ValueError("the ring holds 64 frames of four words")
            chain.ring = addressof(write)
        elif self.channel == NOTE:
            chain.sent = write

    def active(self, on=None):
        if on and self.channel == POINT:
            hub.frame = chain.frame
        return False

    def close(self):
        hub.frame = None
