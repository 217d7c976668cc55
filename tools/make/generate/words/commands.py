"""The serial link's commands and events: reads and checks firmware/tables/commands.toml.

Makes the part of the host's dictionary that describes them, and the hash both sides carry.
"""

import json
import re
import zlib
from pathlib import Path
from typing import Any

from tools.make.generate.errors import Source

FILE = "firmware/tables/commands.toml"
BOARD_LISTS = ["motor", "profile", "setting"]  # the firmware takes these from its own tables
# Words of the rows; a row with another one is refused. A new word here is one that the firmware
# must know as well: in mjtable/link, commands.py has modes, arguments.py kinds, event_lines.py
# fields.
MODES = ["run", "service", "maintenance", "sim"]
FIELDS = ["s1", "s2", "i1", "i2", "i3"]
EVENT_KINDS = {"s1": ["str"], "s2": ["str"]}
INT_KINDS = ["int", "side", "code", "reason", "words"]
NAME = re.compile(r"[a-z0-9_.]+")
COMMAND_KEYS = ["name", "help", "since", "modes", "key", "idempotent", "motion", "params",
                "answer", "example", "gives"]
EVENT_KEYS = ["name", "help", "text", "keys", "example"]
LARGEST = (1 << 30) - 1


class Commands:
    """The checked table."""

    def __init__(self, root: Path) -> None:
        self.source = Source.read(root, FILE)
        self.data: dict[str, Any] = self.source.data
        self.lists: dict[str, list[str]] = self.data["lists"]
        self.list_names: list[str] = [*self.lists, *BOARD_LISTS]
        self.keys: dict[str, str] = self.data["keys"]
        self.commands: list[dict[str, Any]] = self.data["command"]
        self.events: list[dict[str, Any]] = self.data["event"]
        self.reasons: list[dict[str, str]] = self.data["reason"]
        self.machines: list[dict[str, str]] = self.data["machine"]
        self.rules: list[dict[str, Any]] = self.data["rule"]
        for kind in ("command", "event", "reason", "machine", "rule"):
            self._check_names(kind)
        self._check_rules()
        for index, command in enumerate(self.commands):
            self._check_command(f"command#{index}", command)
        for index, event in enumerate(self.events):
            self._check_event(f"event#{index}", event)
        for command in self.commands:
            command["gives"] = command["gives"].replace("{hash}", self.hash())

    def _check_names(self, kind: str) -> None:
        seen: set[str] = set()
        for index, row in enumerate(self.data[kind]):
            where = (f"{kind}#{index}", "name")
            if not NAME.fullmatch(row["name"]):
                raise self.source.error(where, f"{row['name']!r} may hold only a-z 0-9 _ .")
            if row["name"] in seen:
                raise self.source.error(where, f"{kind} {row['name']} is there twice")
            seen.add(row["name"])

    def _check_rules(self) -> None:
        """The interlocks, which the firmware counts from 0, stand before the other rules."""
        locks = 0
        for index, rule in enumerate(self.rules):
            optional = [key for key in ("interlock",) if key in rule]
            self.source.keys((f"rule#{index}",), rule, ["name", "text", "do", *optional])
            if rule.get("interlock") and locks < index:
                raise self.source.error((f"rule#{index}", "name"), f"{rule['name']} is an "
                                        "interlock; those come before the other rules")
            locks += bool(rule.get("interlock"))

    def interlocks(self) -> list[str]:
        """The interlocks' sentences, in the firmware's order."""
        return [rule["text"] for rule in self.rules if rule.get("interlock")]

    def _check_command(self, where: str, command: dict[str, Any]) -> None:
        optional = [key for key in ("page",) if key in command]
        self.source.keys((where,), command, [*COMMAND_KEYS, *optional])
        for mode in command["modes"]:
            if mode not in MODES:
                raise self.source.unknown((where, "modes", mode), MODES, "mode")
        if command["key"] not in self.keys:
            raise self.source.unknown((where, "key", command["key"]), list(self.keys), "key")
        for param in command["params"]:
            self._check_param((where, "params"), param)
        words = command["example"].split(" ")
        if words[:1] != [command["gives"].split(" ")[0]] or words[1] != command["name"]:
            raise self.source.error((where, "example"), "example and gives must be a request "
                                    f"of {command['name']} and its answer, with one id")

    def _check_param(self, where: tuple[str, ...], param: dict[str, Any]) -> None:
        kind = param["kind"]
        if kind == "int":
            low, high = param.get("min"), param.get("max")
            if low is None or high is None or not -LARGEST <= low <= high <= LARGEST:
                raise self.source.error(where, f"{param['name']}: an int needs min <= max "
                                        f"within +-{LARGEST}")
        elif kind != "side" and kind not in self.list_names:
            raise self.source.unknown((*where, kind), ["int", "side", *self.list_names], "kind")

    def _check_event(self, where: str, event: dict[str, Any]) -> None:
        self.source.keys((where,), event, EVENT_KEYS)
        fields = [key["field"] for key in event["keys"]]
        if len(set(fields)) != len(fields):
            raise self.source.error((where, "keys"), "two keys read the same field")
        for key in event["keys"]:
            if key["field"] not in FIELDS:
                raise self.source.unknown((where, "keys", key["field"]), FIELDS, "field")
            kinds = EVENT_KINDS.get(key["field"], INT_KINDS)
            if key["kind"] not in kinds:
                raise self.source.unknown((where, "keys", key["kind"]), kinds, "kind")

    def wire(self) -> dict[str, Any]:
        """What two sides must agree on to understand each other; the hash is made of this."""
        return {
            "protocol": self.data["protocol"],
            "lists": self.lists,
            "errors": list(self.data["errors"]),
            "commands": [
                [c["name"], sorted(c["modes"]), c.get("page", False),
                 [a["name"] for a in c["answer"]],
                 [[p["name"], p["kind"], p.get("min"), p.get("max"), "default" in p]
                  for p in c["params"]]]
                for c in self.commands],
            "events": [[e["name"], [[k["name"], k["kind"], k.get("words")] for k in e["keys"]]]
                       for e in self.events],
            "reasons": [reason["name"] for reason in self.reasons],
            "rules": [rule["name"] for rule in self.rules],
        }

    def hash(self) -> str:
        """Eight upper-case hex digits: CRC-32 of `wire()` as compact JSON."""
        text = json.dumps(self.wire(), separators=(",", ":"), sort_keys=True)
        return f"{zlib.crc32(text.encode()):08X}"


def dictionary(root: Path) -> dict[str, Any]:
    """The link's part of the host's dictionary."""
    table = Commands(root)
    return {
        "protocol": table.data["protocol"],
        "dict": table.hash(),
        "lists": table.lists,
        "errors": table.data["errors"],
        "line_errors": table.data["line_errors"],
        "commands": table.commands,
        "events": table.events,
        "reasons": table.reasons,
        "rules": table.rules,
        "machines": table.machines,
    }
