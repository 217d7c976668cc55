"""The I/O map: the design's bits, every bit once, every motor complete, firmware = plant."""

import re
from pathlib import Path

import pytest

from mjsim.generated import constants
from mjtable.generated import iomap, timing
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[3]
MACHINE = load(ROOT)


def test_every_bit_is_named_once():
    for frame, bits in ((iomap.INPUTS, 72), (iomap.OUTPUTS, 32)):
        assert len(frame) == bits
        names = [name for name in frame if name]
        assert len(names) == len(set(names))


def test_indices_bits_and_bytes_agree_with_the_frame():
    for index, name in enumerate(iomap.INPUTS):
        if not name:
            continue
        assert getattr(iomap, f"IN_{name.upper()}") == index
        stem = name[:-2] if hasattr(iomap, f"BIT_{name[:-2].upper()}") else name
        assert getattr(iomap, f"BIT_{stem.upper()}") == 1 << index % 8
        if stem == name:
            assert getattr(iomap, f"BYTE_{stem.upper()}") == index // 8


def test_side_signals_lie_at_the_same_bit_of_each_side():
    for side, letter in enumerate("abcd"):
        names = [name[:-2] for name in iomap.INPUTS[side * 8:side * 8 + 8]]
        assert names == ["cnt", "park", "mid", "inlet", "lift_up", "lift_dn", "push_home", "jam"]
        assert all(n.endswith(f"_{letter}") for n in iomap.INPUTS[side * 8:side * 8 + 8])


def test_motors_are_the_first_sixteen_outputs_and_the_dice():
    assert iomap.MOTORS == (*iomap.OUTPUTS[:16], "dice")
    assert (iomap.M_DRUM, iomap.M_BELT, iomap.M_HEAD, iomap.M_LIFT, iomap.M_DICE) == (
        0, 4, 8, 12, 16)


def test_aux_masks_follow_the_motors():
    for index, name in enumerate(iomap.OUTPUTS[16:]):
        if name:
            assert getattr(iomap, f"AUX_{name.upper()}") == 1 << index


@pytest.mark.parametrize("motor", range(17), ids=iomap.MOTORS)
def test_every_motor_has_watts_and_limits(motor):
    assert 0 < iomap.MOTOR_RUN_MW[motor] <= iomap.MOTOR_START_MW[motor]
    assert iomap.MOTOR_MAX_ON_MS[motor] > 0
    assert constants.COAST_MAX_MS[motor] >= 80
    assert any(mask >> motor & 1 for mask in iomap.MOTORS_OF)


def test_start_watts_of_the_design():
    watts = dict(zip(iomap.MOTORS, iomap.MOTOR_START_MW, strict=True))
    assert (watts["drum"], watts["ring"], watts["belt_a"], watts["head_a"], watts["hatch"]) == (
        25200, 7800, 4800, 10500, 18000)


def test_machines_have_their_motors():
    four, single = (
        {n for i, n in enumerate(iomap.MOTORS) if mask >> i & 1} for mask in iomap.MOTORS_OF)
    assert four == set(iomap.MOTORS) - {"chain"}
    assert single == set(iomap.MOTORS) - {f"{n}_{s}" for n in ("belt", "head") for s in "bcd"}


def test_absent_inputs_of_each_machine():
    absent = [{iomap.INPUTS[byte * 8 + bit] for byte in range(9) for bit in range(8)
               if not masks[byte] >> bit & 1} - {""} for masks in iomap.INPUTS_OF]
    assert absent[0] == {"chain_zero", "chain_corner", "chain_rev"}
    assert absent[1] == {f"{n}_{s}" for s in "bcd"
                         for n in ("cnt", "park", "mid", "inlet", "push_home", "jam")}


def test_direction_relay_for_every_reversible_motor():
    reversible = {n for i, n in enumerate(iomap.MOTORS) if iomap.REVERSIBLE >> i & 1}
    assert reversible == {"drum", "hatch", "chain", "belt_a", "belt_b", "belt_c", "belt_d"}


def test_supervision_waits_longer_than_the_mechanisms_own_limit():
    limit = dict(zip(iomap.MOTORS, iomap.MOTOR_MAX_ON_MS, strict=True))
    assert limit["hatch"] > timing.HATCH_LIMIT_MS
    assert limit["lift_a"] > timing.LIFT_LIMIT_MS
    assert limit["head_a"] > timing.HEAD_LIMIT_MS
    assert limit["chain"] > timing.CHAIN_LIMIT_MS


OF_MACHINES = [name for name, its in vars(constants).items() if isinstance(its, tuple)
               and len(its) == len(constants.MACHINES) and hasattr(iomap, name)]


def wired(values):
    """Of one value for each machine those that the board's strap tells apart."""
    return tuple(its for at, its in enumerate(values) if constants.WIRED[at] == at)


def test_firmware_and_plant_share_one_truth():
    for name in dir(constants):
        if re.fullmatch("[A-Z][A-Z0-9_]*", name):
            for module in (iomap, timing):
                if name in OF_MACHINES:
                    assert getattr(iomap, name) == wired(getattr(constants, name)), name
                elif hasattr(module, name):
                    assert getattr(module, name) == getattr(constants, name), name


def test_the_board_knows_the_machines_that_are_wired_as_themselves():
    assert iomap.MACHINES == wired(constants.MACHINES)
    assert {"LINES", "MACHINES"} <= set(OF_MACHINES)


def test_everything_is_a_small_integer():
    for module in (iomap, timing):
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, int):
                assert -(1 << 30) <= value < 1 << 30, name


def test_coast_stays_inside_the_flags():
    flag_ms = constants.HATCH_TRAVEL_MS * constants.HATCH_FLAG_PCT // 100
    assert constants.COAST_MAX_MS[iomap.M_HATCH] <= flag_ms
    park = (constants.HEAD_PARK_TO_DEG - constants.HEAD_PARK_FROM_DEG) % 360
    assert constants.COAST_MAX_MS[iomap.M_HEAD] <= park * 1000 // constants.HEAD_SPEED_MDEG_PER_MS
    lift = (constants.LIFT_UP_TO_DEG - constants.LIFT_UP_FROM_DEG) * 1000
    assert constants.COAST_MAX_MS[iomap.M_LIFT] <= lift // constants.LIFT_SPEED_MDEG_PER_MS
    assert constants.COAST_MAX_MS[iomap.M_CHAIN] <= constants.CHAIN_FLAG_MS


def test_all_26_pins_are_used_once():
    pins = [pin["gp"] for pin in MACHINE.data["pins"].values()]
    assert sorted(pins) == [*range(23), 26, 27, 28]
