"""Interlocks: each rule trips, says why, and guards a physics that is really there."""

import random
from pathlib import Path

import pytest

from mjtable.generated.iomap import (
    AUX_DIR_HATCH,
    BIT_CHAIN_ZERO,
    BIT_HATCH_DN,
    BIT_HATCH_UP,
    BIT_LID,
    BIT_LIFT_DN,
    BIT_LIFT_UP,
    BIT_LOOP_RAW,
    BIT_PARK,
    BIT_PINCH,
    BIT_PUSH_HOME,
    BYTE_HATCH_DN,
    BYTE_LOOP_RAW,
    MOTORS,
    MOTORS_OF,
)
from mjtable.safety.interlocks import rules
from mjtable.safety.motor_groups import MOTOR_BITS, R_HATCH
from mjtable.scan.image import Inputs, Outputs
from mjtable.scan.places import EITHER, INTERLOCKS, POWER
from mjtable.scan.turns import HASH
from mjtable.table import Table
from tests.cycle.moments import dealt, home, playing
from tools.make.generate.words.commands import Commands

SENTENCES = Commands(Path(__file__).resolve().parents[2]).interlocks()
REST = BIT_PARK | BIT_PUSH_HOME | BIT_LIFT_DN
M = {name: 1 << index for index, name in enumerate(MOTORS)}
M["down"] = R_HATCH  # with "hatch": it closes

# rule: (machine, motors on, input made wrong), one row for each way a rule can be broken
BREAKS = {
    0: [(0, name, "hatch") for name in ("drum", "ring", "belt_a", "belt_d", "head_b")]
       + [(1, "chain", "hatch"), (1, "head_a", "hatch")],
    1: [(0, "lift_" + side, "hatch") for side in "abcd"],
    2: [(0, "lift_c", "push_d"), (1, "lift_b", "push_a")],
    3: [(1, "lift_a", "zero"), (1, "lift_a chain", "")],
    4: [(0, "lift_a " + other, "") for other in ("ring", "belt_b", "head_c")],
    5: [(0, "head_a", "lift_b"), (1, "chain", "lift_d"), (1, "head_a", "lift_c")],
    6: [(1, "chain", "push_a")],
    7: [(1, "chain head_a", "")],
    8: [(0, "hatch " + other, "") for other in ("drum", "ring", "belt_c", "head_a", "lift_d")]
       + [(1, "hatch chain", "")],
    9: [(0, "belt_c head_c", ""), (1, "belt_a head_a", "")],
    10: [(machine, name, "lid") for machine in (0, 1) for name in MOTORS
         if MOTORS_OF[machine] & M[name]],
    11: [(machine, name, "loop") for machine in (0, 1) for name in MOTORS
         if MOTORS_OF[machine] & M[name]],
    12: [(0, "hatch down", "half pinch"), (1, "hatch down", "half pinch"),
         (0, "hatch down", "open pinch")],
    13: [(0, "hatch down", ""), (0, "hatch", "open"), (1, "hatch", "ends"),
         (1, "hatch down", "ends")],
    14: [(0, "lift_" + side, "top_" + side) for side in "abcd"] + [(1, "lift_b", "top_b")],
}  # fmt: skip
GUARDS = dict.fromkeys(BREAKS, 0)  # motors of each rule, on either machine
for machine in (0, 1):
    for row in rules(machine):
        GUARDS[row[0]] |= row[1] if row[1] < M["down"] else M["hatch"]
CASES = [(row, *case) for row, cases in BREAKS.items() for case in cases]


def at_rest(wrong=""):
    """An input image with everything home, but for one thing."""
    inputs = Inputs()
    for side in range(4):
        inputs.level[side] = REST
    inputs.level[BYTE_HATCH_DN] |= BIT_HATCH_DN | BIT_CHAIN_ZERO
    inputs.level[BYTE_LOOP_RAW] |= BIT_LOOP_RAW
    for word in wrong.split():
        if word[-2:-1] == "_":
            bit = {"park": BIT_PARK, "push": BIT_PUSH_HOME, "lift": BIT_LIFT_DN,
                   "top": BIT_LIFT_UP}[word[:-2]]
            inputs.level["abcd".index(word[-1])] ^= bit
        elif word == "loop":
            inputs.level[BYTE_LOOP_RAW] = 0
        else:
            inputs.level[BYTE_HATCH_DN] ^= {
                "hatch": BIT_HATCH_DN, "zero": BIT_CHAIN_ZERO, "lid": BIT_LID, "pinch": BIT_PINCH,
                "half": BIT_HATCH_DN, "open": BIT_HATCH_DN | BIT_HATCH_UP, "ends": BIT_HATCH_UP,
            }[word]
    return inputs


@pytest.mark.parametrize("machine", [0, 1])
def test_no_rule_is_broken_by_what_stops_or_by_an_input_that_concerns_none(machine):
    """So they are asked only when a motor starts, or when an input goes the wrong way."""
    table, rng, kept = Table(machine), random.Random(machine), 0
    for _ in range(20_000):
        motors = rng.getrandbits(18) & rng.getrandbits(18) & rng.getrandbits(18)
        inputs = table.inputs = at_rest(rng.choice(["", "hatch", "zero", "park_a", "lift_c"]))
        if table.interlocks.allows(motors):
            kept += 1
            for byte in range(9):
                for bit in range(8):
                    asked = table._watchers[8 * byte + bit]
                    if not (asked & INTERLOCKS and asked & EITHER) and rng.random() < 0.5:
                        inputs.level[byte] |= 1 << bit
            assert table.interlocks.allows(motors & (rng.getrandbits(17) | R_HATCH))
    assert kept > 1000


def enforced(machine, names, wrong):
    """(motors let through, the table) after a scan's last word."""
    table = Table(machine)
    table.inputs, table.outputs = at_rest(wrong), Outputs()
    for name in names.split():
        table.power.on |= M[name] & MOTOR_BITS
        table.outputs.aux |= AUX_DIR_HATCH if name == "down" else 0
    table.interlocks.run(0)
    return table.power.on, table


def test_every_rule_is_broken_here():
    assert sorted(BREAKS) == list(range(len(SENTENCES))) and len(set(SENTENCES)) == 15


@pytest.mark.parametrize(("row", "machine", "names", "wrong"), CASES)
def test_a_broken_rule_stops_and_latches(row, machine, names, wrong):
    motors, table = enforced(machine, names, wrong)
    assert motors & GUARDS[row] == 0
    faults = table.faults
    assert (faults.count, faults.active, faults.place(0)) == (1, 902, "interlocks")
    assert table.state == "fault" and table.power.on == 0
    assert faults.detail(0) == table.interlocks.broken
    assert faults.detail(0) == row or GUARDS[faults.detail(0)] & GUARDS[row]


@pytest.mark.parametrize("row", BREAKS)
def test_each_rule_is_the_first_to_speak_for_something(row):
    first = {enforced(*case[1:])[1].faults.detail(0) for case in CASES if case[0] == row}
    assert row in first, SENTENCES[row]


@pytest.mark.parametrize("machine", [0, 1])
def test_each_motor_alone_may_run_when_all_is_home(machine):
    for name in MOTORS:
        bit = M[name]
        if MOTORS_OF[machine] & bit:
            motors, table = enforced(machine, name, "")
            assert motors == bit and not table.faults.count, name


def test_the_hatch_may_move_while_it_is_open_and_the_dice_may_always_roll():
    for wrong in ("hatch", "hatch lift_a", "half pinch", "hatch park_b"):
        assert enforced(0, "hatch", wrong)[0] == M["hatch"]
        assert enforced(0, "dice", wrong)[0] == M["dice"]


def test_a_pinched_hatch_may_open_and_from_either_end_it_may_move_away():
    assert enforced(0, "hatch", "half pinch")[0] == enforced(0, "hatch", "pinch")[0] == M["hatch"]
    assert enforced(0, "hatch down", "open")[0] == M["hatch"]


def test_the_way_counts_only_while_the_hatch_is_on():
    assert enforced(0, "drum down", "pinch")[0] == M["drum"]


def past_the_budget(table, want):
    """Motors on that nobody wishes for and the power budget does not see."""
    table.table._runs[POWER % HASH] = lambda now: None
    table.table.power.on |= want
    table.runner.wake()


def forced(table, names, ms=1_500):
    """With the interlocks off, somebody commands motors past everything; what physics says."""
    table.table.interlocks._first = lambda motors, count: -1
    for line in table.table.lines:
        line._strays = lambda rose, fell: False  # else a head that nobody asked stops the table
    want = sum(M[name] for name in names.split())
    end = table.now_ms + ms
    while table.now_ms < end:
        past_the_budget(table, want)
        table.run_for(5)
    return " | ".join(table.violations)


PHYSICS = [  # (machine, near it, motors, what physics says)
    ("four_port", "open", "drum", "hand in the drum: drum moved"),
    ("four_port", "open", "head_b", "hand in the drum: head_b moved"),
    ("four_port", "open", "lift_a", "lift_a"),
    ("four_port", "home", "lift_a head_a", "lift"),
    ("single_port", "home", "lift_a chain", "chain"),
    ("single_port", "home", "chain head_a", "chain"),
    ("four_port", "home", "hatch drum", "hand in the drum"),
]


@pytest.mark.parametrize(("machine", "near", "names", "says"), PHYSICS)
def test_without_the_interlocks_physics_is_broken(machine, near, names, says):
    table = home(machine)
    if near == "open":
        table.press("elevator")
        table.run_until(lambda: table.io("hatch_up"), 9_000)
    assert not table.violations
    assert says in forced(table, names)


@pytest.mark.parametrize(("machine", "near", "names", "says"), PHYSICS)
def test_with_the_interlocks_it_is_not(machine, near, names, says):
    table = home(machine)
    if near == "open":
        table.press("elevator")
        table.run_until(lambda: table.io("hatch_up"), 9_000)
    want = sum(M[name] for name in names.split())
    past_the_budget(table, want)
    table.run_for(2_000)
    assert table.faults[0] == "E902" and not table.violations
    assert table.board.outputs.motors == 0


def test_belt_and_head_together_are_more_than_a_line_can_take():
    table = dealt()
    table.run_for(20_000)
    assert not table.violations
    assert forced(table, "belt_a head_a", 5_000)


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_no_rule_trips_in_play(machine):
    table = playing(machine=machine)
    for _ in range(3):
        table.load()
        table.run_until("playing", 400_000)
    assert table.table.interlocks.broken == -1 and not table.violations and not table.faults


def test_it_does_not_matter_which_seed():
    for seed in range(10):
        table = dealt(seed=seed, machine=("four_port", "single_port")[seed & 1])
        assert table.table.interlocks.broken == -1 and not table.faults


def test_a_motor_that_stood_meanwhile_is_judged_anew():
    """Head on, off; a lift leaves the bottom; head on again in a scan without an edge."""
    table = Table()
    table.inputs, table.outputs = at_rest(), Outputs()
    for motors in ("head_a", "", "lift is not down"):
        table.power.on = M.get(motors, 0)
        if motors.startswith("lift"):
            table.inputs.level[1] &= ~BIT_LIFT_DN
        table.interlocks.run(0)
        assert table.power.on == M.get(motors, 0) and table.interlocks.broken == -1
    table.power.on = M["head_a"]
    table.interlocks.run(0)
    assert not table.power.on and table.interlocks.broken == 5
