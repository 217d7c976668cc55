"""`mjtool watch` on a terminal: the table drawn from the wire alone."""

import io
from types import SimpleNamespace

import pytest
from rich.console import Console

from mjtable.generated.iomap import MOTOR_RUN_MW, MOTORS
from mjtool.client import Client
from mjtool.commands import live
from mjtool.dictionary import load
from mjtool.feed import Feed
from mjtool.message import Event
from mjtool.scenery import Scenery, alarm, stacks_of
from mjview.picture import Picture
from tests.mjtool.sim_device import SimDevice


def drawn(picture, width):
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(picture)
    return console.file.getvalue()


@pytest.fixture
def sim():
    with SimDevice(seed=1) as found:
        yield found


@pytest.fixture
def client(sim):
    with Client(sim.url) as found:
        yield found


def test_a_table_at_work_is_drawn_as_it_is(sim, client):
    scenery, feed = Scenery(client), Feed(client)
    picture = Picture(scenery.scene)
    text = drawn(picture, 80)
    assert "power on" in text and "hatch shut" in text and "runs: nothing" in text
    assert "nobody counts the tiles" in text and "lamps" not in text
    sim.do(lambda table: table.press("elevator"))
    sim.do(lambda table: table.run_until("ready", 20_000))
    said = [event for event in feed if scenery.hear(event)]
    sim.do(lambda table: table.load())
    sim.do(lambda table: table.run_for(40_000))
    sim.each_scan = lambda device: None  # its time stands still while we look
    said += [event for event in feed if scenery.hear(event)]
    scenery.look()
    for width in (80, 120):
        text = drawn(picture, width)
        assert "sorting" in text and "drum ring" in text and " of 17" in text
        assert max(map(len, text.splitlines())) == width
        assert len([line for line in text.splitlines() if "side " in line]) == 4
    real = sim.do(lambda table: list(table.stacks))
    shown = scenery.scene()
    built = [side.stacks for side in shown.sides]
    assert sum(built) > 0 and all(a <= b for a, b in zip(built, real, strict=True))
    assert said and not {"state", "count", "stack"} & {event.name for event in said}
    assert shown.doing[0] == "no set on the table" and all(side.doing for side in shown.sides)
    assert text.count("\n") == drawn(Picture(scenery.scene), 80).count("\n"), "nothing jumps"


def test_each_chart_keeps_its_place_in_one_line(client):
    scenery = Scenery(client)
    for machine, to in (("sorter", "premix"), ("dice", "rolling"), ("table", "sorting"),
                        ("line_b", "feed_upper"), ("lift_c", "up"), ("sorter", "picking")):
        assert not scenery.hear(Event(1, 5, "state", {"machine": machine, "to": to}))
    assert scenery.scene().doing == ("no set on the table", "dice rolling", "sorter picking")
    assert [side.doing for side in scenery.scene().sides] == ["", "feed upper", "", ""]
    assert scenery.hear(Event(2, 5, "key", {})), "a key is worth a line"


def test_a_fault_cannot_be_overlooked(sim, client):
    scenery = Scenery(client)
    fields = {"fault": "E521", "short": "0"}
    assert alarm(fields, load()).startswith("FAULT E521 ") and scenery.scene().alarm == ""
    assert alarm(fields | {"fault": "none", "short": "2"}, load()) == "2 tiles short"


def test_the_watts_are_those_of_the_firmware():
    assert load().power["motor_mw"] == dict(zip(MOTORS, MOTOR_RUN_MW, strict=True))


def test_stacks_of_every_profile_and_of_one_that_is_none():
    assert stacks_of("HANDS-148") == (19, 18, 19, 18) and stacks_of("NEW") == (0, 0, 0, 0)


def test_the_picture_follows_the_table(device, monkeypatch):
    looks, real = [], Scenery.look

    def look(scenery):
        device.table.state = "raising" if looks else "ready"
        looks.append(1)
        real(scenery)

    monkeypatch.setattr(Scenery, "look", look)
    console = Console(file=io.StringIO(), width=80, height=40, force_terminal=True)
    with Client(device.url) as client:
        live._picture(client, SimpleNamespace(console=console), 0.2)
    text = console.file.getvalue()
    assert "raising" in text.rpartition("╭")[2]


def test_watch_draws_on_a_terminal_and_stays_one_picture(sim, monkeypatch):
    seen = []
    console = Console(file=io.StringIO(), width=80, height=40, force_terminal=True)
    output = SimpleNamespace(console=console)
    monkeypatch.setattr(live.Picture, "say", lambda self, text: seen.append(text))
    with Client(sim.url) as client:
        live._picture(client, output, 0.5)
    text = console.file.getvalue()
    assert "side D" in text and "Ctrl-C ends" in text and sim.url in text
    assert any("Board started" in line or "The board started" in line for line in seen)
