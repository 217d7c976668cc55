"""The I/O chain: what the interrupt takes in, latches, proves and sends."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.chain import BAD_FRAMES, DEPTH, Chain
from mjtable import iomap
from mjtable.image import Inputs
from tests.micropython.chips import ShiftChain, Wire


class Bench:
    """A chain on its chips; `ms(n)` lets n frames pass."""

    def __init__(self):
        self.chips = ShiftChain()
        self.oe = Wire(1)
        self.held = 0
        self.meanwhile = None  # what an interrupt held off does, as soon as it may
        self.chain = Chain(self.chips, self.chips.load, self.chips.latch, self.oe, self.chips,
                           self._lock, self._unlock)
        self.inputs = Inputs()
        self.ms(3)
        self.scan()

    def _lock(self):
        self.held += 1
        return self.held

    def _unlock(self, state):
        assert state == self.held
        self.held -= 1
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()

    def ms(self, frames=1):
        assert self.held == 0
        for _ in range(frames):
            self.chain.tick(None)

    def scan(self):
        """The image of one scan."""
        self.chain.collect(self.inputs)
        assert self.held == 0, "the interrupt was left held off"
        return self.inputs

    def set(self, index, on):
        byte, mask = index >> 3, 1 << (index & 7)
        self.chips.logical[byte] = self.chips.logical[byte] & ~mask | (mask if on else 0)


@pytest.fixture
def bench():
    return Bench()


@pytest.mark.parametrize("index", [i for i, name in enumerate(iomap.INPUTS) if name])
def test_every_input_arrives_at_its_bit(bench, index):
    """Whatever its polarity; and leaves again. The motor bus is dead after two samples only."""
    if index == iomap.IN_SIG1 or index == iomap.IN_SIG0:
        return
    byte, mask = index >> 3, 1 << (index & 7)
    bench.chain.fitted = [m for m in iomap.INPUTS_OF if m[byte] & mask][0]
    for level in (1, 0):
        bench.set(index, level)
        bench.ms(2)
        image = bench.scan()
        assert image.level[byte] >> (index & 7) & 1 == level
        assert (image.rose if level else image.fell)[byte] == mask
        assert image.edges == 1 << byte
        assert bench.scan().edges == 0 and not any(image.rose) and not any(image.fell)


def test_an_edge_between_two_scans_is_not_lost(bench):
    """On for one millisecond: both edges are in the next image, whose level is off again."""
    bench.set(iomap.IN_CNT_A, 1)
    bench.ms()
    bench.set(iomap.IN_CNT_A, 0)
    bench.ms(4)
    image = bench.scan()
    assert (image.level[0], image.rose[0], image.fell[0]) == (0, iomap.BIT_CNT, iomap.BIT_CNT)


def test_outputs_show_with_the_next_frame(bench):
    bench.chain.send(0xA53C, 0x4F81)
    assert bytes(bench.chips.shown) == bytes(4)
    bench.ms()
    assert bytes(bench.chips.shown) == bytes((0x3C, 0xA5, 0x81, 0x4F))
    bench.ms(3)
    assert bench.chain.bad == 0 and not bench.chain.lost & ~1


def test_outputs_may_change_in_every_frame(bench):
    rng = random.Random(7)
    bench.chain.lost = 0
    for _ in range(500):
        motors, aux = rng.getrandbits(16), rng.getrandbits(15)
        bench.chain.send(rng.getrandbits(16), 0)  # overtaken before it was sent
        bench.chain.send(motors, aux)
        bench.ms(rng.randrange(1, 4))
        shown = bench.chips.shown
        assert (shown[0] | shown[1] << 8, shown[2] | shown[3] << 8) == (motors, aux)
    assert bench.chain.lost == 0


def test_a_cable_that_comes_off_kills_the_outputs_within_two_frames(bench):
    before = bytes(bench.inputs.level)
    bench.chips.cut = True
    bench.ms(BAD_FRAMES)
    assert bench.chain.broken and bench.oe.level == 1
    image = bench.scan()
    assert image.edges >> 6 & 1 and image.level[6] & 3 == 0, "the firmware must see it"
    assert bytes(image.level[:6]) == before[:6], "nothing of a bad frame is believed"


def test_one_bad_frame_is_ridden_through(bench):
    bench.chips.cut = True
    bench.ms(1)
    bench.chips.cut = False
    bench.ms(3)
    assert not bench.chain.broken and bench.oe.written == [] and bench.scan().edges == 0


def test_a_cable_back_on_is_seen_and_outputs_stay_off(bench):
    bench.chips.cut = True
    bench.ms(5)
    bench.scan()
    bench.chips.cut = False
    bench.ms(2)
    image = bench.scan()
    assert image.edges >> 6 & 1 and image.level[6] & 3 == 1
    assert bench.oe.written == [1], "nothing releases the outputs but a new arming"


def test_an_output_bit_that_sticks_is_found(bench):
    bench.chips.stuck_output = iomap.M_DRUM + 1
    bench.chain.send(1 << iomap.M_DRUM, 0)
    bench.ms(1 + BAD_FRAMES)
    assert bench.chain.broken and bench.oe.level == 1


def test_a_stuck_bit_does_no_harm_while_it_is_not_used(bench):
    bench.chips.stuck_output = 1
    bench.chain.send(2, 0)
    bench.ms(4)
    assert not bench.chain.broken


def test_the_motor_bus_rides_through_its_own_zero_crossings(bench):
    """Its sensor goes dark for 0.4 ms a hundred times a second: one sample at most."""
    bench.set(iomap.IN_LMOT_FB, 1)
    bench.ms(2)
    bench.scan()
    for ms in range(100):
        bench.chips.bus_pulse = ms % 10 == 0
        bench.ms()
        assert bench.scan().edges == 0
    bench.chips.bus_pulse = False
    bench.set(iomap.IN_LMOT_FB, 0)
    bench.ms(2)
    assert bench.scan().level[8] & iomap.BIT_LMOT_FB == 0


def test_spare_and_absent_inputs_read_nothing(bench):
    bench.chain.fitted = iomap.INPUTS_OF[1]  # a single-port table has no line B
    bench.set(iomap.IN_CNT_B, 1)
    bench.chips.logical[7] |= 0xE0
    bench.ms(2)
    image = bench.scan()
    assert image.edges == 0 and image.level[1] & iomap.BIT_CNT == 0


def test_the_first_image_reports_every_byte(bench):
    bench.chain.forget()
    assert bench.scan().edges == 0x1FF


def test_the_first_image_is_the_machine_s_own(bench):
    """The strap is read by frames of the other machine: no sensor may be missing."""
    bench.chain.fitted = iomap.INPUTS_OF[0]
    bench.chips.logical[4] |= iomap.BIT_CHAIN_ZERO
    bench.ms(2)
    bench.scan()
    bench.chain.fitted = iomap.INPUTS_OF[1]
    bench.chain.forget()
    assert bench.scan().level[4] & iomap.BIT_CHAIN_ZERO


def test_random_wires_are_told_exactly(bench):
    """Against a plain model: level now, every rise and every fall since the last scan."""
    rng = random.Random(11)
    level = bytearray(bench.inputs.level)
    for _ in range(300):
        rose, fell = bytearray(9), bytearray(9)
        for _ in range(rng.randrange(1, 7)):
            for byte in range(9):
                mask = iomap.INPUTS_OF[0][byte] & ~(3 if byte == 6 else 0)
                mask &= ~iomap.BIT_LMOT_FB if byte == 8 else 255
                new = bench.chips.logical[byte] ^ rng.getrandbits(8) & rng.getrandbits(8) & mask
                bench.chips.logical[byte] = new
                now = new & iomap.INPUTS_OF[0][byte]
                rose[byte] |= now & ~level[byte]
                fell[byte] |= level[byte] & ~now
                level[byte] = now
            bench.ms()
        image = bench.scan()
        assert (image.level, image.rose, image.fell) == (level, rose, fell)
        assert image.edges == sum(1 << i for i in range(9) if rose[i] | fell[i])


def test_outputs_are_not_released_on_a_broken_chain(bench):
    bench.oe(1)
    bench.chips.cut = True
    bench.ms(BAD_FRAMES)
    bench.chain.release()
    assert bench.oe.level == 1 and bench.held == 0
    bench.chips.cut = False
    bench.ms(2)
    bench.chain.release()
    assert bench.oe.level == 0


def test_a_chain_that_stays_off_counts_no_further_than_it_must(bench):
    """The count is made in the interrupt: it must stay a small integer for weeks."""
    bench.chips.cut = True
    bench.ms(50)
    assert bench.chain.bad == BAD_FRAMES


def test_a_rise_and_a_fall_of_two_sensors_are_both_told(bench):
    bench.set(iomap.IN_CNT_A, 1)
    bench.ms(5)
    bench.scan()
    bench.ms()
    bench.set(iomap.IN_CNT_A, 0)
    bench.ms()
    bench.set(iomap.IN_CNT_B, 1)
    bench.ms(3)
    image = bench.scan()
    assert (image.rose[0], image.fell[0], image.level[0]) == (0, iomap.BIT_CNT, 0)
    assert (image.rose[1], image.fell[1], image.level[1]) == (iomap.BIT_CNT, 0, iomap.BIT_CNT)
    assert image.edges == 3


def test_a_key_pressed_for_one_millisecond_is_not_lost(bench):
    bench.chips.logical[8] = 1
    bench.ms()
    bench.chips.logical[8] = 0
    bench.ms(4)
    image = bench.scan()
    assert (image.level[8], image.rose[8], image.fell[8]) == (0, 1, 1)


def test_a_change_is_seen_whatever_the_outputs_do(bench):
    """In the frame that sends new outputs, in the one that proves them, and in the next."""
    for after in range(4):
        level = bench.scan().level[0] ^ iomap.BIT_CNT
        bench.chain.send(0x10 + after, after)
        bench.ms(after)
        bench.set(iomap.IN_CNT_A, level & iomap.BIT_CNT)
        bench.ms()
        image = bench.scan()
        assert image.level[0] == level and image.edges == 1
    assert bench.chain.bad == 0


def test_a_frame_that_comes_while_the_scan_collects_belongs_to_the_next(bench):
    bench.set(iomap.IN_CNT_A, 1)
    bench.ms()

    def interrupt():
        bench.set(iomap.IN_CNT_A, 0)
        bench.ms()
        bench.set(iomap.IN_CNT_B, 1)
        bench.ms()

    bench.meanwhile = interrupt
    image = bench.scan()
    assert (image.level[0], image.rose[0], image.fell[0], image.edges) == (1, 1, 0, 1)
    image = bench.scan()
    assert (image.level[0], image.rose[0], image.fell[0]) == (0, 0, 1)
    assert (image.level[1], image.rose[1], image.edges) == (1, 1, 3)


def test_a_frame_that_comes_meanwhile_hides_none_of_those_collected(bench):
    for turn in range(6):
        level = 1 - turn % 2
        bench.set(iomap.IN_CNT_A, level)
        bench.ms()

        def interrupt(level=level):
            bench.set(iomap.IN_CNT_B, level)
            bench.ms()

        bench.meanwhile = interrupt if turn % 3 else None
        image = bench.scan()
        assert image.level[0] == level and image.edges & 1


def test_a_scan_of_eleven_frames_loses_nothing(bench):
    """One more than a scan may last, each with a pulse of its own."""
    pulses = [(side, mask) for side in range(4) for mask in (1, 2, 4)][:DEPTH - 1]
    for side, mask in pulses:
        bench.chips.logical[:4] = bytes(4)
        bench.chips.logical[side] = mask
        bench.ms()
    image = bench.scan()
    assert [(side, mask) for side, mask in pulses if image.rose[side] & mask] == pulses


@pytest.mark.parametrize("frames", range(DEPTH - 2, DEPTH + 4))
def test_an_overlong_scan_keeps_every_level_and_the_first_edges(bench, frames):
    """What may be missed is a pulse that came and went in it; the next scan is exact again."""
    for n in range(1, frames + 1):
        bench.chips.logical[:4] = bytes((n, n >> 1, 1, 0))
        bench.ms()
    image = bench.scan()
    assert image.level[:4] == bytes((frames, frames >> 1, 1, 0))
    assert image.rose[0] & frames == frames, "what is on now has risen"
    assert image.rose[2] == 1
    bench.chips.logical[:4] = bytes(4)
    bench.ms()
    image = bench.scan()
    assert image.fell[:4] == bytes((frames, frames >> 1, 1, 0)) and not any(image.rose)


def test_frames_seen_before_an_overlong_scan_ends_are_not_received_over(bench):
    """Each queue is used again; no frame may be taken for another."""
    for turn in range(6):
        for n in range(3 * DEPTH + turn):
            bench.chips.logical[0] = n & 255
            bench.ms()
        last = bench.chips.logical[0]
        assert bench.scan().level[0] == last
        bench.ms(3)
        image = bench.scan()
        assert image.edges == 0 and image.level[0] == last


class Model:
    """What the table must see, worked out wire by wire."""

    def __init__(self, image):
        self.level = bytearray(image.level)
        self.rose, self.fell = bytearray(9), bytearray(9)
        self.bad = 0
        self.dead = True  # the motor bus, in the sample before
        self.told = 0

    def byte(self, i, now):
        self.rose[i] |= now & ~self.level[i]
        self.fell[i] |= self.level[i] & ~now
        self.level[i] = now

    def frame(self, logical, good):
        broken = self.bad >= BAD_FRAMES
        self.bad = 0 if good else min(self.bad + 1, BAD_FRAMES)
        if (self.bad >= BAD_FRAMES) != broken:
            self.told = 1 << 6
        if good:
            for i in range(8):
                self.byte(i, logical[i] & iomap.INPUTS_OF[0][i])
        pins = logical[8] & iomap.INPUTS_OF[0][8]
        dead = not pins & iomap.BIT_LMOT_FB
        if dead and not self.dead:
            pins |= self.level[8] & iomap.BIT_LMOT_FB
        self.dead = dead
        self.byte(8, pins)

    def image(self):
        """(level, rose, fell, edges) since the last time."""
        edges = self.told | sum(1 << i for i in range(9) if self.rose[i] | self.fell[i])
        level = bytearray(self.level)
        if self.bad >= BAD_FRAMES:
            level[6] &= ~3
        found = level, self.rose, self.fell, edges
        self.rose, self.fell, self.told = bytearray(9), bytearray(9), 0
        return found


WIRE = st.tuples(st.just("wire"), st.integers(0, 8), st.integers(1, 255))
FRAMES = st.tuples(st.just("frames"), st.integers(1, 3), st.sampled_from(
    (None, None, None, (6, 1), (6, 2), (8, 1), (9, 0x80), (10, 4), (11, 255))))
SEND = st.tuples(st.just("send"), st.integers(0, 0x1FFFF), st.integers(0, 0x7FFF))
SCAN = st.tuples(st.just("scan"), st.integers(0, 2), st.integers(0, 255))


@given(st.lists(st.one_of(WIRE, WIRE, FRAMES, FRAMES, SEND, SCAN), max_size=80))
def test_any_frames_are_told_exactly(steps):
    """Against the plain model: wires, new outputs, frames with a bit gone wrong, frames that come
    while the scan collects."""
    bench = Bench()
    model = Model(bench.inputs)
    kept = 0  # frames since the last scan; the queue may not overflow
    for step, a, b in [*steps, ("scan", 0, 0)]:
        if step == "wire":
            bench.chips.logical[a] ^= b & (0xFC if a == 6 else 0xFF)
        elif step == "send":
            bench.chain.send(a, b)
        elif step == "frames" and kept + a < DEPTH - 2:
            kept += a
            for _ in range(a):
                bench.chips.noise = bytes(b[1] if b and b[0] == i else 0 for i in range(12))
                bench.ms()
                model.frame(bench.chips.logical, b is None)
                assert bench.chain.broken == (model.bad >= BAD_FRAMES)
                assert bench.oe.level or model.bad < BAD_FRAMES
        elif step == "scan":
            kept = 0
            expected = model.image()

            def interrupt(frames=a, bits=b):
                bench.chips.noise = bytes(12)
                for n in range(frames):
                    bench.chips.logical[n] ^= bits
                    bench.ms()
                    model.frame(bench.chips.logical, True)

            bench.meanwhile = None if model.bad else interrupt
            image = bench.scan()
            assert (image.level, image.rose, image.fell, image.edges) == expected
            bench.meanwhile = None
