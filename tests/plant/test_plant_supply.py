"""Arming, the stop loop, mains and currents, as the controller's inputs show them."""

import pytest

from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.plant.numbers import HOLD_UP_MS, PFAIL_MS
from tests.plant.crude import DRUM, FREE, HATCH, RING, Bench, belt, head, nominal

FEEDBACK = ("safe_fb", "lmot_fb", "k1_mir", "loop_raw")


def feedback(plant: Plant) -> tuple:
    return tuple(plant.input(name) for name in FEEDBACK)


def running(motors: int = DRUM) -> Bench:
    b = Bench(nominal(limits=FREE))
    b.on(motors)
    b.run(500)
    assert b.plant.moving == motors
    b.clear()
    return b


def test_the_motor_bus_is_live_k1s_delay_after_arming():
    b = Bench(nominal(), armed=False)
    assert feedback(b.plant) == (0, 0, 1, 1)
    b.plant.arm(1, 100)
    assert feedback(b.plant) == (1, 0, 1, 1)
    b.plant.advance(100 + C.RELAY_MS - 1)
    assert feedback(b.plant) == (1, 0, 1, 1)
    b.run(1)
    assert feedback(b.plant) == (1, 1, 0, 1)
    b.plant.arm(0, b.plant.now)
    assert feedback(b.plant) == (0, 0, 1, 1)


def test_nothing_moves_unarmed_and_what_is_commanded_starts_with_k1():
    b = Bench(nominal(), armed=False)
    b.on(DRUM)
    b.run(1000)
    assert not b.plant.moving and b.plant.busy_ms == 0
    assert b.plant.peak_running_mw == C.LOGIC_MW
    b.plant.arm(1, b.plant.now)
    b.run(500)
    assert b.plant.moving == DRUM and b.plant.peak_running_mw == 20_000


@pytest.mark.parametrize("how", ["lid", "stop"])
def test_an_open_loop_takes_the_motors_power_and_closing_it_starts_nothing(how):
    b = running()

    def loop(is_open):
        if how == "lid":
            b.plant.set_input("lid", is_open)
        else:
            b.plant.press_stop(is_open)

    loop(True)
    assert feedback(b.plant) == (0, 0, 1, 0) and b.plant.input("lid") == (how == "lid")
    b.run(C.COAST_MAX_MS[C.M_DRUM] + 1)
    assert not b.plant.moving
    loop(False)
    b.run(2000)
    assert feedback(b.plant) == (0, 0, 1, 1) and not b.plant.moving
    b.plant.arm(0, b.plant.now)
    b.plant.arm(1, b.plant.now)
    b.run(500)
    assert b.plant.moving == DRUM


def test_the_loop_is_open_while_either_contact_is():
    b = running()
    b.plant.set_input("lid", 1)
    b.plant.press_stop(1)
    b.plant.set_input("lid", 0)
    assert b.plant.input("loop_raw") == 0
    b.plant.press_stop(0)
    assert b.plant.input("loop_raw") == 1


def test_arming_with_the_loop_open_does_nothing():
    b = Bench(nominal(), armed=False)
    b.plant.set_input("lid", 1)
    b.plant.arm(1, 10)
    b.run(1000)
    assert feedback(b.plant) == (0, 0, 1, 0)


def test_dark_emitters_show_no_tile():
    b = Bench(nominal(limits=FREE, bounce_ppm=0))
    b.load(b.plant.new_set("green", 30))
    b.drive(DRUM | RING | belt(0))
    b.until(lambda: b.plant.input("inlet_a"))
    b.drive(0)
    b.plant.emit(0, b.plant.now)
    assert not b.plant.input("inlet_a") and b.plant.fell[0] and b.plant.input("park_a")
    b.clear()
    b.plant.emit(1, b.plant.now)
    assert b.plant.input("inlet_a") and b.plant.rose[0]


def test_a_long_cut_grows_the_gap_then_ends_the_controller():
    b = running()
    plant = b.plant
    begin = plant.now
    plant.cut_mains(1000)
    assert not plant.input("lmot_fb") and plant.input("safe_fb")
    seen = {}
    for _ in range(HOLD_UP_MS + 5):
        b.run(1)
        if plant.mains_gap_ms and plant.mains_gap_ms not in seen:
            seen[plant.mains_gap_ms] = plant.now - begin
            assert plant.edges >> 9
        if plant.input("pfail"):
            seen.setdefault("pfail", plant.now - begin)
        if not plant.logic_ok:
            seen.setdefault("dead", plant.now - begin)
    assert seen == {C.MAINS_LOST_ONE_MS: 12, C.MAINS_LOST_TWO_MS: 22, 50: 50, "pfail": PFAIL_MS,
                    "dead": HOLD_UP_MS}  # fmt: skip
    plant.write(DRUM | RING, C.AUX_FAN, plant.now)
    assert plant.motors == plant.aux == 0, "a dead controller writes nothing"
    b.run(1500)
    assert plant.logic_ok and plant.power_cycles == 1 and plant.mains_gap_ms == 0
    assert not plant.input("pfail") and not plant.input("safe_fb") and not plant.moving


def test_a_short_cut_does_not_end_the_controller():
    b = running()
    b.plant.cut_mains(60)
    b.run(500)
    assert b.plant.logic_ok and b.plant.power_cycles == 0 and b.plant.mains_gap_ms == 0
    assert b.plant.input("lmot_fb") and b.plant.moving == DRUM


def test_the_plug_can_be_pulled_and_put_back():
    b = running()
    b.plant.mains_off()
    b.run(5000)
    assert not b.plant.logic_ok and not b.plant.moving
    b.plant.mains_on()
    b.plant.mains_on()
    assert b.plant.logic_ok and b.plant.power_cycles == 1


def test_a_relay_left_reversed_falls_back_with_the_supply():
    b = Bench(nominal(limits=FREE))
    b.drive(0, C.AUX_DIR_HATCH)
    b.plant.cut_mains(500)
    b.run(1000)
    assert b.plant.hatch.way == 1 and b.plant.aux == 0


def test_a_lost_half_cycle_is_a_gap_the_motors_ride_through():
    b = running()
    b.plant.lose_half_cycle()
    gaps = set()
    for _ in range(40):
        b.run(1)
        gaps.add(b.plant.mains_gap_ms)
    assert gaps == {0, 12, 20} and b.plant.moving == DRUM and b.plant.mains_gap_ms == 0


def test_sixty_hertz_turn_the_gears_faster():
    times = {}
    for hz in (50, 60):
        b = Bench(nominal(limits=FREE))
        b.plant.set_mains_hz(hz)
        assert b.plant.mains_dhz == hz * 10
        b.on(head(0))
        b.until(lambda b=b: b.plant.rose[0] & 4)
        first = b.plant.now
        b.clear()
        b.until(lambda b=b: b.plant.rose[0] & 4)
        times[hz] = b.plant.now - first
    assert times[50] == pytest.approx(800, abs=6) and times[60] == pytest.approx(667, abs=6)


def test_peaks_and_gaps_are_recorded():
    b = Bench(nominal())
    b.on(DRUM)
    b.run(150)
    b.on(RING)
    b.run(1000)
    b.on(belt(0))
    plant = b.plant
    assert plant.peak_running_mw == 30_000
    assert plant.peak_start_mw == 6000 + 25_200 + 7800
    assert plant.min_start_gap_ms == 150 and plant.starts == 3
    assert plant.violations == []


def test_a_motor_this_machine_lacks_draws_and_moves_nothing():
    b = Bench(nominal("single_port"))
    b.on(belt(3) | head(2))
    b.run(500)
    assert not b.plant.moving and b.plant.peak_running_mw == C.LOGIC_MW
    b = Bench(nominal("four_port"))
    b.on(1 << C.M_CHAIN)
    b.drive(1 << C.M_CHAIN, C.AUX_DIR_CHAIN)
    b.run(500)
    assert not b.plant.moving and not b.plant.violations


def test_coasting_ends_where_it_would_whatever_else_starts():
    b = running(HATCH)
    b.off(HATCH)
    b.run(400)
    assert not b.plant.moving and b.plant.active == 0
