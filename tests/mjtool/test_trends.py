"""`mjtool trends --history`: what this computer has read of a table, day by day."""

import json
import os
import stat
import time

import pytest

from mjtool import wear
from mjtool.commands.trends import line
from tests.mjtool.device import Device

UID = "E6614103E7452D2F"


@pytest.fixture
def place(monkeypatch, tmp_path):
    """What is kept of the table."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "mjtool" / "trends" / f"{UID}.json"


def read_on(monkeypatch, day):
    """It is another day."""
    monkeypatch.setattr(time, "strftime", lambda form: day)


def test_a_head_that_grew_slow_over_a_year_is_seen(device, run, run_json, place, monkeypatch):
    took = device.table.supervision.took
    for day, hatch, head in (("2026-01-03", 98, 0), ("2026-05-01", 99, 101),
                             ("2026-09-12", 97, 122), ("2027-01-07", 98, 151)):  # fmt: skip
        read_on(monkeypatch, day)
        took[2], took[9] = hatch, head
        assert run("trends", "-p", device.url).exit_code == 0
    lines = run("trends", "--history", "-p", device.url).stdout.splitlines()
    assert [row.split() for row in lines[:3]] == [
        ["mechanism", "since", "days", "first", "now"],
        ["hatch", "up", "2026-01-03", "4", "98", "%", "98", "%", "+0", ",,,,"],
        ["head_b", "lower", "half", "turn", "2026-05-01", "3", "101", "%", "151", "%", "+50",
         "-=#"]]  # fmt: skip
    assert max(map(len, lines)) <= 80
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    _, [value] = run_json("trends", "--history", "-p", device.url)
    assert value["history"]["2026-09-12"] == {"hatch up": 97, "head_b lower half turn": 122}


def test_a_day_is_one_reading_and_keeps_what_was_gone_earlier_that_day(device, run, place):
    took = device.table.supervision.took
    took[2] = 98
    run("trends", "-p", device.url)
    took[2], took[9] = 0, 104
    run("trends", "-p", device.url)
    [ways] = json.loads(place.read_text())["days"].values()
    assert ways == {"hatch up": 98, "head_b lower half turn": 104}


def test_more_than_four_hundred_days_are_not_kept(place):
    days = {f"2026-{at:03}": {"hatch up": 100} for at in range(wear.MOST)}
    wear.keep(UID, wear.with_day(days, "2027-001", {"hatch up": 101}))
    found = list(wear.recall(UID))
    assert (len(found), found[0], found[-1]) == (wear.MOST, "2026-001", "2027-001")


def test_each_letter_of_the_line_is_ten_per_cent():
    assert line([1, 79, 80, 99, 100, 149, 150, 999]) == ".._,-*##"
    assert line([100] * 40) == "-" * 12


def test_a_simulated_table_begins_anew_so_nothing_is_kept(run, place):
    with Device(uid="sim0") as sim:
        said = run("trends", "--history", "-p", sim.url)
    assert (said.exit_code, said.stderr) == (
        0, "a simulated table may begin anew at each start: nothing is kept of it\n")
    assert not place.parent.exists()


@pytest.mark.parametrize("text", ["", "[]", '{"mark": "mjtool trends 1", "days": {"d": {"a": 0}}}',
                                  '{"mark": "mjtool trends 0", "days": {}}'])
@pytest.mark.parametrize("more", [(), ("--history",)])
def test_a_damaged_history_is_a_sentence_and_hides_no_trend(device, run, place, text, more):
    place.parent.mkdir(parents=True)
    place.write_text(text, encoding="utf-8")
    device.table.supervision.took[2] = 98
    said = run("trends", *more, "-p", device.url)
    assert said.exit_code == 0 and "hatch up" in said.stdout
    assert "what was read of this table before cannot be used (" in said.stderr
    assert f"{UID}.json" in said.stderr and "delete it" in said.stderr
    assert "Traceback" not in said.stderr and place.read_text() == text


def test_a_full_disk_hides_no_trend(device, run, place, monkeypatch):
    device.table.supervision.took[2] = 98
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "disk full")))
    said = run("trends", "-p", device.url)
    assert said.exit_code == 0 and "hatch" in said.stdout
    assert "what was read cannot be kept (disk full)" in said.stderr
