"""What is measured of motors: the last test's edges and currents, and a slow ring of samples.

Times are to a scan, 5 ms. A current is the rms of one period of the mains of a whole group, A
(drum to belt_d) or B (heads and lifts), through one transformer (`hal/analogue.py`): to
RESOLUTION_MA or RESOLUTION_PCT, whichever is more. Which of a group's motors draws it cannot be
told from it, nor one that is shorted from the one that was asked for: the edges tell.

Nothing that moves depends on what is kept here, and no recording has it: `inputs.gauges`, from
which it comes, is None where nothing is measured.
"""

from array import array

from mjtable.generated.iomap import M_DICE, M_HEAD
from mjtable.safety import motions
from mjtable.scan.clock import MASK
from mjtable.scan.image import BYTES

TOUCHES = {
    "reads": "armed inputs.edges inputs.fell inputs.rose inputs.temp_bay_dc inputs.wrote_ms now "
             "service.dark service.look_due service.runs",
    "calls": "inputs.gauges",
}

RESOLUTION_MA, RESOLUTION_PCT = 2, 3  # noise of the converter; the phase of the four samples
NONE, RUNNING, SENSOR, TIME, LIMIT, STOPPED = range(6)  # command_table.LIST_ENDED
EDGES = 48
SAMPLES = 64
SAMPLE_BYTES = 4
STEP_MA = 4  # of a sample's byte
SLOW_MS = 500
STEADY_MS = 400  # 150 ms of lag, 200 ms of start (design hardware §2.3, §3), and two periods
UNKNOWN = -1
ON, WATCHED, DARK, LIVE, CLOSE = 1, 2, 4, 8, 16  # flags of a sample


class Measuring:
    """`motor` and what was found of it since it was switched on; -1: not known, or none."""

    def __init__(self, table):
        self.table = table
        self.motor = UNKNOWN
        self.reverse = 0
        self.ended = NONE
        self.lag_ms = self.travel_ms = UNKNOWN
        self.coast_ms = self.tail_ms = 0
        self.idle_ma = self.start_ma = self.last_ma = UNKNOWN
        self.edges = 0
        self.input = bytearray(EDGES)  # number of the input, bit 7 its level
        self.at_ms = array("H", [0] * EDGES)
        self.ring = bytearray(SAMPLES * SAMPLE_BYTES)
        self.next = 0  # samples taken, modulo 65536
        self.kept = 0
        self._sampled = 0  # when the last one was
        self._on = self._off = UNKNOWN  # when the motor was switched, UNKNOWN: not yet
        self._fresh = False  # it was switched in the scan before: the board says when
        self._other_idle = 0
        self._sum = self._other_sum = self._steady = 0  # of samples in steady run

    def begin(self, motor, reverse):
        """A test begins; its motor is still off."""
        self.motor = motor
        self.reverse = 1 if reverse else 0
        self.ended = RUNNING
        self.lag_ms = self.travel_ms = UNKNOWN
        self.coast_ms = 0
        self.tail_ms = UNKNOWN if motor == M_DICE else 0
        self.edges = 0
        self._on = self._off = UNKNOWN
        self._fresh = False
        self._sum = self._other_sum = self._steady = 0
        self.idle_ma = self._group_ma(self._group())
        self._other_idle = self._group_ma(1 - self._group())
        self.start_ma = self.last_ma = UNKNOWN

    def started(self):
        """The motor is switched on with this scan's outputs."""
        self._on = self.table.now
        self._fresh = True

    def stopped(self):
        """It is switched off."""
        self._off = self.table.now
        self._fresh = True

    def end(self, how):
        """Why the motion ended; the first reason counts."""
        if self.ended == RUNNING:
            self.ended = how
            if how == SENSOR:
                self.travel_ms = self.since_on_ms()

    def look(self, sample):
        """A scan of a test: edges, and a sample if it is time for one."""
        if self._fresh:
            self._settle(self.table.inputs.wrote_ms)
        if self._on >= 0 and self.table.inputs.edges:
            for byte in range(BYTES):
                self._of_byte(byte)
        if sample:
            self.sample()
            if self._on >= 0 and self.motor != M_DICE and self.idle_ma >= 0:
                self._currents()

    def _settle(self, wrote_ms):
        """The motor was switched when its scan had ended."""
        self._fresh = False
        now = self.table.now
        at = self._on if self._off < 0 else self._off
        if wrote_ms >= 0 and (now - wrote_ms) & MASK < (now - at) & MASK:
            at = wrote_ms & MASK
        if self._off < 0:
            self._on = at
        else:
            self._off = at

    def since_on_ms(self):
        """How long ago the motor was switched on."""
        return (self.table.now - self._on) & MASK if self._on >= 0 else UNKNOWN

    def _of_byte(self, byte):
        """The edges of one byte's inputs."""
        inputs = self.table.inputs
        changed = inputs.rose[byte] | inputs.fell[byte]
        if changed and byte == motions.BYTE[self.motor] and changed & motions.MOVES[self.motor]:
            self._downstream()
        index = 8 * byte
        while changed:
            if changed & 1:
                self._input(inputs, index)
            index += 1
            changed >>= 1

    def _input(self, inputs, index):
        """An edge of one input; one that went both ways did so against its level first."""
        level = inputs.level[index >> 3] >> (index & 7) & 1
        if (inputs.rose[index >> 3] & inputs.fell[index >> 3]) >> (index & 7) & 1:
            self._edge(index, level ^ 1)
        self._edge(index, level)

    def _downstream(self):
        """A sensor that the motor moves has changed."""
        if self.lag_ms < 0:
            self.lag_ms = self.since_on_ms()
        if self._off >= 0:
            self.coast_ms = (self.table.now - self._off) & MASK

    def _edge(self, index, level):
        if self.edges < EDGES:
            self.input[self.edges] = index | level << 7
            self.at_ms[self.edges] = min(self.since_on_ms(), 0xFFFF)
            self.edges += 1

    def _currents(self):
        """This moment's currents, above what they were before the start."""
        ma = max(0, self._group_ma(self._group()) - self.idle_ma)
        if self._off >= 0:
            if ma > 0 and 2 * ma >= self.run_ma():
                self.tail_ms = (self.table.now - self._off) & MASK
            return
        self.last_ma = ma
        if ma > self.start_ma:
            self.start_ma = ma
        if self.since_on_ms() >= STEADY_MS:
            self._sum += ma
            self._other_sum += self._group_ma(1 - self._group()) - self._other_idle
            self._steady += 1

    def run_ma(self):
        """Mean above idle in steady run; of the last sample when it was too short for that."""
        return self._sum // self._steady if self._steady else self.last_ma

    def other_ma(self):
        """The other group's mean rise meanwhile."""
        return self._other_sum // self._steady if self._steady else 0

    def _group(self):
        return 0 if self.motor < M_HEAD else 1

    def _group_ma(self, group):
        gauges = self.table.inputs.gauges
        return UNKNOWN if gauges is None or self.motor == M_DICE else gauges.group_ma(group)

    # the slow ring

    def idle_look(self):
        """Nothing is tested: a sample now and then."""
        if not self.kept or (self.table.now - self._sampled) & MASK >= SLOW_MS:
            self.sample()

    def sample(self):
        """One sample into the ring."""
        table = self.table
        gauges = table.inputs.gauges
        at = self.next % SAMPLES * SAMPLE_BYTES
        if gauges is not None:
            self.ring[at] = min(gauges.group_ma(0) // STEP_MA, 255)
            self.ring[at + 1] = min(gauges.group_ma(1) // STEP_MA, 255)
        self.ring[at + 2] = min(max(table.inputs.temp_bay_dc // 10 + 40, 0), 255)
        self.ring[at + 3] = self._flags(table)
        self._sampled = table.now
        self.next = self.next + 1 & 0xFFFF
        self.kept = min(self.kept + 1, SAMPLES)

    def _flags(self, table):
        service = table.service
        flags = ON if service.runs and self._on >= 0 and self._off < 0 else 0
        if service.look_due >= 0:
            flags |= WATCHED
            if self.kept and (table.now - self._sampled) & MASK < 2 * SLOW_MS // 10:
                flags |= CLOSE
        if service.dark:
            flags |= DARK
        return flags | LIVE if table.armed else flags
