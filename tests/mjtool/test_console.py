"""`mjtool console`: commands of the link by hand, in sentences or raw, completed, remembered."""

import json
import stat
import threading

import pytest
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mjshare.frame import decode
from mjtable.scan import events
from mjtool.cli import app
from mjtool.client import Client
from mjtool.commands import console as command
from mjtool.console import Asked, Console, completions, understood
from mjtool.console_help import helped
from mjtool.dictionary import load
from mjtool.errors import UsageError
from mjtool.output import Output
from tests.command_line import ran
from tests.patience import await_
from tests.protocol.bench import tell


def names(text):
    return [name for name, _ in completions(text)]


def test_a_line_is_a_command_with_its_fields():
    assert understood("status") == Asked("status", {})
    assert understood("motor.jog belt_a ms=300") == Asked(
        "motor.jog", {"name": "belt_a", "ms": "300"})
    assert understood("motor.jog ms=300 belt_a rev") == Asked(
        "motor.jog", {"ms": "300", "name": "belt_a", "dir": "rev"})


@pytest.mark.parametrize(("line", "message"), [
    ("marker.gets", "there is no command `marker.gets`. What to do: try marker.get."),
    ("status 3", "`status` takes no `3`. What to do: see `help status`."),
    ("motor.jog nme=belt_a", "`motor.jog` has no parameter `nme`. What to do: try name."),
    ("keepalive now=1", "`keepalive` has no parameter `now`. What to do: give the command alone."),
    ("press 'el", "the line cannot be read (No closing quotation)"),
])  # fmt: skip
def test_a_line_that_cannot_be_understood(line, message):
    with pytest.raises(UsageError) as caught:
        understood(line)
    assert message in str(caught.value)


def test_completion_of_commands_parameters_and_names():
    assert names("motor.j") == ["motor.jog"]
    assert {"help", "quit", "status", "press"} <= set(names(""))
    assert names("motor.jog belt_") == ["belt_a", "belt_b", "belt_c", "belt_d"]
    assert names("motor.jog belt_a d") == ["dir="]
    assert names("motor.jog name=lift_a dir=r") == ["dir=rev"]
    assert names("settings.get mains.h") == ["mains.hz"]
    assert names("profile.set MJ") == ["MJG"]
    assert names("press mar") == ["marker"]
    assert names("marker.set dealer=") == ["dealer=A", "dealer=B", "dealer=C", "dealer=D"]
    assert names("help motor.j") == ["motor.jog"] and names("nothing x") == []


def test_help():
    lines = list(helped(""))
    assert len(lines) <= 14 and max(map(len, lines)) <= 80
    words = " ".join(lines).split()
    assert set(load().commands) | {"help", "raw", "human", "quit"} <= set(words)
    assert lines[0].startswith("show             hello  status  image")
    for line, name in (("change", "settings.set"), ("move", "press"),
                       ("in service mode", "motor.jog")):
        at = next(at for at, text in enumerate(lines) if text.startswith(line))
        assert name in lines[at] + lines[at + 1], name
    for name in load().commands:
        assert max(map(len, helped(name))) <= 90, name
    told = "\n".join(helped("motor.jog"))
    for text in ("name: a name of io.list", "0 to 60000", "Example: motor.jog"):
        assert text in told


def test_a_script_in_sentences(device):
    said = ran(app, "console", "-p", device.url,
               given="# a comment\nstatus\nprofile.list\n\nhelp press\nquit\nstatus\n")
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert lines[0].startswith("Answer ") and "state ready" in lines[0]
    assert "SHOP-B-136:136" in lines and any("press: Press a key" in line for line in lines)
    assert said.stdout.count("state ready") == 1, "nothing after quit"


def test_a_script_in_lines_of_the_link(device):
    said = ran(app, "console", "--raw", "-p", device.url,
               given="marker.get\nhuman\nmarker.get\nraw\nmotor.jog nothing\nmarker.get\n")
    told = said.stdout.splitlines()
    assert decode(told[0].removeprefix("> ").encode()).endswith(" marker.get")
    assert "ok dealer=A wind=E" in decode(told[1].removeprefix("< ").encode())
    assert told[2].startswith("Answer ")
    assert " err mode" in told[4] and len(told) == 5, "the first failed line ends it"
    assert said.exit_code == 6 and "only in service mode" in said.stderr


def test_a_script_for_programs(device):
    said = ran(app, "console", "--json", "-p", device.url, given="marker.get\n")
    value = json.loads(said.stdout)
    assert value["ok"] and value["answer"]["dealer"] == "A" and value["command"] == "marker.get"


def test_the_first_failed_line_of_a_script_ends_it(device):
    device.table.result, device.table.state = "busy", "raising"
    said = ran(app, "console", "-p", device.url, given="dice.roll\nmarker.get\n")
    assert said.exit_code == 6 and "the table is raising" in said.stderr
    assert "dealer" not in said.stdout
    assert ran(app, "console", "-p", device.url, given="stattus\n").exit_code == 2


@pytest.mark.parametrize(("raw", "text"), [(False, "The hatch is open."),
                                           (True, "hatch to=open*")])
def test_what_happened_meanwhile_is_told_by_enter_alone(device, capsys, raw, text):
    with Client(device.url) as client:
        console = Console(client, raw)
        tell(device.table.events, 48205, events.HATCH, "open")
        for _ in range(2):
            assert command.one(console, Output(False), "\n")
    assert capsys.readouterr().out.count(text) == 1


def test_a_person_types_completes_and_comes_back(device, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Client(device.url) as client, create_pipe_input() as keys:
        session = command.prompt(input=keys, output=DummyOutput())
        monkeypatch.setattr(command, "prompt", lambda: session)
        keys.send_text("marker.g\t")

        def rest():
            await_(lambda: session.app.current_buffer.text == "marker.get")
            keys.send_text("\nstattus\npress ele\x03marker.get\n\x04")

        person = threading.Thread(target=rest)
        person.start()
        command.interactive(Console(client), Output(False))
        person.join()
    out, err = capsys.readouterr()
    assert out.count("dealer A") == 2, "Tab completed the first, Ctrl-C cleared the half one"
    assert "there is no command `stattus`" in err
    kept = tmp_path / "mjtool" / "console_history"
    assert "+marker.get" in kept.read_text() and stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_the_completer_replaces_the_word_begun():
    found = list(command.completer(completions).get_completions(Document("press mar"), None))
    assert [(one.text, one.start_position) for one in found] == [("marker", -3)]


def test_no_history_where_none_can_be_kept(tmp_path, monkeypatch):
    (tmp_path / "mjtool").write_text("a file")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert command.history() is None
