"""The board between the drivers and the table: images, arming, failing power, being off."""

import pytest

from hal.board import SHOWS, TURNS
from hal.self_check import BUS_LIVE, HOLD_SCANS, NOT_IN_RUN, OPTO_SUPPLY
from mjtable.generated import iomap
from mjtable.generated.fault_codes import BOARD_TEST
from tests.micropython.board_bench import BoardBench, Called

PFAIL_BIT = iomap.BIT_PFAIL


@pytest.fixture
def bench():
    return BoardBench()


def test_the_first_image_has_every_byte_as_an_edge(bench):
    assert bench.scan().edges & 0x1FF == 0x1FF
    assert bench.scan().edges == 0


def test_motors_and_relays_reach_the_registers(bench):
    bench.outputs.motors = 1 << iomap.M_DRUM | 1 << iomap.M_HEAD | 1 << iomap.M_DICE
    bench.outputs.aux = iomap.AUX_DIR_BELTS | iomap.AUX_DICE_SLEEP_N
    bench.parts.analogue.mux_bits = 5 << 8
    bench.scan()
    assert bytes(bench.chips.shown) == bytes((1, 1, iomap.AUX_DIR_BELTS, 0x45))
    assert bench.parts.dice.calls == [("run", 1)]


def test_a_frame_is_sent_only_when_something_changed(bench):
    for _ in range(3):
        bench.scan()
    sent = []
    bench.parts.chain.send = lambda *frame: sent.append(frame)
    bench.scan()
    bench.outputs.motors = 2
    bench.scan()
    bench.scan()
    assert sent == [(2, 0)]


def test_what_was_measured_comes_with_its_edge(bench):
    bench.scan()
    bench.parts.zero_cross.answers["step"] = True
    bench.parts.zero_cross.gap_ms = 22
    bench.parts.analogue.answers["step"] = True
    bench.parts.currents.amps_a_ma = -40
    image = bench.scan()
    assert image.edges >> 9 & 1 and (image.mains_gap_ms, image.amps_a_ma) == (22, -40)


def test_currents_are_sampled_before_anything_that_may_take_long(bench):
    """Inputs that change take up to 5 ms; samples have to lie a quarter of a period apart."""
    order = []
    step, collect = bench.parts.analogue.step, bench.parts.chain.collect
    bench.parts.analogue.step = lambda *now: (order.append("sample"), step(*now))[1]
    bench.parts.chain.collect = lambda image: (order.append("frames"), collect(image))[1]
    bench.exchanged()
    bench.scan()
    assert order == ["sample", "frames"]


def test_a_random_word_is_replaced_when_it_was_taken(bench):
    assert bench.scan().entropy == 7
    assert bench.parts.entropy.count("taken") == 0
    bench.outputs.entropy_taken += 1
    bench.scan()
    bench.scan()
    assert bench.parts.entropy.count("taken") == 1


def test_arming_a_sound_board(bench):
    bench.scan()
    bench.outputs.arm = 1
    bench.scan()
    assert bench.arm.level == 1 and bench.oe.level == 0 and not bench.inputs.board_fault
    bench.outputs.arm = 0
    bench.scan()
    assert bench.arm.level == 0 and bench.parts.analogue.count("disarmed") == 1


@pytest.mark.parametrize("spoil, detail, held", [
    (lambda bench: bench.live(True), BUS_LIVE, 0),
    # may be on its way down: it is told once it has had time to go
    (lambda bench: setattr(bench.parts.analogue, "opto_supply_live", True), OPTO_SUPPLY,
     HOLD_SCANS),
])
def test_a_board_with_a_shorted_stop_channel_never_arms(bench, spoil, detail, held):
    spoil(bench)
    bench.scan()
    bench.outputs.arm = 1
    for _ in range(held):
        assert not bench.scan().board_fault
    bench.scan()
    image = bench.scan()
    assert bench.arm.written.count(1) == 0
    assert (image.board_fault, image.board_detail) == (BOARD_TEST, detail)


def test_outputs_come_back_after_a_broken_chain_only_by_arming_anew(bench):
    bench.scan()
    bench.outputs.arm = 1
    bench.scan()
    bench.chips.cut = True
    bench.scan()
    bench.chips.cut = False
    bench.scan()
    assert bench.oe.level == 1
    bench.outputs.arm = 0
    bench.scan()
    assert bench.oe.level == 1
    bench.outputs.arm = 1
    bench.scan()
    assert bench.oe.level == 0


@pytest.mark.parametrize("failing", [
    lambda bench: bench.chips.logical.__setitem__(8, iomap.BIT_PFAIL),
    lambda bench: (setattr(bench.parts.zero_cross, "gap_ms", 50),
                   bench.parts.zero_cross.answers.update(step=True)),
])
def test_failing_power_sheds_the_lamps_and_writes_what_is_left(bench, failing):
    bench.scan()
    failing(bench)
    for _ in range(3):
        bench.scan()
    assert bench.parts.medium.count("flush") == 3
    assert bench.parts.pixels.count("dark") == 3 and bench.parts.buzzer.count("stop") == 1


def test_the_i2c_bus_has_one_user_a_scan(bench):
    for _ in range(4):
        bench.scan()
    assert (bench.parts.medium.count("pump"), bench.parts.display.count("pump")) == (2, 2)
    bench.parts.medium.answers["pump"] = True
    for _ in range(6):
        bench.scan()
    used = bench.parts.medium.count("pump")
    assert bench.parts.display.count("pump") == 2 and used >= 7, "the memory in every scan then"


def test_lamps_and_digits_rest_when_nothing_changes(bench):
    for _ in range(SHOWS):
        bench.scan()
    bench.outputs.quiet = True
    for _ in range(SHOWS):
        bench.scan()
    shown = bench.parts.pixels.count("show")
    bench.scan()
    bench.scan()
    assert bench.parts.pixels.count("show") == shown
    bench.outputs.quiet = False
    bench.scan()
    bench.scan()
    assert bench.parts.pixels.count("show") == shown + 1


def test_a_start_counts_as_good_after_ten_seconds(bench):
    bench.scan()
    bench.now_ms += 9_000
    for _ in range(TURNS):
        bench.scan()
    assert bench.parts.reset_cause.count("started_well") == 0
    bench.now_ms += 1_000
    for _ in range(TURNS):
        bench.scan()
    assert bench.parts.reset_cause.count("started_well") == 1


def test_what_motors_draw_is_learnt_while_they_run_and_saved_when_they_stand(bench):
    store = Called({"load": 0, "save": True})
    bench.board.set_up(0, "power", 0, 0, 0, store)
    learns = bench.parts.analogue.answers
    scans = 3 * TURNS
    learns["learn"] = True
    for on in (False, True):
        bench.live(on)
        bench.outputs.motors = 1 << iomap.M_DRUM if on else 0
        assert not any(bench.scan().calibrated for _ in range(scans))
        assert bool(bench.parts.analogue.count("learn")) == on, "nothing is learnt of a dead bus"
        assert store.count("save") == 0
    learns["learn"] = False
    bench.outputs.motors = 0
    assert any(bench.scan().calibrated for _ in range(scans))
    assert store.count("save") == 1 and bench.inputs.calibrated == 1


@pytest.mark.parametrize("lacks", [iomap.BIT_SAFE_FB, iomap.BIT_LMOT_FB])
def test_nothing_is_learnt_of_a_bus_that_is_live_by_half(bench, lacks):
    bench.live(True)
    bench.chips.logical[8] &= ~lacks
    for _ in range(3 * TURNS):
        bench.scan()
    assert bench.parts.analogue.count("learn") == 0


def test_lamps_and_digits_take_turns(bench):
    for _ in range(TURNS):
        bench.scan()
    assert bench.parts.pixels.count("show") == bench.parts.display.count("show") == TURNS // 2


def test_no_motor_in_maintenance(bench):
    """Without a watchdog nothing may move, not even in service mode."""
    bench.board.may_arm = False
    bench.scan()
    bench.outputs.arm = 1
    bench.scan()
    image = bench.scan()
    assert bench.arm.written.count(1) == 0
    assert (image.board_fault, image.board_detail) == (BOARD_TEST, NOT_IN_RUN)


def test_shed_lamps_stay_dark_while_the_power_fails(bench):
    bench.scan()
    bench.chips.logical[8] = iomap.BIT_PFAIL
    bench.scan()
    shown = bench.parts.pixels.count("show")
    bench.scan()
    bench.scan()
    assert bench.parts.pixels.count("show") == shown
    bench.chips.logical[8] = 0
    bench.scan()
    bench.scan()
    assert bench.parts.pixels.count("show") > shown
