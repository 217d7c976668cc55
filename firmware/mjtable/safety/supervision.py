"""What the board watches besides the mechanisms: safety loop, chain signature, fuses, heat,
currents, and each motor's own time limit (design hardware §1.4, §4.2).
"""

from mjtable.generated.fault_codes import (
    FUSE_BLOWN,
    IO_CHAIN,
    LID_OPEN,
    MOTOR_BUS_DEAD,
    OVERLOAD,
    SAFETY_LOOP_OPEN,
    TEMPERATURE_SENSOR,
    TIMEOUT,
    TOO_HOT,
    UNCOMMANDED_CURRENT,
)
from mjtable.generated.iomap import (
    BIT_FUSE_OK,
    BIT_LID,
    BIT_LOOP_RAW,
    BIT_SAFE_FB,
    BIT_SIG0,
    BIT_SIG1,
    BYTE_FUSE_OK,
    BYTE_LID,
    BYTE_SAFE_FB,
    MOTOR_MAX_ON_MS,
    MOTORS,
)
from mjtable.generated.timing import (
    CURRENT_MISMATCH_MS,
    CURRENT_OFF_MA,
    TEMPERATURE_HIGH_DC,
    TEMPERATURE_LOW_DC,
    TEMPERATURE_STOP_DC,
)
from mjtable.scan.clock import MASK, reached, sooner
from mjtable.scan.places import P_SUPERVISION, SUPERVISION
from mjtable.safety.trends import Trends
from mjtable.safety.witness import Witness

TOUCHES = {
    "reads": "armed faults.count inputs.amps_a_ma inputs.amps_b_ma inputs.board_detail "
             "inputs.board_fault inputs.fell inputs.level inputs.rose inputs.temp_bay_dc "
             "inputs.temp_hs_dc outputs.arm power.on",
    "calls": "raise_fault",
    "writes": "asked due faults.opened",
}

ARM_MS = 100
"""K1 closes in 20 ms (design hardware §1.4, §4.2 row 7); right after a disarming the board first
waits up to 40 ms for a measurement that +5V_SAFE is gone."""
SIGNATURE = BIT_SIG1 | BIT_SIG0


class Supervision(Witness, Trends):
    """Looks at the board's own inputs; its deadline is the next motor's time limit."""

    STATE = (
        "review",
        "started", "mismatch_since", "armed_since", "was_armed", "took", "learns", "learnt",
        "missed", "told",
    )

    def __init__(self, table):
        self.table = table
        self.started = [0] * len(MOTORS)  # when each motor last started
        self.review = 0  # a set is built: inputs and times are judged in this many scans, one each
        self._expect()
        self._learn_from_now()
        self.mismatch_since = -1
        self.armed_since = -1  # since when motor power has been asked for and not come
        self.was_armed = False

    def cause(self):
        """Fault that stands right now, 0 when the board's own inputs are well."""
        inputs = self.table.inputs
        if inputs.board_fault:
            return inputs.board_fault
        board = inputs.level[BYTE_FUSE_OK]
        if board & SIGNATURE != BIT_SIG1:
            return IO_CHAIN
        if (inputs.level[BYTE_LID] | inputs.rose[BYTE_LID]) & BIT_LID:
            return LID_OPEN  # a first touch, however short
        if not board & ~inputs.fell[BYTE_FUSE_OK] & BIT_LOOP_RAW:
            return SAFETY_LOOP_OPEN
        if not board & BIT_FUSE_OK:
            return FUSE_BLOWN
        return self._heat(inputs.temp_hs_dc) or self._heat(inputs.temp_bay_dc)

    def _heat(self, temp_dc):
        if not TEMPERATURE_LOW_DC <= temp_dc <= TEMPERATURE_HIGH_DC:
            return TEMPERATURE_SENSOR
        return TOO_HOT if temp_dc >= TEMPERATURE_STOP_DC else 0

    def step(self, now):
        """One scan."""
        code = self.cause()
        if self.table.inputs.rose[BYTE_LID] & BIT_LID:
            self.table.faults.opened = True
        if code:
            self.table.raise_fault(code, "board", self.table.inputs.board_detail)
        self._currents(now)
        self._bus(now)
        if self.review:
            self.review -= 1
            if self.review:
                self.table.asked |= SUPERVISION
                self.judge_inputs()
            else:
                self.judge_times()
        due = self.table.due[P_SUPERVISION]
        if reached(now, due):
            self._overtime(now)

    def _bus(self, now):
        """Motor power that was asked for must come, and stay."""
        table = self.table
        if table.armed or not table.outputs.arm or table.faults.count:
            self.armed_since = -1
            self.was_armed = table.armed
        elif self.was_armed and not self._enabled():
            table.raise_fault(SAFETY_LOOP_OPEN, "board", 0)
        elif self.armed_since < 0:
            self.armed_since = now
            self.watch_until((now + ARM_MS) & MASK)
        elif (now - self.armed_since) & MASK >= ARM_MS:
            self.armed_since = -1
            table.raise_fault(MOTOR_BUS_DEAD if self._enabled() else SAFETY_LOOP_OPEN, "board", 0)

    def _enabled(self):
        """Loop, watchdog and ARM are all there."""
        return self.table.inputs.level[BYTE_SAFE_FB] & BIT_SAFE_FB != 0

    def _currents(self, now):
        inputs = self.table.inputs
        excess_ma = max(inputs.amps_a_ma, inputs.amps_b_ma)
        if excess_ma <= CURRENT_OFF_MA and min(inputs.amps_a_ma, inputs.amps_b_ma) >= 0:
            self.mismatch_since = -1
        elif not self.table.power.on and excess_ma > CURRENT_OFF_MA:
            self.table.raise_fault(UNCOMMANDED_CURRENT, self._group(), excess_ma)
        elif self.mismatch_since < 0:
            self.mismatch_since = now
            self.watch_until((now + CURRENT_MISMATCH_MS) & MASK)
        elif (now - self.mismatch_since) & MASK >= CURRENT_MISMATCH_MS:
            self.table.raise_fault(OVERLOAD, self._group(), excess_ma)

    def _group(self):
        """The motor group whose current is off: A is fused by F2, B by F3."""
        inputs = self.table.inputs
        return "group_a" if abs(inputs.amps_a_ma) >= abs(inputs.amps_b_ma) else "group_b"

    def watch_until(self, due):
        """Make sure that `step` looks again at `due`."""
        before = self.table.due[P_SUPERVISION]
        self.table.due[P_SUPERVISION] = sooner(before, due)

    def motor_started(self, motor, now):
        """Start the motor's own time limit."""
        self.started[motor] = now
        self.watch_until((now + MOTOR_MAX_ON_MS[motor]) & MASK)

    def _time_of(self, motor, age_ms):
        if age_ms >= MOTOR_MAX_ON_MS[motor]:
            self.table.raise_fault(TIMEOUT, MOTORS[motor], age_ms // 1000)
        else:
            self.watch_until((self.started[motor] + MOTOR_MAX_ON_MS[motor]) & MASK)

    def _overtime(self, now):
        """Fault for motors on too long; the next deadline from those still within their time."""
        self.table.due[P_SUPERVISION] = -1
        for motor in range(len(MOTORS)):
            if self.table.power.on >> motor & 1:
                self._time_of(motor, (now - self.started[motor]) & MASK)
        if self.armed_since >= 0:
            self.watch_until((self.armed_since + ARM_MS) & MASK)
        if self.mismatch_since >= 0:
            self.watch_until((self.mismatch_since + CURRENT_MISMATCH_MS) & MASK)
