"""The same id with the same body again: the remembered answer, and nothing done twice."""

from mjtable.scan import events
from tests.protocol.bench import Bench, line, tell


def test_a_repeated_request_is_answered_from_memory():
    bench = Bench()
    request = line("5 press key=elevator")
    first = bench.raw(request)
    assert bench.raw(request) == first == bench.raw(request)
    assert len(bench.table.calls) == 1
    assert bench.link.counts[:2].tolist() == [1, 2]


def test_event_lines_are_part_of_what_is_remembered():
    bench = Bench()
    tell(bench.table.events, 7, events.HATCH, "open")
    request = line("5 events from=1")
    first = bench.raw(request)
    for _ in range(200):
        tell(bench.table.events, 8, events.HATCH, "shut")
    assert bench.raw(request) == first
    assert b"to=open" in first[0]


def test_garbage_in_between_does_not_spoil_the_memory():
    bench = Bench()
    request = line("5 press key=elevator")
    first = bench.raw(request)
    bench.raw(b"noise\n")
    assert bench.raw(request) == first
    assert len(bench.table.calls) == 1


def test_another_id_or_another_body_is_executed():
    bench = Bench()
    for text in ("5 press key=elevator", "6 press key=elevator", "6 press key=marker",
                 "6 press key=elevator"):
        assert bench.ask(text) == [text.split()[0] + " ok"]
    assert len(bench.table.calls) == 4


def test_a_refusal_is_remembered_too():
    bench = Bench()
    bench.table.result = "busy"
    first = bench.ask("5 dice.roll")
    bench.table.result = ""
    assert bench.ask("5 dice.roll") == first == ["5 err busy state=ready"]
    assert bench.ask("6 dice.roll") == ["6 ok"]


def test_hello_always_executes_and_clears_the_memory():
    bench = Bench()
    assert "mode=run" in bench.ask("1 hello")[0]
    bench.table.mode = "service"
    assert "mode=service" in bench.ask("1 hello")[0]
    bench.ask("2 press key=elevator")
    bench.ask("1 hello")
    bench.ask("2 press key=elevator")
    assert len(bench.table.calls) == 2
