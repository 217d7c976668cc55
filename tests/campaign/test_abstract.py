"""The cycle over abstract mechanisms: states counted, nothing unsafe, no dead end."""

import json
import marshal

import pytest

from mjsim.campaign import explore
from mjsim.campaign.abstract import Abstract
from mjsim.campaign.alike import alike
from mjsim.campaign.graph import Graph
from mjsim.campaign.homeward import walk
from mjsim.campaign.kept import of_board, of_brain
from mjsim.campaign.roots import ON_THEIR_WAY, built, roots
from mjsim.campaign.unsafe import unsafe
from mjsim.campaign.world import World
from mjsim.cli import main
from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.table.session import SimTable
from mjtable.generated.command_table import WHY_BUSY
from mjtable.generated.fault_codes import LIFT_ASTRAY
from mjtable.people import keys
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


def test_hands_under_the_lid_put_right_what_stands_in_the_way():
    machine = standing(machine="single_port", lifts=[0, 2, 0, 0], heads=[4], chain=2)
    machine.put_right()
    assert machine.lifts == [0] * 4 and machine.heads == [5] and machine.chain == 0
    assert all(map(machine.sees, ("lift_dn_b", "chain_zero", "push_home_a")))


def test_a_slice_of_the_states_is_safe_and_counted(capsys):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "explore", "--machine", "single_port", "--states", "120", "--json"])
    told = json.loads(capsys.readouterr().out)[0]
    assert end.value.code == 0 and told["good"]
    assert told["states"] >= 120 and told["steps"] > told["states"] and not told["whole"]
    assert told["expanded"] + told["walked"] == told["states"]
    assert sum(told["by_state"].values()) == told["states"]
    assert sum(told["plug_by_state"].values()) == told["by_plug"]


@pytest.mark.parametrize(("words", "sentence"), [
    (("--states", "-5"), "--states -5: give a number from 1 to 10000000"),
    (("--seed", "-1"), "--seed -1: give a number from 0 to %d" % (1 << 62)),
])  # fmt: skip
def test_a_search_of_nothing_is_refused(words, sentence, capsys):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "explore", *words])
    assert end.value.code == 2 and sentence in capsys.readouterr().err


def test_a_search_begins_with_the_tables_of_its_seed(capsys, monkeypatch):
    begun = []
    monkeypatch.setattr(explore, "roots", lambda machine, seed: begun.append(seed) or [World(
        SimTable(machine, seed=seed))])  # fmt: skip
    with pytest.raises(SystemExit):
        main(["campaign", "explore", "--machine", "single_port", "--states", "2", "--seed", "7"])
    assert begun == [7]


OPENED, RISING = ("key elevator",), ("wait",) * 6
AWAY = ("key elevator", "move head_a", "move head_a")
HOME = AWAY + ("move head_a",) * 3


def off(name, motors):
    """Motors that run on while an input is off."""
    return lambda inputs, outputs: motors * (not level(inputs, name))


def level(inputs, name):
    return inputs.level[INPUT[name] >> 3] >> (INPUT[name] & 7) & 1


def beside(other, motors):
    """Motors that run on while another one does."""
    return lambda inputs, outputs: motors * bool(outputs.motors & other)


def on_a_pinch(inputs, outputs):
    """The hatch closes on it."""
    outputs.aux |= C.AUX_DIR_HATCH * level(inputs, "pinch")
    return HATCH * level(inputs, "pinch")


def rolling(inputs, outputs):
    """The dice roll, whatever is open."""
    outputs.aux |= C.AUX_DICE_SLEEP_N
    return off("loop_raw", 1 << C.M_DICE)(inputs, outputs)


DEFECTS = [
    ("an open hatch", "ready", OPENED, off("hatch_dn", DRUM)),
    *[("a lift that is not down", "raising", RISING, off("lift_dn_" + side, head(0)))
      for side in "abcd"],
    ("a pusher that is out", "on its way", AWAY, off("push_home_a", lift(3))),
    ("a chain that is away", "on its way", HOME, off("chain_zero", lift(1))),
    ("chain and head together", "on its way", HOME, beside(CHAIN, head(0))),
    *[("a lift and what is under it", "raising", RISING, beside(lift(side), RING))
      for side in range(4)],
    ("the hatch and what is inside", "ready", OPENED, beside(HATCH, DRUM)),
    ("belt and head of a line", "on its way", AWAY[:1], beside(head(0), belt(0))),
    ("a pinch", "ready", (), on_a_pinch),
    ("an open loop", "ready", (), rolling),
]


@pytest.fixture(scope="module")
def standings():
    """Places to begin at, by name."""
    ready, raising = SimTable("single_port"), built("single_port", 1)
    ready.press("elevator")
    ready.run_until("ready", 30_000)
    raising.load()
    raising.run_until("raising", 60_000)
    found = {"ready": World(ready), "raising": World(raising),
             "on its way": World(SimTable("single_port"))}  # fmt: skip
    found["on its way"].abstract.stand(ON_THEIR_WAY, 1)
    return {name: (world, world.save()) for name, world in found.items()}


def unsafe_outputs(standing, way):
    """Of the first states from there."""
    world, saved = standing
    world.back(saved)
    for event in way:
        world.do(event)
    search = explore.Search([world])
    for _ in range(6):
        search.expand()
    return search.report.unsafe


@pytest.mark.parametrize(("what", "where", "way", "motors"), DEFECTS)
def test_a_firmware_with_a_defect_is_noticed(monkeypatch, standings, what, where, way, motors):
    assert unsafe_outputs(standings[where], way) == []
    step = Table.step

    def careless(self, inputs, outputs):
        wait = step(self, inputs, outputs)
        outputs.motors |= motors(inputs, outputs)
        return wait

    monkeypatch.setattr(Table, "step", careless)
    assert any(what in text for text, _ in unsafe_outputs(standings[where], way))


def graph(*edges):
    """States are named by a letter; the first is the start."""
    found, number = Graph(), {}
    for before, event, after in edges:
        for name in (before, after):
            if name not in number:
                number[name] = found.add((name,), number.get(before, -1), event)
    for before, event, after in edges:
        found.lead(number[before], event, number[after])
    return found, number


def test_a_state_is_saved_when_a_way_leads_on_and_by_the_plug_when_no_other_does():
    found, number = graph(("a", "key", "b"), ("a", "lid", "c"), ("c", "wait", "d"),
                          ("c", "plug", "a"), ("d", "wait", "d"))
    saved = {plug: found.saved({number["b"]}, plug) for plug in (False, True)}
    assert {name for name in number if number[name] in saved[True]} == {"a", "b", "c"}
    assert {name for name in number if number[name] in saved[False]} == {"a", "b"}
    assert found.way(number["d"]).endswith("lid; wait")


def expanded(search, count):
    """The report of a search that ends after so many."""
    for _ in range(count):
        search.expand()
    return search.conclude()


def test_a_dead_end_behind_the_limit_is_told(monkeypatch):
    search = explore.Search(roots("single_port", 1))
    monkeypatch.setitem(keys.ROWS, "power_on", (WHY_BUSY,) * 3)
    report = expanded(search, 3)
    assert report.walked and report.walked + 3 < report.states
    assert any(text == "no way home from power_on" and way.startswith("start 0; ")
               for text, way in report.dead) and not report.good  # fmt: skip


FEW = ("move hatch", "key elevator", "stop", "plug")


def test_a_state_that_only_switching_off_and_on_saves_is_told_apart(monkeypatch):
    every = World.events
    monkeypatch.setattr(World, "events", lambda self: [e for e in every(self) if e in FEW])
    monkeypatch.setitem(keys.ROWS, "fault", (WHY_BUSY,) * 3)
    search = explore.Search([World(SimTable("single_port"))])
    report = expanded(search, 20)
    assert report.plug_by_state["fault"] == report.by_state["fault"] and report.walked
    assert not report.dead and report.good


def test_hands_turn_a_lift_that_is_astray_so_people_come_home_without_the_plug():
    world = World(SimTable("four_port"))
    world.do("key elevator")
    world.brain.lifts[1].stray()
    world.do("wait")
    assert world.brain.faults.active == LIFT_ASTRAY and world.brain.cycle.state == "fault"
    home = walk(world, lambda world: False)
    assert home.came and home.plugs == 0 and world.free


def test_what_is_put_back_has_the_same_future():
    one, other = (World(SimTable("four_port")) for _ in range(2))
    saved = one.save()
    events = "key elevator", "wait", "plug", "key elevator", "wait", "lid", "hands", "lid"
    for event in events:
        one.do(event)
        other.do(event)
    one.back(saved)
    assert marshal.loads(one.save()) == marshal.loads(saved)
    for event in events:
        one.do(event)
    assert marshal.loads(one.save()) == marshal.loads(other.save())


@pytest.mark.parametrize("machine", ["four_port", "single_port", "row_port"])
def test_a_world_stands_where_the_played_table_stood(machine):
    table = built(machine, 2)
    world = World(table)
    for of, played, own in ((of_board, (table.board,), (world.board,)),
                            (of_brain, (table.board, table.table), (world.board, world.brain))):
        assert of(*played).shape == of(*own).shape
        assert of(*played).values() == of(*own).values()
    assert world.brain.cycle.state == "ready" and world.brain.sets.waiting


def test_four_lifts_are_alike_unless_each_is_to_count_for_itself():
    one, other = World(SimTable("four_port")), World(SimTable("four_port"))
    one.abstract.move("lift_a")
    other.abstract.move("lift_d")
    assert alike(one) == alike(other)
    one.sides = other.sides = True
    assert alike(one) != alike(other)
