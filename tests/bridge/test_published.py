"""What is published of a table, against what the table itself says."""

import json

import pytest

from mjbridge import follower, reading
from mjtable.scan.events import KEY
from tests.mjtool.device import Device
from tests.patience import await_

UID = "E6614103E7452D2F"


@pytest.fixture
def device():
    with Device() as table:
        yield table


def json_of(listener, what, uid=UID):
    return json.loads(listener.of(uid, what) or "null")


def test_a_table_with_all_its_topics(device, bridged, listener):
    device.table.state = "playing"
    device.table.stacks[2] = 9
    device.table.short = 3
    bridged(device.url, name0="Salon")
    await_(lambda: listener.of(UID, "availability") == "online")
    state = json_of(listener, "state")
    assert (state["state"], state["stacks"], state["short"]) == ("playing", [17, 17, 9, 17], 3)
    assert state["watts"] == 6, "logic alone"
    assert json_of(listener, "counters")["hands"] == 0
    assert json_of(listener, "wear") == {"worst_pct": None, "worst": "", "ways": []}
    assert json_of(listener, "firmware")["installed_version"] == "0.1.0"
    assert json_of(listener, "faults") == [] and listener.of(UID, "problem") == "off"
    assert listener.kept["mjtable/bridge/parlour/availability"] == "online"
    configs = [topic for topic in listener.kept if topic.startswith("homeassistant/")]
    assert len(configs) == 7
    assert all(json.loads(listener.kept[topic])["device"]["name"] == "Salon" for topic in configs)


def test_a_fault_with_steps_connector_and_wire(device, bridged, listener):
    device.table.faults.rows = [(521, "head_b", 700)]
    bridged(device.url)
    await_(lambda: listener.of(UID, "problem") == "on")
    fault = await_(lambda: json_of(listener, "faults"))[0]
    assert fault["sentence"].startswith("E521 Head jam at head b: all motors off")
    assert fault["steps"][0].startswith("free the tiles in the head")
    assert fault["parts"][0]["part"] == "head_b"
    wire = fault["parts"][0]["wires"][0]
    assert wire["connector"].startswith("J") and wire["pin"] and wire["colour"]
    told = await_(lambda: json_of(listener, "problem/attributes"))
    assert told["steps"] == fault["steps"] and told["sentence"] == fault["sentence"]
    assert told["connector"].startswith(f"{wire['connector']} pin {wire['pin']}")
    assert told["wire_colour"].startswith(wire["colour"])
    device.table.faults.rows = []
    await_(lambda: listener.of(UID, "problem") == "off")
    await_(lambda: json_of(listener, "faults") == [])


def test_a_motor_has_two_wires_and_an_unknown_code_no_steps():
    told = reading.problem([reading.fault({"code": "E801", "place": "hatch", "detail": "800"})])
    assert told["connector"] == "J12 pin 1, J12 pin 2" and told["wire_colour"] == "black, brown"
    strange = reading.fault({"code": "E999", "place": "", "detail": ""})
    assert "not known to this mjtool; update it" in strange["sentence"] and not strange["steps"]


def test_wear_names_the_worst_way(device, bridged, listener, monkeypatch):
    monkeypatch.setattr(follower, "SLOW_LOOKS", 1)
    device.table.supervision.took[0] = 90
    device.table.supervision.took[2] = 160
    bridged(device.url)
    wear = await_(lambda: json_of(listener, "wear"))
    assert (wear["worst_pct"], wear["worst"]) == (160, "hatch, up")
    assert [way["slow"] for way in wear["ways"]] == [False, True]


def test_events_have_numbers_and_their_sentence(device, bridged, listener):
    bridged(device.url)
    await_(lambda: listener.of(UID, "availability") == "online")
    device.table.events.add(KEY, "elevator", "short")
    topic, text = await_(lambda: next((t for t in listener.told if "/event/news" in t[0]
                                       and not t[0].startswith("homeassistant")), None))
    event = json.loads(text)
    assert event["event_type"] == "key" and event["text"].startswith("Key elevator")
    assert event["number"] == 1 and "boot" in event


def test_no_player_and_no_score_is_published(device, bridged, listener):
    bridged(device.url)
    await_(lambda: listener.of(UID, "availability") == "online")
    for word in ("player", "score", "points"):
        assert not any(word in text for _, text in listener.told), word


def test_commands_are_off(device, bridged, listener):
    bridge = bridged(device.url)
    await_(lambda: listener.of(UID, "availability") == "online" and bridge.outbox.is_empty)
    listener.say("mjtable/bridge/parlour/command", "refresh")
    listener.say("mjtable/bridge/parlour/command", "press elevator")
    device.table.state = "sorting"  # something that comes after them
    await_(lambda: json_of(listener, "state")["state"] == "sorting")
    told = [text for topic, text in listener.told if topic == f"mjtable/{UID}/firmware"]
    assert len(told) == 1 and not bridge.notes and not device.table.calls


def test_with_commands_refresh_is_all_there_is(device, bridged, listener):
    bridge = bridged(device.url, commands=True)
    await_(lambda: listener.of(UID, "availability") == "online" and bridge.outbox.is_empty)
    listener.say("mjtable/bridge/parlour/command", "press elevator")
    await_(lambda: bridge.notes)
    assert bridge.notes == [
        "mjtool: the command 'press elevator' is not known; there is `refresh`"]
    listener.say("mjtable/bridge/parlour/command", "refresh")
    await_(lambda: [topic for topic, _ in listener.told].count(f"mjtable/{UID}/firmware") == 2)
    assert not device.table.calls, "nothing was done to the table"
