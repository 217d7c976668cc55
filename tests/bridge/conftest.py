"""A broker, somebody who listens, bridges in this process and as programs."""

import pytest

from mjbridge import broker as broker_module
from mjbridge.address import address
from mjbridge.bridge import Asked, Bridge
from mjbridge.follower import Wanted
from mjtool import client
from tests.hardware.tools import absent
from tests.patience import HANG_S
from tools.check.bridging.listener import Listener
from tools.check.bridging.mosquitto import PROGRAM, Mosquitto


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Nobody's own state folder is touched, and nobody's own password taken."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("MJTOOL_MQTT_PASSWORD", raising=False)
    return tmp_path / "state"


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """However busy this machine is, nobody is given up."""
    monkeypatch.setattr(client, "ANSWER_S", HANG_S)
    for name in ("GREETING_S", "CONNECT_S", "END_S"):
        monkeypatch.setattr(broker_module, name, HANG_S)


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
    assert one.ready.wait(HANG_S)
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
