"""What the host knows of the board: dictionary.json, generated with the firmware's own tables."""

import difflib
import json
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any


class Dictionary:
    """Commands, events, reasons, rules, faults and settings by name."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.protocol: str = data["protocol"]
        self.hash: str = data["dict"]
        self.commands: dict[str, dict[str, Any]] = {c["name"]: c for c in data["commands"]}
        self.events: dict[str, dict[str, Any]] = {e["name"]: e for e in data["events"]}
        self.reasons: dict[str, str] = {r["name"]: r["text"] for r in data["reasons"]}
        self.rules: dict[str, dict[str, Any]] = {r["name"]: r for r in data["rules"]}
        self.errors: dict[str, str] = data["errors"]
        self.line_errors: dict[str, str] = data["line_errors"]
        self.faults: dict[str, dict[str, Any]] = {
            f"E{int(code):03d}": row for code, row in data["faults"].items()}
        self.io: dict[str, dict[str, str]] = data["io"]
        self.power: dict[str, Any] = data["power"]
        self.ways: list[dict[str, Any]] = data["ways"]
        self.settings: dict[str, dict[str, Any]] = {s["name"]: s for s in data["settings"]}
        self.inputs: list[str] = data["inputs"]
        self.keys: list[str] = data["lists"]["key"]

    @property
    def major(self) -> int:
        """Major number of the protocol this host speaks."""
        return int(self.protocol.split(".")[0])

    def moves(self, command: str) -> bool:
        """The command makes something move or presses a key: never sent twice."""
        row = self.commands.get(command)
        return row is None or bool(row["motion"])


@cache
def load() -> Dictionary:
    """The dictionary that came with this tool."""
    text = resources.files("mjtool").joinpath("dictionary.json").read_text(encoding="utf-8")
    return Dictionary(json.loads(text))


def nearest(name: str, names: Iterable[str]) -> str:
    """` Did you mean ...?`-part of a text: the nearest of `names`, else all of them."""
    known = list(names)
    close = difflib.get_close_matches(name, known, 1, 0.5)
    return f"try {close[0]}" if close else "use one of " + ", ".join(known)
