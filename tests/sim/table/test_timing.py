"""What goes wrong at its times: onset, duration, repeats, and who ends them."""

import pytest

from mjsim.plant.inject_timed import timed
from mjsim.scenario.scenario import parse
from mjsim.scenario.steps import perform
from mjsim.serving.serve import Options, Server
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError


@pytest.fixture
def table():
    return SimTable()


def seen(table, *seconds):
    """Is anything wrong, so many seconds from now each?"""
    begun, found = table.now_ms, []
    for second in seconds:
        table.run_to(begun + round(second * 1_000))
        found.append(bool(table.plant.causes))
    return found


@pytest.mark.parametrize(("words", "seconds", "wrong"), [
    ("jam drum for 2s", (0, 1.9, 2.1), [True, True, False]),
    ("jam drum after 3s", (0, 2.9, 3.1, 60), [False, False, True, True]),
    ("jam drum for 2s every 5s 3 times", (1, 3, 6, 8, 11, 13, 16, 30),
     [True, False, True, False, True, False, False, False]),
    ("jam drum every 5s 2 times for 500ms after 1s", (0.5, 1.2, 1.8, 6.2, 6.8, 11.2),
     [False, True, False, True, False, False]),
])  # fmt: skip
def test_each_goes_wrong_at_its_times(table, words, seconds, wrong):
    table.inject(words)
    assert seen(table, *seconds) == wrong


def test_who_puts_it_right_ends_its_repeats(table):
    table.inject("jam drum for 2s every 5s 3 times")
    table.inject("jam ring after 9s")
    assert seen(table, 1) == [True]
    table.inject("clear jam drum")
    assert seen(table, 5.5, 8.5) == [False, True], "of the ring nothing was said"


def test_a_repair_may_come_later(table):
    table.inject("jam drum")
    table.inject("clear all after 4s")
    assert seen(table, 3.9, 4.1) == [True, False]


@pytest.mark.parametrize(("words", "sentence"), [
    ("jam head_b for soon", "'soon' is no time; write milliseconds, as 500 or 500ms or 2s"),
    ("jam head_b for 0s", "'0s' is no time from 1 to 86400000 ms"),
    ("jam head_b for 2s every 5s", "'every 5s' is no time of a fault (write FAULT [after TIME]"),
    ("jam head_b for 2s for 3s", "'for 3s' is no time of a fault"),
    ("jam head_b after", "'after' is no time of a fault"),
    ("jam head_b for 2s every 5s 0 times", "'0' is no number of times from 1 to 1000"),
    ("jam head_b every 5s 3 times", "what comes again has to end: write for TIME, too"),
    ("jam head_b for 5s every 5s 3 times", "every 5000 ms is too often for what lasts 5000 ms"),
    ("clear jam head_b for 3s", "what is put right stays so: behind clear stands after TIME"),
    ("jam hed_b for 3s", "jam: unknown motor 'hed_b'"),
])  # fmt: skip
def test_wrong_times_get_a_sentence(words, sentence):
    with pytest.raises(ValueError) as problem:
        timed(words)
    assert str(problem.value).startswith(sentence)
    with pytest.raises(UsageError, match="scenario:1: "):
        parse("inject " + words if "clear" not in words else words)


def test_a_scenario_goes_on_meanwhile_and_tells_what_cannot_be():
    steps = "inject stuck pinch on for 2s\nwait 1s\nexpect pinch on\nwait 2s\nexpect pinch off"
    assert not perform(parse(steps)).failure
    late = perform(parse("inject tile missing 150 after 1s\nwait 500ms\nwait 1s"))
    assert late.failure.startswith("scenario:3: wait 1s: tile missing 150: 150 tiles are wanted")


def test_a_served_table_goes_on_when_what_was_planned_cannot_be(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    server = Server(Options(speed=0, tcp="127.0.0.1:0"))
    try:
        step = server.steps()
        server.table.inject("tile missing 150 after 1s")
        begun = server.table.now_ms
        while server.table.now_ms < begun + 2_000:
            step()
    finally:
        server.close()
    assert "mjsim serve: tile missing 150: 150 tiles are wanted" in capsys.readouterr().err
