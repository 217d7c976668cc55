"""The firmware's events as sentences for people watching; most small events have none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}
TABLE = {
    "homing": "every mechanism goes to its home position",
    "loading": "the hatch opens for the tiles",
    "closing": "the hatch shuts",
    "rolling": "the walls are on the table; the dice roll",
    "playing": "play goes on",
    "adding": "the hatch opens to add tiles",
    "fault": "everything stands: a fault is latched",
    "service": "service mode",
    "selftest": "self-test",
}
SORTER = {
    "premix": "the drum mixes the tiles",
    "picking": "the ring lifts tiles to the ports",
    "draining": "every tile is in; the last stacks are built",
    "lookout": "ring and belts look for a tile too many",
    "returning": "a tile too many goes back into the drum",
}
WHY = {
    "sorting": "tiles are being sorted",
    "hatch_moving": "the hatch is moving",
    "walls_rising": "the walls are on their way",
    "fault_first": "a fault has to be acknowledged first",
    "home_first": "the machine has to find its home positions first",
    "waits_walls": "it waits until the walls are up",
    "busy": "something else has to end first",
}


def _state(event: dict[str, Any]) -> str:
    if event["machine"] == "table":
        return TABLE.get(event["to"], "")
    if event["machine"] == "sorter":
        return SORTER.get(event["to"], "")
    return ""


def _key(event: dict[str, Any]) -> str:
    if event["did"] == "acted":
        return "somebody presses %s (%s)" % (event["key"], event["gesture"])
    why = WHY.get(event.get("why", ""), event.get("why", "nothing to do"))
    return "somebody presses %s; the table beeps: %s" % (event["key"], why)


def _set(event: dict[str, Any]) -> str:
    name, did, count = event["name"], event["did"], event.get("n", 0)
    where = " on side %s" % event["side"] if "side" in event else ""
    if did == "built":
        return "the %s set is built and waits below" % name
    if did == "short":
        return "the %s set is %d short%s" % (name, count, where)
    if did == "surplus":
        return "the %s set had %d too many" % (name, count)
    return "the %s set: %s %s%s" % (name, did, count or "", where)


def _dice(event: dict[str, Any]) -> str:
    if event["mode"] == "motor":
        return "the dice lie still; nobody has read them"
    pips = [str(event[key]) for key in "abc" if event.get(key)]
    return "the dice show %s" % " and ".join(pips)


def _marker(event: dict[str, Any]) -> str:
    return "side %s deals, the wind is %s" % (event["dealer"], WINDS[event["wind"]])


def _walls(event: dict[str, Any]) -> str:
    return "the %s walls come up" % event["set"] if event["to"] == "rising" else ""


def _fault(event: dict[str, Any]) -> str:
    return "fault %s at %s" % (event["code"], event.get("at", "?"))


TALKERS = ("table", "sorter")
"""Machines whose states are worth a sentence."""
SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "key": _key,
    "set": _set,
    "dice": _dice,
    "marker": _marker,
    "walls": _walls,
    "fault": _fault,
    "ack": lambda event: "fault %s is acknowledged" % event["code"],
    "mains": lambda event: "the mains: %s" % event["did"],
}


def sentence(event: dict[str, Any]) -> str:
    """What an event means, or "" for one nobody would remark on."""
    tell = _state if event["event"] == "state" else SENTENCES.get(event["event"])
    return tell(event) if tell is not None else ""


class Narrator:
    """Collects sentences; within one scan the key that caused the rest comes first."""

    def __init__(self, say: Callable[[int, str], None]) -> None:
        self._say = say
        self._t_ms = 0
        self._keys: list[str] = []
        self._rest: list[str] = []

    def hear(self, event: dict[str, Any]) -> None:
        """Take an event."""
        if event["t_ms"] != self._t_ms:
            self.flush()
            self._t_ms = event["t_ms"]
        text = sentence(event)
        if text:
            (self._keys if event["event"] == "key" else self._rest).append(text)

    def flush(self) -> None:
        """Tell what was collected."""
        for text in self._keys + self._rest:
            self._say(self._t_ms, text)
        self._keys, self._rest = [], []
