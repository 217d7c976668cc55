"""A broker that stops, comes back, or was never there: no event is missing, no table minds."""

import json

import pytest

from mjbridge import cursor, outbox
from mjbridge.memory import Memory, Place
from mjbridge.outbox import Message, Outbox
from mjtool.client import Client
from tests.browser.house import table
from tests.mjtool.device import Device
from tests.patience import await_

UID = "E6614103E7452D2F"
SIM = "sim3"


@pytest.fixture
def url(tmp_path):
    """A simulated table at which people play."""
    served = table(tmp_path, "--players", "auto", "--seed", "3", "--speed", "4")
    yield served.first.strip()
    served.end()


def following(url):
    """The number that the next event gets, by the table itself."""
    with Client(url) as client:
        return client.request("status").number("events")


def heard_to(listener, number):
    return listener.events[SIM] and max(n for _, n in listener.events[SIM]) >= number - 1


def test_a_restarted_broker_misses_no_event(url, broker, listener, bridged):
    bridge = bridged(url)
    await_(lambda: len(listener.events[SIM]) > 20)
    broker.stop()
    gone = following(url)
    await_(lambda: following(url) > gone + 2 * cursor.AHEAD)
    assert bridge.outbox.waiting <= cursor.AHEAD + 30, "it is bounded"
    broker.start()
    number = following(url)
    await_(lambda: heard_to(listener, number))
    assert listener.missing(SIM) == [] and listener.events[SIM][0][1] == 1
    first = list(dict.fromkeys(listener.events[SIM]))
    assert first == sorted(first), "in their order"
    assert any("the link to the broker was lost; tables are not affected" in note
               for note in bridge.notes)
    assert sum("the broker is there" in note for note in bridge.notes) >= 1


def test_a_restarted_bridge_goes_on_where_it_was(url, listener, bridged):
    first = bridged(url)
    await_(lambda: len(listener.events[SIM]) > 20)
    first.finish()
    count, number = len(listener.events[SIM]), following(url)
    await_(lambda: following(url) > number + 20)
    second = bridged(url)
    number = following(url)
    await_(lambda: heard_to(listener, number))
    second.finish()
    assert listener.missing(SIM) == []
    assert len(set(listener.events[SIM])) == len(listener.events[SIM]), "none came twice"
    assert len(listener.events[SIM]) > count


def test_a_broker_that_was_never_there(bridged, broker, listener):
    broker.stop()
    with Device() as device:
        bridge = bridged(device.url)
        await_(lambda: bridge.notes and device.hosts)
        assert "no broker answers there" in bridge.notes[0]
        assert "What to do: start it" in bridge.notes[0]
        broker.start()
        await_(lambda: listener.of(UID, "availability") == "online")


def test_retained_topics_coalesce_and_events_keep_their_order():
    box, done = Outbox(), []
    for number in range(3):
        box.keep("state", str(number))
        box.tell(Message("event", str(number), done=lambda n=number: done.append(n)))
    sent = [box.take() for _ in range(4)]
    assert [(m.topic, m.payload) for m in sent] == [("state", "2"), ("event", "0"),
                                                    ("event", "1"), ("event", "2")]
    assert box.take() is None
    for mid, message in enumerate(sent):
        box.sent(mid, message)
    box.confirmed(0)
    box.confirmed(1)
    box.lost()
    again = [box.take() for _ in range(3)]
    assert [m.payload for m in again] == ["2", "1", "2"] and done == [0]


def test_no_more_than_a_window_is_unconfirmed():
    box = Outbox()
    for number in range(outbox.WINDOW + 1):
        box.keep(str(number), "")
    for number in range(outbox.WINDOW):
        box.sent(number, box.take())
    assert box.take() is None
    box.confirmed(0)
    assert box.take() is not None


class Told:
    """A client whose events are a list of (number, name, fields)."""

    def __init__(self, *numbers, boot=1):
        self.numbers, self.boot, self.asked = list(numbers), boot, 0

    def events(self, start):
        from mjtool.message import Event

        self.asked += 1
        found = [n for n in self.numbers if n >= start] or (
            self.numbers if start > self.numbers[-1] + 1 else [])
        page = [Event(n, 0, "boot", {"n": str(self.boot)}) if n == 1 else Event(n, 0, "ack", {})
                for n in found[:3]]
        return page, (page[-1].number + 1 if page else start), 0


def numbers(sent):
    return [(json.loads(m.payload)["boot"], json.loads(m.payload)["number"]) for m in sent]


def test_a_board_that_started_anew_begins_at_its_first_event():
    sent = []
    reader = cursor.Cursor("u", Memory("u", "b"), sent.append)
    reader.read(Told(*range(1, 6)), 1, 6)
    reader.read(Told(*range(1, 9), boot=2), 2, 9)
    assert numbers(sent) == [(1, n) for n in range(1, 6)] + [(2, n) for n in range(1, 9)]


def test_what_fits_not_stays_with_the_link():
    sent = []
    reader = cursor.Cursor("u", Memory("u", "b"), sent.append)
    told = Told(*range(1, 500))
    for _ in range(20):
        reader.read(told, 1, 500)
    assert len(sent) <= cursor.AHEAD + 2
    for message in sent[:30]:
        message.done()
    reader.read(told, 1, 500)
    assert [n for _, n in numbers(sent)] == list(range(1, len(sent) + 1))
    assert len(sent) > cursor.AHEAD + 20


def test_the_place_is_kept_and_a_spoilt_file_is_no_trouble(state):
    memory = Memory("u/../x", "mqtt://h:1")
    memory.place = Place(7, 99)
    memory.save()
    assert Memory("u/../x", "mqtt://h:1").place == Place(7, 99)
    file, = (state / "mjtool" / "bridge").iterdir()
    file.write_text("{")
    assert Memory("u/../x", "mqtt://h:1").place == Place()


def test_a_full_disk_stops_nothing(state):
    state.write_text("no folder")
    memory = Memory("u", "b")
    memory.place = Place(1, 1)
    memory.save()


def test_a_simulated_table_that_was_started_anew_is_not_taken_for_the_old_one(
        tmp_path, broker, listener, bridged):
    """Without --store it keeps nothing; its starts are told apart all the same, at once, and when
    the bridge was away and the new one has told more events than the old one meanwhile."""
    words = ("--players", "auto", "--seed", "3", "--speed", "8", "--hands", "1")
    served = table(tmp_path, *words)
    url = served.first.strip()
    one = bridged(url)
    await_(lambda: len(listener.events[SIM]) > 10)
    served.kill()
    served.start()
    await_(lambda: len({boot for boot, _ in listener.events[SIM]}) == 2)
    first, second = sorted({boot for boot, _ in listener.events[SIM]})
    assert second == first + 1
    one.finish()
    reached = max(number for boot, number in listener.events[SIM] if boot == second)
    served.kill()
    served.start()
    await_(lambda: following(url) > reached + 5)
    bridged(url)
    await_(lambda: (second + 1, reached + 5) in listener.events[SIM])
    assert (second + 1, 1) in listener.events[SIM], "from its first event on"
    assert listener.missing(SIM) == []
    served.end()
