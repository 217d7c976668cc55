"""The table of commands: its mistakes are told with file, line and what would be right."""

import shutil
from pathlib import Path

import pytest

from mjtable.generated import command_table
from mjtable.link.handlers import HANDLERS
from mjtable.safety.selftest import SelfTest
from mjtable.scan.statechart import Statechart
from mjtable.table import Table
from mjtool.dictionary import load
from tools.make.generate.errors import SourceError
from tools.make.generate.words.commands import FILE, Commands

ROOT = Path(__file__).resolve().parents[2]


def changed(folder, old, new):
    """The table with one text replaced, in a project folder of its own."""
    target = folder / FILE
    target.parent.mkdir(parents=True)
    shutil.copy(ROOT / FILE, target)
    text = target.read_text(encoding="utf-8")
    assert old in text
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "hello"', 'name = "Hello"', "'Hello' may hold only a-z 0-9 _ ."),
        ('example = "2 status"', 'example = "2 state"', "example and gives must be a request of"),
        ('name = "keepalive"\nhelp', 'name = "keepalive"\nhelpp', "unknown key .*helpp.*help"),
        ('modes = ["service"]', 'modes = ["serviced"]', "unknown mode .*serviced.*service"),
        ("min = 20, max = 20000", "min = 20000, max = 20", "ms: an int needs min <= max"),
        ("min = 20, max = 20000", "max = 20000", "ms: an int needs min <= max within"),
        ('name = "key", kind = "key"', 'name = "key", kind = "keys"', "unknown kind .*keys.*key"),
        ('field = "i2", kind = "reason"', 'field = "i1", kind = "reason"',
         "two keys read the same field"),
        ('field = "s1", kind = "str", help = "rising',
         'field = "s1", kind = "side", help = "rising',
         "unknown kind .*side.*str"),
        ('[[reason]]\nname = "stuck"', '[[reason]]\nname = "busy"', "reason busy is there twice"),
    ],
)
def test_a_mistake_is_told_with_file_and_line(tmp_path, old, new, message):
    with pytest.raises(SourceError, match=rf"^{FILE}:\d+: .*{message}"):
        Commands(changed(tmp_path, old, new))


def test_the_hash_follows_what_goes_over_the_wire_and_nothing_else(tmp_path):
    ours = Commands(ROOT).hash()
    assert ours.encode() == command_table.DICT
    assert ours == load().hash
    helped = changed(tmp_path / "a", "The table at a glance.", "What the table does.")
    assert Commands(helped).hash() == ours
    wider = changed(tmp_path / "b", "max = 20000", "max = 20001")
    assert Commands(wider).hash() != ours


def test_every_machine_that_reports_its_state_is_in_the_table():
    listed = {machine["name"] for machine in Commands(ROOT).machines}
    assert Table and SelfTest  # importing them makes every chart known
    pending = [Statechart]
    while pending:
        chart = pending.pop()
        pending += chart.__subclasses__()
        assert not chart.NAME or chart.NAME in listed, chart


def test_every_command_has_its_handler():
    names = [command.decode().replace(".", "_") for command in command_table.COMMANDS]
    assert [handler.__name__ for handler in HANDLERS] == names
