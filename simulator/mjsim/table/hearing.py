"""Takes the firmware's events as they are added, keeps them, and tells whoever listens.

The `add` of its ring is wrapped from outside. Keeping is one tuple; decoding waits until somebody
asks, and a state event is decoded only for machines somebody listens to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mjsim.board import decode
from mjsim.board.eventlog import EventLog
from mjsim.board.tapping import tap
from mjtable.generated.command_table import EVENTS

STATE = EVENTS.index(b"state")
Listener = Callable[[dict[str, Any]], None]
NOBODY: list[Listener] = []


class Hearing:
    """Everything one table's firmware has reported since the start, across power cuts."""

    def __init__(self, plant: Any, log: EventLog | None = None) -> None:
        self.raw: list[decode.Raw] = []
        self.keep = True
        self._plant = plant
        self._log = log
        self._decoded: list[dict[str, Any]] = []
        self._listeners: list[list[Listener]] = [[] for _ in EVENTS]
        self._machines: dict[str, list[Listener]] = {}

    def connect(self, ring: Any) -> None:
        """Listen to a freshly started firmware."""
        tap(ring, self._tap(ring))

    def listen(
        self, listener: Listener, events: Iterable[str] = (), machines: Iterable[str] = ()
    ) -> None:
        """Call `listener` for these events, and for state changes of these machines."""
        for name in events:
            self._listeners[decode.NAMES.index(name)].append(listener)
        for name in machines:
            self._machines.setdefault(name, []).append(listener)

    def events(self) -> list[dict[str, Any]]:
        """All kept events as dicts."""
        for raw in self.raw[len(self._decoded) :]:
            self._decoded.append(decode.event(raw))
        return self._decoded

    def _tap(self, ring: Any) -> Callable[[int], None]:
        plant, raw, listeners, machines = self._plant, self.raw, self._listeners, self._machines
        kinds, s1, s2, i1, i2, i3 = ring.kind, ring.s1, ring.s2, ring.i1, ring.i2, ring.i3
        log = self._log

        def told(slot: int) -> None:
            kind, first = kinds[slot], s1[slot]
            second, now = s2[slot], plant.now
            record = (ring.next - 1, now, kind, first, second, i1[slot], i2[slot], i3[slot])
            if self.keep:
                raw.append(record)
            if kind != STATE:
                hearers = listeners[kind]
            else:
                hearers = machines.get(first, NOBODY)
                if log is not None:
                    log.add(now, "state", first, second)
            if hearers:
                found = decode.event(record)
                for listener in hearers:
                    listener(found)

        return told
