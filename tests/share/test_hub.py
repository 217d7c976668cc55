"""Several programs on one table: each as if it were alone, and nothing done twice."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjshare.frame import encode
from mjshare.hub import FRESH_S, SHARED
from mjshare.owner import OWNING
from mjtable.scan import events
from mjtool.dictionary import load
from tests.protocol.bench import tell
from tests.share.shared_bench import SharedBench


@pytest.fixture
def bench():
    return SharedBench()


def test_nothing_but_hello_is_sent_to_who_has_not_answered_it(bench):
    (a,) = bench.programs(1)
    bench.scan(100)
    assert bench.sent == []
    a.ask("hello")
    bench.scan(20)
    assert bench.told("events")


def test_each_gets_its_own_answer_under_its_own_id(bench):
    a, b = bench.programs(2)
    a.send("status", 7)
    b.send("marker.get", 7)
    bench.scan(20)
    assert [line.split("=")[0] for line in a.lines] == ["7 ok state"]
    assert [line.split("=")[0] for line in b.lines] == ["7 ok dealer"]


def test_hello_says_that_the_link_is_shared_and_by_how_many(bench):
    a, _ = bench.programs(2)
    assert a.ask("hello")[0].endswith(" share=2")


def test_a_line_sent_again_is_done_once_and_answered_again(bench):
    (a,) = bench.programs(1)
    a.send("press key=elevator", 5)
    a.send("press key=elevator", 5)  # while it is being worked on
    bench.scan(20)
    assert a.lines == ["5 ok"]
    a.send("press key=elevator", 5)
    assert a.lines == ["5 ok", "5 ok"] and len(bench.table.calls) == 1
    a.send("press key=elevator", 6)
    bench.scan(20)
    assert len(bench.table.calls) == 2


def test_what_many_ask_at_once_is_asked_once(bench):
    many = bench.programs(5)
    for program in many:
        program.send("status")
    bench.scan(30)
    assert len(bench.told("status")) == 1
    assert all(len(program.lines) == 1 for program in many)


def test_a_fresh_answer_serves_others_but_nobody_twice(bench):
    a, b = bench.programs(2)
    a.ask("status")
    b.send("status")
    assert b.lines and len(bench.told("status")) == 1, "it was there already"
    a.ask("status")
    assert len(bench.told("status")) == 2, "who asks again wants to know anew"
    bench.scan(round(FRESH_S / 0.005) + 2)
    b.ask("status")
    assert len(bench.told("status")) == 3


def test_nothing_old_is_read_after_a_change(bench):
    a, b = bench.programs(2)
    a.ask("profile.get")
    b.ask("profile.set name=SHOP-B-144")
    assert "SHOP-B-144" in b.ask("profile.get")[0]
    bench.scan(20)
    b.send("profile.set name=MJG")
    b.send("profile.get")
    bench.scan(20)
    assert "name=MJG" in b.lines[-1]


def test_what_is_shared_changes_nothing():
    commands = load().commands
    for name in SHARED:
        row = commands[name]
        assert row["idempotent"] and not row["motion"] and row["key"] == "free", name
    assert {"motor.jog", "service.enter"} <= set(OWNING) <= set(commands)


def test_every_program_gets_every_event_once_and_more_than_the_board_keeps(bench):
    quick, slow = bench.programs(2)
    got = {quick: [], slow: []}
    at = {quick: 0, slow: 0}
    for index in range(300):
        if index < 290:
            tell(bench.table.events, index, events.KEY, "elevator", "short", 1, 0)
        bench.scan(4)
        for program in (quick, slow) if index % 60 == 59 else (quick,):
            lines = [""]
            while "n=0" not in lines[0]:
                lines = program.ask(f"events from={at[program]}")
                at[program] = int(lines[0].rpartition("next=")[2])
                got[program] += [int(line[1:].split(" ")[0]) for line in lines[1:]]
    assert got[quick] == got[slow] == list(range(1, 291))


def test_a_board_that_started_anew_begins_its_events_anew(bench):
    (a,) = bench.programs(1)
    a.ask("hello")
    for index in range(30):
        tell(bench.table.events, index, events.KEY, "elevator", "short", 1, 0)
    bench.scan(400)
    assert "next=31" in a.ask("events from=31")[0]
    bench.table.events = events.Events()
    bench.link.commands.handlers.lines.events = bench.table.events
    bench.link.commands.handlers.lines.columns = tuple(
        getattr(bench.table.events, name) for name in ("s1", "s2", "i1", "i2", "i3"))
    tell(bench.table.events, 5, events.KEY, "marker", "short", 1, 0)
    bench.scan(60)
    answer = a.ask("events from=31")
    assert answer[0] == "ok n=1 first=1 next=2" and "marker" in answer[1]


def test_events_of_a_wrong_kind_are_the_boards_to_refuse(bench):
    (a,) = bench.programs(1)
    assert a.ask("events from=x")[0] == "err param key=from"


# --- motion ---------------------------------------------------------------------------------


def jogging(bench):
    """Two programs; the first runs a motor."""
    a, b = bench.programs(2)
    assert a.ask("share.name name=bench_12") == ["ok"]
    a.ask("service.enter")
    assert a.ask("motor.jog name=belt_a ms=5000") == ["ok"]
    return a, b


@pytest.mark.parametrize("text", [
    "motor.jog name=drum ms=500", "press key=elevator", "dice.roll", "keepalive", "restart",
    "service.enter"])
def test_only_its_owner_moves_the_table(bench, text):
    _, b = jogging(bench)
    before = len(bench.sent)
    assert b.ask(text) == ["err busy owner=bench_12"]
    assert text not in bench.sent[before:]


@pytest.mark.parametrize("text", ["motor.jog name=belt_a ms=0", "service.leave"])
def test_anybody_may_stop_it(bench, text):
    _, b = jogging(bench)
    assert b.ask(text) == ["ok"]


def test_everybody_may_look_on(bench):
    _, b = jogging(bench)
    assert "mode=service" in b.ask("status")[0]
    assert b.ask("share.list") == ["ok n=2 next=0 0=bench_12:1 1=program_2:0"]


def test_after_its_end_the_next_may_begin(bench):
    a, b = jogging(bench)
    a.ask("service.leave")
    assert b.ask("press key=elevator") == ["ok"]


def test_when_the_owner_is_gone_its_motion_ends_at_once(bench):
    a, _ = jogging(bench)
    a.leave()
    bench.scan(20)
    assert [call for call in bench.table.calls if call[0] != "keepalive"][-2:] == [
        ("jog", 4, 0, 0), ("service_leave",)]


def test_it_ends_also_when_the_owner_went_while_the_board_began_it(bench):
    a, _ = bench.programs(2)
    a.ask("service.enter")
    a.send("motor.jog name=belt_a ms=5000")
    a.leave()
    bench.scan(30)
    assert bench.table.calls[-1] == ("service_leave",)


def test_what_the_owner_had_still_to_say_is_not_said(bench):
    a, _ = jogging(bench)
    a.send("keepalive")
    a.send("keepalive")
    a.send("motor.jog name=drum ms=5000")
    a.leave()
    bench.scan(40)
    assert ("jog", 0, 0, 5000) not in bench.table.calls


def test_an_owner_that_says_nothing_is_none_any_more(bench):
    _, b = jogging(bench)
    bench.scan(700)
    assert bench.table.calls[-1] == ("service_leave",)
    assert b.ask("press key=elevator") == ["ok"]


def test_an_owner_that_only_looks_stays_it(bench):
    """Somebody reads a prompt, and the program shows him the table meanwhile."""
    a, b = jogging(bench)
    for _ in range(20):
        a.ask("status")
        bench.scan(100)
    assert b.ask("press key=elevator") == ["err busy owner=bench_12"]


# --- bad lines, bad names, a silent board ----------------------------------------------------


@pytest.mark.parametrize(("raw", "heard"), [
    (b"1 status*0000\n", "0 err crc"), (b"hello\n", "0 err syntax"),
    (b"x" * 200 + b"\n", "0 err long"),
    (encode("0 status"), "0 err syntax"), (encode("status"), "0 err syntax"),
    (b"\n" * 500, "0 err syntax")])
def test_a_bad_line_is_told_once(bench, raw, heard):
    (a,) = bench.programs(1)
    a.raw(raw)
    bench.scan(5)
    assert a.lines == [heard] and bench.told("status") == []


@pytest.mark.parametrize("name", ["", "Bench", "a" * 41, "a:b"])
def test_a_name_is_short_and_plain(bench, name):
    (a,) = bench.programs(1)
    assert a.ask(f"share.name name={name}") == ["err param key=name"]


def test_a_board_that_says_nothing_is_asked_three_times_and_then_anew(bench):
    (a,) = bench.programs(1)
    bench.spoil = lambda data: b""
    a.send("press key=elevator", 9)
    bench.scan(500)
    assert len(bench.told("press")) == 3 and a.lines == []
    bench.spoil = lambda data: data
    a.send("press key=elevator", 9)
    bench.scan(400)
    assert a.lines == ["9 ok"] and len(bench.table.calls) == 1


def test_whoever_asks_without_end_does_not_fill_the_memory(bench):
    (a,) = bench.programs(1)
    for number in range(1, 2000):
        a.send("press key=elevator", number)
    assert len(bench.hub.line._queue) <= 64


def test_what_is_answered_here_never_reaches_the_board():
    bench = SharedBench({"sim.inject": lambda fields: f"ok text={fields['text']}"})
    (a,) = bench.programs(1)
    assert a.ask("sim.inject text=jam,head_b") == ["ok text=jam,head_b"]
    assert bench.told("sim.inject") == []


ACTS = ["status", "image", "marker.get", "press key=elevator", "press key=marker", "events from=0",
        "profile.set name=MJG", "dice.roll", "settings.get from=0", "hello", "nonsense"]


@given(seed=st.integers(0, 10**6), count=st.integers(2, 5), noise=st.booleans())
def test_whatever_they_ask_each_is_answered_once_and_nothing_is_done_twice(seed, count, noise):
    rng = random.Random(seed)
    bench = SharedBench()
    many = bench.programs(count)
    if noise:
        bench.spoil = lambda data: data[:-3] if rng.random() < 0.1 else data
    asked = {program: [] for program in many}
    for _ in range(40):
        for program in many:
            if rng.random() < 0.5:
                open_ = [n for n in asked[program] if not any(
                    line.startswith(f"{n} ") for line in program.lines)]
                if not open_:
                    asked[program].append(program.send(rng.choice(ACTS)))
        bench.scan(rng.randrange(6))
    bench.scan(1000)
    for program in many:
        answered = [int(line.split(" ")[0]) for line in program.lines if line[0] not in "+0"]
        missing = set(asked[program]) - set(answered)
        assert len(answered) == len(set(answered))
        assert not missing or noise
    sent = [text for text in bench.sent if text.startswith(("press", "dice", "profile.set"))]
    done = [call for call in bench.table.calls if call[0] in ("press", "roll", "set_profile")]
    assert len(done) <= len(sent) and (noise or len(done) == len(sent))
