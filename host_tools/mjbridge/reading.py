"""What is read from a table, as the objects that are published."""

import re
from collections.abc import Mapping
from typing import Any

from mjtool.client import Client
from mjtool.commands import look, trends
from mjtool.message import Event
from mjtool.refusal import ask
from mjtool.sensors import read
from mjtool.values import event_json, typed

WIRE = re.compile(r"(?:(J\d+) )?pin (\d+), ([^,;]+)")


def status(client: Client) -> dict[str, Any]:
    """The table at a glance, with its types; `events` is the number of the next event."""
    return typed(ask(client, "status").fields)


def state(now: Mapping[str, Any], watts: int) -> dict[str, Any]:
    """What is published of it: without what changes with each event."""
    return {**{key: value for key, value in now.items() if key != "events"}, "watts": watts}


def watts(client: Client, outputs: list[str]) -> int:
    """What runs now draws so much by design; the board measures no mains power."""
    power = client.dictionary.power
    runs = (out.name for out in read(ask(client, "image").fields["out"], outputs) if out.level)
    return int(power["logic_mw"] + sum(power["motor_mw"].get(name, 0) for name in runs)) // 1000


def counters(client: Client) -> dict[str, int]:
    """Counters since the board started; not that of the questions, which are our own."""
    rows = (row.partition(":") for row in client.rows("stats"))
    return {name: int(value) for name, _, value in rows if name != "link_requests"}


def wear(client: Client) -> dict[str, Any]:
    """Each way's last time beside the learnt one, and the worst of them; None: none was gone."""
    ways = [{"motor": row["motor"], "way": row["what"], "of_learnt_pct": trends.of_learnt(row),
             "slow": bool(trends.verdict(row))} for row in trends.read(client)]
    worst = max(ways, key=lambda way: way["of_learnt_pct"], default=None)
    return {"worst_pct": worst["of_learnt_pct"] if worst else None,
            "worst": f"{worst['motor']}, {worst['way']}" if worst else "", "ways": ways}


def faults(client: Client) -> list[dict[str, Any]]:
    """Active faults and warnings, the first cause first, with what to do."""
    return [fault(row) for row in look.active_faults(client)]


def fault(row: dict[str, Any]) -> dict[str, Any]:
    """One of them; a code that this tool does not know has no steps."""
    told = look.texts(row["code"])
    if told["name"] is None:
        return {**row, "severity": "fault", "steps": [], "causes": [], "parts": [],
                "sentence": f"{row['code']}: not known to this mjtool; update it."}
    at = f" at {row['place'].replace('_', ' ')}" if row["place"] else ""
    return {**row, "severity": told["severity"],
            "sentence": f"{row['code']} {told['name']}{at}: {told['reaction']}.",
            "steps": told["remedy"], "causes": told["causes"],
            "parts": [{"part": name, "what": what, "wires": wires_of(name, wires)}
                      for name, what, wires in look.looked_at(row)]}


def wires_of(name: str, text: str) -> list[dict[str, Any]]:
    """Connector, pin and colour of each wire; none for what is on the board itself."""
    return [{"connector": plug or name, "pin": int(pin), "colour": colour.strip()}
            for plug, pin, colour in WIRE.findall(text)]


def problem(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The first fault in few words, for a house's list of problems; a warning is none."""
    first = next((each for each in found if each["severity"] != "warning"), None)
    if first is None:
        return {"code": "", "sentence": "No fault is active.", "steps": [], "connector": "",
                "wire_colour": ""}
    # one part alone is where to look; of several nobody knows which it is: `faults` has them all
    wires = first["parts"][0]["wires"] if len(first["parts"]) == 1 else []
    return {"code": first["code"], "sentence": first["sentence"], "steps": first["steps"],
            "connector": ", ".join(f"{wire['connector']} pin {wire['pin']}" for wire in wires),
            "wire_colour": ", ".join(wire["colour"] for wire in wires)}


def event(happened: Event, boot: int) -> dict[str, Any]:
    """An event; number and boot together are its own, and show a gap."""
    fields = event_json(happened)
    return {"event_type": fields.pop("event"), "boot": boot, **fields}
