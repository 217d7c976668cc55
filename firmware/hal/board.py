"""The board as the table sees it: one image in, one image out, once a scan.

`parts` (`wiring.Parts`) holds the drivers; nothing here knows a pin. The order of a scan:
`read`, the table's step, `write`, the link's poll, `finish`. Nothing allocates.
"""

from hal.calibration import Calibration
from hal.gauges import Gauges
from hal.self_check import HOLD_SCANS, NOT_IN_RUN, OPTO_SUPPLY, before_arming
from mjtable.generated.fault_codes import BOARD_TEST
from mjtable.kit.hosted import for_host
from mjtable.generated.iomap import (
    BIT_LMOT_FB,
    BIT_PFAIL,
    BIT_SAFE_FB,
    BIT_STRAP_4PORT,
    BYTE_LMOT_FB,
    BYTE_STRAP_4PORT,
    INPUTS_OF,
    M_DICE,
)
from mjtable.generated.timing import MAINS_LOST_ONE_MS

ANALOGUE = 1 << 9  # bit of inputs.edges
TURNS = 8
SHOWS = 200  # 1 s: drawn, sent, and every beep over
WELL_MS = 10_000  # after this long without trouble the start counts as good
POWERED = BIT_SAFE_FB | BIT_LMOT_FB


class Board:
    """One controller with its drivers, after `self_check.at_start`."""

    def __init__(self, parts, inputs, outputs):
        self.parts = parts
        self.inputs = inputs
        self.outputs = outputs
        self.store = parts.medium
        self.serial = parts.serial
        self._motors = 0
        self._aux = -1
        self._mux = -1
        self._arm = 0
        self._held = 0  # scans that ARM was held back
        self._emit = 1
        self._taken = 0
        self._started_ms = -1
        self._bus = False  # the memory had something to write in the scan before
        self._shows = SHOWS
        self.turn = 0  # scan of eight: what need not be done in each scan takes turns
        self.failing = False  # the mains or the 12 V are going
        self.calibration = None
        self._find(parts)
        self.may_arm = True  # False in maintenance and safe mode: no watchdog, so no motor

    def set_up(self, machine, cause, fault, detail, warning, store):
        """Fill what does not change, and the first image with every byte as an edge."""
        self.calibration = Calibration(self.parts.currents, self.parts.analogue, store)
        inputs = self.inputs
        inputs.gauges = Gauges(self.parts.analogue, self.parts.currents)
        inputs.machine = machine
        inputs.reset_cause = cause
        inputs.board_fault = fault
        inputs.board_detail = detail
        inputs.board_warning = warning
        inputs.entropy = self.parts.entropy.word
        self.parts.chain.forget(INPUTS_OF[machine])

    def _find(self, parts):
        """What each scan calls, found at once: see `Loop._find`."""
        self._ticks_ms = parts.ticks_ms
        self._analogue = parts.analogue
        self._sample = parts.analogue.step
        self._collect = parts.chain.collect
        self._crossings = parts.zero_cross.step
        self._beep = parts.buzzer.step
        self._lamps = parts.pixels.show
        self._digits = parts.display.show
        self._pump = parts.serial.pump
        self._pump_memory = parts.medium.pump
        self._pump_display = parts.display.pump
        self._raw_bits = parts.entropy.step

    def read(self, inputs):
        """Everything the table looks at, as it is now."""
        now_ms = inputs.now_ms = self._ticks_ms()
        if self._started_ms < 0:
            self._started_ms = now_ms
        measured = self._sample(now_ms, self._motors)  # first: samples lie 5 ms apart
        self._collect(inputs)
        parts = self.parts
        if self._crossings(now_ms):
            inputs.mains_gap_ms = parts.zero_cross.gap_ms
            inputs.mains_dhz = parts.zero_cross.mains_dhz
            inputs.edges |= ANALOGUE
        if measured:
            inputs.amps_a_ma = parts.currents.group_a_ma()
            inputs.amps_b_ma = parts.currents.group_b_ma()
            inputs.temp_hs_dc = parts.temperature.hs_dc
            inputs.temp_bay_dc = parts.temperature.bay_dc
            inputs.edges |= ANALOGUE
        if self.outputs.entropy_taken != self._taken:
            self._taken = self.outputs.entropy_taken
            parts.entropy.taken()
            inputs.entropy = parts.entropy.word

    def write(self, outputs):
        """The table's outputs, to the chain and the pins."""
        mux = self._analogue.mux_bits
        if not outputs.quiet or mux != self._mux or outputs.arm != self._arm:
            self._mux = mux
            self._write(self.parts, outputs, outputs.aux | mux)
        if not outputs.quiet:
            self._shows = SHOWS
        if self._shows and not self.failing:
            self._show(outputs)

    def _show(self, outputs):
        """What people see and hear: for a while after each change, one of the two a scan."""
        self._shows -= 1
        self._beep(outputs.beep, self.inputs.now_ms)
        if self.turn & 1:
            self._lamps(outputs.lamps)
        else:
            self._digits(outputs.digits)

    def _write(self, parts, outputs, aux):
        motors = outputs.motors
        if outputs.arm != self._arm:
            self._set_arm(outputs.arm)
        if motors != self._motors or aux != self._aux:
            if (motors ^ self._motors) >> M_DICE & 1:
                parts.dice.run(motors >> M_DICE & 1)
            if motors != self._motors:
                self._motors = motors
                self.inputs.wrote_ms = parts.ticks_ms()
            self._aux = aux
            parts.chain.send(motors, aux)
        if outputs.emit != self._emit:
            self._emit = outputs.emit
            parts.emit(outputs.emit)

    def _set_arm(self, on):
        """ARM rises only on a board that has just been seen to be dead and whole.

        Motor power that was let go a moment ago is waited for: its supply takes time to go, and
        to be measured.
        """
        detail = before_arming(self.inputs.level, self.parts.analogue) if on else 0
        if detail == OPTO_SUPPLY and self._held < HOLD_SCANS:
            self._held += 1
            return
        self._held = 0
        self._arm = on
        if on:
            if not self.may_arm:
                detail = NOT_IN_RUN
            if detail or self.inputs.board_fault:
                self.inputs.board_fault = self.inputs.board_fault or BOARD_TEST
                self.inputs.board_detail = self.inputs.board_detail or detail
                return
            self.parts.chain.release()
        else:
            self.parts.analogue.disarmed()
        self.parts.arm(on)

    def finish(self):
        """The rest of the scan: slow devices a little at a time."""
        inputs = self.inputs
        self._pump()
        failing = (
            inputs.level[BYTE_LMOT_FB] & BIT_PFAIL != 0
            or inputs.mains_gap_ms >= MAINS_LOST_ONE_MS
        )
        if failing:
            self._save(self.parts)
        elif self.outputs.light and (self._bus or self.turn & 1):
            self._bus = self._pump_memory()
            if not self._bus:  # one user of the I2C bus a scan, and none in a full one
                self._pump_display()
        self.failing = failing
        turn = self.turn = self.turn + 1 & TURNS - 1
        if turn == 0:
            self._now_and_then(inputs)
        elif turn & 1:
            self._raw_bits()

    def _save(self, parts):
        """Power is failing: nothing is shown, all that waits goes into the memory."""
        if not self.failing:
            parts.buzzer.stop()
        parts.pixels.dark()
        parts.medium.flush()  # all that is left to do with what is in the capacitors

    def _now_and_then(self, inputs):
        """Every 40 ms: what the motors draw, and whether the start went well."""
        live = inputs.level[BYTE_LMOT_FB] & POWERED == POWERED
        self.calibration.step(inputs.now_ms, self._motors, live)
        inputs.calibrated = 1 if self.calibration.known else 0
        if inputs.now_ms - self._started_ms & 0x3FFFFFFF >= WELL_MS:
            self.parts.reset_cause.started_well()

    def is_at_rest(self):
        """Nothing moves and nothing can: the only time for flash and for collecting garbage."""
        live = self.inputs.level[BYTE_LMOT_FB] & POWERED
        return self._motors == 0 and not self._arm and not live and not self.failing

    at_rest = for_host(is_at_rest)


def machine_of(level):
    """0 four_port, 1 single_port, by the strap."""
    return 0 if level[BYTE_STRAP_4PORT] & BIT_STRAP_4PORT else 1
