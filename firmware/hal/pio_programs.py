# ruff: noqa: F821
# pyright: reportUndefinedVariable=false
"""The four PIO programs: frames of the I/O chain and their guard, zero crossings, lamps.

`rp2.asm_pio` runs the functions below with its own names (`jmp`, `x`, ...) instead of this
module's: a program sees nothing of this file but the arguments of the function around it.

All clocks come out of 200 MHz (RP2040), 150 MHz (RP2350) and 125 MHz by a whole number, so that
no tick is longer than another. Frame and guard fill the 32 instructions of one PIO block, the two
others take 26 of the other one.
"""

import rp2

ZERO_CROSS_HZ = 5_000_000  # five cycles a tick: a tick is 1 us
FILTER_TICKS = 31  # shorter pulses and dips are noise; a crossing's pulse is 400 us (§1.5)
WS2812_HZ = 25_000_000  # 40 ns a cycle
FRAME_HZ = 5_000_000  # 200 ns a cycle, three of them a bit: 1.7 MHz on the wire
GUARD_HZ = 1_000_000
SIGNATURE_SKIP = 22  # bits of the second word above SIG0 and SIG1


def frame_program(skip):
    """One frame of the chain whenever three words come; four words go back (`exchange.py`).

    Words in: the pace (any), what the 595s should hold, what they are to show. Words out: IN0 to
    IN3, IN4 to IN7, what the 595s held, the levels of all GPIOs from MISO on, around the end.
    LATCH comes after a frame whose signature (SIG0 low, SIG1 high) and loop-back are both right,
    and not after any other; `skip` = SIGNATURE_SKIP. Pins: set LATCH, LOAD#; side SCK; out MOSI;
    in MISO.
    """

    @rp2.asm_pio(
        sideset_init=rp2.PIO.OUT_LOW,
        set_init=(rp2.PIO.OUT_LOW, rp2.PIO.OUT_HIGH),
        out_init=rp2.PIO.OUT_LOW,
        in_shiftdir=rp2.PIO.SHIFT_LEFT,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
    )
    def program():
        wrap_target()
        label("start")
        pull(block).side(0)
        set(pins, 0).side(0)[1]  # the 165s take what their inputs are
        set(x, 1).side(0)
        set(pins, 2).side(0)
        label("word")
        set(y, 31).side(0)
        label("bit")
        in_(pins, 1).side(0)  # before SCK rises, and a bit's time after it rose
        jmp(y_dec, "bit").side(1)[1]
        mov(osr, isr).side(0)
        push(noblock).side(0)
        jmp(x_dec, "word").side(0)
        out(null, skip).side(0)
        out(y, 2).side(0)  # 1 when it is right
        pull(block).side(0)
        mov(x, osr).side(0)
        pull(block).side(0)
        label("loop_back")
        out(pins, 1).side(0)
        in_(pins, 1).side(0)
        jmp(not_osre, "loop_back").side(1)
        mov(osr, isr).side(0)
        push(noblock).side(0)
        in_(pins, 32).side(0)
        push(noblock).side(0)
        jmp(y_dec, "signature").side(0)
        label("signature")
        jmp(y_dec, "start").side(0)  # not 0 now: it was not 1
        mov(y, osr).side(0)
        jmp(x_not_y, "start").side(0)
        set(pins, 3).side(0)[15]  # 3.2 us: the guard looks every 2 us
        set(pins, 2).side(0)
        wrap()

    return program


def guard_program():
    """OE# low after one word, until LATCH has not come for that many ticks of 2 us; then high.

    Then, and at the start, it waits for the next word with OE# high. Pins: side OE#, jmp LATCH.
    """

    @rp2.asm_pio(sideset_init=rp2.PIO.OUT_HIGH)
    def program():
        wrap_target()
        pull(block).side(1)
        label("seen")
        mov(x, osr).side(0)
        label("watch")
        jmp(pin, "seen").side(0)
        jmp(x_dec, "watch").side(0)
        wrap()

    return program


def zero_cross_program(filter_ticks):
    """Pushes one word a crossing: what is left of 31 << 15 after one step down a tick.

    The wire is high for 0.4 ms around a crossing (LTV-814 with pull-up) and for ever without
    mains. A change counts once `filter_ticks` + 1 samples in a row, one a tick, agree. Accepting
    a crossing and settling low take a tick more each than they count: `zero_cross.py` adds them.
    At zero the counter stays: the word of a long gap is 0, and no word leaves the small ints.
    When nobody reads, the newest words are lost and the measuring goes on.
    """

    @rp2.asm_pio(fifo_join=rp2.PIO.JOIN_RX)
    def program():
        set(x, 31)
        mov(isr, x)
        in_(null, 15)
        mov(osr, isr)  # OSR keeps the start of every count
        mov(x, osr)
        wrap_target()
        label("low")  # every way from here round to here takes five cycles
        jmp(pin, "rising")
        label("low_again")
        set(y, filter_ticks)
        jmp("low_tick")
        label("rising")
        jmp(y_dec, "low_tick")[1]
        mov(isr, x)  # high for long enough: a crossing
        push(noblock)
        mov(x, osr)
        label("high_again")
        set(y, filter_ticks)[1]
        label("high_tick")
        jmp(x_dec, "high_next")
        set(x, 0)
        label("high")
        jmp(pin, "high_again")
        jmp(y_dec, "high_tick")[1]
        jmp("low_again")[2]  # low for long enough: ready for the next one
        label("high_next")
        jmp("high")  # takes the cycle that `set` takes at zero
        label("low_next")
        jmp("low")
        label("low_tick")
        jmp(x_dec, "low_next")
        set(x, 0)
        wrap()

    return program


def ws2812_program():
    """24 bits a word from the top, 32 cycles = 1.28 us a bit; the wire rests low.

    High for 8 cycles (320 ns) is a 0, for 17 (680 ns) a 1: within the limits of WS2812B old and
    new (0: 250-380 ns, 1: 650-950 ns) and of SK6812 (0: 150-450 ns, 1: 450-750 ns).
    """

    @rp2.asm_pio(
        sideset_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=24,
        fifo_join=rp2.PIO.JOIN_TX,
    )
    def program():
        wrap_target()
        label("bit")
        out(x, 1).side(0)[14]  # waits here, low, when there is no word
        jmp(not_x, "zero").side(1)[7]
        jmp("bit").side(1)[8]
        label("zero")
        nop().side(0)[8]
        wrap()

    return program
