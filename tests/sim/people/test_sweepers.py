"""With nobody at the keys the tiles are still swept in: keys over the link play whole hands."""

from mjsim.people.habits import SWEEPERS
from mjsim.table.session import SimTable


def press_and_wait(table, state, limit_ms=150_000):
    table.press("elevator")
    table.run_until(state, limit_ms)


def load(table):
    press_and_wait(table, "loading")
    table.run_for(16_000)
    table.press("elevator")


def test_two_loads_by_keys_alone_bring_walls_to_the_table():
    table = SimTable(seed=6, players=SWEEPERS)
    table.run_for(60_000)
    assert table.state == "power_on", "nobody presses a key"
    press_and_wait(table, "ready")
    load(table)
    table.run_until(lambda: table.table.set_waiting == "green", 150_000)
    load(table)
    table.run_until(lambda: table.table.set_on_table == "green", 30_000)
    table.run_until(lambda: table.table.set_waiting == "blue", 150_000)
    assert len(table.plant.table_tiles("green")) == 136
    assert not table.violations


def test_nobody_acknowledges_for_them():
    table = SimTable(seed=6, players=SWEEPERS)
    table.run_for(500)
    table.inject("lid open")
    table.run_for(1_000)
    table.inject("lid shut")
    table.run_for(60_000)
    assert table.state == "fault"
