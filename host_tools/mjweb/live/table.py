"""One object of everything that a page shows of the table, made from the wire alone.

It is flat: what has changed is sent by its key. A part with two end switches is `up`, `down`,
`moving` (with where from, and how long its way takes, so that a page can estimate the rest) or
`unknown`; nothing is guessed that no sensor has shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from mjtool.client import Client
from mjtool.commands.look import active_faults
from mjtool.message import Event
from mjtool.refusal import ask
from mjtool.scenery import stacks_of
from mjtool.sensors import read
from mjtool.values import whole

from ..words.events import sentences

SIDES = "abcd"
LOG_LINES = 200
QUIET = ("state", "count", "stack", "sensor")
"""Events that the picture shows by itself; they are no news for a person."""
ENDS = {"hatch": ("hatch_up", "hatch_dn"),
        **{f"lift_{side}": (f"lift_up_{side}", f"lift_dn_{side}") for side in SIDES}}
"""What has two end switches: the upper and the lower one."""
NO_LINK = {"link": "lost", "why": "", "where": ""}
Fields = Mapping[str, str]


class Part:
    """Something between two ends: where it is, and since when it has been on its way."""

    def __init__(self, way_ms: dict[str, int], clock: Callable[[], float]) -> None:
        self._way_ms = way_ms
        self._clock = clock
        self._last = ""
        self._since = 0.0

    def seen(self, up: int, down: int, runs: bool) -> dict[str, Any]:
        """What its switches and its motor say."""
        if up and down:
            return {"at": "unknown"}
        if up or down:
            self._last, self._since = ("up" if up else "down"), 0.0
            return {"at": self._last}
        if not runs or not self._last:
            return {"at": "unknown"}
        self._since = self._since or self._clock()
        to = "down" if self._last == "up" else "up"
        return {"at": "moving", "to": to, "way_ms": self._way_ms.get(to, 0),
                "since": self._since}


class LiveTable:
    """Follows one table; `now` is what was last seen."""

    def __init__(self, client: Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._inputs = list(client.rows("io.list", kind="in"))
        self._outputs = list(client.rows("io.list", kind="out"))
        self._charts: dict[str, str] = {}
        self._parts = {name: Part(ways(client, name), clock) for name in ENDS}
        self.log: list[dict[str, Any]] = []
        self._dice: list[int] | None = None
        self._told: dict[tuple[str, str], int] = {}  # code, place -> the event that told it last
        self._open: list[list[str]] | None = None  # None: to be asked for
        self._marker = dict(client.request("marker.get").fields)
        self.now: dict[str, Any] = {}
        self.look()

    def look(self) -> None:
        """Ask the table for what it shows now."""
        status = ask(self._client, "status").fields
        image = ask(self._client, "image").fields
        if self._open is None or said(status)["fault"] != self.now.get("fault"):
            self._open = self._faults(status.get("boot", ""))
        on = {sensor.name: sensor.level for sensor in read(image["in"], self._inputs)}
        runs = {out.name for out in read(image["out"], self._outputs) if out.level}
        self.now = {
            **self._still(), **said(status), "dice": self._dice,
            "wind": self._marker.get("wind", ""), "streak": self._marker.get("streak", ""),
            "on": sorted(name for name, level in on.items() if level), "runs": sorted(runs),
            "charts": dict(self._charts), "open": self._open,
            **{name: self._parts[name].seen(on.get(up, 0), on.get(down, 0), name in runs)
               for name, (up, down) in ENDS.items()},
            "watts": self._watts(runs),
        }

    def hear(self, event: Event) -> None:
        """Take an event."""
        fields = event.fields
        if event.name == "state":
            self._charts[fields.get("machine", "")] = fields.get("to", "")
        elif event.name == "fault":
            self._told[fields["code"], fields.get("at", "")] = event.number
        elif event.name == "dice":
            pips = [int(fields["a"]), int(fields["b"])]
            self._dice = pips if all(pips) else None  # a plate's dice are read by people
        elif event.name == "marker":
            self._marker = {**self._marker, **fields}
        if event.name in ("fault", "ack"):
            self._open = None
        if event.name not in QUIET:
            self.log.append({"n": event.number, "t_ms": event.t_ms, "name": event.name,
                             "text": sentences(event)})
            del self.log[:-LOG_LINES]

    def _still(self) -> dict[str, Any]:
        hello = self._client.hello
        return {"link": "ok", "why": "", "where": "", "machine": hello.machine, "uid": hello.uid,
                "fw": hello.fw, "sim": hello.sim}

    def _faults(self, boot: str) -> list[list[str]]:
        """Open faults: code, place, and which one it is of all of its kind ("" for not known)."""
        found = []
        for fault in active_faults(self._client):
            code, place = fault["code"], fault["place"]
            number = self._told.get((code, place))
            found.append([code, place, "" if number is None else f"{boot}:{number}"])
        return found

    def _watts(self, runs: set[str]) -> int:
        power = self._client.dictionary.power
        return (power["logic_mw"] + sum(mw for name, mw in power["motor_mw"].items()
                                        if name in runs)) // 1000  # fmt: skip


def said(status: Fields) -> dict[str, Any]:
    """The fields of `status`, with types."""
    return {
        "state": status["state"], "mode": status["mode"], "profile": status["profile"],
        "set": status["set"], "waiting": status.get("waiting", "none"),
        "stacks": whole(status["stacks"]), "counted": status["stacks"].split(","),
        "quota": list(stacks_of(status["profile"])), "short": int(status["short"]),
        "fault": "" if status["fault"] == "none" else status["fault"],
        "dealer": status["dealer"], "events": int(status["events"]),
    }


def ways(client: Client, motor: str) -> dict[str, int]:
    """How long a way up and a way down take, by what the table has learnt, else by design."""
    found = {}
    for way, row in zip(client.dictionary.ways, client.rows("trends"), strict=False):
        if way["motor"] == motor and way["what"] in ("up", "down"):
            learnt_pct = int(row.partition(":")[0]) or 100
            found[way["what"]] = way["design_ms"] * learnt_pct // 100
    return found
