"""Twenty-six things that go wrong: the board in the VM tells the same faults at the same time.

Where the board has to measure (currents, heat, frequency, chance) it needs longer than the
simulated board, which is simply told; there the order and the codes are compared, not the times.
"""

import pytest

from mjsim.board import decode
from mjsim.generated import constants as C
from tests.micropython.evenings import FRAM_A_SCAN, difference, home, sorting, waiting, ways

CHAIN = 1 << C.M_CHAIN


def during(begin, *causes, run_ms=12_000, on_ten=True):
    """A script: `begin`, then what goes wrong, then time; at a zero crossing, every 10 ms."""

    def script(table):
        begin(table)
        if on_ten and table.now_ms % 10:
            table.run_for(5)
        for cause in causes:
            table.inject(cause)
        table.run_for(run_ms)

    return script


def at_work(table):
    """Tiles are on the belts."""
    sorting(table)
    table.run_for(15_000)


def at_the_hatch(table):
    """The hatch is on its way up."""
    home(table)
    table.press("elevator")
    table.run_until("loading", 4_000)
    table.run_for(700)


def closing(table):
    """The hatch is on its way down."""
    at_the_hatch(table)
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.sweep()
    table.press("elevator")
    table.run_for(1_500)


def raising(table):
    """Walls on their way up."""
    waiting(table)
    table.load()
    table.run_until("raising", 40_000)
    table.run_for(600)


def key_stuck(table):
    """A key that never comes up, more than a minute."""
    home(table)
    table.inject("stuck elevator on")
    table.run_for(70_000)


def lid_and_on(table):
    """The lid opened and shut, then acknowledged: the sorting goes on."""
    sorting(table)
    table.inject("lid open")
    table.run_for(3_000)
    table.inject("lid shut")
    table.run_for(500)
    table.press("reset")
    table.run_for(15_000)


def power_lost(table):
    """The plug pulled in the middle of the sorting, in again later; homing on the first key."""
    sorting(table)
    if table.now_ms % 10:
        table.run_for(5)
    table.inject("mains cut 3000")
    table.run_for(5_000)
    table.press("elevator")
    table.run_for(20_000)


def chain_jams(table):
    """The chain of a single-port table on its way round."""
    sorting(table)
    table.run_until(lambda: table.plant.motors & CHAIN, 120_000)
    table.inject("jam chain")
    table.run_for(20_000)


EXACT = {  # script, fault code
    "a head jams": (during(sorting, "jam head_b"), "E521"),
    "a head's middle flag is dead": (during(sorting, "stuck mid_a off"), "E523"),
    "the drum stands still": (during(sorting, "jam drum"), "E301"),
    "the ring stands still": (during(sorting, "jam ring"), "E302"),
    "a belt stands still": (during(at_work, "jam belt_a", run_ms=20_000), "E40"),
    "a count beam shows a tile for ever": (during(sorting, "stuck cnt_a on"), "E402"),
    "a port shows a tile for ever": (during(sorting, "stuck inlet_d on", run_ms=20_000), "E401"),
    "a tile lies across": (during(sorting, "stuck jam_c on"), "E404"),
    "the lid is opened, then shut": (lid_and_on, "E806"),
    "the stop button": (during(sorting, "loop open", run_ms=4_000), "E205"),
    "a finger at the rim": (during(closing, "pinch on", run_ms=6_000), "E804"),
    "the hatch jams": (during(at_the_hatch, "jam hatch", run_ms=15_000), "E801"),
    "a limit of the hatch does not go off": (
        during(at_the_hatch, "stuck hatch_dn on", run_ms=8_000), "E801"),
    "a lift jams": (during(raising, "jam lift_b", run_ms=15_000), "E603"),
    "a lift's upper limit is dead": (
        during(raising, "stuck lift_up_c off", run_ms=15_000), "E603"),
    "a tile on the floor": (during(sorting, "tile missing 1", run_ms=120_000), ""),
    "a key is held down": (key_stuck, "E805"),
    "the fuse of group A": (during(sorting, "fuse blown", run_ms=4_000), "E206"),
    "the chain of inputs is lost": (
        during(sorting, "chain signature off", run_ms=4_000), "E901"),
    "half a cycle is missing": (during(sorting, "mains half-cycle", run_ms=4_000), "E211"),
    "the plug is pulled, and in again": (power_lost, "E201"),
    "the chain jams": (chain_jams, "E405"),
}  # fmt: skip
MEASURED = {  # script, fault code, how much later at most (ms)
    "a short cut of the mains": (during(sorting, "mains cut 60", run_ms=8_000), "E201", 5),
    "the triacs are hot": (during(sorting, "hot 900", run_ms=6_000), "E207", 200),
    "the mains have 45 hertz": (during(sorting, "mains hz 45", run_ms=6_000), "E202", 400),
    "a triac is shorted": (during(home, "short drum", run_ms=6_000), "E203", 100),
}
FLUSHES = ("the plug is pulled, and in again",)  # with the mains gone all that waits is written
SINGLE_PORT = ("the chain jams",)


def faults(log):
    """(code, time) of every fault, in the order they came."""
    return [(event["code"], event["t_ms"]) for event in map(decode.event, log)
            if event["event"] == "fault"]  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_the_same_events_at_the_same_time(name):
    script, code = EXACT[name]
    played = ways(script, "single_port" if name in SINGLE_PORT else "four_port")
    assert not difference(played.expected, played.found)
    codes = [each[0] for each in faults(played.found)]
    assert any(each.startswith(code) for each in codes) if code else not codes, codes
    assert played.board.fram_most <= FRAM_A_SCAN or name in FLUSHES


@pytest.mark.parametrize("name", MEASURED)
def test_the_same_faults_a_little_later(name):
    script, code, later_ms = MEASURED[name]
    played = ways(script)
    expected, found = faults(played.expected), faults(played.found)
    assert [each[0] for each in found] == [each[0] for each in expected]
    assert code in [each[0] for each in found]
    for (_, simulated_ms), (_, measured_ms) in zip(expected, found, strict=True):
        assert 0 <= measured_ms - simulated_ms <= later_ms
