"""Who is there: the bridge by its last will, each table by itself."""

import pytest

from mjbridge.follower import checked
from mjtool.errors import WrongDeviceError
from tests.browser.house import Program
from tests.mjtool.device import Device
from tests.patience import await_

BRIDGE = "mjtable/bridge/parlour/availability"
FIRST, SECOND = "E6614103E7452D2F", "E6614103E7452D30"


@pytest.fixture
def devices():
    with Device(uid=FIRST) as first, Device(uid=SECOND) as second:
        yield first, second


def program(devices, broker, tmp_path):
    ports = [word for device in devices for word in ("--port", device.url)]
    return Program("mjtool", "bridge", "--mqtt", broker.url, "--id", "parlour", *ports,
                   state=tmp_path)


def test_a_killed_bridge_is_offline_by_its_last_will(devices, broker, listener, tmp_path):
    bridge = program(devices, broker, tmp_path)
    await_(lambda: listener.kept.get(BRIDGE) == "online"
           and listener.of(FIRST, "availability") == "online")
    bridge.kill()
    await_(lambda: listener.kept.get(BRIDGE) == "offline")
    listener.kept.clear()  # what the one that was killed had said of the tables
    bridge.start()
    await_(lambda: listener.kept.get(BRIDGE) == "online"
           and all(listener.of(uid, "availability") == "online" for uid in (FIRST, SECOND)))
    bridge.end()
    assert bridge.process.returncode == 0
    await_(lambda: listener.kept.get(BRIDGE) == "offline")
    for table in (FIRST, SECOND):
        await_(lambda table=table: listener.of(table, "availability") == "offline")


def test_an_unplugged_table_is_offline_and_the_others_go_on(devices, bridged, listener):
    first, second = devices
    bridge = bridged(first.url, second.url)
    await_(lambda: all(listener.of(uid, "availability") == "online" for uid in (FIRST, SECOND)))
    serve = first.serve
    first.serve = lambda connection: None
    first.kick.set()
    await_(lambda: listener.of(FIRST, "availability") == "offline")
    second.table.state = "sorting"
    await_(lambda: "sorting" in listener.of(SECOND, "state"))
    assert listener.of(SECOND, "availability") == "online"
    assert listener.kept[BRIDGE] == "online"
    assert any(first.url in note and "What to do" in note for note in bridge.notes)
    first.serve = serve
    await_(lambda: listener.of(FIRST, "availability") == "online")
    await_(lambda: f"{first.url}: the table {FIRST} answers" in bridge.notes)


def test_one_table_at_two_ports(devices, bridged, listener):
    with Device(uid=FIRST) as again:
        bridge = bridged(devices[0].url, again.url)
        await_(lambda: bridge.notes)
        assert "is already followed at" in bridge.notes[0]
        assert "name each table once" in bridge.notes[0]
        await_(lambda: listener.of(FIRST, "availability") == "online")


@pytest.mark.parametrize("uid", ["", "a/b", "#", "+"])
def test_a_number_that_would_spoil_the_topics(uid):
    with pytest.raises(WrongDeviceError, match="no word of letters and digits"):
        checked(uid, "port")
