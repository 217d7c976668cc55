"""The PIO programs, assembled and run in the PIO emulator: counted edges, microseconds, bits."""

import random
from itertools import pairwise

import pytest
from pioemu import ShiftRegister, State

from hal.zero_cross import EXTRA_US, START
from tests.micropython.pio_assembler import PIO, ProgramError, asm_pio, load

programs = load("hal.pio_programs")
ZERO_CROSS = programs.zero_cross_program(programs.FILTER_TICKS)
WS2812 = programs.ws2812_program()
TICK = 5  # cycles
PULSE_US = 400


class Wire:
    """A wire that is low, and high from edge to edge: (from, to) in cycles, in order."""

    def __init__(self, pulses):
        self.pulses = list(pulses)
        self.at = 0

    def level(self, state: State) -> int:
        """The emulator asks with a clock that only grows."""
        clock = state.clock
        while self.at < len(self.pulses) and clock >= self.pulses[self.at][1]:
            self.at += 1
        return int(self.at < len(self.pulses) and clock >= self.pulses[self.at][0])


def pulses(starts_us, width_us=PULSE_US):
    """Pulses of one width at these microseconds."""
    return [(TICK * at, TICK * (at + width_us)) for at in starts_us]


def words_of(wire, until, program=ZERO_CROSS, start=None, room=None):
    """(clock, word) of everything pushed until that clock; with `room` nobody reads the FIFO."""
    words = []
    for before, after in program.run(lambda _, state: state.clock >= until, wire.level, start):
        fifo = after.receive_fifo
        if fifo and fifo is not before.receive_fifo and (room is None or len(words) < room):
            words.append((before.clock, fifo[-1] if room else fifo.popleft()))
    return words


def periods_us(words):
    """What the firmware makes of the words; the first has no crossing before it."""
    return [START - word + EXTRA_US for _, word in words[1:]]


def test_both_programs_fit_one_block_of_32_instructions():
    assert len(ZERO_CROSS.opcodes) + len(WS2812.opcodes) <= 32


def test_the_clocks_are_whole_parts_of_both_chips_clocks():
    for hz in (programs.ZERO_CROSS_HZ, programs.WS2812_HZ):
        assert 125_000_000 % hz == 0 and 150_000_000 % hz == 0


def test_known_instructions_have_their_known_encodings():
    """Of the WS2812 example that is in the datasheet's SDK."""

    @asm_pio(sideset_init=PIO.OUT_LOW)
    def program():
        label("top")  # noqa: F821
        out(x, 1).side(0)[2]  # noqa: F821
        jmp(not_x, "low").side(1)[1]  # noqa: F821
        jmp("top").side(1)[4]  # noqa: F821
        label("low")  # noqa: F821
        nop().side(0)[4]  # noqa: F821

    assert program.opcodes == (0x6221, 0x1123, 0x1400, 0xA442)


def test_a_program_that_cannot_be_is_refused():
    def too_long():
        nop()[32]  # noqa: F821

    def twice():
        label("a")  # noqa: F821
        label("a")  # noqa: F821

    def too_big():
        set(1, 32)

    def half():
        nop().side(1)  # noqa: F821
        nop()  # noqa: F821

    for function, options, text in (
        (too_long, {}, "a delay of 32; at most 31 fit"),
        (twice, {}, "label 'a' stands twice"),
        (too_big, {}, "set takes 0 to 31, not 32"),
        (half, {"sideset_init": 2}, "a side value on some lines only"),
    ):
        with pytest.raises(ProgramError) as told:
            asm_pio(**options)(function)
        assert str(told.value) == text


# ------------------------------------------------------------------------ zero crossings
@pytest.mark.parametrize("seed", range(4))
def test_twenty_thousand_edges_are_counted_exactly(seed):
    """5,000 in each of four runs, as close together as an unfiltered program can tell apart."""
    edges = 5_000
    dice = random.Random(seed)
    clock, wire = 100, []
    for _ in range(edges):
        high = dice.randrange(10, 14)
        wire.append((clock, clock + high))
        clock += high + dice.randrange(15, 20)
    words = words_of(Wire(wire), clock + 50, programs.zero_cross_program(0))
    assert len(words) == edges
    measured = periods_us(words)
    true_cycles = [second[0] - first[0] for first, second in pairwise(wire)]
    assert all(
        abs(TICK * us - cycles) < 2 * TICK
        for us, cycles in zip(measured, true_cycles, strict=True)
    )
    assert abs(TICK * sum(measured) - sum(true_cycles)) < 2 * TICK  # nothing adds up


def test_periods_are_right_to_the_microsecond():
    starts = [100]
    for period in (10_000, 9_999, 10_001, 8_333, 10_204):
        starts.append(starts[-1] + period)
    words = words_of(Wire(pulses(starts)), TICK * (starts[-1] + 500))
    assert periods_us(words) == [10_000, 9_999, 10_001, 8_333, 10_204]


def test_jitter_between_ticks_costs_a_tick_and_never_adds_up():
    dice = random.Random(3)
    clock, wire = 500, []
    for _ in range(60):
        wire.append((clock, clock + TICK * 60 + dice.randrange(TICK)))
        clock += TICK * 200 + dice.randrange(40)
    measured = periods_us(words_of(Wire(wire), clock))
    true_cycles = [second[0] - first[0] for first, second in pairwise(wire)]
    assert len(measured) == 59
    assert all(
        abs(TICK * us - cycles) <= TICK for us, cycles in zip(measured, true_cycles, strict=True)
    )
    assert abs(TICK * sum(measured) - sum(true_cycles)) <= TICK


def test_glitches_within_the_filter_change_nothing():
    """Spikes before a crossing, dips within its pulse, and a burst, each up to 31 us."""
    clean = pulses([100, 1100, 2100])
    dirty = [clean[0]]
    dirty += [(TICK * at, TICK * (at + width)) for at, width in ((600, 1), (700, 31), (800, 17))]
    dirty += [(TICK * at, TICK * at + 3) for at in range(900, 960, 2)]
    dirty += [(TICK * 1100, TICK * 1200), (TICK * 1231, TICK * 1500)]  # 31 us of dip
    dirty += [clean[2]]
    words = words_of(Wire(dirty), TICK * 2700)
    assert periods_us(words) == [1000, 1000]


def test_a_spike_longer_than_the_filter_counts():
    """The limit is where it is said to be: 32 samples."""
    spiked = [*pulses([100]), (TICK * 700, TICK * 732 + 1), *pulses([1100])]
    assert len(periods_us(words_of(Wire(spiked), TICK * 1700))) == 2


def test_a_missing_crossing_is_one_long_period():
    starts = [100, 1100, 3100, 4100]
    assert periods_us(words_of(Wire(pulses(starts)), TICK * 4700)) == [1000, 2000, 1000]


def test_a_wire_that_stays_high_without_mains_is_one_gap():
    """The opto is dark without mains: the pulse before the dropout does not end."""
    wire = [*pulses([100, 1100]), (TICK * 2100, TICK * 5500), *pulses([6100])]
    assert periods_us(words_of(Wire(wire), TICK * 6700)) == [1000, 1000, 4000]


@pytest.mark.parametrize("high_us, at", [(0, 5), (1000, 15)])
def test_the_count_of_a_gap_without_end_stays_at_zero(high_us, at):
    """The counter is near its end at the start: waiting for a crossing, or for a pulse's end."""
    start = State(x_register=40, program_counter=at, output_shift_register=ShiftRegister(START, 0))
    wire = Wire([(0, TICK * high_us), *pulses([1200, 2200, 3201], 100)])
    words = [word for _, word in words_of(wire, TICK * 3700, start=start)]
    assert words == [0, START - 1000 + EXTRA_US, START - 1001 + EXTRA_US]


def test_a_full_fifo_loses_words_and_no_measurement_after_it():
    """Nobody reads for seven crossings; then the FIFO is emptied and every word is whole again."""
    starts = [100 + 1000 * n + (n % 3) for n in range(12)]
    wire = Wire(pulses(starts))
    held, later = [], []
    for _, after in ZERO_CROSS.run(lambda _, state: state.clock >= TICK * 11_900, wire.level):
        if after.clock >= TICK * 7_500 and after.receive_fifo:
            (held if after.clock < TICK * 7_600 else later).append(after.receive_fifo.popleft())
    assert len(held) == 4  # the emulator's FIFO; eight on the chip, where it is joined
    assert [START - word + EXTRA_US for word in held[1:]] == [1001, 1001, 998]
    assert [START - word + EXTRA_US for word in later] == [1001, 998, 1001, 1001]
    assert ZERO_CROSS.options["fifo_join"] == PIO.JOIN_RX


def test_words_are_small_integers():
    """A word of 2^30 or more would be a new object on the heap at every crossing."""
    assert START < 1 << 30
    words = words_of(Wire(pulses([100, 1100])), TICK * 1700)
    assert all(0 <= word <= START for _, word in words)


# ------------------------------------------------------------------------ lamps
CYCLE_NS = 1_000_000_000 // programs.WS2812_HZ


def pixel_line(words):
    """(high ns, low ns) of every bit on the wire, the last one's low until the program waits."""
    start = State(output_shift_register=ShiftRegister(0, 24), pin_directions=1)
    start.transmit_fifo.extend(words)
    levels = []
    stop = 24 * len(words) * 32 + 40
    for before, after in WS2812.run(lambda _, state: state.clock >= stop, start=start):
        levels.extend([after.pin_values & 1] * (after.clock - before.clock))
    runs, last = [], 0
    for level in levels:
        if level and not last:
            runs.append([0, 0])
        if runs:
            runs[-1][0 if level else 1] += CYCLE_NS
        last = level
    return runs


def test_every_bit_of_a_frame_keeps_the_lamps_times():
    dice = random.Random(5)
    words = [dice.getrandbits(24) << 8 for _ in range(24)]
    line = pixel_line(words)
    bits = [word >> 31 - bit & 1 for word in words for bit in range(24)]
    assert len(line) == 24 * 24
    for (high_ns, low_ns), bit in zip(line[:-1], bits, strict=False):
        if bit:
            assert 650 <= high_ns <= 750  # WS2812B 650-950, SK6812 450-750
            assert 450 <= low_ns <= 750
        else:
            assert 250 <= high_ns <= 380  # WS2812B 220-380, SK6812 150-450
            assert 750 <= low_ns <= 1000
        assert high_ns + low_ns == 1280
    assert [int(high_ns > 500) for high_ns, _ in line] == bits


def test_green_goes_first_from_its_top_bit():
    line = pixel_line([0x80_00_01 << 8])
    assert [index for index, (high_ns, _) in enumerate(line) if high_ns > 500] == [0, 23]


def test_the_wire_rests_low_without_words():
    assert pixel_line([]) == []
