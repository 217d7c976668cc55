"""The process image: everything the logic reads and everything it drives, once per scan.

Bytes and bits of `Inputs` follow design hardware §1.8 (bytes 0-7 the shift-register chain, byte 8
the pins wired straight to the board). A bit is 1 when the thing is so: tile seen, switch
actuated, key pressed; the driver takes care of polarity.
"""

BYTES = 9
LAMPS = 24


class Inputs:
    """One scan's inputs. `rose` and `fell` latch every edge since the last scan (1 ms samples)."""

    STATE = (
        "level", "now_ms", "wrote_ms", "mains_gap_ms", "mains_dhz", "amps_a_ma", "amps_b_ma",
        "temp_hs_dc", "temp_bay_dc", "entropy", "reset_cause", "machine", "sim", "calibrated",
        "board_fault", "board_detail", "board_warning",
    )  # fmt: skip

    def __init__(self):
        self.level = bytearray(BYTES)
        self.rose = bytearray(BYTES)
        self.fell = bytearray(BYTES)
        self.edges = 0  # bit i: byte i has an edge
        self.now_ms = 0  # 0..2^30-1, wraps
        self.late_ms = 0  # how long after it was due this scan began
        self.wrote_ms = -1  # when motors last changed at the outputs; -1: at once, in their scan
        self.mains_gap_ms = 0  # longest zero-cross gap since the last scan; 0 = normal
        self.mains_dhz = 500  # tenths of a hertz
        self.amps_a_ma = 0  # measured minus modelled current of group A, 0 = as modelled
        self.amps_b_ma = 0
        self.temp_hs_dc = 250  # tenths of a degree, triac area
        self.temp_bay_dc = 250  # motor bay
        self.entropy = 0  # one hardware random word, 0..65535
        self.reset_cause = "power"
        self.machine = 0  # 0 four_port, 1 single_port (strap)
        self.sim = 0  # 1 on a simulated board
        self.calibrated = 0  # 1: the motors' currents have been learnt
        self.gauges = None  # what else the board measures, for whoever asks (`hal/gauges.py`)
        self.board_fault = 0  # code of a fault that the board itself has found, 0 = none
        self.board_detail = 0
        self.board_warning = 0  # the same for what play may go on with, told once at the start


class Outputs:
    """One scan's outputs. A fresh image drives nothing."""

    STATE = (
        "motors", "aux", "lamps", "digits", "beep", "emit", "arm", "restart", "entropy_taken",
    )  # fmt: skip

    def __init__(self):
        self.motors = 0  # 17 bits, iomap.MOTORS order
        self.aux = 0  # OUT2, OUT3: bit = output index - 16
        self.lamps = bytearray(LAMPS)  # 0 off, 1 green, 2 blue, 3 red, 4 white, 5 yellow
        self.digits = bytearray(4)
        self.beep = 0  # 0 none, else a pattern number
        self.emit = 0  # optical sensors' emitters on
        self.arm = 0  # motor power asked for
        self.entropy_taken = 0  # counts the words used; the board then supplies a new one
        self.quiet = False  # the same as in the scan before, and no beep
        self.light = True  # the scan had little to do: there is time for slow devices
        self.restart = 0  # 1 + index in command_table.LIST_START: restart, once all is said

    def clear(self):
        """Everything off; dice driver asleep."""
        self.motors = 0
        self.aux = 0
        self.beep = 0
