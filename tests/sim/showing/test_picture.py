"""The live picture: what it shows of a table at work."""

import io

import pytest
from rich.console import Console

from mjsim.board.decode import as_text
from mjsim.people.habits import Habits
from mjsim.showing.scenery import scene, watts
from mjsim.showing.sentences import Narrator, sentence
from mjsim.table.session import SimTable
from mjview.picture import Picture, bar, clock
from mjview.scene import grouped


def drawn(picture, width=110):
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(picture)
    return console.file.getvalue()


def test_a_picture_of_a_table_at_work():
    table = SimTable(seed=1)
    picture = Picture(lambda: scene(table))
    picture.say("somebody comes in")
    text = drawn(picture)
    assert "power_on" in text and "hatch shut" in text and "somebody comes in" in text
    assert "runs: nothing" in text and "0 tiles" in text and "lift down" in text
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    table.run_for(40_000)
    text = drawn(picture)
    assert "sorting" in text and "of 17" in text and "drum ring" in text
    assert "A D·E···" in text and "B ···S··" in text, "side A deals and is East"
    assert 20 <= watts(table) <= 50
    table.power_off()
    assert "off" in drawn(picture)


@pytest.mark.parametrize("width", [80, 120])
def test_walls_on_the_table_break_no_line(width):
    table = SimTable(seed=1, players=Habits())
    picture = Picture(lambda: scene(table))
    heights = {drawn(picture, width).count("\n")}
    until(table, lambda: table.plant.walls(0))
    text = drawn(picture, width)
    sides = [line for line in text.splitlines() if "side " in line]
    assert [line[2:8] for line in sides] == ["side A", "side B", "side C", "side D"]
    assert all("lift" in line and "wall of 17" in line and " of 17" in line for line in sides)
    assert "…" not in text and max(map(len, text.splitlines())) == width
    until(table, lambda: table.state == "sorting" and len(scene(table).running) > 5)
    heights |= {drawn(picture, width).count("\n"), text.count("\n")}
    assert len(heights) == 1, "nothing jumps"


def until(table, what):
    while not what():
        assert table.now_ms < 600_000
        table.run_for(500)


def test_motors_in_few_words():
    assert grouped(("drum", "ring", "belt_a", "belt_c", "head_b")) == "drum ring belt AC head B"
    assert grouped(()) == ""


def test_a_bar_is_filled_in_proportion():
    assert bar(5, 10, 10).plain == "█████·····"
    assert bar(20, 10, 4).plain == "████" and bar(0, 0, 4).plain == "····"


def test_the_clock():
    assert clock(0) == "0:00.0" and clock(83_400) == "1:23.4"


def test_sentences():
    def told(event, **keys):
        return sentence({"event": event, **keys})

    assert told("key", key="elevator", gesture="short", did="ignored", why="sorting") == (
        "somebody presses elevator; the table beeps: tiles are being sorted")
    assert told("set", name="green", did="short", side="B", n=2) == (
        "the green set is 2 short on side B")
    assert told("set", name="blue", did="surplus", n=1) == "the blue set had 1 too many"
    assert told("set", name="blue", did="add", n=8) == "the blue set: add 8"
    assert told("dice", mode="electronic", a=3, b=4) == "the dice show 3 and 4"
    assert told("dice", mode="motor") == "the dice lie still; nobody has read them"
    assert told("marker", dealer="B", wind="E", streak=0) == "side B deals, the wind is east"
    assert told("fault", code="E521", at="line_b") == "fault E521 at line_b"
    assert told("ack", code="E521") == "fault E521 is acknowledged"
    assert told("mains", did="dropout", gap_ms=60) == "the mains: dropout"
    assert told("state", machine="table", to="loading") == "the hatch opens for the tiles"
    assert told("state", machine="sorter", to="premix") == "the drum mixes the tiles"
    assert told("state", machine="hatch", to="open") == "" and told("count") == ""


def test_the_key_is_told_before_what_it_caused():
    lines = []
    narrator = Narrator(lambda t_ms, text: lines.append((t_ms, text)))
    narrator.hear({"event": "state", "machine": "table", "to": "loading", "t_ms": 5})
    narrator.hear({"event": "key", "key": "elevator", "gesture": "short", "did": "acted",
                   "t_ms": 5})  # fmt: skip
    narrator.hear({"event": "ack", "code": "E201", "t_ms": 10})
    narrator.flush()
    assert [t_ms for t_ms, _ in lines] == [5, 5, 10]
    assert "presses" in lines[0][1] and "opens" in lines[1][1]


def test_an_event_as_text():
    record = {"number": 3, "t_ms": 1500, "event": "key", "key": "marker", "did": "acted"}
    assert as_text(record).split() == ["1.500", "s", "key", "key=marker", "did=acted"]
