"""The power budget: limits, gaps, relays and priorities, with any wishes and in whole sorts."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from mjsim.table.session import SimTable
from mjtable.generated import iomap
from mjtable.generated.setting_table import NAMES
from mjtable.generated.timing import DIR_SETTLE_MS
from mjtable.memory.settings import Settings
from mjtable.safety import motor_groups, power
from tests.cycle.moments import home

GROUPS = motor_groups.GROUP_MASK
HATCH, LIFTS, HEADS, BELTS = 1 << iomap.M_HATCH, 0xF << 12, 0xF << 8, 0xF << 4
RING, DRUM, CHAIN, DICE = (1 << m for m in (iomap.M_RING, iomap.M_DRUM, iomap.M_CHAIN, 16))


class Wishes:
    """A power budget with a stand-in for the table around it, checked at every step."""

    def __init__(self, start_ms=0, **limits):
        chosen = Settings()
        for name, value in limits.items():
            assert chosen.set(index_of(name), value) == ""
        self.limits = {name: chosen.value[index_of(name)] for name in
                       ("power.budget_mw", "power.peak_mw", "power.start_gap_ms")}  # fmt: skip
        self.table = SimpleNamespace(
            settings=chosen, now=start_ms, armed=True, motor_granted=self.granted,
            motor_stopped=lambda motor: None, inputs=SimpleNamespace(wrote_ms=-1),
        )  # fmt: skip
        self.power = power.Power(self.table)
        self.starts = []  # (ms, motor)
        self.ms = 0
        self.start_ms = start_ms
        self.relays, self.relay_ms, self.off_ms = 0, [-999] * 4, [-999] * 4

    def granted(self, motor):
        self.starts.append((self.ms, motor))

    def run(self, want, ms):
        """Wish `want` for `ms`, a step every 5 ms; the motors that then run."""
        for _ in range(ms // 5):
            self.ms += 5
            self.table.now = (self.start_ms + self.ms) & 0x1FFFFFFF
            before = self.power.on
            self.power.step(self.table.now, want)
            self.check(before, want)
        return self.power.on

    def check(self, before, want):
        on, limits = self.power.on, self.limits
        running = iomap.LOGIC_MW + sum(iomap.MOTOR_RUN_MW[m] for m in range(17) if on >> m & 1)
        surge = sum(iomap.MOTOR_START_MW[m] - iomap.MOTOR_RUN_MW[m] for ms, m in self.starts
                    if self.ms - ms < iomap.START_MS and on >> m & 1)  # fmt: skip
        assert running <= limits["power.budget_mw"] and running == self.power.run_mw
        assert running + surge <= limits["power.peak_mw"], "peak power exceeded"
        assert not on & ~want, "a motor nobody wishes for"
        times = [ms for ms, _ in self.starts[-2:]]
        assert times == sorted(times)
        if len(times) == 2 and times[1] == self.ms:
            assert times[1] - times[0] >= limits["power.start_gap_ms"]
        self.check_relays(before, on, want)

    def check_relays(self, before, on, want):
        for group, mask in enumerate(GROUPS):
            if (self.relays ^ self.power.relays) >> group & 1:
                assert not (before | on) & mask, "a relay switched under current"
                assert self.ms - self.off_ms[group] >= 300, "a relay switched before standstill"
                self.relay_ms[group] = self.ms
            if on & mask:
                assert self.power.relays >> group & 1 == want >> 17 + group & 1, "wrong way"
            if on & ~before & mask:
                assert self.ms - self.relay_ms[group] >= 20, "no time for the relay to settle"
            if before & mask and not on & mask:
                self.off_ms[group] = self.ms
        self.relays = self.power.relays


def index_of(name):
    return NAMES.index(name)


wishes = st.lists(
    st.tuples(st.integers(0, (1 << 21) - 1), st.sampled_from([5, 50, 150, 320, 400, 1_000])),
    max_size=20,
)


@given(wishes, st.sampled_from([0, 0x1FFFFFFF - 2_000]))
@hypothesis_settings(max_examples=150)
def test_no_wish_breaks_a_limit(timeline, start_ms):
    table = Wishes(start_ms)
    for want, ms in timeline:
        table.run(want, ms)


@given(wishes, st.integers(36_000, 80_000), st.integers(36_000, 120_000), st.integers(100, 600))
@hypothesis_settings(max_examples=100)
def test_changed_limits_are_kept(timeline, budget, peak, gap):
    table = Wishes(**{"power.budget_mw": budget, "power.peak_mw": peak,
                      "power.start_gap_ms": gap})  # fmt: skip
    for want, ms in timeline:
        table.run(want, ms)


def test_what_fits_is_granted():
    table = Wishes()
    assert table.run(DRUM | RING | HEADS, 2_000) == RING | HEADS  # 40 W; the drum does not fit
    assert table.run(DRUM | RING | HEADS & 0x700, 2_000) == DRUM | RING | 0x700
    more = Wishes(**{"power.budget_mw": 80_000, "power.peak_mw": 120_000})
    everything = DRUM | RING | HEADS | BELTS & 0x30
    assert more.run(everything, 3_000) == everything


def test_priorities():
    table = Wishes()
    wanted = LIFTS | HATCH | HEADS | RING | DRUM | BELTS | CHAIN | DICE
    table.run(wanted, 5_000)
    order = [motor for _, motor in table.starts]
    assert order[:5] == [12, 13, 14, 15, iomap.M_HATCH]
    table = Wishes(**{"power.budget_mw": 80_000, "power.peak_mw": 120_000})
    table.run(wanted & ~LIFTS & ~HATCH, 5_000)
    order = [motor for _, motor in table.starts]
    assert order == [8, 9, 10, 11, 1, 0, 16, 4, 5, 6, 7]  # the chain is last and does not fit


def test_the_most_urgent_line_goes_first():
    table = Wishes()
    table.power.order[:] = bytes([2, 0, 3, 1])
    table.run(HEADS, 2_000)
    assert [motor - iomap.M_HEAD for _, motor in table.starts] == [2, 0, 3, 1]


def test_turning_round_waits_until_the_motor_stands():
    table = Wishes()
    table.run(HATCH, 1_000)
    table.run(HATCH | motor_groups.R_HATCH, DIR_SETTLE_MS - 10)
    assert not table.power.on and not table.power.relays
    assert table.run(HATCH | motor_groups.R_HATCH, 50) == HATCH
    assert table.power.relays == 1
    table.run(0, DIR_SETTLE_MS + 10)
    assert table.power.relays == 0, "a relay nobody needs falls back"


def test_nothing_starts_unarmed_and_everything_drops_at_once():
    table = Wishes()
    table.table.armed = False
    assert table.run(DRUM | RING, 500) == 0
    table.table.armed = True
    assert table.run(DRUM | RING, 500) == DRUM | RING
    table.power.drop_all()
    assert table.power.on == 0 and table.power.run_mw == iomap.LOGIC_MW


def sort_ms(watts, machine="four_port"):
    limits = {"power.budget_mw": watts * 1_000, "power.peak_mw": watts * 1_500}
    total = 0
    for seed in range(4):
        table = home(machine, seed=seed, settings=limits)
        table.plant.limit_run_mw, table.plant.limit_start_mw = watts * 1_000, watts * 1_500
        table.load()
        total += table.run_until(lambda t=table: t.table.set_waiting == "green", 400_000)
        assert table.stacks == [17] * 4 and not table.violations and not table.faults
        assert table.plant.peak_running_mw <= watts * 1_000
        assert table.plant.peak_start_mw <= watts * 1_500
    return total


def test_more_power_sorts_faster_and_never_exceeds_it():
    slow, factory = sort_ms(36), sort_ms(50)
    for watts in (40, 45, 60, 80):  # here the last tiles decide, and chance
        assert sort_ms(watts) < 0.95 * slow
    assert sort_ms(45, "single_port") > factory


def test_the_factory_limits_are_those_of_the_type_plate():
    table = SimTable()
    value = table.table.settings.value
    assert value[index_of("power.budget_mw")] == 50_000
    assert value[index_of("power.peak_mw")] == 75_000
    assert value[index_of("power.start_gap_ms")] == 100


def test_a_start_that_the_peak_never_allows_does_not_keep_every_scan_busy():
    """Nothing changes until a motor stops; else the link would never find a light scan."""
    wishes = Wishes(**{"power.peak_mw": 42_000})
    want = 1 << iomap.M_DRUM | 15 << iomap.M_BELT
    assert wishes.run(want, 3_000) == want
    assert wishes.run(want | 1 << iomap.M_RING, 3_000) == want and wishes.power.due < 0
    assert wishes.run(1 << iomap.M_DRUM | 1 << iomap.M_RING, 1_000) >> iomap.M_RING & 1
