"""The cycle over abstract mechanisms: states counted, nothing unsafe, no dead end."""

import json

import pytest

from mjsim.campaign import explore
from mjsim.campaign.abstract import Abstract
from mjsim.campaign.explore import Report
from mjsim.campaign.world import unsafe
from mjsim.cli import main
from mjsim.generated import constants as C
from mjtable.table import Table
from tests.plant.crude import CHAIN, DRUM, HATCH, RING, belt, head, lift, nominal


def standing(motors=0, aux=0, machine="four_port", **zones):
    found = Abstract(nominal(machine))
    found.put("loop_raw", True)
    found.arm(True, 0)
    for name, value in zones.items():
        setattr(found, name, value)
    found.write(motors, aux, 0)
    return found


CASES = {
    "an open hatch": (standing(DRUM, hatch=1), DRUM),
    "a lift that is not down": (standing(head(0), lifts=[0, 1, 0, 0]), head(0)),
    "a pusher that is out": (standing(lift(0), heads=[4, 0, 0, 0]), lift(0)),
    "a chain that is away": (standing(lift(0), machine="single_port", chain=1), lift(0)),
    "chain and head together": (standing(CHAIN | head(0), machine="single_port"), 0),
    "a lift and what is under it": (standing(lift(0) | RING), 0),
    "the hatch and what is inside": (standing(HATCH | DRUM), 0),
    "belt and head of a line": (standing(belt(0) | head(0)), 0),
}


@pytest.mark.parametrize("what", CASES)
def test_each_unsafe_output_is_seen(what):
    machine, starts = CASES[what]
    assert unsafe(machine, starts).endswith(what)


def test_a_pinch_and_an_open_loop_are_seen():
    machine = standing(HATCH, C.AUX_DIR_HATCH)
    assert unsafe(machine, HATCH) == ""
    machine.put("pinch", True)
    assert unsafe(machine, HATCH).endswith("a pinch")
    machine = standing(1 << C.M_DICE, C.AUX_DICE_SLEEP_N)
    machine.stop(True)
    assert unsafe(machine, 1 << C.M_DICE).endswith("an open loop")


def test_mechanisms_move_from_flag_to_flag():
    machine = standing(HATCH | lift(0) | head(1) | DRUM)
    assert machine.moves() == ["drum", "hatch", "head_b", "lift_a"]
    for name in machine.moves():
        machine.move(name)
    assert not machine.sees("hatch_dn") and not machine.sees("lift_dn_a")
    machine.move("hatch")
    assert machine.sees("hatch_up") and "hatch" not in machine.moves()


def test_a_slice_of_the_states_is_safe_and_counted(capsys):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "explore", "--machine", "single_port", "--states", "120", "--json"])
    told = json.loads(capsys.readouterr().out)[0]
    assert end.value.code == 0 and told["good"]
    assert told["states"] >= 120 and told["steps"] > told["states"] and not told["whole"]


def test_a_firmware_that_forgets_the_hatch_is_noticed(monkeypatch):
    step = Table.step

    def careless(self, inputs, outputs):
        wait = step(self, inputs, outputs)
        outputs.motors |= DRUM
        return wait

    monkeypatch.setattr(Table, "step", careless)
    report = explore.explore("four_port", 40)
    assert not report.good
    assert any("an open hatch" in text or "what is inside" in text for text in report.unsafe)


def test_a_state_without_a_way_to_an_open_hatch_is_a_dead_end():
    report = Report("four_port")
    way = {("a",): "start", ("b",): "key", ("c",): "lid", ("d",): "wait"}
    back = {("b",): {("a",)}, ("c",): {("a",)}, ("d",): {("c",)}}
    explore._conclude(report, way, back, {("b",)}, set(way), set())
    assert sorted(report.dead) == ["c: lid", "d: wait"] and report.whole and not report.good
    again = Report("four_port")
    explore._conclude(again, way, back, {("b",)}, set(way) - {("d",)}, {("d",)})
    assert again.good and not again.whole, "what was not looked into may lead on"
