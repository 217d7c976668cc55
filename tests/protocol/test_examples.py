"""The worked examples of commands.toml, and so of docs/PROTOCOL.md, run against the link."""

import re
import tomllib
from pathlib import Path

import pytest

from mjtable.generated import command_table
from mjtable.generated.iomap import MOTORS
from mjtable.safety.measuring import SENSOR
from mjtable.scan import events
from tests.protocol.bench import Bench, crc, line, tell
from tests.protocol.fake_table import FakeTable

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "firmware/tables/commands.toml").read_text(encoding="utf-8")
TABLE = tomllib.loads(TEXT.replace("{hash}", command_table.DICT.decode()))


def table_of_the_examples():
    """The state of the table at the first example: a hand is played, the blue set is sorted."""
    table = FakeTable()
    table.state = "playing"
    table.stacks[0], table.stacks[1], table.stacks[2], table.stacks[3] = 9, 8, 8, 7
    table.marker.streak = 1
    for _ in range(11):
        tell(table.events, 0, events.MAINS, "half_cycle", "", 20)
    table.events.first = 12
    tell(table.events, 48200, events.STATE, "hatch", "opening")
    tell(table.events, 48205, events.KEY, "elevator", "short", 0, 4)
    table.inputs.level[0] = 0x62
    table.inputs.level[4] = 0x02
    table.outputs.motors = 0x0013
    measured(table.measuring)
    table.faults.rows = [(521, "line_a", 2)]
    return table


def measured(found):
    """The hatch was opened: its test's result and edges."""
    found.begin(MOTORS.index("hatch"), False)
    found.ended, found.lag_ms, found.travel_ms = SENSOR, 255, 2635
    found.start_ma, found.last_ma, found.edges = 112, 62, 2
    found.input[0], found.input[1] = 33, 32 | 1 << 7
    found.at_ms[0], found.at_ms[1] = 255, 2635


def answer(bench, command):
    """The answer to a command's example, in a mode that allows it."""
    bench.table.mode = "run" if "run" in command["modes"] else command["modes"][0]
    return bench.ask(command["example"])


def test_every_command_example_gives_what_the_page_says():
    bench = Bench(table_of_the_examples())
    for command in TABLE["command"]:
        assert answer(bench, command) == command["gives"].strip().split("\n")


def test_the_answers_have_the_keys_of_the_table():
    bench = Bench(table_of_the_examples())
    for command in TABLE["command"]:
        keys = [word.partition("=")[0] for word in answer(bench, command)[0].split()[2:]]
        if command.get("page"):
            assert keys[:2] == ["n", "next"]
            assert keys[2:] == [str(row) for row in range(len(keys) - 2)]
        else:
            assert keys == [answer["name"] for answer in command["answer"]]


@pytest.mark.parametrize("event", TABLE["event"], ids=lambda event: event["name"])
def test_every_event_example_is_written_so(event):
    number, t_ms, name, *pairs = event["example"].split()
    values = dict(pair.split("=") for pair in pairs)
    record = {"s1": "", "s2": "", "i1": -1, "i2": -1, "i3": -1}
    for key in event["keys"]:
        if key["name"] in values:
            record[key["field"]] = field(key, values.pop(key["name"]))
    assert not values
    table = FakeTable()
    table.events.first = table.events.next = int(number)
    kind = [row["name"] for row in TABLE["event"]].index(name)
    tell(table.events, int(t_ms), kind, *record.values())
    assert Bench(table).ask("1 events from=0")[1:] == [event["example"]]


def field(key, text):
    """The number or string in the event record behind a value on the wire."""
    if key["kind"] == "words":
        return key["words"].index(text)
    if key["kind"] == "reason":
        return 1 + [reason["name"] for reason in TABLE["reason"]].index(text)
    if key["kind"] == "side":
        return "ABCD".index(text)
    return text if key["kind"] == "str" else int(text.lstrip("E"))


def test_the_page_shows_each_example_with_its_checksum():
    page = (ROOT / "docs/PROTOCOL.md").read_text(encoding="utf-8")
    lines = [text[2:].encode() for text in page.splitlines() if re.match(r"[><] ", text)]
    bench = Bench(table_of_the_examples())
    shown = 0
    for text in lines:
        body, _, digits = text.rpartition(b"*")
        assert digits == b"%04X" % crc(body), text
    for command in TABLE["command"]:
        at = lines.index(line(command["example"]).rstrip())
        said = answer(bench, command)
        rows = lines[at + 1 : at + 1 + len(said)]
        assert [row.rpartition(b"*")[0].decode() for row in rows] == said
        shown += 1
    assert shown == len(TABLE["command"]) >= 21


def test_the_event_numbers_of_the_firmware_are_those_of_the_table():
    for index, event in enumerate(TABLE["event"]):
        assert getattr(events, event["name"].upper()) == index
