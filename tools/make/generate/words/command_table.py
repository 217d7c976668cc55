"""mjtable/generated/command_table.py: the link's dispatch table as flat tuples of constants."""

from pathlib import Path
from typing import Any

from tools.make.generate.render import header, python_tuple
from tools.make.generate.words.commands import FIELDS, FILE, MODES, Commands

TARGET = Path("firmware/mjtable/generated/command_table.py")
NEEDED = -(1 << 30) + 1
EVENT_KINDS = ["str", "int", "side", "code", "reason", "words"]
WHAT = """The link's commands, events and reasons as flat tuples of constants.

Command i has parameters PARAM_AT[i] .. PARAM_AT[i + 1]; event i has keys EVENT_AT[i] ..
EVENT_AT[i + 1]. Names that come over the wire are bytes, to be compared byte by byte."""


def outputs(root: Path) -> dict[Path, str]:
    """The firmware's command table."""
    return {TARGET: text(Commands(root))}


def text(table: Commands) -> str:
    """The module's text."""
    parts = [header(FILE, WHAT)]
    parts.append(f'PROTOCOL = b"{table.data["protocol"]}"\nDICT = b"{table.hash()}"\n')
    parts.append("\n# Bits of MODE: where a command is allowed; SIM: anywhere when simulated.\n")
    parts += [f"MODE_{mode.upper()} = {1 << i}\n" for i, mode in enumerate(MODES)]
    parts.append("\n# What a command needs of a person at the table.\n")
    parts += [f"KEY_{name.upper()} = {i}\n" for i, name in enumerate(table.keys)]
    parts.append(_commands(table))
    parts.append("\n# Kinds of a parameter: an integer, a side, or the name of a list.\n")
    kinds = ["int", "side", *table.list_names]
    parts += [f"KIND_{kind.upper()} = {i}\n" for i, kind in enumerate(kinds)]
    parts.append(f"NEEDED = {NEEDED}  # instead of a default: the parameter must be given\n")
    parts.append(_params(table, kinds))
    parts.append("\n# The fixed lists, as the firmware spells them.\n")
    parts += [python_tuple(f"LIST_{name.upper()}", words) for name, words in table.lists.items()]
    parts.append(_events(table))
    parts.append(_reasons(table))
    parts.append(_rules(table))
    return "".join(parts)


def _bytes_tuple(name: str, items: list[str]) -> str:
    return python_tuple(name, [Bytes(item) for item in items])


class Bytes:
    """Prints as a bytes constant."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return f'b"{self.text}"'


def _commands(table: Commands) -> str:
    masks = [sum(1 << MODES.index(mode) for mode in c["modes"]) for c in table.commands]
    return ("\n" + _bytes_tuple("COMMANDS", [c["name"] for c in table.commands])
            + python_tuple("MODE", masks)
            + python_tuple("KEY", [list(table.keys).index(c["key"]) for c in table.commands]))


def _params(table: Commands, kinds: list[str]) -> str:
    rows: list[dict[str, Any]] = []
    at = [0]
    for command in table.commands:
        rows += command["params"]
        at.append(len(rows))
    largest = max(b - a for a, b in zip(at, at[1:], strict=False))
    return "".join([
        "\n", python_tuple("PARAM_AT", at), f"PARAM_LARGEST = {largest}\n",
        _bytes_tuple("PARAM", [row["name"] for row in rows]),
        python_tuple("PARAM_KIND", [kinds.index(row["kind"]) for row in rows]),
        python_tuple("PARAM_MIN", [row.get("min", 0) for row in rows]),
        python_tuple("PARAM_MAX", [row.get("max", 0) for row in rows]),
        python_tuple("PARAM_DEFAULT", [row.get("default", NEEDED) for row in rows])])


def _events(table: Commands) -> str:
    keys: list[dict[str, Any]] = []
    words: list[list[str]] = []
    kinds: list[int] = []
    at = [0]
    for event in table.events:
        for key in event["keys"]:
            keys.append(key)
            kinds.append(EVENT_KINDS.index(key["kind"]))
            if key["kind"] == "words":
                if key["words"] not in words:
                    words.append(key["words"])
                kinds[-1] += words.index(key["words"])
        at.append(len(keys))
    parts = ["\n# Kinds of an event's key; AS_WORDS + i: the number indexes WORDS[i].\n"]
    parts += [f"AS_{kind.upper()} = {i}\n" for i, kind in enumerate(EVENT_KINDS)]
    tuples = [python_tuple("", row).removeprefix(" = ").strip() for row in words]
    parts += ["\n", _bytes_tuple("EVENTS", [event["name"] for event in table.events]),
              python_tuple("EVENT_AT", at), _bytes_tuple("EVENT_KEY", [k["name"] for k in keys]),
              "# Field of the event record: 0 s1, 1 s2, 2 i1, 3 i2, 4 i3.\n",
              python_tuple("EVENT_FIELD", [FIELDS.index(k["field"]) for k in keys]),
              python_tuple("EVENT_KIND", kinds),
              "WORDS = (\n" + "".join(f"    {row},\n" for row in tuples) + ")\n"]
    return "".join(parts)


def _reasons(table: Commands) -> str:
    names = [reason["name"] for reason in table.reasons]
    parts = ["\n# Why a key did nothing: i2 of a key event; 0 = no reason.\n",
             python_tuple("REASONS", ["", *names])]
    parts += [f"WHY_{name.upper()} = {i}\n" for i, name in enumerate(names, 1)]
    return "".join(parts)


def _rules(table: Commands) -> str:
    names = [rule["name"] for rule in table.rules]
    locks = len(table.interlocks())
    parts = ["\n# Which rule refused, by= on the wire: the interlocks first.\n",
             _bytes_tuple("RULES", names)]
    parts += [f"RULE_{name.upper()} = {i}\n" for i, name in enumerate(names) if i >= locks]
    return "".join(parts)
