"""The frame of the I/O chain, exchanged once a millisecond by PIO and DMA; Python only looks.

Eight DMA channels, each of which starts the next (RP2040 datasheet §2.5, RP2350 §12.6):

    point   the address of the wish            -> where `copy` reads, which starts it
    copy    the wish, motors and aux           -> CURRENT
    expect  LAST, twice                        -> the frame program: its pace, its loop-back
    note    LAST                               -> a second ring: what each frame must bring back
    send    CURRENT                            -> the frame program: what to show
    pace    CURRENT -> LAST, ten times, one each 0.1 ms of DMA timer 0; then `point` again
    receive four words a frame                 -> the ring of 64 frames, then `again`
    again   the ring's address                 -> where `receive` writes, which starts it

So outputs change whole and between two frames, whatever Python does meanwhile; each frame is
proven by the frame program before LATCH shows it; and the guard raises OE# by itself when two in
a row were not good or none came (`pio_programs.py`). Neither needs Python to be in time. That
Python is alive is what the live signal proves (`watchdog.py`): when it hangs while frames go on,
the missing live signal stops the motors.
"""

from array import array

from hal.chip import DMA_BASE, GPIO_IN
from hal.pinmap import GP_OUT_OE_N
from mjtable.kit.flat import flat

FRAMES = 64  # in the ring: longer than the live signal may be missing
FRAME_WORDS = 8  # halfwords
SENT_BITS = 8  # 256 bytes of the second ring, where an address divides by as much
TICKS_HZ = 10_000
TICKS = 10  # of them a frame: 1 ms
TREQ_TIMER0, TREQ_NONE = 0x3B, 0x3F
CHANNEL_BYTES = 0x40
WRITE_AND_START = 0x2C
READ_AND_START = 0x3C
GUARD_TICKS = 1020  # 2 us each: later than two frames' distance, sooner than the end of the third
OE_BIT = 1 << GP_OUT_OE_N


@flat("ptr32 int")
def place(receive, base):
    """Which frame of the ring at `base` is written to by the channel with these registers."""
    return receive[1] - base >> 4 & 63


class Exchange:
    """`frame` and `guard`: state machines; `treq` of the frame's FIFOs (out, in).

    `enable` is the pin OE#: `dead()` holds it high, `guarded()` lets the guard drive it.
    `new_dma` makes a channel (rp2.DMA), `registers` is machine.mem32, `address_of` the place of an
    array in memory, `timer` the register of DMA timer 0, which divides `clock_hz`. Frame n of
    `ring` (8 halfwords) must bring back the two halfwords of `sent` from `first` + 2 n on.
    """

    def __init__(
        self, frame, guard, enable, treq, new_dma, registers, address_of, timer, clock_hz
    ):
        self._frame = frame
        self._guard = guard
        self._enable = enable
        self._registers = registers
        self.ring = array("H", (0,) * (FRAMES * FRAME_WORDS))
        self.base = address_of(self.ring)
        self.sent = array("H", (0,) * (4 * FRAMES))
        start = address_of(self.sent)
        self._sent_base = start + (1 << SENT_BITS) - 1 & -(1 << SENT_BITS)
        self.first = self._sent_base - start >> 1
        self._wishes = (array("H", (0, 0)), array("H", (0, 0)))
        self._places = (address_of(self._wishes[0]), address_of(self._wishes[1]))
        self._turn = 0  # the wish that is pointed at
        self._pointer = array("I", (self._places[0],))
        self._current = array("H", (0, 0))
        self._last = array("H", (0, 0))
        self._again = array("I", (self.base,))
        self.released = False  # OE# is held low by the guard, as far as Python knows
        registers[timer] = 1 << 16 | clock_hz // TICKS_HZ
        self._start(new_dma, treq)

    def _start(self, new_dma, treq):
        """Set the channels up and start them; outputs stay dead."""
        channels = [new_dma() for _ in range(8)]
        point, copy, expect, note, send, pace, receive, again = channels
        self._channels = channels
        self.receive = receive.registers  # the second of them: where the next word goes

        _connect(point, point, TREQ_NONE, self._pointer, _register(copy, READ_AND_START), 1)
        _connect(copy, expect, TREQ_NONE, self._wishes[0], self._current, 1)
        _connect(expect, note, treq[0], self._last, self._frame, 2)
        note.config(
            read=self._last, write=self._sent_base, count=1,
            ctrl=note.pack_ctrl(
                inc_read=False, ring_sel=True, ring_size=SENT_BITS, chain_to=send.channel,
                bswap=True,
            ),
        )  # fmt: skip
        _connect(send, pace, treq[0], self._current, self._frame, 1)
        _connect(pace, point, TREQ_TIMER0, self._current, self._last, TICKS)
        _connect(again, again, TREQ_NONE, self._again, _register(receive, WRITE_AND_START), 1)
        receive.config(
            read=self._frame, write=self.ring, count=FRAMES * FRAME_WORDS // 2,
            ctrl=receive.pack_ctrl(
                inc_read=False, chain_to=again.channel, treq_sel=treq[1], bswap=True
            ),
        )  # fmt: skip
        receive.active(1)
        self._guard.active(1)
        self._frame.active(1)
        point.active(1)

    def at(self):
        """The frame of the ring that comes next, 0 to 63: all before it are complete."""
        return place(self.receive, self.base)

    def send(self, motors, aux):
        """What the 595s show from the next frame on, or from the one after that."""
        turn = 1 - self._turn
        wish = self._wishes[turn]
        wish[0] = motors & 0xFFFF
        wish[1] = aux
        self._pointer[0] = self._places[turn]
        self._turn = turn

    def release(self):
        """OE# low, for as long as good frames come."""
        if not self.released:
            self.off()
            self._guard.restart()  # the start it jumps to would pull OE# low for a microsecond
            self._guard.put(GUARD_TICKS)
            self._enable.guarded()
            self.released = True

    def off(self):
        """OE# high at once."""
        self.released = False
        self._enable.dead()

    def tripped(self):
        """The guard has raised OE# by itself since it was released; told once."""
        if self.released and self._registers[GPIO_IN] & OE_BIT:
            self.released = False
            return True
        return False

    def stop(self):
        """For good: OE# high, and the memory belongs to others afterwards."""
        self.off()
        self._frame.active(0)
        self._guard.active(0)
        for channel in self._channels:
            channel.ctrl = 0  # else one that is aborted starts the next (RP2040-E13)
        while self._channels:
            self._channels.pop().close()  # once each, when a second Ctrl-C comes in between


def _connect(channel, following, treq, read, write, count):
    """`count` words from one place to one place, each when `treq` asks; `following` is next."""
    channel.config(
        read=read, write=write, count=count,
        ctrl=channel.pack_ctrl(
            inc_read=False, inc_write=False, chain_to=following.channel, treq_sel=treq
        ),
    )  # fmt: skip


def _register(channel, offset):
    """Address of a channel's register."""
    return DMA_BASE + channel.channel * CHANNEL_BYTES + offset
