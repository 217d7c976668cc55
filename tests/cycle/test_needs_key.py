"""What wishes for motion or weakens safety over the link needs the service key at the table."""

import tomllib
from pathlib import Path

import pytest

from hardware.rules import supplies
from mjtable.generated.setting_table import KEYED, MAXS, NAMES
from mjtool import dictionary
from mjtool.message import Answer
from mjtool.refusal import explain
from tests.cycle.test_service import Bench

ROOT = Path(__file__).resolve().parents[2]
ROWS = tomllib.loads((ROOT / "firmware/tables/commands.toml").read_text("utf-8"))["command"]
KEYED_NAMES = [name for index, name in enumerate(NAMES) if KEYED >> index & 1]
SAFETY = ["power.budget_mw", "power.peak_mw", "power.start_gap_ms", "mains.hz",
          "mains.tolerance_dhz", "lift.dwell_ms", "service.deadman_ms", "head.tiles_a_push"]


def home():
    """A table at `ready`: homed by a person, armed."""
    bench = Bench()
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 20_000)
    return bench


def hatch_open():
    bench = home()
    bench.sim.press("elevator")
    bench.sim.run_until(lambda: bench.sim.io("hatch_up"), 10_000)
    return bench


def test_the_settings_that_bear_on_safety_are_these():
    assert sorted(KEYED_NAMES) == sorted(SAFETY)


def test_every_command_that_moves_something_needs_the_key_but_a_press():
    """A press works where a person serves the table, and gives nothing there."""
    free = {row["name"] for row in ROWS if row["motion"] and row["key"] == "free"}
    assert free == {"press"}


@pytest.mark.parametrize("name", SAFETY)
def test_a_setting_that_bears_on_safety_changes_with_the_key_only(name):
    """`power.budget_mw=220000` and `service.deadman_ms=2000` were taken from anybody."""
    bench = home()
    value = bench.sim.table.settings.get(NAMES.index(name))
    assert bench.do(f"settings.set name={name} value={value}") == "err key state=ready"
    assert not bench.sim.table.settings.changed
    bench.key(True)
    assert bench.do(f"settings.set name={name} value={value}").startswith("ok")


@pytest.mark.parametrize("name, value", [
    ("power.budget_mw", 80_001), ("power.budget_mw", 220_000), ("power.peak_mw", 120_001),
    ("power.start_gap_ms", 99), ("mains.tolerance_dhz", 21), ("service.deadman_ms", 501),
    ("service.deadman_ms", 2_000), ("lift.dwell_ms", 3_001),
])  # fmt: skip
def test_the_key_does_not_take_a_setting_past_its_bounds(name, value):
    bench = home()
    bench.key(True)
    assert bench.do(f"settings.set name={name} value={value}").startswith("err range key=value")
    assert bench.sim.table.settings.get(NAMES.index(name)) < value or value == 99


def test_the_whole_budget_is_less_than_the_inlet_fuse_carries():
    limit_ma = supplies.INLET_FUSE_MA * 80 / 100
    top_mw = MAXS[NAMES.index("power.budget_mw")]
    assert top_mw / (supplies.LOW_MAINS_V * supplies.POWER_FACTOR) <= limit_ma


def test_another_setting_changes_without():
    assert home().do("settings.set name=dice.mode value=1").startswith("ok")


def test_maintenance_needs_the_key_while_the_motors_have_power():
    bench = home()
    assert bench.do("restart to=maintenance") == "err key state=ready"
    assert bench.sim.board.outputs.restart == 0
    bench.key(True)
    assert bench.do("restart to=maintenance") == "ok"


def test_a_table_at_rest_and_disarmed_goes_into_maintenance():
    bench = Bench()
    assert bench.sim.state == "power_on" and bench.do("restart to=maintenance") == "ok"


def test_a_relay_that_has_not_dropped_out_keeps_it_from_that():
    bench = Bench()
    bench.sim.inject("stuck k1_mir off")
    bench.run(100)
    assert bench.do("restart to=maintenance").startswith("err key state=")


def test_dice_roll_from_the_wire_only_while_somebody_holds_the_key():
    """Once they rolled under a shut hatch an hour after the last person had gone."""
    for bench, state in ((hatch_open(), "loading"), (home(), "ready")):
        bench.run(3_600_000 if state == "ready" else 1_000)
        assert bench.do("dice.roll") == "err key state=" + state
        bench.run(1_000)
        assert bench.on == ""
        bench.key(True)
        assert bench.do("dice.roll") == "ok"
        bench.run(300)
        assert bench.on == "dice"


def test_before_the_first_key_nobody_rolls_dice():
    bench = Bench()
    bench.key(True)
    assert bench.sim.state == "power_on"
    assert bench.do("dice.roll") == "err refused state=power_on by=home_first"


def test_on_a_simulated_table_a_shut_hatch_is_enough():
    """Nobody can be hurt there, and `mjtool roll` is what a newcomer tries."""
    bench = home()
    bench.sim.board.inputs.sim = 1
    assert bench.do("dice.roll") == "ok"
    bench = hatch_open()
    bench.sim.board.inputs.sim = 1
    assert bench.do("dice.roll") == "err key state=loading"


def test_maintenance_needs_the_key_while_arming_is_still_under_way():
    """The relay has not pulled in yet: it is asked for, that is enough."""
    bench = Bench()
    bench.sim.press("elevator")
    for _ in range(100):
        bench.sim.run_for(5)
        table = bench.sim.table
        if table.outputs.arm and not table.armed:
            break
    assert table.outputs.arm and not table.armed
    assert bench.do("restart to=maintenance").startswith("err key state=")


def test_dice_do_not_roll_in_service_mode():
    bench = Bench().serve()
    assert bench.do("dice.roll") == "err mode needs=run"


def test_a_jog_needs_the_key_its_stop_does_not():
    bench = Bench().serve()
    bench.key(False)
    assert bench.do("motor.jog name=drum") == "err key state=service"
    assert bench.do("motor.jog name=drum ms=0") == "ok"
    bench.run(500)
    assert bench.on == ""


class Named:
    """As much of a client as a refusal needs."""

    url = "table"
    dictionary = dictionary.load()


@pytest.mark.parametrize("command, cause", [
    ("motor.jog", "nobody holds it: a motor runs only while it is held"),
    ("restart", "motor power is on, or something moves"),
    ("settings.set", "this setting affects safety"),
    ("dice.roll", "the dice turn for somebody who is there; at the table, hold the marker key"),
    ("service.enter", "nobody holds it"),
])  # fmt: skip
def test_the_refusal_says_what_to_do(command, cause):
    answer = Answer(1, "key", {"state": "ready"})
    text = str(explain(Named(), command, answer, {}))
    assert "only while a person holds its service key" in text and cause in text
    assert "hold the service key at the table and give the command again" in text
