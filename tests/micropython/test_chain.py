"""The I/O chain: what the scan makes of the frames, proves and sends."""

import random
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.chain import BAD_FRAMES, Chain
from hal.edges import FITTED, POLARITY, SIGNATURE_WORD, known, take
from hal.exchange import FRAMES as RING
from mjtable.generated import iomap
from mjtable.scan.image import Inputs
from tests.micropython.chips import ShiftChain


class Bench:
    """A chain on its chips; `ms(n)` lets n frames pass."""

    def __init__(self):
        self.chips = ShiftChain()
        self.oe = self.chips.oe
        self.chain = Chain(self.chips)
        self.inputs = Inputs()
        self.ms(3)
        self.scan()
        self.chain.release()
        self.oe.written.clear()

    def ms(self, frames=1):
        for _ in range(frames):
            self.chips.frame()

    def scan(self):
        """The image of one scan."""
        self.chain.collect(self.inputs)
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
    bench.chain.forget([m for m in iomap.INPUTS_OF if m[byte] & mask][0])
    bench.scan()
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
    """Without the program's help; and the program sees it at its next scan, however late."""
    before = bytes(bench.inputs.level)
    bench.chips.cut = True
    bench.ms(BAD_FRAMES)
    assert bench.oe.level == 1 and not bench.chain.broken, "nobody has looked yet"
    bench.ms(28)
    image = bench.scan()
    assert bench.chain.broken
    assert image.edges >> 6 & 1 and image.level[6] & 3 == 0, "the firmware must see it"
    assert bytes(image.level[:6]) == before[:6], "nothing of a bad frame is believed"


def test_outputs_that_the_guard_has_switched_off_are_a_broken_chain(bench):
    """Frames have stopped, or only the machine itself saw what was wrong with them."""
    bench.chips.stopped = True
    bench.ms(5)
    image = bench.scan()
    assert bench.oe.level == 1 and bench.chain.broken and image.level[6] & 3 == 0
    bench.chips.stopped = False
    bench.ms(5)
    assert bench.scan().level[6] & 3 == 1 and not bench.chain.broken
    bench.ms(5)
    assert bench.oe.level == 1, "nothing releases the outputs but a new arming"
    bench.chain.release()
    bench.ms(5)
    assert bench.oe.level == 0 and bench.scan().edges == 0


@pytest.mark.parametrize("pulse", [False, True])
def test_a_guard_that_has_switched_off_is_seen_though_inputs_change(bench, pulse):
    """Frames were away between two scans; in every scan since something else has changed, too."""
    bench.set(3 * 8, True)
    bench.chips.bus_pulse = pulse
    bench.chips.stopped = True
    bench.ms(3)
    bench.chips.stopped = False
    bench.ms(2)
    assert bench.oe.level == 1
    image = bench.scan()
    assert bench.chain.broken and image.level[6] & 3 == 0 and image.edges >> 3 & 1


def test_one_bad_frame_is_ridden_through_and_shows_nothing(bench):
    bench.chain.send(0x21, 0x43)
    bench.ms(3)
    bench.chain.send(0x65, 0x07)
    bench.chips.cut = True
    bench.ms(1)
    assert bytes(bench.chips.shown) == bytes((0x21, 0, 0x43, 0))
    bench.chips.cut = False
    bench.ms(1)
    assert bytes(bench.chips.shown) == bytes((0x65, 0, 0x07, 0))
    bench.ms(2)
    image = bench.scan()
    assert not bench.chain.broken and bench.oe.written == [] and image.edges == 0


def test_a_cable_back_on_is_seen_and_outputs_stay_off(bench):
    bench.chips.cut = True
    bench.ms(5)
    bench.scan()
    bench.chips.cut = False
    bench.ms(5)
    bench.scan()
    image = bench.scan()
    assert image.edges >> 6 & 1 and image.level[6] & 3 == 1
    assert bench.oe.written == [1], "nothing releases the outputs but a new arming"


def test_an_output_bit_that_sticks_is_found(bench):
    bench.chips.stuck_output = iomap.M_DRUM + 1
    bench.chain.send(1 << iomap.M_DRUM, 0)
    bench.ms(1 + BAD_FRAMES)
    assert bench.oe.level == 1
    bench.scan()
    assert bench.chain.broken


def test_outputs_that_never_change_are_found(bench):
    """Every frame is whole, but what is sent is not what was wished."""
    bench.chain.send(1, 0)
    bench.chips.send(0, 0)  # the wish never reaches the machine
    bench.ms(2)
    bench.scan()
    assert not bench.chain.bad
    bench.ms(3)
    bench.scan()
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


def test_a_bus_that_dies_as_an_input_changes_is_dead(bench):
    """The first of the two frames brings other news too, and is the last of its scan."""
    bench.set(iomap.IN_LMOT_FB, 1)
    bench.ms(2)
    bench.scan()
    bench.set(iomap.IN_LMOT_FB, 0)
    bench.set(iomap.IN_CNT_A, 1)
    bench.ms()
    assert bench.scan().level[8] & iomap.BIT_LMOT_FB
    bench.ms()
    assert not bench.scan().level[8] & iomap.BIT_LMOT_FB


def test_spare_and_absent_inputs_read_nothing(bench):
    bench.chain.forget(iomap.INPUTS_OF[1])  # a single-port table has no line B
    bench.scan()
    bench.set(iomap.IN_CNT_B, 1)
    bench.chips.logical[7] |= 0xE0
    bench.ms(2)
    image = bench.scan()
    assert image.edges == 0 and image.level[1] & iomap.BIT_CNT == 0


def test_the_first_image_reports_every_byte(bench):
    bench.chain.forget(iomap.INPUTS_OF[0])
    assert bench.scan().edges == 0x1FF


def test_edges_of_the_self_test_are_nobody_s(bench):
    """A board that starts looks at its inputs before the table does."""
    bench.set(iomap.IN_CNT_A, 1)
    bench.ms(2)
    assert bench.chain.level[0] & iomap.BIT_CNT
    bench.chain.forget(iomap.INPUTS_OF[0])
    image = bench.scan()
    assert image.level[0] & iomap.BIT_CNT and not any(image.rose) and not any(image.fell)


def test_the_first_image_is_the_machine_s_own(bench):
    """The strap is read by frames of the other machine: no sensor may be missing."""
    bench.chips.logical[4] |= iomap.BIT_CHAIN_ZERO
    bench.ms(2)
    bench.scan()
    bench.chain.forget(iomap.INPUTS_OF[1])
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
    bench.chain._exchange.off()
    bench.chips.cut = True
    bench.ms(BAD_FRAMES)
    bench.scan()
    bench.chain.release()
    assert bench.oe.level == 1
    bench.chips.cut = False
    bench.ms(2)
    bench.scan()
    bench.scan()
    bench.chain.release()
    assert bench.oe.level == 0


def test_a_chain_that_stays_off_counts_no_further_than_it_must(bench):
    bench.chips.cut = True
    bench.ms(50)
    bench.scan()
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


@pytest.mark.parametrize("frames", (11, 30, RING - 1))
def test_a_late_scan_loses_nothing(bench, frames):
    """Each of its frames with a pulse of its own, one input after the other."""
    pulses = [(byte, 1 << bit) for byte in range(6) for bit in range(8)
              if iomap.INPUTS_OF[0][byte] >> bit & 1][:frames]
    for byte, mask in pulses:
        bench.chips.logical[:6] = bytes(6)
        bench.chips.logical[byte] = mask
        bench.ms()
    bench.ms(frames - len(pulses))
    image = bench.scan()
    assert [(byte, mask) for byte, mask in pulses if image.rose[byte] & mask] == pulses
    assert [(byte, mask) for byte, mask in pulses[:-1] if image.fell[byte] & mask] == pulses[:-1]


def test_frames_are_counted_round_the_ring(bench):
    for frames in (5, 1, RING - 1, 5, 5, RING - 2, 3):
        before = bench.chain.frames
        bench.ms(frames)
        bench.scan()
        assert bench.chain.frames - before == frames


def test_what_came_during_a_long_rest_is_skipped(bench):
    bench.set(iomap.IN_CNT_A, 1)
    bench.ms(3 * RING + 7)
    bench.chain.skip()
    bench.ms(2)
    assert bench.scan().level[0] == iomap.BIT_CNT and not bench.chain.bad


WORD = st.integers(0, 0xFFFF)


class Frames:
    """A ring of frames as known but for some bits, and what a plain reading makes of them."""

    def __init__(self, data):
        self.known = known()
        self.known[FITTED:] = array("H", data.draw(st.lists(WORD, min_size=4, max_size=4)))
        self.first = data.draw(st.integers(0, 3))
        self.ring = array("H", list(self.known[:8]) * RING)
        self.sent = array("H", [0] * (2 * RING + self.first))
        for n in range(RING):
            both = self.sent[2 * n + self.first:][:2] = array("H", (n, 7 * n))
            self.ring[8 * n + 4:8 * n + 6] = both
        flips = st.lists(st.tuples(st.integers(0, 8 * RING - 1), WORD), max_size=8)
        for at, bits in data.draw(flips):
            self.ring[at] ^= bits
        self.at, self.end = (data.draw(st.integers(0, RING - 1)) for _ in range(2))
        self.level = [data.draw(st.integers(0, 255)) for _ in range(9)]

    def brings_more(self, n, last):
        """Frame `n`, behind one that was known as `last`, has anything but inputs."""
        frame, bus = self.ring[8 * n:8 * n + 8], last[10]
        pins = any((frame[i] ^ last[i]) & last[i + 2] for i in (6, 7))
        if (frame[6] ^ last[6]) & last[8] == 0 and (frame[7] ^ last[7]) & last[9] == bus:
            pins = not frame[7] & bus or bool(self.ring[8 * (n - 1) + 7] & bus)
        loop_back = self.sent[2 * n + self.first:][:2]
        return pins or frame[4:6] != loop_back or frame[SIGNATURE_WORD] & 3 != iomap.BIT_SIG1


@given(st.data())
def test_frames_that_bring_inputs_alone_are_taken(data):
    """Byte by byte; up to the first that brings more, round the ring, as far as it is complete."""
    frames = Frames(data)
    last, level = list(frames.known), list(frames.level)
    rose, fell, edged = [0] * 9, [0] * 9, 0
    end, taken = frames.end, (frames.end - frames.at) % RING
    for n in (each % RING for each in range(frames.at, frames.at + taken)):
        if frames.brings_more(n, last):
            end = n
            break
        for i in range(8):
            raw = frames.ring[8 * n + i // 2] >> i % 2 * 8 & 255
            exist = last[FITTED + i // 2] >> i % 2 * 8 & 255
            on = (raw ^ last[POLARITY + i // 2] >> i % 2 * 8 & 255) & exist
            if last[i // 2] != frames.ring[8 * n + i // 2] and on != level[i]:
                rose[i] |= on & ~level[i]
                fell[i] |= level[i] & ~on
                level[i] = on
                edged |= 1 << i
        last[:4] = frames.ring[8 * n:8 * n + 4]
    where = array("i", (0x20000000, frames.first, frames.at, -1, 0))
    found, image = frames.known[:], bytearray(frames.level) + bytes(18)
    receive = 0, 0x20000000 + 16 * frames.end + 4
    left = take(frames.ring, frames.sent, found, receive, where, image)
    assert (left >> 6, left & 63) == (frames.end, end)
    assert list(found) == last and where[4] == edged
    assert list(image) == level + rose + fell


class Model:
    """What the table must see, worked out wire by wire."""

    def __init__(self, image):
        self.level = bytearray(image.level)
        self.rose, self.fell = bytearray(9), bytearray(9)
        self.bad = 0
        self.dead = True  # the motor bus, in the sample before
        self.broken = self.was_broken = False  # some time since the last image; as of that one
        self.off = False  # OE#

    def byte(self, i, now):
        self.rose[i] |= now & ~self.level[i]
        self.fell[i] |= self.level[i] & ~now
        self.level[i] = now

    def frame(self, logical, good):
        self.bad = 0 if good else min(self.bad + 1, BAD_FRAMES)
        self.broken |= self.bad >= BAD_FRAMES
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
        edges = sum(1 << i for i in range(9) if self.rose[i] | self.fell[i])
        if self.broken != self.was_broken:
            edges |= 1 << 6
        level = bytearray(self.level)
        if self.broken:
            level[6] &= ~3
        found = level, self.rose, self.fell, edges
        self.rose, self.fell = bytearray(9), bytearray(9)
        self.was_broken = self.broken
        self.broken = self.bad >= BAD_FRAMES
        return found


WIRE = st.tuples(st.just("wire"), st.integers(0, 8), st.integers(1, 255))
FRAMES = st.tuples(st.just("frames"), st.integers(1, 3), st.sampled_from(
    (None, None, None, (6, 1), (6, 2), (8, 1), (9, 0x80), (10, 4), (11, 255))))
SEND = st.tuples(st.just("send"), st.integers(0, 0x1FFFF), st.integers(0, 0x7FFF))
SCAN = st.tuples(st.just("scan"), st.just(0), st.just(0))


@given(st.lists(st.one_of(WIRE, WIRE, FRAMES, FRAMES, SEND, SCAN), max_size=80))
def test_any_frames_are_told_exactly(steps):
    """Against the plain model: wires, new outputs, frames with a bit gone wrong."""
    bench = Bench()
    model = Model(bench.inputs)
    for step, a, b in [*steps, ("scan", 0, 0)]:
        if step == "wire":
            bench.chips.logical[a] ^= b & (0xFC if a == 6 else 0xFF)
        elif step == "send":
            bench.chain.send(a, b)
        elif step == "frames":
            for _ in range(a):
                bench.chips.noise = bytes(b[1] if b and b[0] == i else 0 for i in range(12))
                bench.ms()
                model.frame(bench.chips.logical, b is None)
                assert bench.oe.level or model.bad < BAD_FRAMES
        elif step == "scan":
            expected = model.image()
            image = bench.scan()
            assert bench.chain.broken == model.was_broken
            assert (image.level, image.rose, image.fell, image.edges) == expected
