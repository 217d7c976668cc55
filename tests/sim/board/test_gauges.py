"""What the simulated board measures: the whole of what the plant draws, and raw sensor levels."""

import pytest

from mjsim.board.gauges import PlantGauges
from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.plant.gauged import DARK_MV, LIT_MV, THRESHOLD_MV
from mjsim.plant.inject import apply
from mjsim.plant.unit import Unit
from tests.plant.crude import DRUM, FREE, RING, Bench, nominal

HEAD_A = 1 << C.M_HEAD
NEAR_MA = 3
NEAR_MV = 60


def bench(unit=None):
    made = Bench(Plant(limits=FREE, bounce_ppm=0, unit=unit) if unit
                 else nominal(limits=FREE, bounce_ppm=0))
    made.gauges = PlantGauges(made.plant)
    return made


def own(bench, name):
    return bench.plant.own_ma[C.MOTORS.index(name)]


def near(ma):
    return pytest.approx(ma, abs=NEAR_MA)


def test_a_group_has_its_snubbers_and_its_motors():
    b = bench()
    assert b.gauges.group_ma(0) == near(5) and b.gauges.group_ma(1) == near(5)
    b.on(DRUM | HEAD_A)
    b.run(50)
    start = C.MOTOR_START_MW[C.M_DRUM] / C.MOTOR_RUN_MW[C.M_DRUM]
    assert b.gauges.group_ma(0) == near(own(b, "drum") * start)
    b.run(500)
    assert b.gauges.group_ma(0) == near(own(b, "drum"))
    assert b.gauges.group_ma(1) == near(own(b, "head_a"))
    b.on(RING)
    b.run(600)
    assert b.gauges.group_ma(0) == near(own(b, "drum") + own(b, "ring"))
    b.plant.arm(0, b.plant.now)
    assert b.gauges.group_ma(0) == near(0)


@pytest.mark.parametrize(("fault", "share"), [
    ("jam drum", 1.1), ("open drum", 0.0), ("short ring", 1.0), ("half-wave ring", 0.5),
])
def test_what_is_wrong_draws_what_it_draws(fault, share):
    b = bench()
    name = fault.split()[1]
    apply(b.plant, fault)
    if name == "drum":
        b.on(DRUM)
    b.run(700)
    assert b.gauges.group_ma(0) == pytest.approx(max(5, own(b, name) * share), abs=NEAR_MA + 1)


def test_a_motor_in_another_s_place_is_measured_there():
    b = bench()
    apply(b.plant, "motors swapped ring head_a")
    b.on(HEAD_A)
    b.run(700)
    assert b.gauges.group_ma(1) == near(own(b, "ring")) and b.gauges.group_ma(0) == near(5)


def test_a_tile_pulls_the_raw_level_down_and_dark_emitters_let_it_go():
    b = bench()
    assert b.gauges.level_mv(2) == pytest.approx(DARK_MV, abs=NEAR_MV)
    b.plant.set_input("cnt_a", 1)
    assert b.gauges.level_mv(2) == pytest.approx(LIT_MV, abs=NEAR_MV)
    assert b.gauges.level_mv(3) == pytest.approx(DARK_MV, abs=NEAR_MV)
    b.plant.emit(0, b.plant.now)
    assert b.gauges.level_mv(2) > DARK_MV


@pytest.mark.parametrize("pct", [20, 50, 100])
def test_a_dim_barrier_has_less_margin(pct):
    b = bench()
    b.plant.set_input("cnt_a", 1)
    apply(b.plant, "dim cnt_a %d" % pct)
    margin = (THRESHOLD_MV - LIT_MV) * (100 - pct) / 100
    assert b.gauges.level_mv(2) == pytest.approx(THRESHOLD_MV - margin, abs=NEAR_MV)


def test_stuck_and_swapped_counters_show_it_in_their_raw_levels():
    b = bench()
    apply(b.plant, "stuck cnt_a on")
    assert b.gauges.level_mv(2) == pytest.approx(LIT_MV, abs=NEAR_MV)
    apply(b.plant, "swapped cnt_b cnt_c")
    b.plant.set_input("cnt_b", 1)
    assert b.gauges.level_mv(3) == pytest.approx(DARK_MV, abs=NEAR_MV)
    assert b.gauges.level_mv(4) == pytest.approx(LIT_MV, abs=NEAR_MV)


def test_supplies():
    b = bench()
    assert b.gauges.level_mv(0) == pytest.approx(12_000, rel=0.02)
    assert b.gauges.level_mv(1) == pytest.approx(5_000, rel=0.02)
    b.plant.arm(0, b.plant.now)
    assert b.gauges.level_mv(1) < 50


def test_what_is_learnt_is_the_unit_s_own():
    b = bench(unit=Unit("worn", 4))
    for motor, name in enumerate(C.MOTORS[:-1]):
        learnt = b.gauges.learnt_ma(motor)
        assert learnt == 0 if name == "chain" else 0 <= own(b, name) - learnt <= 5


def test_who_measures_changes_nothing():
    """The gauges draw from a source of chance of their own."""
    ends = []
    for asks in (False, True):
        b = bench(unit=Unit("typical", 9))
        for _ in range(100):
            b.drive(DRUM if b.plant.now % 400 < 200 else 0)
            b.run(20)
            if asks:
                b.gauges.group_ma(0), b.gauges.level_mv(2)
        ends.append((b.plant.drum.place(b.plant.now), bytes(b.plant.level)))
    assert ends[0] == ends[1]
