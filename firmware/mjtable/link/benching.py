"""Commands of the serial link for whoever tests motors, sensors, lamps: what the bench is made of.

What they ask for goes to `service`, `selftest` and `shown`, which can refuse; what was measured is
read from `measuring` and from the board's gauges.
"""

from mjtable.generated.iomap import M_DICE
from mjtable.kit.letters import lay_base64
from mjtable.kit.packed import count, packed
from mjtable.link.arguments import DIRECTIONS, ENDED, MOTORS as NAMES
from mjtable.link.asking import RESULT, Asking
from mjtable.safety.measuring import SAMPLE_BYTES, SAMPLES

TOUCHES = {
    "reads": "measuring.at_ms measuring.coast_ms measuring.edges measuring.ended "
             "measuring.idle_ma measuring.input measuring.kept measuring.lag_ms measuring.motor "
             "measuring.next measuring.reverse measuring.ring measuring.start_ma "
             "measuring.tail_ms measuring.travel_ms selftest.failed selftest.item "
             "selftest.state",
    "calls": "inputs.gauges measuring.idle_look measuring.other_ma measuring.run_ma "
             "selftest.motor selftest.order service.emitters service.test shown.show",
}

MEASURES = packed((
    b"rms_a_ma", b"rms_b_ma", b"idle_a_ma", b"idle_b_ma", b"temp_hs_dc", b"temp_bay_dc",
    b"mains_dhz", b"mains_gap_ms", b"v12_mv", b"v5safe_mv", b"cnt_a_mv", b"cnt_b_mv", b"cnt_c_mv",
    b"cnt_d_mv",
))  # fmt: skip
OWN = count(MEASURES)  # the motors' learnt currents follow
LEVELS_AT = 8  # of the first that is a level
UNKNOWN = -1
RING_LAST = SAMPLES * SAMPLE_BYTES - 1
NUMBERS = 0xFFFF  # of samples: they count modulo 65536


def edge_row(pages, index):
    """A row of `motor.edges`."""
    measuring = pages.table.measuring
    pages.writer.number(measuring.input[index] & 127)
    pages.writer.number_of(b":", measuring.input[index] >> 7)
    pages.writer.number_of(b":", measuring.at_ms[index])


def measure_row(pages, index):
    """A row of `measure`."""
    own = index - OWN
    if own < 0:
        pages.writer.name(MEASURES, index)
        pages.writer.number_of(b":", measured(pages.table.inputs, index))
        return
    gauges = pages.table.inputs.gauges
    pages.writer.name_of(b"ma_", NAMES, own)
    pages.writer.number_of(b":", UNKNOWN if gauges is None else gauges.learnt_ma(own))


def measured(inputs, index):
    """One value of MEASURES."""
    if index == 4:
        return inputs.temp_hs_dc
    if index == 5:
        return inputs.temp_bay_dc
    if index == 6:
        return inputs.mains_dhz
    if index == 7:
        return inputs.mains_gap_ms
    if inputs.gauges is None:
        return UNKNOWN
    if index >= LEVELS_AT:
        return inputs.gauges.level_mv(index - LEVELS_AT)
    return inputs.gauges.idle_ma(index & 1) if index & 2 else inputs.gauges.group_ma(index)


class Benching(Asking):
    """Those commands."""

    def motor_test(self):
        """One measured motion."""
        wrong = self.table.service.test(self.value[0], self.value[1])
        if wrong == "param":
            self.answers.not_for_this(b"dir")  # this motor turns one way only
            return ""
        return wrong

    def motor_result(self):
        """What became of it, and the rest of it in the next scan."""
        found = self.table.measuring
        writer = self.writer
        writer.name_of(b" name=", NAMES, found.motor)
        writer.name_of(b" dir=", DIRECTIONS, found.reverse)
        writer.name_of(b" ended=", ENDED, found.ended)
        writer.number_of(b" lag_ms=", found.lag_ms)
        writer.number_of(b" travel_ms=", found.travel_ms)
        writer.number_of(b" coast_ms=", found.coast_ms)
        self.unfinished = RESULT
        return ""

    def more_of_result(self):
        """The currents."""
        found = self.table.measuring
        writer = self.writer
        writer.number_of(b" tail_ms=", found.tail_ms)
        writer.number_of(b" idle_ma=", found.idle_ma)
        writer.number_of(b" run_ma=", found.run_ma())
        writer.number_of(b" start_ma=", found.start_ma)
        writer.number_of(b" other_ma=", found.other_ma())
        writer.number_of(b" edges=", found.edges)

    def motor_edges(self):
        """Its edges."""
        return self._page(self.table.measuring.edges, self.value[0], edge_row)

    def measure(self):
        """What is measured now."""
        return self._page(OWN + M_DICE, self.value[0], measure_row)

    def samples(self):
        """Some of the slow ring, with one of now when the last is old."""
        found = self.table.measuring
        found.idle_look()
        writer = self.writer
        first = found.next - found.kept & NUMBERS
        writer.number_of(b" first=", first)
        writer.number_of(b" next=", found.next)
        writer.text(b" data=")
        at = first if self.value[0] < 0 else self.value[0]
        at *= SAMPLE_BYTES
        writer.n = lay_base64(writer.buf, writer.n, found.ring, at, RING_LAST)
        return ""

    def emitters(self):
        """The supply of the optical sensors."""
        return self.table.service.emitters(self.value[0])

    def show_test(self):
        """Something to look at."""
        wrong = self.table.shown.show(self.value[0], self.value[1])
        if wrong == "range":
            self.answers.not_for_this(b"value")
            return ""
        return wrong

    def selftest(self):
        """The self-test's steps, and how it stands."""
        test = self.table.selftest
        wrong = test.order(self.value[0])
        if not wrong:
            writer = self.writer
            motor = test.motor()
            writer.number_of(b" item=", test.item)
            writer.name_of(b" motor=", NAMES, motor)
            writer.number_of(b" failed=", test.failed)
            writer.word_of(b" state=", test.state)
        return wrong
