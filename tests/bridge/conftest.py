"""A broker, somebody who listens, bridges in this process and as programs."""

import pytest

from mjbridge.address import address
from mjbridge.bridge import Asked, Bridge
from mjbridge.follower import Wanted
from tests.hardware.tools import absent
from tools.check.bridging.listener import Listener
from tools.check.bridging.mosquitto import PROGRAM, Mosquitto


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Nobody's own state folder is touched, and nobody's own password taken."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("MJTOOL_MQTT_PASSWORD", raising=False)
    return tmp_path / "state"


@pytest.fixture
def broker(tmp_path):
    """A mosquitto that takes everybody."""
    if PROGRAM is None:
        absent("mosquitto")
    mosquitto = Mosquitto(tmp_path)
    yield mosquitto
    mosquitto.stop()


@pytest.fixture
def listener(broker):
    """Hears everything from the start."""
    one = Listener(broker.port)
    assert one.ready.wait(1800)
    yield one
    one.close()


@pytest.fixture
def bridged(broker):
    """Begins a bridge in this process; `notes` is what it told people."""
    running = []

    def begin(*urls, commands=False, **names):
        notes = []
        wanted = [Wanted(url, names.get(f"name{row}", "")) for row, url in enumerate(urls)]
        bridge = Bridge(Asked(address(broker.url), wanted, "parlour", commands), notes.append)
        bridge.notes = notes
        running.append(bridge)
        bridge.start()
        return bridge

    yield begin
    for bridge in running:
        if bridge.broker.is_alive():
            bridge.finish()
