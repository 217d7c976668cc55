"""The live picture: what it shows of a table at work."""

import io

from rich.console import Console

from mjsim.board.decode import as_text
from mjsim.showing.picture import Picture, bar, clock, watts
from mjsim.showing.sentences import Narrator, sentence
from mjsim.table.session import SimTable


def drawn(picture):
    console = Console(file=io.StringIO(), width=110, force_terminal=False)
    console.print(picture)
    return console.file.getvalue()


def test_a_picture_of_a_table_at_work():
    table = SimTable(seed=1)
    picture = Picture(table)
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
