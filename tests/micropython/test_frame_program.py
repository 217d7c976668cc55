"""The two programs that exchange and guard the chain's frames, in the PIO emulator, on chips that
see nothing but the pins: SCK, MOSI, MISO, LATCH, LOAD#."""

import random
from itertools import pairwise

import pytest
from pioemu import ShiftRegister, State, emulate

from hal import pinmap
from hal.exchange import GUARD_TICKS
from tests.micropython.pio_assembler import load

programs = load("hal.pio_programs")
FRAME = programs.frame_program(programs.SIGNATURE_SKIP)
GUARD = programs.guard_program()
US = programs.FRAME_HZ // 1_000_000  # cycles
SIGNATURE = 0x0100  # SIG1 high, SIG0 low, of the word IN4 to IN7


def seen(gp):
    """The emulator reads pins from 0 on; the chip from MISO on, around the end."""
    return gp - pinmap.GP_SR_MISO & 31


SCK, MOSI, MISO = seen(pinmap.GP_SR_SCK), seen(pinmap.GP_SR_MOSI), seen(pinmap.GP_SR_MISO)
LATCH, LOAD_N = seen(pinmap.GP_SR_LATCH), seen(pinmap.GP_SR_LOAD_N)
OE_N = seen(pinmap.GP_OUT_OE_N)
OURS = sum(1 << pin for pin in (SCK, MOSI, MISO, LATCH, LOAD_N))


def bits_of(word):
    return [word >> 31 - bit & 1 for bit in range(32)]


def word_of(bits):
    return sum(bit << 31 - i for i, bit in enumerate(bits))


class Chips:
    """Eight 74HC165, whose far end is fed by four 74HC595, by their data sheets."""

    def __init__(self, inputs=(0, SIGNATURE), held=0):
        self.inputs = bits_of(inputs[0]) + bits_of(inputs[1])
        self.parallel = list(self.inputs)
        self.serial = bits_of(held)
        self.shown = None
        self.gpios = 0  # levels of the other pins
        self.spoilt = {}  # number of a bit on the wire: what it reads instead
        self.clocks = 0
        self.before = 1 << LOAD_N

    def moved(self, pins):
        """The controller's pins have changed."""
        rose = pins & ~self.before
        self.before = pins
        if not pins >> LOAD_N & 1:
            self.parallel = list(self.inputs)
            self.clocks = 0
        elif rose >> SCK & 1:
            self.parallel = [*self.parallel[1:], self.serial[0]]
            self.serial = [*self.serial[1:], pins >> MOSI & 1]
            self.clocks += 1
        if rose >> LATCH & 1:
            self.shown = word_of(self.serial)

    def levels(self, state: State) -> int:
        """What the program reads."""
        level = self.spoilt.get(self.clocks, self.parallel[0])
        return state.pin_values & OURS & ~(1 << MISO) | self.gpios | level << MISO


def play(chips, *frames):
    """(words received, (cycle, pins) of every change) of some frames: (last, current) each."""
    state = State(pin_values=1 << LOAD_N, output_shift_register=ShiftRegister(0, 32))
    for last, current in frames:
        state.transmit_fifo.extend((last, last, current))
    received, changes = [], [(0, state.pin_values)]
    for before, after in emulate(
        list(FRAME.opcodes), stop_when=lambda _, now: now.clock > 100 * US * len(frames),
        initial_state=state, input_source=chips.levels, out_base=MOSI, out_count=1,
        set_base=LATCH, set_count=2, side_set_base=SCK, side_set_count=1,
        shift_isr_right=False, shift_osr_right=False,
        wrap_target=FRAME.wrap_target, wrap_top=FRAME.wrap_top,
    ):  # fmt: skip
        if after.pin_values != before.pin_values:
            changes.append((before.clock, after.pin_values))
            chips.moved(after.pin_values)
        while after.receive_fifo:
            received.append(after.receive_fifo.popleft())
    return received, changes


def test_frame_and_guard_fill_one_block():
    assert len(FRAME.opcodes) + len(GUARD.opcodes) == 32
    for hz in (programs.FRAME_HZ, programs.GUARD_HZ):
        assert all(clock % hz == 0 for clock in (125_000_000, 150_000_000, 200_000_000))


def test_a_frame_brings_inputs_loop_back_and_pins_and_shows_the_outputs():
    rng = random.Random(1)
    for _ in range(20):
        inputs = rng.getrandbits(32), rng.getrandbits(32) & ~0x300 | SIGNATURE
        last, current = rng.getrandbits(32), rng.getrandbits(32)
        chips = Chips(inputs, last)
        chips.gpios = rng.getrandbits(32) & ~OURS
        received, _ = play(chips, (last, current))
        assert received[:3] == [*inputs, last]
        assert received[3] & ~OURS == chips.gpios
        assert chips.shown == current


def test_each_frame_proves_the_one_before():
    words = [0, 0xA53C0F81, 0xFFFFFFFF, 0x00000001, 0x80000000]
    chips = Chips()
    received, _ = play(chips, *pairwise(words))
    assert received[2::4] == words[:-1] and chips.shown == words[-1]


@pytest.mark.parametrize("signature", [0x0000, 0x0200, 0x0300])
def test_a_wrong_signature_shows_nothing_and_is_received_whole(signature):
    chips = Chips((5, signature), 7)
    received, _ = play(chips, (7, 9))
    assert received[:3] == [5, signature, 7] and chips.shown is None


@pytest.mark.parametrize("bit", range(32))
def test_any_wrong_bit_of_the_loop_back_shows_nothing(bit):
    held = 0x5A5A1234
    chips = Chips(held=held)
    chips.spoilt = {64 + bit: 1 - bits_of(held)[bit]}
    play(chips, (held, 9))
    assert chips.shown is None
    chips.spoilt = {}
    play(chips, (9, 11))
    assert chips.shown == 11, "the next one is whole again"


def test_the_wire_keeps_the_chips_times():
    """At least 200 ns between any two edges: the 74HC of these need 30 at 3.3 V."""
    chips = Chips()
    _, changes = play(chips, (0, 0xAAAAAAAA))
    clock = [(at, pins >> SCK & 1) for at, pins in changes]
    edges = [at for (at, level), (_, before) in zip(clock[1:], clock, strict=False)
             if level != before]
    assert len(edges) == 2 * 96
    assert all(b - a >= US // 5 for a, b in pairwise(edges))
    latch = [at for at, pins in changes if pins >> LATCH & 1]
    assert latch[0] - edges[-1] >= US // 5
    assert changes[-1][0] - latch[0] > 2 * US + US, "longer than the guard looks away"
    assert changes[-1][0] < 80 * US, "the whole frame"


def guard(latches_us, release_us, until_us, ticks=GUARD_TICKS):
    """(us, level) of OE# with LATCH pulses of 3.2 us at these times."""
    released = []
    pulses = sorted(latches_us)

    def levels(state: State) -> int:
        high = any(at <= state.clock < at + 3.2 for at in pulses if abs(at - state.clock) < 5)
        return int(high) << LATCH

    found = [(0, 1)]
    state = State(pin_values=1 << OE_N, output_shift_register=ShiftRegister(0, 32))
    for _, after in emulate(
        list(GUARD.opcodes), stop_when=lambda _, now: now.clock >= until_us,
        initial_state=state, input_source=levels, jmp_pin=LATCH, side_set_base=OE_N,
        side_set_count=1, wrap_target=GUARD.wrap_target, wrap_top=GUARD.wrap_top,
    ):  # fmt: skip
        if after.clock >= release_us and not released:
            released.append(after.clock)
            after.transmit_fifo.append(ticks)
        level = after.pin_values >> OE_N & 1
        if level != found[-1][1]:
            found.append((after.clock, level))
    return found


def test_outputs_are_dead_until_they_are_released():
    assert guard(range(0, 5000, 1000), 9999, 5000) == [(0, 1)]


def test_released_outputs_stay_on_while_frames_are_good():
    """Also when one in two is not."""
    for distance in (1000, 2000):
        found = guard(range(60, 20_000, distance), 500, 20_000)
        assert [level for _, level in found] == [1, 0]


def test_two_bad_frames_in_a_row_raise_oe():
    """Before the end of a third: 40 us after the second would have shown."""
    found = guard(range(60, 5_060, 1000), 500, 20_000)
    (_, _), (_, on), (off, level) = found
    assert level == 1 and on == 0 and 6_060 < off < 6_060 + 60


def test_frames_that_stop_raise_oe_and_nothing_lowers_it_again():
    found = guard([*range(60, 3_060, 1000), *range(9_060, 15_000, 1000)], 500, 20_000)
    assert [level for _, level in found] == [1, 0, 1]


