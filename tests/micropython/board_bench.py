"""A board with made-up drivers: what it asks of them, and in which order."""

from types import SimpleNamespace

from hal.board import Board
from hal.chain import Chain
from hal.loop import Loop
from mjtable.generated import iomap
from mjtable.scan.image import Inputs, Outputs
from tests.micropython.chips import ShiftChain, Wire

# what the board calls: what a test sets (`mjtable/kit/hosted.py`)
HOSTED = {"is_idle": "idle", "is_opto_supply_live": "opto_supply_live",
          "group_a_ma": "amps_a_ma", "group_b_ma": "amps_b_ma"}


class Called:
    """Counts the calls of one driver: `calls` holds (name, arguments)."""

    def __init__(self, answers=None, **values):
        self.calls = []
        self.answers = answers or {}
        self.__dict__.update(values)

    def __getattr__(self, name):
        hosted = self.__dict__.get(HOSTED.get(name, ""))
        if hosted is not None:
            return lambda: hosted
        def method(*arguments):
            self.calls.append((name, *arguments))
            return self.answers.get(name)
        return method

    def count(self, name):
        return sum(call[0] == name for call in self.calls)


class BoardBench:
    """`scan()` lets five milliseconds pass and runs one scan of the loop."""

    def __init__(self, table=None):
        self.now_ms = 0
        self.chips = ShiftChain()
        self.chips.logical[6] |= (iomap.BIT_K1_MIR | iomap.BIT_LOOP_RAW | iomap.BIT_FUSE_OK
                                  | iomap.BIT_STRAP_4PORT)
        self.oe, self.arm, self.emit = self.chips.oe, Wire(0), Wire(1)
        self.parts = SimpleNamespace(
            ticks_ms=lambda: self.now_ms,
            ticks_us=lambda: self.now_ms * 1000 & 0x3FFFFFFF,
            sleep_us=self._sleep_us,
            exchange=self.chips, chain=Chain(self.chips), arm=self.arm, emit=self.emit,
            zero_cross=Called(gap_ms=0, mains_dhz=500),
            analogue=Called(mux_bits=0, opto_supply_live=False),
            currents=Called({"unpack": False}, amps_a_ma=0, amps_b_ma=0),
            temperature=Called(hs_dc=250, bay_dc=250),
            entropy=Called(word=7), dice=Called(), buzzer=Called(), pixels=Called(),
            display=Called(present=True), medium=Called({"pump": False, "at_rest": False}),
            serial=Called({"recv_into": 0}, idle=True), watchdog=Called(),
            reset_cause=Called(), tidy=lambda: False, flash_clock=Called(),
        )
        self.inputs, self.outputs = Inputs(), Outputs()
        self.board = Board(self.parts, self.inputs, self.outputs)
        self.board.set_up(0, "power", 0, 0, 0, Called({"load": 0}))
        self.ms(3)
        self.parts.chain.look()
        self.parts.chain.release()
        self.table = table or Called(recorder=Called(n=bytes(32)))
        self.chronicle = Called({"file_at_rest": False})
        self.table.journal = SimpleNamespace(chronicle=self.chronicle)
        self.link = Called(idle=True)
        self.loop = Loop(self.board, self.table, self.link)

    def exchanged(self):
        """Parts were exchanged for others: board and loop keep at hand what each scan calls."""
        self.board._find(self.parts)
        self.loop._find(self.parts)

    def _sleep_us(self, us):
        self.ms(max(us // 1000, 1))

    def ms(self, count=1):
        for _ in range(count):
            self.now_ms = self.now_ms + 1 & 0x3FFFFFFF
            self.chips.frame()

    def scan(self):
        self.ms(5)
        self.loop.scan()
        self.ms()
        return self.inputs

    def live(self, on):
        """The hardware answers ARM: feedback and relay."""
        mask = iomap.BIT_SAFE_FB | iomap.BIT_LMOT_FB
        self.chips.logical[8] = self.chips.logical[8] & ~mask | (mask if on else 0)
        self.chips.logical[6] &= ~iomap.BIT_K1_MIR
        self.chips.logical[6] |= 0 if on else iomap.BIT_K1_MIR
