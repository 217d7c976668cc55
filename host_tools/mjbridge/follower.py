"""The thread of one table: looks at it, publishes what has changed, finds it again."""

import json
import re
import threading
from dataclasses import dataclass
from typing import Any

from mjtool.client import Client
from mjtool.errors import ToolError, WrongDeviceError

from . import discovery, reading, topics
from .cursor import Cursor
from .house import House

LOOK_S = 0.5
SLOW_LOOKS = 20  # counters, wear and warnings are asked for every so many looks
AGAIN_S = 2.0
UID = re.compile("[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Wanted:
    """A table by its port, and how people call it; "" = by its number."""

    url: str
    name: str = ""


class Follower(threading.Thread):
    """`looked` is set once everything has been published, `problem` while the link is lost."""

    def __init__(self, wanted: Wanted, house: House) -> None:
        super().__init__(name=f"table {wanted.url}", daemon=True)
        self._wanted, self._house = wanted, house
        self._ending = threading.Event()
        self.tried = threading.Event()
        self.problem: ToolError | None = None

    def run(self) -> None:
        """Until `stop`; a table that is lost is tried again for ever."""
        while not self._ending.is_set():
            try:
                with Client(self._wanted.url, reconnect_s=0.0, lasting=True,
                            name="bridge") as client:
                    self._follow(client)
            except ToolError as problem:
                self._failed(problem)
            except (KeyError, ValueError, IndexError):
                self._failed(WrongDeviceError(
                    "the table's answers cannot be read", self._wanted.url,
                    "its firmware is of another version", "update firmware and mjtool"))
            self._ending.wait(AGAIN_S)

    def stop(self) -> None:
        """End it."""
        self._ending.set()

    def _failed(self, problem: ToolError) -> None:
        if self.problem is None or str(self.problem) != str(problem):
            self._house.note(f"mjtool: {problem}")
        self.problem = problem
        self.tried.set()

    def _follow(self, client: Client) -> None:
        uid = checked(client.hello.uid, self._wanted.url)
        cursor, memory = self._house.claim(uid, self._wanted.url)
        table = Table(client, self._house, cursor)
        try:
            table.greet(self._wanted.name)
            looks = 0
            while not self._ending.is_set():
                table.look(looks % SLOW_LOOKS == 0)
                if looks == 0:
                    self._found(uid)
                if looks % SLOW_LOOKS == 0:
                    memory.save()
                looks += 1
                self._ending.wait(LOOK_S)
        finally:
            table.keep_text("availability", topics.OFFLINE)
            self._house.release(uid)

    def _found(self, uid: str) -> None:
        if self.problem is not None:
            self._house.note(f"{self._wanted.url}: the table {uid} answers")
        self.problem = None
        self.tried.set()


def checked(uid: str, url: str) -> str:
    """A board's number that can be part of a topic, or WrongDeviceError."""
    if not UID.fullmatch(uid):
        raise WrongDeviceError("the table's number is no word of letters and digits", url,
                               "its firmware is broken or not ours", "flash it: `mjtool flash`")
    return uid


class Table:
    """A table that answers: its topics."""

    def __init__(self, client: Client, house: House, cursor: Cursor) -> None:
        self._client, self._house, self._cursor = client, house, cursor
        self._uid = client.hello.uid
        self._outputs = list(client.rows("io.list", kind="out"))
        self._fault: Any = None

    def keep(self, what: str, value: Any) -> None:
        """A retained topic of this table, as JSON."""
        self.keep_text(what, json.dumps(value))

    def keep_text(self, what: str, text: str) -> None:
        """The same, as it is."""
        self._house.outbox.keep(topics.of_table(self._uid, what), text)

    def greet(self, name: str) -> None:
        """What does not change: how Home Assistant finds it, its firmware."""
        hello = self._client.hello
        for topic, entity in discovery.entities(hello, name, self._house.bridge).items():
            self._house.outbox.keep(topic, json.dumps(entity))
        self.keep("firmware", discovery.firmware(hello))

    def look(self, slow: bool) -> None:
        """Publish what has changed. `slow`: also what changes seldom."""
        now = reading.status(self._client)
        self.keep("state", reading.state(now, reading.watts(self._client, self._outputs)))
        if slow or now["fault"] != self._fault:
            self._fault = now["fault"]
            self._publish_faults()
        if slow:
            self.keep("counters", reading.counters(self._client))
            self.keep("wear", reading.wear(self._client))
        self._cursor.read(self._client, now.get("boot") or 0, now["events"])
        self.keep_text("availability", topics.ONLINE)

    def _publish_faults(self) -> None:
        found = reading.faults(self._client)
        first = reading.problem(found)
        self.keep("faults", found)
        self.keep("problem/attributes", first)
        self.keep_text("problem", "on" if first["code"] else "off")
