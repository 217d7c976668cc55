"""The table as a page sees it, from a simulated one's wire; a link that is lost and found."""

from mjtool.client import Client
from mjtool.errors import NoDeviceError
from mjtool.feed import Feed
from mjweb.live.follower import Follower
from mjweb.live.table import LiveTable, Part
from tests.mjtool.sim_device import SimDevice
from tests.patience import await_

WAYS = {"up": 2500, "down": 2600}


def part():
    now = [100.0]
    return Part(WAYS, lambda: now[0]), now


def test_a_part_is_where_its_switch_says():
    one, _ = part()
    assert one.seen(1, 0, False) == {"at": "up"}
    assert one.seen(0, 1, True) == {"at": "down"}


def test_between_its_switches_it_is_on_its_way_from_where_it_was_seen():
    one, now = part()
    one.seen(0, 1, False)
    now[0] = 101.0
    assert one.seen(0, 0, True) == {"at": "moving", "to": "up", "way_ms": 2500, "since": 101.0}
    now[0] = 102.0
    assert one.seen(0, 0, True)["since"] == 101.0
    one.seen(1, 0, True)
    assert one.seen(0, 0, True)["to"] == "down"


def test_nothing_is_guessed_that_no_sensor_has_shown():
    one, _ = part()
    assert one.seen(0, 0, True) == {"at": "unknown"}  # never seen at an end
    one.seen(0, 1, False)
    assert one.seen(0, 0, False) == {"at": "unknown"}  # it stands between its ends
    assert one.seen(1, 1, False) == {"at": "unknown"}  # both at once cannot be


def test_the_fields_are_those_of_the_wire():
    with SimDevice(seed=4) as device, Client(device.url) as client:
        table, feed = LiveTable(client), Feed(client)
        assert table.now["link"] == "ok" and table.now["sim"] is True
        assert table.now["machine"] == "four_port" and table.now["stacks"] == [0, 0, 0, 0]
        assert table.now["quota"] == [17, 17, 17, 17] and table.now["hatch"]["at"] == "down"
        device.do(lambda sim: sim.press("elevator", 80))

        def opened():
            device.do(lambda sim: sim.table and sim.state == "ready" and sim.press("elevator", 80))
            for event in feed:
                table.hear(event)
            table.look()
            return "The hatch is open." in [row["text"]["en"] for row in table.log]

        await_(opened)
        assert table.now["hatch"]["at"] == "up"
        assert table.now["charts"]["hatch"] == "open"


def test_a_link_that_is_lost_is_said_and_found_again(monkeypatch):
    monkeypatch.setattr("mjweb.live.follower.AGAIN_S", 0.01)
    seen = []
    with SimDevice(seed=4) as device:
        gone = [True]

        def connect():
            if gone[0]:
                raise NoDeviceError("nothing answers", "here", "a loose cable", "look at the plug")
            return Client(device.url, reconnect_s=0.0)

        follower = Follower(connect, lambda now, log: seen.append(now["link"]))
        follower.start()
        await_(lambda: "lost" in seen)
        gone[0] = False
        await_(lambda: seen[-1] == "ok")
        follower.stop()
        follower.join()
