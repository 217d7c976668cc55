"""The interlocks against their sentences, read anew: what may run beside what, in which places."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjtable.generated.iomap import (
    AUX_DIR_HATCH,
    BIT_CHAIN_ZERO,
    BIT_HATCH_DN,
    BIT_HATCH_UP,
    BIT_LID,
    BIT_LIFT_DN,
    BIT_LIFT_UP,
    BIT_LOOP_RAW,
    BIT_PINCH,
    BIT_PUSH_HOME,
    BYTE_CHAIN_ZERO,
    BYTE_HATCH_DN,
    BYTE_LID,
    BYTE_LOOP_RAW,
    BYTE_PINCH,
    MOTORS,
    MOTORS_OF,
)
from mjtable.kit import flat
from mjtable.safety import interlocks
from mjtable.safety.motor_groups import REVERSE_SHIFT
from mjtable.scan.image import Inputs, Outputs
from mjtable.table import Table
from tools.make.generate.words.commands import Commands

SENTENCES = Commands(Path(__file__).resolve().parents[3]).interlocks()
FOUR_PORT, SINGLE_PORT = 0, 1
SIDES = "abcd"
MECHANISMS = ("drum", "ring", "belt_a", "belt_b", "belt_c", "belt_d", "head_a", "head_b",
              "head_c", "head_d", "lift_a", "lift_b", "lift_c", "lift_d", "chain")
PLACES = {"shut": (BYTE_HATCH_DN, BIT_HATCH_DN), "up": (BYTE_HATCH_DN, BIT_HATCH_UP),
          "zero": (BYTE_CHAIN_ZERO, BIT_CHAIN_ZERO), "lid": (BYTE_LID, BIT_LID),
          "pinch": (BYTE_PINCH, BIT_PINCH), "loop": (BYTE_LOOP_RAW, BIT_LOOP_RAW)}
for side, name in enumerate(SIDES):
    PLACES |= {"home_" + name: (side, BIT_PUSH_HOME), "down_" + name: (side, BIT_LIFT_DN),
               "top_" + name: (side, BIT_LIFT_UP)}
REST = {"shut", "zero", "loop"} | {what + name for what in ("home_", "down_") for name in SIDES}


def broken(machine, on, places):
    """Numbers of the sentences that these motors break; "closing" is the hatch's relay."""
    heads = SIDES if machine == FOUR_PORT else "a"
    has_chain = machine == SINGLE_PORT
    head = {name for name in on if name.startswith("head")}
    belt = {name for name in on if name.startswith("belt")}
    lift = {name for name in on if name.startswith("lift")}
    some = {name for name in on if name in MOTORS}
    shut, homes = "shut" in places, all("home_" + name in places for name in heads)
    said = {
        0: ({"drum", "ring", "chain"} & on or belt or head) and not shut,
        1: lift and not shut,
        2: lift and not homes,
        3: lift and has_chain and ("chain" in on or "zero" not in places),
        4: lift and ("ring" in on or belt or head),
        5: (head or "chain" in on) and not all("down_" + name in places for name in SIDES),
        6: "chain" in on and not homes,
        7: "chain" in on and head,
        8: "hatch" in on and on & set(MECHANISMS),
        9: any({"belt_" + name, "head_" + name} <= on for name in heads),
        10: some and "lid" in places,
        11: some and "loop" not in places,
        12: {"hatch", "closing"} <= on and "pinch" in places,
        13: "hatch" in on and ("shut" if "closing" in on else "up") in places,
        14: any("lift_" + name in on and {"top_" + name, "down_" + name} <= places
                for name in SIDES),
    }
    return {number for number, true in said.items() if true}


def plain_module():
    """The module with its loop as the source has it: what a board makes machine code of."""
    spec = importlib.util.find_spec("mjtable.safety.interlocks")
    module = importlib.util.module_from_spec(spec)
    instead, flat.INSTEAD = flat.INSTEAD, {}
    try:
        spec.loader.exec_module(module)
    finally:
        flat.INSTEAD = instead
    return module


def levels(places):
    inputs = Inputs()
    for place in places:
        byte, bit = PLACES[place]
        inputs.level[byte] |= bit
    return inputs


def bits(on):
    found = sum(1 << MOTORS.index(name) for name in on if name in MOTORS)
    return found | (1 << REVERSE_SHIFT if "closing" in on else 0)


def fitted(machine):
    return [name for at, name in enumerate(MOTORS) if MOTORS_OF[machine] >> at & 1]


def motors_of(machine):
    """A few motors at once, now and then the hatch's relay."""
    return st.sets(st.sampled_from([*fitted(machine), "hatch", "closing"]), max_size=4)


moments = st.integers(0, 1).flatmap(lambda machine: st.tuples(
    st.just(machine), motors_of(machine),
    st.sets(st.sampled_from(sorted(PLACES)), max_size=4).map(REST.symmetric_difference)))


BOTH = pytest.mark.parametrize("kind", ["as the simulator runs it", "as a board does"])


def tables(kind):
    """A table of each machine, made anew: what a row says is settled when it is made."""
    module = plain_module() if kind == "as a board does" else interlocks
    found = [Table(machine) for machine in (FOUR_PORT, SINGLE_PORT)]
    for table in found:
        table.interlocks = module.Interlocks(table)
    return found


def speaks(table, on, places):
    """What the interlocks say of these motors running: a sentence's number, None for nothing."""
    table.faults.clear()
    table.inputs, table.outputs = levels(places), Outputs()
    table.power.on = bits(on - {"closing"})
    table.outputs.aux = AUX_DIR_HATCH if "closing" in on else 0
    table.interlocks.run(0)
    if not table.faults.count:
        return None
    assert (table.faults.active, table.faults.place(0)) == (902, "interlocks")
    assert table.power.on == 0
    return table.faults.detail(0)


def check(table, on, places):
    wrong = broken(table.machine, on, places)
    said = speaks(table, on, places)
    assert said in wrong if wrong else said is None, (on, places, wrong)
    meets_lifts = any(name.startswith("belt_") for name in on) or (
        "hatch" in on and "closing" not in on)
    lifts_down = all("down_" + name in places for name in SIDES)
    by_hand = not wrong and (lifts_down or not meets_lifts)
    assert table.interlocks.allows(bits(on)) == by_hand
    assert (table.interlocks.refuses(bits(on)) in wrong | {-1 if by_hand else 5})


@BOTH
def test_whatever_moves_wherever_the_sentences_decide(kind):
    made = tables(kind)

    @settings(max_examples=1500)
    @given(moments)
    def decide(moment):
        machine, on, places = moment
        check(made[machine], on, places)

    decide()


@BOTH
def test_one_or_two_motors_with_one_thing_wrong(kind):
    """Every one of them, for no draw of examples may miss a row."""
    for table in tables(kind):
        names = [*fitted(table.machine), "closing"]
        for one in names:
            for other in names:
                for place in (None, *sorted(PLACES)):
                    places = REST ^ {place} if place else REST
                    check(table, {one, other}, places)
                    if "hatch" in (one, other):
                        check(table, {one, other}, places - {"shut"})


@BOTH
def test_a_belt_that_turns_back_is_no_hatch_that_opens(kind):
    back = bits({"belt_a"}) | 1 << REVERSE_SHIFT + 3
    for table in tables(kind):
        table.inputs = levels(REST | {"up"})
        assert table.interlocks.allows(back)


@BOTH
def test_all_is_switched_off_again_though_the_fault_is_latched(kind):
    for table in tables(kind):
        assert speaks(table, {"drum"}, REST | {"lid"}) == 10
        table.power.on = 1
        table.interlocks.run(0)
        assert table.power.on == 0 and table.faults.count == 1


@BOTH
def test_what_stops_all_says_which_rule(kind):
    for table in tables(kind):
        speaks(table, {"hatch"}, REST | {"up"} - {"shut"})
        assert table.interlocks.broken == 13


@pytest.mark.parametrize("machine", [FOUR_PORT, SINGLE_PORT])
def test_no_row_is_for_motors_that_the_machine_lacks(machine):
    there = bits(fitted(machine))
    directions = interlocks.CLOSING | interlocks.OPENING
    for sentence, guarded, off, _byte, on in interlocks.rules(machine):
        assert guarded & (there | directions), sentence
        assert on or off & there, sentence


def test_every_number_has_the_sentence_that_says_it():
    words = ("shut hatch", "hatch is shut", "no pusher", "parked", "ring, belts and heads are off",
             "every wall lift is down", "chain runs only while no pusher", "heads are off",
             "every other mechanism", "never both", "lid is open", "loop of stop",
             "edge is pressed", "driven on at its end", "both its ends")
    assert len(SENTENCES) == len(words)
    for sentence, some in zip(SENTENCES, words, strict=True):
        assert some in sentence


def test_no_rule_is_broken_before_the_first_scan():
    assert [table.interlocks.broken for table in tables("as a board does")] == [-1, -1]
