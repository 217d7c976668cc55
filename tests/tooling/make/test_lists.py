"""Lists of the generator that a new row may have to be added to: what is missing is named."""

from pathlib import Path

import pytest

from tools.make.generate.code import package_json, pinmap
from tools.make.generate.collect import all_outputs
from tools.make.generate.errors import LISTS, Source, SourceError
from tools.make.generate.read import board_schema, polarity
from tools.make.generate.read.machine import load
from tools.make.generate.words import commands

ROOT = Path(__file__).resolve().parents[3]


def test_package_json_lists_what_is_generated():
    made = {path.as_posix().removeprefix("firmware/") for path in all_outputs(ROOT)[0]
            if path.parts[0] == "firmware"} - set(package_json.LAUNCHER)
    assert made == set(package_json.MADE), (
        "MADE of tools/make/generate/code/package_json.py is not what the generator makes")


def test_every_kind_of_sensor_may_be_turned_or_has_its_reason():
    assert sorted(board_schema.SENSORS) == sorted([*polarity.TURNABLE, *polarity.BY_KIND]), (
        "a kind of SENSORS is in neither TURNABLE nor BY_KIND of "
        "tools/make/generate/read/polarity.py")


def test_what_can_move_something_is_a_pin():
    assert set(pinmap.SAFE) <= set(load(ROOT).data["pins"])


@pytest.mark.parametrize(("name", "told"), [
    ("travel_ums", "unknown key hatch.travel_ums; nearest valid key: travel_um"),
    ("brightness", "unknown key hatch.brightness; nearest valid key: warn_ms; a new one gets its "
     "place in tools/make/generate/read/schema.py (board: board_schema.py)"),
])
def test_a_new_key_is_told_where_keys_are_listed_a_slip_is_not(copy, name, told):
    line = copy.edit("hardware/machine.toml", "[hatch]\n", f"[hatch]\n{name} = 1\n") + 1
    with pytest.raises(SourceError) as caught:
        load(copy.root)
    assert str(caught.value) == f"hardware/machine.toml:{line}: {told}"


def test_every_table_says_where_its_keys_are_listed():
    tables = {path.relative_to(ROOT).as_posix() for path in (ROOT / "firmware/tables").iterdir()}
    assert set(LISTS) == tables | {"hardware/machine.toml"}
    for place in LISTS.values():
        assert (ROOT / place.partition(" ")[0]).is_file(), place


def test_a_file_of_another_kind_has_no_such_place():
    source = Source("my_table.toml", "[hatch]\nbrightness = 1\n")
    assert str(source.unknown(("hatch", "brightness"), ["travel_um"])) == (
        "my_table.toml:2: unknown key hatch.brightness; nearest valid key: travel_um")


def test_an_event_reads_a_field_that_the_board_keeps(copy):
    copy.edit("firmware/tables/commands.toml", 'field = "i3"', 'field = "i4"')
    with pytest.raises(SourceError, match=r"unknown field event#\d+\.keys\.i4; nearest"):
        commands.Commands(copy.root)


def test_an_interlock_among_the_other_rules_is_refused(copy):
    """The firmware counts them from 0 on."""
    line = copy.edit("firmware/tables/commands.toml", 'name = "walls"\ntext = "the walls are',
                     'name = "walls"\ninterlock = true\ntext = "the walls are')
    copy.edit("firmware/tables/commands.toml", 'switches and their wires"\ninterlock = true',
              'switches and their wires"')
    with pytest.raises(SourceError) as caught:
        commands.Commands(copy.root)
    assert "walls is an interlock; those come before the other rules" in str(caught.value)
    assert line


def test_a_rule_says_what_to_do(copy):
    copy.edit("firmware/tables/commands.toml", 'do = "shut the lid"\n', "")
    with pytest.raises(SourceError, match="lid_open|missing|needs"):
        commands.Commands(copy.root)
