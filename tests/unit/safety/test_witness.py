"""Which input must have come on in a set, and what is told of one that did not."""

import tomllib
from pathlib import Path

import pytest

from hal.self_check import OPTO_SUPPLY
from mjsim.table.session import SimTable
from mjtable.game.profiles import PROFILES, STACKS
from mjtable.generated.fault_codes import HEAD_JAM, INPUT_UNSEEN
from mjtable.generated.iomap import EDGES_OF, INPUTS, POWER_EDGES, POWER_LEVELS
from mjtable.scan.image import BYTES
from mjtable.table import Table

FOUR_PORT, SINGLE_PORT = 0, 1


class Bench:
    """A table that never runs; sets are built on it by word of mouth."""

    def __init__(self, machine=FOUR_PORT):
        self.table = table = Table(machine)
        table.armed = True
        self.told = []
        table.raise_fault = lambda code, place, detail: self.told.append((code, place, detail))
        for line in table.lines:
            line.tile_quota = 34 if machine == FOUR_PORT else 136
        table.inputs.level[:] = POWER_LEVELS

    def set_built(self, *blind):
        """A set in which everything but `blind` came on."""
        seen = self.table.seen
        seen[:] = b"\xff" * BYTES
        for name in blind:
            index = INPUTS.index(name)
            seen[index >> 3] &= ~(1 << (index & 7))
        self.table.supervision.judge_inputs()
        return [(place, detail) for code, place, detail in self.told if code == INPUT_UNSEEN]


def expected(machine):
    """Names of the inputs that a set must show."""
    return [INPUTS[8 * byte + bit] for byte in range(BYTES) for bit in range(8)
            if EDGES_OF[machine * BYTES + byte] >> bit & 1]  # fmt: skip


def test_all_that_came_on_is_not_told():
    bench = Bench()
    for _ in range(4):
        assert bench.set_built() == []


@pytest.mark.parametrize("name", expected(FOUR_PORT))
def test_what_came_in_neither_of_two_sets_is_told_with_the_tiles_of_its_line(name):
    bench = Bench()
    assert bench.set_built(name) == []
    side_of_line = INPUTS.index(name) < 32
    assert bench.set_built(name) == [(name, 68 if side_of_line else 272)]


@pytest.mark.parametrize("name", expected(SINGLE_PORT))
def test_of_a_machine_with_one_line_the_others_sides_are_told_with_the_whole_set(name):
    bench = Bench(SINGLE_PORT)
    bench.set_built(name)
    assert bench.set_built(name) == [(name, 272)]


def test_one_set_without_it_is_nothing():
    bench = Bench()
    for blind in ("park_a", "", "park_a", "", "park_a"):
        assert bench.set_built(*blind.split()) == []


def test_it_is_told_once_and_again_only_when_it_was_seen_meanwhile():
    bench = Bench()
    for _ in range(5):
        bench.set_built("cnt_b", "ring_rot")
    assert [place for _, place, _ in bench.told] == ["cnt_b", "ring_rot"]
    bench.set_built("ring_rot")
    bench.set_built("cnt_b", "ring_rot")
    bench.set_built("cnt_b", "ring_rot")
    assert [place for _, place, _ in bench.told] == ["cnt_b", "ring_rot", "cnt_b"]


def test_what_a_machine_lacks_is_not_expected_of_it():
    assert "chain_zero" in expected(SINGLE_PORT) and "chain_zero" not in expected(FOUR_PORT)
    assert "cnt_d" in expected(FOUR_PORT) and "cnt_d" not in expected(SINGLE_PORT)
    assert "lift_up_d" in expected(SINGLE_PORT)


def test_every_line_has_tiles_in_every_game():
    assert all(min(row[STACKS]) > 0 for row in PROFILES)


@pytest.mark.parametrize(("name", "stands"), [("safe_fb", 1), ("lmot_fb", 1), ("k1_mir", 0)])
def test_what_did_not_change_with_motor_power_is_told_at_the_arming(name, stands):
    bench = Bench()
    byte, bit = divmod(INPUTS.index(name), 8)
    assert POWER_EDGES[byte] >> bit & 1
    level = bench.table.inputs.level
    for each in range(BYTES):
        level[each] = POWER_EDGES[each] & ~POWER_LEVELS[each]  # as they are without power
    bench.table.supervision.arming()
    assert bench.told == []
    level[byte] ^= 1 << bit
    assert level[byte] >> bit & 1 == stands
    bench.table.supervision.arming()
    bench.table.supervision.arming()
    assert bench.told == [(INPUT_UNSEEN, name, 0)]


def test_a_mirror_contact_that_never_opens_is_told_at_the_first_set():
    bench = Bench()
    byte, bit = divmod(INPUTS.index("k1_mir"), 8)
    bench.table.inputs.level[byte] |= 1 << bit
    assert bench.set_built() == [("k1_mir", 136)]


def test_a_set_that_a_power_cut_interrupted_counts_for_nothing():
    table = SimTable("four_port", seed=5)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_for(40_000)
    assert bytes(table.table.seen) != b"\xff" * BYTES
    table.power_cut(2_000)
    table.run_for(100)
    assert bytes(table.table.seen) == b"\xff" * BYTES


def test_an_enable_that_stays_is_told_when_power_is_asked_for_again():
    """After a stop the table arms anew: SAFE_FB did not go meanwhile, the board gives no power."""
    table = SimTable("four_port", seed=5)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.inject("stuck safe_fb on")
    table.inject("loop open")
    table.run_until("fault", 1_000)
    table.inject("clear loop open")
    for _ in range(2):  # acknowledged, and home
        table.press("elevator")
        table.run_for(1_000)
    assert [(e["code"], e["at"], e["detail"]) for e in table.events if e["event"] == "fault"] == [
        ("E205", "board", 0), ("E911", "safe_fb", 0), ("E908", "board", OPTO_SUPPLY)]  # fmt: skip
    assert table.state == "fault" and not table.plant.armed


def test_an_acknowledged_fault_leaves_the_warnings_to_be_read():
    table = Table(FOUR_PORT)
    table.faults.add(INPUT_UNSEEN, "cnt_a", 68)
    table.faults.add(HEAD_JAM, "line_a", 1_600)
    table.acknowledge()
    assert (table.faults.count, table.faults.noted) == (0, 1)


@pytest.mark.parametrize(("stuck", "machine"), [("k1_mir on", "four_port"),
                                                ("push_home_a on", "single_port")])
def test_on_a_simulated_table(stuck, machine):
    """From the plant's stuck input to the event, without any stop."""
    table = SimTable(machine, seed=5)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.inject("stuck " + stuck)
    for name in ("green", "blue"):
        table.load(name)
        table.run_until(lambda name=name: table.table.set_waiting == name, 250_000)
        if name == "green":
            table.run_until("ready", 1_000)
    told = [(e["at"], e["detail"]) for e in table.events
            if e["event"] == "fault" and e["code"] == "E911"]
    assert told == [(stuck.split()[0], 136 if stuck[0] == "k" else 272)]
    assert not table.table.faults.count


def test_the_catalogue_names_each_input_that_can_be_told_so():
    """With connector and wire: what comes once a set, and what goes with motor power."""
    watched = {INPUTS[8 * byte + bit] for machine in (FOUR_PORT, SINGLE_PORT)
               for byte in range(BYTES) for bit in range(8)
               if (EDGES_OF[machine * BYTES + byte] | POWER_EDGES[byte]
                   | POWER_LEVELS[byte]) >> bit & 1}  # fmt: skip
    rows = tomllib.loads(Path("firmware/tables/faults.toml").read_text())["fault"]
    row = next(row for row in rows if row["code"] == INPUT_UNSEEN)
    assert set(row["io"]) == watched
