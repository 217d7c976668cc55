"""What the fake parts of the board share: wires, clock, and two blocks of memory the host sees.

Everything here is made at import; nothing below allocates afterwards, because the firmware runs
under `heap_lock()`. `IN` and `OUT` are laid out by `tools/check/vm/blocks.py`, which has the same
numbers (a test compares them).
"""

from array import array

FRAMES = 5  # of the chain, in one scan

# Block IN, written by the host before each message.
IN = bytearray(1024)
IN_SCANS = 0  # H: scans to run at most
IN_READS = 2  # B: the host reads its serial port
IN_FRAMES = 4  # 5 x 8 bytes: IN0..IN7 as the 165s see them, emitters on
IN_DARK = 44  # the same while the emitters are off; used before the first scan
IN_GPIO = 52  # 5 x 4 bytes: levels of GPIO 0..28
IN_AMP_A = 72  # h: peak of group A's current in counts of the converter
IN_AMP_B = 74
IN_MUX = 76  # 8 x 2 bytes: levels behind the multiplexer, counts
IN_HALF_US = 92  # i: half a period of the mains, us; 0: no mains
IN_RX_N = 96  # H
IN_FAULTS = 98  # B: bit 0 FRAM does not answer, 1 chain's MISO stuck low, 2 no display
IN_SKIP = 99  # B: the next zero crossing does not come
IN_FRESH = 3  # B: 1 when anything from IN_AMP_A to IN_FAULTS is new
IN_RX = 100  # what the host has sent

# Block OUT, read by the host after each message.
OUT = bytearray(8192)
OUT_STATUS = 0  # B: one of the next three
RUNNING, UNFED, QUIET = range(3)
OUT_OE = 1  # B: 1 outputs enabled
OUT_DONE = 2  # H: scans run
OUT_MOTORS = 4  # i: what drives: 17 bits
OUT_AUX = 8  # H: OUT2, OUT3 without the multiplexer's address
OUT_ARM = 10
OUT_EMIT = 11
OUT_TX_N = 12  # H
OUT_EVENTS_N = 14  # H
OUT_KICKS = 16  # i: level changes of the live signal
OUT_FRAM_MOST = 20  # H: most bytes written to the FRAM in one scan
OUT_BLOCKED = 22  # H: times a serial write had to wait
OUT_RX_LEFT = 24  # H: bytes of the host not read yet
OUT_TX = 32  # up to 1024 bytes
OUT_EVENTS = 1056  # EVENT bytes each
EVENT = 64
EVENTS = 100
EVENT_FORM = "<iiBBBBiii20s20s"


# Block WIRES: what the shift registers need to know; they are in `vm.mjs`, for speed.
WIRES = bytearray(16)
W_FRAME = 0  # which of IN_FRAMES the inputs are at; 5: dark
W_CHANGED = 1  # an output that the plant sees has changed
W_ENABLED = 2  # OE# is low
W_DICE = 3  # the dice motor's driver is on
W_MUX = 4  # the multiplexer's address

gpios = array("i", [0] * (FRAMES + 1))  # written by vm.mjs from IN_GPIO
pins = array("i", [-1] * 32)  # levels driven by the controller, -1 not driven
mux = array("i", [0] * 8)
fram = bytearray(1024)
files = {}


class Hub:
    """The changing part, as attributes: reading one costs a single look-up."""

    def __init__(self):
        self.now_ms = 0  # what ticks_ms says
        self.amp_a = self.amp_b = 0
        self.quarter = 0  # of the mains period, for the current's samples
        self.half_us = 10_000
        self.left_us = 10_000  # until the next crossing
        self.since_us = 0  # since the last one
        self.skip = 0  # the next crossing does not come
        self.words = 0  # crossings that nobody has fetched
        self.word_us = array("i", [0] * 8)
        self.frame = None  # exchanges one frame of the chain, once the firmware has begun it
        self.guard = 0  # the PIO would let the outputs show
        self.guarded = 0  # and OE# is left to it
        self.scanning = False  # the first scan has come
        self.wdt_ms = 0  # 0: not started
        self.fed_ms = 0
        self.kicked_ms = 0
        self.kicks = 0
        self.fram_bytes = 0  # in this scan
        self.fram_most = 0
        self.fram_left = -1  # bytes until the power goes, -1: it stays
        self.faults = 0
        self.reads = 1
        self.rx_first = self.rx_n = 0
        self.packets = 0  # of the host that have come
        self.fifo_n = 0
        self.tx_n = 0
        self.blocked = 0
        self.random_at = 0
        self.random_n = 0


hub = Hub()


class Reset(Exception):
    """machine.reset() was called."""
