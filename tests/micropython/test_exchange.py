"""The seven DMA channels that exchange frames, on a plain model of the controller's DMA.

The model follows RP2040 datasheet §2.5: a channel moves `count` words, each when its request
allows, then starts the one it is chained to; writing an alias register that ends in _TRIG starts a
channel; the count is taken again at each start. The emulated chip runs the same.
"""

import pytest

from hal.chip import DMA_BASE, GPIO_IN
from hal.exchange import FRAMES, GUARD_TICKS, OE_BIT, Exchange

OUT, IN = 0, 4  # requests of the frame program's FIFOs
TIMER0, ALWAYS = 0x3B, 0x3F
TIMER_REGISTER = 0x50000420
FIFO = 0x50200010


class Memory:
    """Arrays by their addresses."""

    def __init__(self):
        self.arrays = {}

    def address_of(self, array):
        for base, known in self.arrays.items():
            if known is array:
                return base
        base = 0x20000010 + 0x1000 * len(self.arrays)
        self.arrays[base] = array
        return base

    def _find(self, address):
        base = (address & ~0xFFF) + 0x10
        return memoryview(self.arrays[base]).cast("B"), address - base

    def read(self, address):
        data, at = self._find(address)
        return int.from_bytes(data[at:at + 4], "little")

    def write(self, address, word):
        data, at = self._find(address)
        data[at:at + 4] = word.to_bytes(4, "little")


class Machine:
    """A state machine: words that were put into it, words to be taken out of it."""

    def __init__(self):
        self.put_in, self.out, self.acts = [], [], []

    def active(self, on):
        self.acts.append(on)

    def restart(self):
        self.acts.append("restart")

    def put(self, word):
        self.put_in.append(word)


class Enable:
    """The pin OE#: what was done with it, and what the guard had done until then."""

    def __init__(self, guard):
        self.guard, self.acts = guard, []

    def dead(self):
        self.acts.append("dead")

    def guarded(self):
        assert self.guard.acts[-1] == "restart" and len(self.guard.put_in), "it waits for a word"
        self.acts.append("guarded")


class Registers:
    """Those of a channel: its read and write address."""

    def __init__(self, channel):
        self.channel = channel

    def __getitem__(self, word):
        return (self.channel.read, self.channel.write)[word]


class Channel:
    """One channel; `chip` has the others, the memory and the machine."""

    def __init__(self, chip):
        self.chip = chip
        self.channel = len(chip.channels)
        chip.channels.append(self)
        self.left = 0
        self.closed = False

    @property
    def registers(self):
        return Registers(self)

    def pack_ctrl(self, inc_read=True, inc_write=True, chain_to=0, treq_sel=ALWAYS, bswap=False,
                  ring_sel=False, ring_size=0):
        return {"inc_read": inc_read, "inc_write": inc_write, "chain_to": chain_to,
                "treq": treq_sel, "bswap": bswap, "ring": ring_size if ring_sel else 32}

    def config(self, read, write, count, ctrl):
        place = self.chip.place
        self.read, self.write, self.count, self.ctrl = place(read), place(write), count, ctrl

    def active(self, on):
        self.left = self.count if on else 0

    def close(self):
        assert self.ctrl == 0, "a channel that is aborted starts the one it is chained to"
        self.closed = True

    def move(self):
        """One word."""
        word = self.chip.load(self.read)
        if self.ctrl["bswap"]:
            word = int.from_bytes(word.to_bytes(4, "big"), "little")
        self.chip.store(self.write, word)
        if self.ctrl["inc_write"]:
            wrap = (1 << self.ctrl["ring"]) - 1
            self.write = self.write & ~wrap | self.write + 4 & wrap
        self.read += 4 if self.ctrl["inc_read"] else 0
        self.left -= 1
        if not self.left and self.ctrl["chain_to"] != self.channel:
            following = self.chip.channels[self.ctrl["chain_to"]]
            assert not following.left, "it is still busy, the start is lost"
            following.left = following.count


class Chip:
    """Channels, memory, machine and registers; `tenth()` is a tenth of a millisecond."""

    def __init__(self):
        self.channels, self.memory = [], Memory()
        self.frame, self.guard = Machine(), Machine()
        self.registers = {GPIO_IN: OE_BIT}
        self.sent = []  # words that the frame program was given
        self.enable = Enable(self.guard)
        self.exchange = Exchange(self.frame, self.guard, self.enable, (OUT, IN),
                                 lambda: Channel(self), self,
                                 self.memory.address_of, TIMER_REGISTER, 200_000_000)

    def place(self, what):
        if isinstance(what, int):
            return what
        return FIFO if isinstance(what, Machine) else self.memory.address_of(what)

    def load(self, address):
        return self.frame.out.pop(0) if address == FIFO else self.memory.read(address)

    def store(self, address, word):
        if address == FIFO:
            self.sent.append(word)
        elif address >= DMA_BASE:
            channel = self.channels[address - DMA_BASE >> 6]
            setattr(channel, {0x3C: "read", 0x2C: "write"}[address & 0x3F], word)
            channel.left = channel.count
        else:
            self.memory.write(address, word)

    def __setitem__(self, address, value):
        self.registers[address] = value

    def __getitem__(self, address):
        return self.registers[address]

    def tenth(self):
        """One tick of the timer, then everything else until all wait."""
        tick = True
        moved = True
        while moved:
            moved = False
            for channel in self.channels:
                if channel.left and self._may(channel, tick):
                    tick = tick and channel.ctrl["treq"] != TIMER0
                    channel.move()
                    moved = True

    def _may(self, channel, tick):
        treq = channel.ctrl["treq"]
        return treq in (ALWAYS, OUT) or treq == TIMER0 and tick or treq == IN and self.frame.out


@pytest.fixture
def chip():
    return Chip()


def run(chip, ms):
    """Words of each millisecond: (pace, loop-back, outputs)."""
    found = []
    for _ in range(10 * ms):
        before = len(chip.sent)
        chip.tenth()
        if len(chip.sent) > before:
            found.append(tuple(chip.sent[before:]))
    return found


def test_a_frame_each_millisecond_with_what_was_sent_before(chip):
    frames = run(chip, 3)
    assert frames == [(0, 0, 0)] * len(frames) and 3 <= len(frames) <= 4
    chip.exchange.send(0x1A53C, 0x4F81)
    after = run(chip, 3)
    assert after == [(0, 0, 0x4F81A53C), (0x4F81A53C,) * 3, (0x4F81A53C,) * 3]


def test_the_timer_ticks_ten_times_a_frame_at_any_clock(chip):
    assert chip.registers[TIMER_REGISTER] == 1 << 16 | 20_000


def test_outputs_change_whole_and_in_order(chip):
    run(chip, 1)
    for n in range(1, 50):
        chip.exchange.send(n * 977 & 0xFFFF, n * 311 & 0x7FFF)
        (pace, last, current), = run(chip, 1)
        assert current == (n * 311 & 0x7FFF) << 16 | n * 977 & 0xFFFF
        assert pace == last == ((n - 1) * 311 & 0x7FFF) << 16 | (n - 1) * 977 & 0xFFFF


def test_only_the_newest_wish_is_sent(chip):
    run(chip, 1)
    chip.exchange.send(1, 2)
    chip.exchange.send(3, 4)
    chip.exchange.send(5, 6)
    assert run(chip, 1)[0][2] == 0x60005


def test_frames_go_round_the_ring_for_ever(chip):
    """Bytes in the order of the wire; the place says which frames are complete."""
    for n in range(3 * FRAMES + 5):
        assert chip.exchange.at() == n % FRAMES
        chip.frame.out += [0x01020304 + n, 0x05060708, 0x090A0B0C, 0x0D0E0F10]
        chip.tenth()
        ring = memoryview(chip.exchange.ring).cast("B")[n % FRAMES * 16:][:16]
        assert ring[4:] == bytes(range(5, 17))
        assert int.from_bytes(ring[:4], "big") == 0x01020304 + n


def test_what_each_frame_must_bring_back_is_noted_beside_it(chip):
    """In the order of the wire, in a ring of its own whose place in memory is given."""
    run(chip, 1)
    for n in range(2, 2 * FRAMES + 3):
        chip.exchange.send(n * 977 & 0xFFFF, n * 311 & 0x7FFF)
        before = chip.sent[-3:]
        (pace, last, current), = run(chip, 1)
        at = 2 * (n % FRAMES) + chip.exchange.first
        noted = memoryview(chip.exchange.sent).cast("B")[2 * at:][:4]
        assert int.from_bytes(noted, "big") == last
        assert not before or last == before[2]


def test_a_frame_that_is_not_complete_does_not_count(chip):
    chip.frame.out += [1, 2, 3]
    chip.tenth()
    assert chip.exchange.at() == 0


def test_the_guard_is_armed_once_and_told_once(chip):
    exchange = chip.exchange
    exchange.release()
    exchange.release()
    assert chip.guard.put_in == [GUARD_TICKS], "a second word would stay for later"
    chip.registers[GPIO_IN] = 0
    assert not exchange.tripped()
    chip.registers[GPIO_IN] = OE_BIT
    assert exchange.tripped() and not exchange.tripped()
    exchange.off()
    exchange.release()
    assert len(chip.guard.put_in) == 2
    assert chip.enable.acts == ["dead", "guarded", "dead", "dead", "guarded"]


def test_the_guard_is_restarted_only_while_the_program_holds_oe_high(chip):
    """`restart` makes the state machine jump, and that instruction drives its side pin low."""
    chip.guard.restart = lambda: chip.enable.acts.append("restart")
    chip.guard.acts.append("restart")
    chip.exchange.release()
    assert chip.enable.acts == ["dead", "restart", "guarded"]


def test_at_the_end_nothing_writes_into_the_memory_any_more(chip):
    chip.exchange.stop()
    assert chip.enable.acts == ["dead"]
    assert all(channel.closed for channel in chip.channels) and chip.frame.acts[-1] == 0


@pytest.mark.parametrize("closed", range(8))
def test_a_second_ctrl_c_while_it_ends_is_no_matter(chip, closed):
    """A channel that is closed refuses everything: it is not asked again."""
    left = [closed]

    def close(channel):
        assert not channel.closed
        channel.closed = True
        left[0] -= 1
        if left[0] == -1:
            raise KeyboardInterrupt

    for channel in chip.channels:
        channel.close = lambda channel=channel: close(channel)
    with pytest.raises(KeyboardInterrupt):
        chip.exchange.stop()
    chip.exchange.stop()
    assert all(channel.closed and channel.ctrl == 0 for channel in chip.channels)
