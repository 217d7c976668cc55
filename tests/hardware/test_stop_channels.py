"""A part of the two stop channels that fails alone leaves one that still takes the torque away.

The circuit is asked what each latch is cleared by and which gates each channel hangs on; then a
condition goes away, one part at a time no longer hears of it, and somebody must still be off.
"""

from itertools import combinations
from pathlib import Path

import pytest

from hardware import model
from hardware.rules import View, strings
from hardware.rules.latches import LATCH_PINS
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
VIEW = View(model.load(ROOT), load(ROOT))
LATCH, = (ref for ref, _ in VIEW.of_kind("74hc74"))
LATCHES = {"ARM_OK": "1", "ARM_LOOP": "13"}
"""By a latch's output, the pin that clears it."""
CLEARS = {"watchdog": "WD_OK", "loop": "LOOP_OK"}
"""By the condition that goes, the net that falls with it."""
CHANNELS = {"K1": "K1_LOW", "Q2": "SAFE_1"}
"""By its switch, where its string begins; K1's coil hangs on the loop besides."""
COIL_FEED = "12V_LOOP"


def gates(start):
    """Each transistor of a string, with the net of its gate."""
    refs, _ = strings._follow(VIEW, start)
    return {ref: VIEW.net(ref, strings.GATE) for ref in refs}


PARTS = [*LATCHES, *(ref for start in CHANNELS.values() for ref in gates(start))]


def off(condition, stuck=()):
    """The channels that a lost condition switches off, whatever of `stuck` conducts for ever."""
    low = {CLEARS[condition]}
    low |= {net for net, pin in LATCHES.items()
            if VIEW.net(LATCH, pin) in low and net not in stuck}
    found = {owner for owner, start in CHANNELS.items()
             if any(net in low and ref not in stuck for ref, net in gates(start).items())}
    if condition == "loop" and COIL_FEED in VIEW.parts["K1"].pins.values():
        found.add("K1")
    return found


def test_the_parts_are_those_of_the_circuit():
    assert PARTS == ["ARM_OK", "ARM_LOOP", "Q1", "Q20", "Q21", "Q22", "Q23"]
    assert all(LATCH_PINS[pin][1] == VIEW.net(LATCH, pin) for pin in LATCHES.values())


@pytest.mark.parametrize("condition", CLEARS)
def test_both_channels_fall_when_all_is_sound(condition):
    assert off(condition) == {"K1", "Q2"}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("condition", CLEARS)
def test_one_part_that_conducts_for_ever_leaves_a_channel(condition, part):
    assert off(condition, {part}), "%s for ever on: a lost %s stops nothing" % (part, condition)


def test_two_such_parts_may_leave_none():
    """Else this test could not fail."""
    blind = [two for two in combinations(PARTS, 2) if not off("watchdog", set(two))]
    assert ("ARM_OK", "Q23") in blind and ("Q1", "Q20") not in blind
