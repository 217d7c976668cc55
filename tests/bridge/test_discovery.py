"""What Home Assistant is told: equal to the models of `ha-mqtt-discoverable`, complete, and known.

The library has no models of `event` and `update`; their keys are those of Home Assistant's pages.
"""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from ha_mqtt_discoverable import DeviceInfo, Settings
from ha_mqtt_discoverable.sensors import BinarySensor, BinarySensorInfo, Sensor, SensorInfo
from paho.mqtt.client import Client

from mjbridge import discovery, topics
from mjtool.handshake import Hello

GOLDEN = Path(__file__).parents[1] / "data" / "bridge_discovery.json"
HELLO = Hello("mjtable", "E6614103E7452D2F", "0.1.0", "1.1", "00000000", "SHOP-B-136", "four_port",
              "run", "power", False)
MODELS = {"sensor": (Sensor, SensorInfo), "binary_sensor": (BinarySensor, BinarySensorInfo)}
REQUIRED = {  # of each component, by Home Assistant's page of it
    "sensor": {"state_topic"}, "binary_sensor": {"state_topic"},
    "event": {"state_topic", "event_types"}, "update": {"state_topic"},
}
ALL = {"name", "unique_id", "device", "origin", "availability", "availability_mode"}
TOPICS = {"state_topic", "json_attributes_topic"}


def found(hello=HELLO, name="Salon"):
    return discovery.entities(hello, name, "parlour")


def by_key(component):
    return {topic.split("/")[3]: entity for topic, entity in found().items()
            if topic.split("/")[1] == component}


@pytest.mark.parametrize(("component", "key"), [
    (component, key) for component in MODELS for key in by_key(component)])
def test_as_the_models_of_the_library(component, key):
    ours = by_key(component)[key]
    entity, model = MODELS[component]
    words = {name: value for name, value in ours.items()
             if name not in TOPICS | {"device", "origin", "availability", "availability_mode"}}
    assert set(words) <= set(model.model_fields), "every key is one of the model"
    settings = Settings(mqtt=Settings.MQTT(client=Mock(spec=Client)),
                        entity=model(**words, device=DeviceInfo(**ours["device"])))
    theirs = entity(settings).generate_config()
    assert theirs.pop("component") == component
    assert {name: value for name, value in theirs.items() if name not in TOPICS} == (
        words | {"device": ours["device"]})
    assert TOPICS & set(ours) <= set(theirs)


def test_required_keys_and_topics():
    for topic, entity in found().items():
        prefix, component, node, key, last = topic.split("/")
        assert (prefix, node, last) == ("homeassistant", f"mjtable_{HELLO.uid}", "config")
        assert ALL | REQUIRED[component] <= set(entity), topic
        assert entity["origin"]["name"] and entity["device"]["identifiers"]
        assert not {"command_topic", "payload_install"} & set(entity), "nothing can be asked for"


def test_ids_are_unique_and_from_the_boards_number():
    tables = [found(), found(replace(HELLO, uid="sim7"), "Salon")]
    ids = [entity["unique_id"] for table in tables for entity in table.values()]
    assert len(set(ids)) == len(ids) == 2 * len(discovery.ENTITIES)
    assert all(HELLO.uid in entity["unique_id"] for entity in found().values())
    renamed = found(name="Cellar")
    assert [e["unique_id"] for e in renamed.values()] == [e["unique_id"] for e in found().values()]


def test_every_event_has_one_topic():
    types = by_key("event")["event"]["event_types"]
    assert "fault" in types and not set(types) & set(topics.DETAIL)


def test_the_golden_file():
    """`python -m tests.bridge.golden` writes it anew when it changes on purpose."""
    told = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert told == found()
