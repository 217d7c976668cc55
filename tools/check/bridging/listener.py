"""Somebody in the house who hears everything, also what was said while he was away."""

import json
import threading
from collections import defaultdict
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion


class Listener:
    """`kept`: the retained topics as they are now; `events`: (boot, number) of each table."""

    def __init__(self, port: int, user: str = "", password: str = "") -> None:
        self.kept: dict[str, str] = {}
        self.events: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.told: list[tuple[str, str]] = []
        self.ready = threading.Event()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="listener",
                                   clean_session=False)
        if user:
            self._client.username_pw_set(user, password)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = self._connected
        self._client.on_subscribe = lambda *about: self.ready.set()
        self._client.on_message = self._heard
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _connected(self, client: mqtt.Client, *about: Any) -> None:
        client.subscribe([("mjtable/#", 1), ("homeassistant/#", 1)])

    def _heard(self, client: mqtt.Client, user: Any, message: mqtt.MQTTMessage) -> None:
        topic, text = message.topic, message.payload.decode()
        if "/event/" in topic and not topic.startswith("homeassistant"):
            event = json.loads(text)
            self.events[topic.split("/")[1]].append((event["boot"], event["number"]))
        else:
            self.kept[topic] = text
        self.told.append((topic, text))

    def say(self, topic: str, text: str, retain: bool = False) -> None:
        """Publish something, as anybody in the house may."""
        self._client.publish(topic, text, 1, retain).wait_for_publish()

    def of(self, uid: str, what: str) -> Any:
        """A retained topic of a table; None when nobody has said it."""
        return self.kept.get(f"mjtable/{uid}/{what}")

    def missing(self, uid: str) -> list[tuple[int, int]]:
        """The numbers that were left out between the first and the last of each start."""
        heard = defaultdict(set)
        for boot, number in self.events[uid]:
            heard[boot].add(number)
        return [(boot, number) for boot, numbers in heard.items()
                for number in range(min(numbers), max(numbers)) if number not in numbers]

    def close(self) -> None:
        """Go home."""
        self._client.disconnect()
        self._client.loop_stop()
