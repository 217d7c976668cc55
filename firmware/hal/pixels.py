"""The 24 lamps, WS2812 or SK6812 (pin LED_DATA), from codes of `mjtable/people/lamps.py`.

A frame of 24 words lies in memory; DMA feeds it to the PIO (`pio_programs.ws2812`), which takes
0.74 ms for it without help. The frame is redrawn six lamps (one side) a scan, so that a change
takes 20 ms to show and no scan is long, and sent once it is whole.

Current: a lamp draws at most 20 mA a colour at level 255, and 1 mA dark. The brightest colour is
white, 3 x LEVEL = 120 of 255: 24 white lamps take 24 x (20 x 120 / 255 + 1) = 250 mA, 1.3 W of
the 9 W that the 12 V supply has for logic. Lamps that are missing are not noticed.
"""

from array import array

LAMPS = 24
A_SCAN = 6
LEVEL = 40  # of 255: bright enough for an edge of the table in a lit room


def _word(green, red, blue):
    """What the PIO sends for a colour, from the top; below 2^30, for LEVEL is below 64."""
    return green << 24 | red << 16 | blue << 8


COLOURS = (
    _word(0, 0, 0),  # 0 off
    _word(LEVEL, 0, 0),  # 1 green: the dealer
    _word(0, 0, LEVEL),  # 2 blue: new seats are due
    _word(0, LEVEL, 0),  # 3 red: a seat that is the prevailing wind; the game has ended
    _word(LEVEL, LEVEL, LEVEL),  # 4 white: a seat's wind
    _word(LEVEL * 5 // 8, LEVEL, 0),  # 5 yellow: the prevailing wind, the dealer stays
)


RECEIVE = 4


def treq(machine_number, fifo=0):
    """DMA request of a state machine's transmit FIFO: PIO 0 has 0-3, PIO 1 has 8-11 ...

    Those of the receive FIFOs (`fifo` = RECEIVE) come behind them.
    """
    return machine_number // 4 * 8 + machine_number % 4 + fifo


class Pixels:
    """`dma`: an unused rp2.DMA; `sm`: the running state machine, number `machine_number`."""

    def __init__(self, sm, dma, machine_number):
        self._frame = array("I", (0,) * LAMPS)
        self._drawn = bytearray(LAMPS)  # codes that the frame holds
        self._at = LAMPS  # next lamp to draw; LAMPS: the frame is whole
        self._unsent = True
        self._dma = dma
        self._active = dma.active
        dma.config(
            read=self._frame,
            write=sm,
            count=LAMPS,
            ctrl=dma.pack_ctrl(inc_write=False, treq_sel=treq(machine_number)),
        )

    def show(self, lamps):
        """Once a scan: look for changes, draw some of them, or send what is drawn."""
        if self._at == LAMPS:
            if lamps != self._drawn:
                self._at = 0
            elif self._unsent:
                self._send()
                return
            else:
                return
        if self._active():
            return  # the frame is being read: draw in the next scan
        at = self._at
        self._at = at + A_SCAN
        drawn = self._drawn
        for lamp in range(at, at + A_SCAN):
            code = lamps[lamp]
            if code != drawn[lamp]:
                drawn[lamp] = code
                self._frame[lamp] = COLOURS[code if code < len(COLOURS) else 0]
                self._unsent = True

    def _send(self):
        if not self._active():
            self._dma.read = self._frame
            self._active(True)
            self._unsent = False

    def dark(self):
        """All off at once: power is failing. The next `show` draws them again."""
        for lamp in range(LAMPS):
            self._drawn[lamp] = 0
            self._frame[lamp] = 0
        self._at = LAMPS
        self._send()
