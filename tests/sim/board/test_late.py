"""Scans that begin late or take long: the walls stand all the same, and nothing collides.

`make late` plays 200 hands of each, on each machine (tests/README.md); here a few of each.
"""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from mjsim.board.eventlog import EventLog
from mjsim.board.late_runner import LateRunner
from mjsim.board.lateness import LIMIT_MS, Lateness, lateness, table_us
from mjsim.board.violation import ViolationSeen
from mjsim.generated import constants as C
from mjsim.people.habits import Habits
from mjsim.plant.numbers import LIVE_SIGNAL_MS
from mjsim.run import run
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError
from tools.check.late_table import SORT_US, text_of

RECORDED = Path(__file__).parents[2] / "data/scan_times.json"
STOPS = ("E2", "E4", "E5", "E6", "E8")
EVERY = ("measured", "8")
SPELLS = ("12", "30", "30@0.01", "12x16@0.002", "30x8@0.002")


def played(late, hands=4, seed=3, machine="four_port", longest=False, **options):
    """Hands played with scans like this; `longest`: every motor coasts as long as it may."""
    table = SimTable(machine, seed=seed, players=Habits(), late=late, **options)
    if longest:
        for drive in table.plant.drives:
            if drive is not None:
                drive.coast_min, drive.coast_span = C.COAST_MAX_MS[drive.bit.bit_length() - 1], 1
    return table, finish(table, hands)


def finish(table, hands):
    """The hands as they were dealt; fails when one does not come, or breaks a law."""
    meter = run.HandMeter(table)
    limit = table.now_ms
    while len(meter.hands) < hands:
        table.run_for(500)
        if meter.look():
            limit = table.now_ms
        assert not table.violations, table.violations[0]
        assert table.now_ms < limit + run.HAND_LIMIT_MS[table.machine], table.summary()
    # a hand whose stop came after the walls and before the dice is not told: no wrong wall
    assert not [text for text in meter.wrong if not text.endswith("came up twice")]
    return meter.hands


def stops(hands):
    """Faults that stopped the table."""
    return [code for hand in hands for code in hand.faults if code.startswith(STOPS)]


@pytest.mark.parametrize("late", EVERY)
@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_hands_are_finished_without_a_stop(late, machine):
    _, hands = played(late, machine=machine)
    assert not [code for code in stops(hands) if code != "E433"]


@pytest.mark.parametrize("late", SPELLS)
def test_nothing_collides_however_late(late):
    table, hands = played(late)
    assert table.runner.overruns and "E903" in hands[-1].faults


@pytest.mark.parametrize("late", ["measured", "8", "30", "30@0.1"])
def test_nothing_collides_when_every_motor_coasts_as_long_as_it_may(late):
    played(late, seed=5, longest=True)


def test_the_narrow_flags_of_the_design_would_not_do(monkeypatch):
    """The test above can fail: 50 deg of flag, as the design had them."""
    from mjsim.plant import head

    edges = (25_000, 155_000, 205_000, 250_000, 335_000, 335_000)
    monkeypatch.setattr(head, "HEAD_EDGES", edges)
    with pytest.raises(AssertionError, match="driven into the head|half"):
        played("8", seed=5, hands=2, longest=True, unit="nominal")


def test_starts_keep_their_gap_from_motor_to_motor():
    table, _ = played("measured", hands=2)
    assert table.plant.min_start_gap_ms >= C.POWER_START_GAP_MS


def test_a_short_live_signal_stops_and_the_hand_is_finished_after_acknowledging():
    table = SimTable(seed=2, players=Habits(), late="30@0.0001")
    table.plant.live_signal_ms = 16  # the quickest parts
    hands = finish(table, 3)
    assert "E205" in stops(hands)


def test_scans_that_stay_away_leave_the_motors_without_power():
    table = SimTable(seed=1, players=Habits(), late="400@0.0002")
    lost = []
    cut = table.plant.lose_live_signal
    table.plant.lose_live_signal = lambda: (lost.append(table.plant.now), cut())
    while not lost:
        table.run_for(5)
    assert not table.plant.k1 and table.plant.effective == 0
    runner = table.runner
    assert lost[0] - runner._kick_ms == LIVE_SIGNAL_MS and lost[0] < runner._end_ms + 400
    finish(table, 1)


def test_live_signal_rides_through_what_it_must():
    assert LIVE_SIGNAL_MS > 15 + LIMIT_MS  # a scan within its limit after another


@pytest.mark.parametrize("late", ["measured", "8", "3", "30@0.02", "12x16@0.01"])
@pytest.mark.parametrize("unit", ["typical", "4006", "5006"])
def test_one_seed_is_one_run_whether_idle_scans_are_jumped_over_or_not(late, unit):
    """Nothing is done a scan later because the one before was late, on a table of any speed."""
    def log(**options):
        records = EventLog(keep=0)
        table = SimTable(seed=6, late=late, log=records, players=Habits(), unit=unit, **options)
        table.run_for(60_000)
        return records.digest(), records.count

    first = log()
    assert first == log() == log(fixed=True)
    assert first[1] > 500


def test_another_seed_is_late_at_other_moments():
    assert Lateness("30@0.01", 1).next_ms != Lateness("30@0.01", 2).next_ms


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
@pytest.mark.parametrize("late", ["none", "measured", "now"])
def test_watching_changes_nothing(late, machine):
    plain, _ = played(late, hands=1, machine=machine)
    watched, _ = played(late, hands=1, machine=machine, log=EventLog())
    assert plain.hearing.raw == watched.hearing.raw
    assert plain.plant.where == watched.plant.where and plain.plant.events == watched.plant.events


def test_a_scan_longer_than_its_limit_is_told_among_ordinary_ones():
    """The flat loop leaves it to the other one, and goes on behind it."""
    def told(**options):
        late = Lateness("measured", 3)
        late.draws = bytes(15 if place % 97 == 0 else ms for place, ms in enumerate(late.draws))
        table = SimTable(seed=3, players=Habits(), late="measured", **options)
        table.runner.late = late
        table.run_for(60_000)
        return table.hearing.raw, table.runner.overruns

    assert told() == told(log=EventLog(keep=0)) and told()[1] > 10


def test_the_power_goes_among_ordinary_scans():
    def ended(**options):
        table = SimTable(seed=3, players=Habits(), late="measured", **options)
        for moment in (30_000, 30_077, 31_003):
            table.run_for(moment)
            table.power_cut(400)
        table.run_for(30_000)
        return table.hearing.raw, table.now_ms, table.plant.events, table.boots

    assert ended() == ended(log=EventLog(keep=0)) and ended()[3] == 4


class Clock:
    """A table that notes when it was scanned; a board that notes when it wrote."""

    def __init__(self, plant):
        self.plant = plant
        self.inputs = type("Image", (), {"edges": 0, "now_ms": 0, "late_ms": 0, "wrote_ms": -1})()
        self.outputs = type("Image", (), {"motors": 1, "aux": 0})()
        self.began, self.late, self.wrote, self.over = [], [], [], []
        self.asked = 0

    def read(self, inputs):
        pass

    def step(self, inputs, outputs):
        self.began.append(inputs.now_ms)
        self.late.append(inputs.late_ms)
        return 5

    def write(self, outputs):
        self.wrote.append(self.plant.now)

    def overran(self, ms):
        self.over.append(ms)


class Still:
    """A plant in which nothing happens."""

    now = edges = motors = 0
    next_ms = 1 << 60
    logic_ok = True
    violations = ()
    live_signal_ms = LIVE_SIGNAL_MS
    cuts = 0

    def advance(self, t_ms):
        self.now = t_ms

    def lose_live_signal(self):
        self.cuts += 1


def scans(late, end_ms, **options):
    """A clock after `end_ms` of scans that all have work."""
    plant = Still()
    clock = Clock(plant)
    runner = LateRunner(plant, late, fixed=True, **options)
    runner.power(clock, clock)
    runner.run_until(end_ms)
    return clock, runner


def test_every_scan_begins_so_late_and_the_grid_starts_afresh():
    clock, _ = scans(Lateness("8", 1), 60)
    assert clock.began == [13, 26, 39, 52] and set(clock.late) == {8}
    assert clock.wrote == [began + C.SCAN_WORK_MS for began in clock.began]
    assert not clock.over


def test_the_grid_goes_on_under_a_small_lateness():
    clock, _ = scans(Lateness("3", 1), 30)
    assert clock.began == [8, 13, 18, 23, 28]


def test_a_row_is_late_scan_after_scan_and_told():
    late = Lateness("12x3@0.0001", 1)
    late.next_ms = 20
    clock, runner = scans(late, 90)
    assert clock.began == [5, 10, 15, 32, 49, 66, 71, 76, 81, 86]
    assert clock.over == [12, 12, 12] and runner.overruns == 3 and not runner.plant.cuts


def test_a_long_scan_makes_the_next_one_late_and_gives_no_kick():
    late = Lateness("3@0.000001", 1)
    late.took = lambda now: 12 if now == 10 else 1
    clock, runner = scans(late, 35)
    assert clock.began == [5, 10, 22, 27, 32] and clock.late == [0, 0, 7, 0, 0]
    assert clock.wrote == [6, 11 + 11, 23, 28, 33] and clock.over == [12]


def test_scans_that_last_too_long_lose_the_live_signal_once():
    late = Lateness("200x1@0.0001", 1)
    late.next_ms = 50
    _, runner = scans(late, 400)
    assert runner.plant.cuts == 1


@pytest.mark.parametrize("text, said", [
    ("soon", "--late soon: write none, measured, now, or ms with a row and a share"),
    ("8x4", "--late 8x4: a row needs its share, as 8x4@0.001"),
    ("8@0.0", "--late 8@0.0: a share of 0 is --late none"),
    ("5000", "at most 1000 ms"),
    ("8x0@0.1", "--late 8x0@0.1: write none"),
])
def test_what_cannot_be_read_is_told(text, said):
    with pytest.raises(UsageError, match="^.*" + said.replace("(", r"\(")):
        lateness(text, 0)


def test_none_is_the_lean_loop():
    assert lateness("none", 0) is None
    assert type(SimTable(powered=False).runner).__name__ == "Runner"


def test_a_table_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr("mjsim.board.lateness.files", lambda name: Path("/nowhere"))
    with pytest.raises(UsageError, match="--late now: there is no table of its scans yet"):
        lateness("now", 0)


def test_the_table_is_what_the_recording_says():
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    home = files("mjsim") / "data/scan_times_measured.json"
    assert home.read_text(encoding="utf-8") == text_of(recorded, RECORDED.name, SORT_US)
    times = table_us("measured")
    assert times == sorted(times) and times[0] >= 2500 and times[-1] > 10_000


def test_a_failed_run_says_where():
    table = SimTable(seed=1, late="8", log=EventLog())
    table.runner.halt_on_violation = True
    table.plant.violate("something broke")
    with pytest.raises(ViolationSeen):
        table.run_for(50)
