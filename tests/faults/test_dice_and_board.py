"""E7xx and E9xx: dice, the board's own faults, what outlasts a power cut, the self-test."""

import pytest

from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from mjtable.generated import iomap
from tests.faults.bench import (
    Case,
    acknowledge,
    await_fault,
    explained,
    finish,
    no_motor,
    prove,
    provoke,
    ready,
    resume,
    sorting,
    starting,
    told,
    under_the_lid,
)

CASES = [
    Case("E901", "chain signature off", "board", 10, knows=True, io=("sig1",)),
    Case("E901", "stuck sig0 on", "board", 10, "ready", knows=True, io=("sig0",)),
    Case("E902", "stuck hatch_dn off", "interlocks", 5),
    Case("E902", "stuck lift_dn_a off", "interlocks", 2_000),
]
SINGLE = "single_port"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_fault(case):
    prove(case)


@pytest.mark.parametrize("inject, io", [("jam dice", "dice"), ("stuck dice_rot off", "dice_rot")])
def test_a_dice_plate_that_stands_is_a_warning(inject, io):
    """E701: the dice motor goes off, the hand goes on."""
    table = provoke(Case("E701", inject, "dice", 1_500, "rolling", io=(io,)))
    table.run_for(8_000)
    assert table.table.cycle.state == "playing" and not table.io("dice")
    finish(table, "blue")


@pytest.mark.parametrize("roll_ms", [500, 800, 1_000])
@pytest.mark.parametrize("late", ["none", "38"])
def test_a_jammed_plate_is_told_in_every_roll_however_short(roll_ms, late):
    """E701 comes once for each roll, and not for one that turns."""
    table = SimTable(seed=5, settings={"dice.roll_ms": roll_ms}, unit="worn", late=late)
    table.press("elevator")
    table.run_until("ready", 30_000)
    for jammed in (False, True, True, False):
        table.inject("jam dice" if jammed else "clear all")
        since, rolls = len(table.events), table.plant.rolls
        table.press("marker", 2_000)
        table.run_for(8_000)
        codes = [(e["code"], e["at"]) for e in told(table, since) if e["code"] != "E903"]
        assert codes == [("E701", "dice")] * jammed, (roll_ms, jammed)
        assert table.plant.rolls == rolls + (not jammed) and table.state == "ready"


def test_a_dull_random_source_is_not_used():
    """E702: the plate rolls real dice instead of numbers nobody should trust."""
    case = Case("E702", "random 4660", "dice", 3_000, "rolling", settings={"dice.mode": 1})
    table = provoke(case)
    table.run_for(9_000)
    rolled = [e for e in table.events if e["event"] == "dice"][-1]
    assert rolled["mode"] == "motor" and table.plant.rolls == 1
    finish(table, "blue")


def test_interlock_says_which_rule():
    """E902: the event's detail is the row of the interlocks' sentences."""
    table = provoke(Case("E902", "stuck hatch_dn off", "interlocks", 5))
    assert told(table)[-1]["detail"] == table.table.interlocks.broken == 0


def test_scans_that_come_late_are_counted():
    """E903: the board tells each; play goes on (`scans_come_late.txt` plays a set)."""
    table = SimTable(seed=5, late="30@0.01")
    table.run_for(3_000)
    event = told(table)[-1]
    assert (event["code"], event["at"], event["detail"]) == ("E903", "board", 30)
    explained(Case("E903", "", "", 0))
    assert table.faults == []


def test_a_damaged_store_is_told_at_the_start():
    """E904: both copies of a record are damaged: the table starts with defaults."""
    case = Case("E904", "store torn", "", 0)
    table = sorting(case)
    table.inject(case.inject)
    table.run_for(5_000)
    since = len(table.events)
    table.inject("exception")
    event, _ = await_fault(table, since, 3_500)
    assert (event["code"], event["at"]) == ("E904", "store")
    explained(case)
    assert table.faults == ["E913"]  # the record of what is in the machine was one of them
    table.inject("clear all")
    emptied(table)
    table.press("elevator")
    table.run_until("ready", 30_000)
    finish(table, "green")


def emptied(table):
    """Everything taken out under the lid, and told so."""
    table.set_lid(True)
    table.run_for(2_000)
    table.mend("empty", "machine")
    table.set_lid(False)
    table.run_for(2_000)
    acknowledge(table)


@pytest.mark.parametrize("memory", ["torn", "missing"])
@pytest.mark.parametrize("machine", MACHINES)
def test_what_was_in_the_machine_is_forgotten(machine, memory):
    """E913: nothing moves by what nobody knows; with everything taken out a hand is dealt."""
    case = Case("E913", "", "", 0, machine=machine)
    table = sorting(case)
    table.inject("store " + memory)
    table.run_for(10_000)
    since = len(table.events)
    table.power_cut(3_000)
    table.run_for(1_000)
    assert [e["code"] for e in told(table, since)][-2:] in (["E904", "E913"], ["E913", "E910"])
    assert table.faults == ["E913"] and no_motor(table)
    explained(case)
    acknowledge(table)
    assert table.faults == ["E913"]  # nobody has opened the lid: nobody has emptied it
    table.inject("clear all")
    emptied(table)
    table.press("elevator")
    table.run_until("ready", 60_000)
    assert table.tiles_on_table == len(table.plant.where)
    finish(table, "green")


def test_what_was_forgotten_stays_so_over_a_power_cut():
    """Until somebody has emptied the machine: what was written anew said that it is empty."""
    table = sorting(Case("E913", "", "", 0))
    table.inject("store torn")
    table.run_for(10_000)
    table.power_cut(3_000)
    table.inject("clear all")
    for _ in range(2):
        table.run_for(3_000)
        assert table.faults == ["E913"]
        table.power_cut(3_000)
    table.run_for(1_000)
    emptied(table)
    assert not table.faults
    table.power_cut(3_000)
    table.run_for(1_000)
    assert not table.faults
    table.press("elevator")
    table.run_until("ready", 60_000)
    finish(table, "green")


@pytest.mark.parametrize("again", ["exception", "mains cut 3s"])
def test_a_memory_that_comes_back_with_an_old_record_is_not_believed(again):
    """It was silent at a start, which the flash knows; stacks were built behind its record."""
    table = sorting(Case("E913", "", "", 0))
    table.inject("store missing")
    table.run_for(10_000)
    table.power_cut(3_000)
    table.run_for(1_000)
    assert table.faults == ["E913"]
    table.inject(again)
    table.run_for(500)
    table.inject("clear all")
    table.run_until(lambda: table.table is None, 5_000)
    table.run_until(lambda: table.table is not None, 5_000)
    table.run_for(100)
    assert "E913" in table.faults
    emptied(table)
    table.press("elevator")
    table.run_until("ready", 60_000)
    finish(table, "green")


def test_a_head_that_turned_behind_the_last_record_is_emptied_by_hand():
    """E523: the memory was silent as its tile came, and is back before the start."""
    table = sorting(Case("E523", "", "", 0, machine="single_port"))
    line = table.table.lines[0]
    table.run_until(lambda: line.state == "feed_lower" and not line.count.on, 60_000)
    table.run_for(200)
    table.inject("store missing")
    table.run_until(lambda: line.state == "lower" and not line.at_top(), 60_000)
    table.inject("mains cut 3s")
    table.run_for(500)
    table.inject("clear all")
    table.run_until(lambda: table.table is None, 5_000)
    table.run_until(lambda: table.table is not None, 5_000)
    table.run_for(100)
    assert [(one.code, one.place) for one in table.told] == [("E523", "line_a")]
    under_the_lid(table, "right lane_a", "lift head_a 2", "lay drum")
    resume(table)
    finish(table, "green")


def test_power_lost_while_sorting():
    """E905: told at the start with the number of tiles to come; the sorting goes on."""
    table = sorting(Case("E905", "", "", 0))
    left = table.table.tiles_left()
    table.inject("mains cut 500ms")
    since = len(table.events)
    table.run_for(1_500)
    codes = [e["code"] for e in told(table, since)]
    assert codes[-1] == "E905" and abs(told(table, since)[-1]["detail"] - left) <= 4
    assert told(table)[-1]["at"] == "sorter" and table.faults == []
    explained(Case("E905", "", "", 0))
    assert table.state == "power_on" and no_motor(table)
    table.inject("clear all")
    table.press("elevator")
    finish(table, "green")


# ---------------------------------------------------------------- self-test
def self_test(machine, inject):
    """Both keys at power-on, every item by the elevator key."""
    table = SimTable(machine, seed=5, powered=False)
    table.hold("both", 3_000)
    table.power_on()
    table.run_for(4_000)
    assert table.state == "selftest"
    table.inject(inject)
    for _ in range(30):
        if table.state != "selftest":
            break
        table.press("elevator")
        table.run_for(500)
        table.run_until(lambda: no_motor(table) or table.state != "selftest", 15_000)
        table.run_for(200)
    return table


MECHANISMS = ["drum", "ring", "hatch", "head_a", "lift_a", "lift_d", "dice"]


@pytest.mark.parametrize("name", MECHANISMS + ["head_d"])
def test_self_test_names_what_did_not_answer(name):
    """E906 at the end of the self-test; the item itself is an event with the motor's name."""
    table = self_test("four_port", "jam " + name)
    assert [e["code"] for e in told(table)] == ["E906"], told(table)
    failed = [e for e in table.events if e["event"] == "motor" and e["did"] == "failed"]
    assert {e["name"] for e in failed} == {name}
    assert told(table)[-1]["at"] == "selftest" and table.faults == ["E906"]
    explained(Case("E906", "", "", 0))
    table.inject("clear all")
    resume(table)
    finish(table, "green")


def test_self_test_of_the_chain():
    table = self_test(SINGLE, "jam chain")
    assert table.faults == ["E906"]


def test_self_test_of_a_sound_machine_has_no_fault():
    for machine in ("four_port", SINGLE):
        table = self_test(machine, "clear all")
        assert told(table) == [] and table.state == "power_on"


# ------------------------------------------------------------------ timeout
@pytest.mark.parametrize("motor", ["head_a", "hatch", "lift_b", "dice"])
def test_a_motor_on_for_too_long(motor):
    """E907: in service mode nothing but the motor's own limit ends a jog that is kept alive."""
    table = ready(Case("E907", "", "", 0))
    if motor == "hatch":
        table.inject("stuck hatch_up off")  # else the jog ends there
    table.press("service", 90_000)
    table.run_for(200)
    assert table.table.service_enter() == ""
    table.runner.wake()
    table.run_for(50)
    index = iomap.MOTORS.index(motor)
    assert table.table.service.jog(index, False, 60_000) == ""
    table.runner.wake()
    since, start = len(table.events), table.now_ms
    while not told(table, since) and table.now_ms < start + 20_000:
        table.table.service.keepalive()
        table.table.heard_ms = table.table.now  # as the link says it
        table.run_for(100)
    event = told(table, since)[0]
    assert (event["code"], event["at"]) == ("E907", motor)
    limit_ms = iomap.MOTOR_MAX_ON_MS[index]
    assert limit_ms <= event["t_ms"] - start <= limit_ms + 400
    assert no_motor(table) and table.state == "fault"
    explained(Case("E907", "", "", 0))
    acknowledge(table)
    assert table.faults == [] and table.state == "power_on"


@pytest.mark.parametrize("detail", range(1, 8))
def test_a_board_that_doubts_itself_gives_no_motor_power(detail):
    """E908, whatever its own test has found: nothing arms, and no acknowledgement helps."""
    table = SimTable(seed=2, powered=False)
    table.plant.mains_on()
    table._boot("watchdog")
    table.board.inputs.board_fault, table.board.inputs.board_detail = 908, detail
    table.run_for(100)
    assert [(e["code"], e["at"], e["detail"]) for e in told(table)] == [("E908", "board", detail)]
    table.press("elevator")
    table.run_for(3_000)
    assert table.state == "fault" and not table.board.outputs.arm


def by_hand_again(table):
    """An acknowledgement under a lid that was open and is shut."""
    table.set_lid(True)
    table.run_for(500)
    table.set_lid(False)
    table.run_for(500)
    acknowledge(table)
    table.press("elevator")


@pytest.mark.parametrize("wrong", ["relay welded", "stuck k1_mir off", "stuck lmot_fb on"])
@pytest.mark.parametrize("act", [by_hand_again, lambda table: table.inject("exception")])
def test_a_motor_bus_that_is_not_dead_gets_no_motor_power(wrong, act):
    """E908: neither at the next arming nor at the next start, whoever acknowledges."""
    table = sorting(Case("E908", wrong, "", 0))
    table.inject(wrong)
    table.run_for(1_000)
    assert table.faults == []
    act(table)
    table.run_for(4_000)
    assert table.faults == ["E908"] and not table.board.outputs.arm
    assert [(e["at"], e["detail"]) for e in told(table) if e["code"] == "E908"] == [("board", 3)]
    explained(Case("E908", "", "", 0))
    acknowledge(table)
    assert table.faults == ["E908"]
    table.inject("clear all")
    table.power_off()
    table.run_for(3_000)
    table.power_on()
    table.run_for(500)
    table.press("elevator")
    finish(table, "green")


def test_a_board_that_restarts_again_and_again_stays_safe():
    """E909: no motor power, and no acknowledgement helps, until it is switched off and on."""
    table = ready(Case("E909", "exception", "", 0))
    for _ in range(3):
        assert table.faults == []
        table.inject("exception")
        table.run_for(4_000)
        table.inject("clear all")
    assert [(e["code"], e["at"]) for e in told(table)] == [("E909", "board")]
    explained(Case("E909", "", "", 0))
    acknowledge(table)
    assert table.faults == ["E909"] and not table.board.outputs.arm
    table.power_off()
    table.run_for(3_000)
    table.power_on()
    table.run_for(500)
    assert table.faults == [] and table.state == "power_on"


def test_play_goes_on_without_a_memory_chip():
    """E910: a warning at the start, and E913 where the flash has no record either."""
    table = SimTable(seed=2)
    table.inject("store missing")
    table.inject("exception")
    table.run_for(4_000)
    assert [e["code"] for e in told(table)] == ["E913", "E910"]
    explained(Case("E910", "", "", 0))
    emptied(table)
    assert table.state == "power_on"


@pytest.mark.parametrize(("moment", "codes"), [
    (starting, ["E905"]), (sorting, ["E905", "E402"]),
])  # fmt: skip
def test_a_hang_that_the_circuit_does_not_see(moment, codes):
    """The live signal's detector is stuck: motors run on until the controller's own watchdog. What
    a belt brought meanwhile may hide in a head: then somebody is asked to look."""
    table = moment(Case("E905", "hang", "", 0))
    table.run_for(100)
    table.plant.live_signal_ms = 60_000
    since = len(table.events)
    table.inject("hang")
    table.run_for(2_500)
    assert table.plant.effective and table.table is None
    table.run_for(500)
    assert not table.plant.effective and not table.plant.armed and table.violations == []
    assert [e["code"] for e in told(table, since)] == codes
    assert table.state == ("fault" if codes[1:] else "power_on")
