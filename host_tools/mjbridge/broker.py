"""The thread that has the broker: connects, publishes what waits, finds the broker again.

One client of paho for each connection, and its loop in this thread: what it had not delivered
comes from our own outbox, not from its memory, so that nothing old follows something newer.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from mjtool.errors import NoDeviceError, ToolError

from . import refusals, topics
from .address import Address
from .outbox import Outbox

LOOP_S = 0.1  # how long a message may wait for the loop
GREETING_S = 10.0
CONNECT_S = 5.0
KEEPALIVE_S = 30
AGAIN_S = 2.0
END_S = 3.0  # for the last words to be delivered


class Broker(threading.Thread):
    """`refused` is set, and `over`, when the first connection failed for good."""

    def __init__(self, where: Address, name: str, outbox: Outbox, note: Callable[[str], None],
                 command: Callable[[str], None] | None = None) -> None:
        super().__init__(name="broker", daemon=True)
        self._where, self._name, self._outbox = where, name, outbox
        self._note, self._command = note, command
        self._ending = threading.Event()
        self.over = threading.Event()
        self.problem: ToolError | None = None
        self.refused: ToolError | None = None
        self.connections = 0
        self._greeting = ""

    def run(self) -> None:
        """Until `stop`, or until the broker refuses."""
        while not self._ending.is_set() and self.refused is None:
            try:
                self._visit()
            except ToolError as problem:
                self._failed(problem)
            self._outbox.lost()
            if self.refused is None:
                self._ending.wait(AGAIN_S)
        self.over.set()

    def stop(self) -> None:
        """Deliver what waits, if that is possible, and end."""
        self._ending.set()

    def _failed(self, problem: ToolError) -> None:
        if self.problem is None or str(self.problem) != str(problem):
            self._note(f"mjtool: {problem}")
        self.problem = problem
        if not self.connections and not isinstance(problem, NoDeviceError):
            self.refused = problem

    def _visit(self) -> None:
        """One connection, from greeting to end."""
        client = self._client()
        try:
            client.connect(self._where.host, self._where.port, KEEPALIVE_S)
        except (OSError, ValueError) as problem:
            raise refusals.by_failure(problem, self._where) from None
        self._greet(client)
        if self.problem is not None:
            self._note(f"{self._where}: the broker is there")
        self.problem = None
        self.connections += 1
        if not self._serve(client):
            raise NoDeviceError(
                "the link to the broker was lost; tables are not affected, and what happens is "
                "sent later", str(self._where),
                "it was restarted, the network is down, or another bridge is called "
                f"{self._name}, too", "nothing, unless it comes again and again")

    def _client(self) -> mqtt.Client:
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"mjtool-{self._name}")
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(0)  # the outbox counts, not paho
        if self._where.user:
            client.username_pw_set(self._where.user, self._where.password or None)
        if self._where.tls:
            client.tls_set_context(self._where.tls)
        # the broker says this for us when we are gone without a word
        client.will_set(topics.of_bridge(self._name), topics.OFFLINE, 1, True)
        client.on_connect = self._greeted
        client.on_publish = lambda c, u, number, reason, p: self._outbox.confirmed(number)
        client.on_message = self._heard
        return client

    def _greet(self, client: mqtt.Client) -> None:
        self._greeting = ""
        until = time.monotonic() + GREETING_S
        while not self._greeting:
            if client.loop(LOOP_S) != mqtt.MQTT_ERR_SUCCESS and not self._greeting:
                raise refusals.said(refusals.CUT, self._where)
            if time.monotonic() > until:
                raise refusals.said(refusals.SILENT, self._where)
        if self._greeting != "Success":
            raise refusals.by_code(self._greeting, self._where)
        if self._command:
            client.subscribe(topics.command(self._name), 1)

    def _greeted(self, client: mqtt.Client, user: Any, flags: Any, reason: Any, more: Any) -> None:
        self._greeting = reason.getName()

    def _heard(self, client: mqtt.Client, user: Any, message: mqtt.MQTTMessage) -> None:
        if self._command and not message.retain:  # a kept command would come at each start
            self._command(message.payload.decode("utf-8", "replace"))

    def _serve(self, client: mqtt.Client) -> bool:
        """Publish until the link breaks, or we end."""
        until = None
        while True:
            while (message := self._outbox.take()) is not None:
                info = client.publish(message.topic, message.payload, 1, message.retain)
                self._outbox.sent(info.mid, message)
            if client.loop(LOOP_S) != mqtt.MQTT_ERR_SUCCESS:
                return self._ending.is_set()
            if not self._ending.is_set():
                continue
            until = until or time.monotonic() + END_S
            if self._outbox.is_empty or time.monotonic() > until:
                client.disconnect()
                return True
