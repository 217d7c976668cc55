"""E2xx: mains, currents, stop loop, fuse, heat, motor bus."""

import pytest

from mjsim.table.session import SimTable
from mjtable.generated.iomap import M_HEAD
from mjtable.generated.setting_table import S_MAINS_HZ
from tests.faults.bench import Case, await_fault, explained, finish, prove, provoke, resume, told

CASES = [
    Case("E202", "mains hz 60", "mains", 1010, knows=True, seed=8),
    Case("E202", "mains hz 60", "mains", 1010, "ready", knows=True),
    Case("E203", "short belt_a", "group_a", 60, "ready"),
    Case("E203", "short head_c", "group_b", 60, "ready"),
    Case("E203", "short lift_d", "group_b", 60, "ready"),
    Case("E204", "open drum", "group_a", 510),
    Case("E205", "loop open", "board", 20, knows=True, io=("loop_raw",)),
    Case("E205", "stuck safe_fb off", "board", 20, io=("safe_fb",)),
    Case("E205", "stuck safe_fb off", "board", 20, "ready", io=("safe_fb",)),
    Case("E206", "fuse blown", "board", 300, knows=True, io=("fuse_ok",)),
    Case("E207", "hot 900", "board", 1000, knows=True),
    Case("E208", "hot 2000", "board", 1000, knows=True),
    Case("E209", "stuck lmot_fb off", "board", 105, io=("lmot_fb",)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_fault(case):
    prove(case)


def test_dropout():
    """E201: two half-cycles lost; the cause is gone when the mains are steady again."""
    case = Case("E201", "mains cut 60ms", "mains", 30, warns="E211", io=("safe_fb",))
    table = provoke(case)
    assert table.faults == ["E201"]
    table.run_for(2_000)
    resume(table)
    finish(table, "green")


def test_no_acknowledgement_while_the_mains_are_away():
    case = Case("E201", "mains cut 90ms", "mains", 30, warns="E211")
    table = provoke(case)
    table.run_for(20)
    assert table.table.ack() == "fault" and table.faults == ["E201"]


def test_half_cycle_is_a_warning():
    """E211: logged, the sorting goes on."""
    table = provoke(Case("E211", "mains half-cycle", "mains", 25))
    assert table.state == "sorting"
    finish(table, "green")


def test_frequency_that_the_setting_allows():
    """A table made for 60 Hz: the setting, not the code, decides."""
    case = Case("E202", "mains hz 60", "mains", 1010, "ready")
    table = provoke(case)
    table.table.settings.value[S_MAINS_HZ] = 60
    table.run_for(50)
    table.table.mains.step()
    resume(table)
    table.run_until("ready", 30_000)


def test_bus_that_stays_dead_is_told_again_at_the_next_arming():
    """E209 cannot be seen while disarmed: it comes back as soon as power is asked for."""
    case = Case("E209", "stuck lmot_fb off", "board", 105)
    table = provoke(case)
    resume(table)
    since = len(table.events)
    event, _ = await_fault(table, since, 1_500)
    assert event["code"] == "E209" and len(told(table)) == 2
    explained(case)


def test_arming_that_changes_no_input_at_all_is_told(monkeypatch):
    """E205: the latch is dead and no edge comes, so the table has to look by itself."""
    table = SimTable(seed=3)
    monkeypatch.setattr(table.plant, "arm", lambda on, at_ms: None)
    table.press("elevator")
    table.run_for(1_000)
    assert table.state == "fault" and table.faults == ["E205"]


def test_a_current_that_was_there_before_all_motors_were_off():
    """E203 when the last motor goes off, though the current itself has not changed."""
    table = SimTable(profile="LASFS", seed=1)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until(lambda: table.plant.motors == 1 << M_HEAD + 1, 120_000)
    table.inject("half-wave head_d")
    since = len(table.events)
    table.run_until(lambda: not table.plant.motors, 2_000)
    event, took_ms = await_fault(table, since, 60)
    assert (event["code"], event["at"]) == ("E203", "group_b") and took_ms <= 10
