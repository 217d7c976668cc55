"""Events over the link: pages of at most three lines and 199 bytes, overflow, restart."""

from mjtable.scan import events
from mjtable.scan.events import LAST, SIZE
from tests.protocol.bench import Bench, line, tell

LONGEST = "x" * 24


def fields(answer):
    return dict(word.split("=") for word in answer.split()[2:])


def collect(bench, start=0):
    """Ask until nothing is new; numbers and lines."""
    found, ask, request = [], start, 1
    while True:
        answer = bench.ask(f"{request} events from={ask}")
        values = fields(answer[0])
        assert int(values["n"]) == len(answer) - 1
        if values["n"] == "0":
            return found, int(values["next"])
        found += answer[1:]
        ask, request = int(values["next"]), request + 1


def test_all_events_arrive_once_and_in_order():
    bench = Bench()
    for index in range(40):
        tell(bench.table.events, index, events.COUNT, "", "", index % 4, index)
    found, following = collect(bench)
    assert [int(text.split()[0][1:]) for text in found] == list(range(1, 41))
    assert following == 41


def test_after_an_overflow_the_oldest_kept_come_first():
    bench = Bench()
    for index in range(SIZE + 100):
        tell(bench.table.events, index, events.HATCH, "open")
    answer = bench.ask("1 events from=5")
    assert fields(answer[0])["first"] == "101"
    assert answer[1].startswith("+101 100 hatch")
    assert len(collect(bench)[0]) == SIZE


def test_asking_for_the_next_number_gives_none():
    bench = Bench()
    tell(bench.table.events, 1, events.HATCH, "open")
    assert bench.ask("1 events from=2") == ["1 ok n=0 first=1 next=2"]


def test_a_host_that_is_ahead_is_sent_back_to_the_oldest():
    bench = Bench()
    tell(bench.table.events, 1, events.BOOT, "power", "", 3)
    answer = bench.ask("1 events from=700")
    assert answer == ["1 ok n=1 first=1 next=2", "+1 1 boot reset=power n=3"]


def test_numbers_begin_again_behind_the_last_one():
    bench = Bench()
    bench.table.events.first = bench.table.events.next = LAST
    for text in ("open", "shut"):
        tell(bench.table.events, 1, events.HATCH, text)
    answer = bench.ask(f"1 events from={LAST}")
    assert fields(answer[0])["next"] == "2"
    assert [text.split()[0] for text in answer[1:]] == [f"+{LAST}", "+1"]


def test_an_answer_never_reaches_200_bytes():
    for kind in range(15):
        bench = Bench()
        bench.table.events.first = bench.table.events.next = LAST - 70
        for _ in range(64):
            # numbers as long as their meaning allows: the first may index a list of words
            tell(bench.table.events, (1 << 30) - 1, kind, LONGEST, LONGEST, 2, 3, LAST)
        sent = bench.raw(line(f"65535 events from={LAST - 20}"))
        assert len(sent) == 1
        assert len(sent[0]) < 200
        assert b" n=0 " not in sent[0]


def test_values_that_are_not_there_are_left_out():
    bench = Bench()
    tell(bench.table.events, 1, events.KEY, "elevator", "short", 1, 0)
    tell(bench.table.events, 2, events.SET, "green", "built")
    tell(bench.table.events, 3, events.DICE, "electronic", "", 6, 5, -1)
    assert [text.partition(" ")[2] for text in bench.ask("1 events")[1:]] == [
        "1 key key=elevator gesture=short did=acted",
        "2 set name=green did=built",
        "3 dice mode=electronic a=6 b=5",
    ]
