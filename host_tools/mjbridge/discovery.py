"""How Home Assistant finds the tables: one retained object for each entity.

Its MQTT discovery has no repairs of its own kind: what comes nearest to one is a `problem` that is
on or off, with sentence and steps as attributes.
"""

from importlib import metadata
from typing import Any

from mjtool.dictionary import load
from mjtool.handshake import Hello

from . import topics

MAKER = "Open mahjong table"
MACHINES = {"four_port": "four-port table", "single_port": "single-port table",
            "row_port": "row-port table"}
ENTITIES: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    # component, key, name, topic of its state, what else
    ("sensor", "state", "State", "state", {
        "icon": "mdi:table-furniture", "value_template": "{{ value_json.state }}"}),
    ("sensor", "hands", "Hands", "counters", {
        "icon": "mdi:counter", "state_class": "total_increasing",
        "value_template": "{{ value_json.hands }}"}),
    ("sensor", "power", "Power", "state", {
        "device_class": "power", "state_class": "measurement", "unit_of_measurement": "W",
        "value_template": "{{ value_json.watts }}"}),
    ("sensor", "wear", "Wear", "wear", {
        "entity_category": "diagnostic", "icon": "mdi:cog-clockwise", "state_class": "measurement",
        "unit_of_measurement": "%", "value_template": "{{ value_json.worst_pct }}"}),
    ("binary_sensor", "problem", "Problem", "problem", {
        "device_class": "problem", "payload_on": "on", "payload_off": "off"}),
    ("event", "event", "Event", "event/news", {"icon": "mdi:bell-outline", "qos": 1}),
    ("update", "firmware", "Firmware", "firmware", {
        "device_class": "firmware", "entity_category": "diagnostic"}),
)
ATTRIBUTES = {"wear": "wear", "problem": "problem/attributes", "state": "state"}
"""Entities with attributes, and the topic of these."""


def version() -> str:
    """Of this tool, and so of the firmware that it brings."""
    return metadata.version("mjtable-project")


def firmware(hello: Hello) -> dict[str, str]:
    """What the entity `update` shows. It installs nothing: there is no topic to ask for it."""
    return {"installed_version": hello.fw, "latest_version": version(), "title": "Table firmware"}


def device(hello: Hello, name: str) -> dict[str, Any]:
    """The table as a device: known by the board's own number, whatever its name or port is."""
    return {"name": name or f"Table {hello.uid}", "manufacturer": MAKER,
            "model": MACHINES.get(hello.machine, hello.machine), "sw_version": hello.fw,
            "identifiers": [f"{topics.BASE}_{hello.uid}"]}


def entities(hello: Hello, name: str, bridge: str) -> dict[str, dict[str, Any]]:
    """The configuration of each entity of a table, by its topic."""
    uid = hello.uid
    common = {
        "device": device(hello, name),
        "origin": {"name": "mjtool bridge", "sw_version": version()},
        "availability": [{"topic": topics.of_bridge(bridge)},
                         {"topic": topics.of_table(uid, "availability")}],
        "availability_mode": "all",
    }
    found = {}
    for component, key, called, topic, more in ENTITIES:
        entity = {"name": called, "unique_id": f"{topics.BASE}_{uid}_{key}",
                  "state_topic": topics.of_table(uid, topic), **more, **common}
        if key in ATTRIBUTES:
            entity["json_attributes_topic"] = topics.of_table(uid, ATTRIBUTES[key])
        if component == "event":
            entity["event_types"] = [name for name in load().events
                                     if name not in topics.DETAIL]
        found[topics.config(component, uid, key)] = entity
    return found
