"""A fault as a way to go: what happened, where, what to do first, the acknowledgement, and after.

All texts are the fault table's. Its steps up to the one that says to acknowledge are ticked by a
person; what follows it is for after the acknowledgement, or for when the fault comes back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from mjtool.bench.parts import parts, what
from mjtool.client import Client
from mjtool.commands.look import active_faults, looked_at
from mjtool.dictionary import load

ACKNOWLEDGE = re.compile(r"\backnowledge\b")
NOT_ASKED = re.compile(r"\bno acknowledge")
LATER = re.compile(r"^(service:|when it )")
SEVERITIES = ("warning", "fault", "stop")


@dataclass(frozen=True)
class Flow:
    """One fault's way. `first`: steps to be ticked; `acknowledge`: the step that says so, "" where
    the table has none; `after`: what comes later; `detail`: its number, of the kind `measured`,
    "" where it tells nothing. `active` while the table still has it."""

    code: str
    place: str
    active: bool
    name: str
    severity: str
    detail: str
    measured: str
    reaction: str
    causes: tuple[str, ...]
    first: tuple[str, ...]
    acknowledge: str
    after: tuple[str, ...]
    where: str
    looked_at: tuple[tuple[str, str, str], ...]
    blamed: tuple[str, ...]
    fault_id: str = ""
    others: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_warning(self) -> bool:
        """It stops nothing."""
        return self.severity == "warning"


def find(client: Client, code: str, place: str) -> Flow | None:
    """The way of one fault, active or not; None for a code that is not in the table."""
    row = load().faults.get(code)
    if row is None:
        return None
    active = active_faults(client)
    mine = [fault for fault in active if fault["code"] == code
            and (not place or fault["place"] == place)]
    fault = mine[0] if mine else {"code": code, "place": place, "detail": ""}
    first, acknowledge, after = split(row["remedy"])
    rows = tuple(looked_at(fault))
    detail = fault["detail"] if row["measured"] else ""
    return Flow(
        code, fault["place"], bool(mine), row["name"], row["severity"],
        "" if detail == "0" else detail, row["measured"], row["reaction"],
        tuple(row["causes"]), first, acknowledge, after, place_in_words(fault["place"]), rows,
        blamed(client.hello.machine, [name for name, _, _ in rows], fault["place"]), row["id"],
        [other for other in active if other not in mine])


def split(remedy: list[str]) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Steps before the acknowledgement, the acknowledgement, and those after it."""
    for number, step in enumerate(remedy):
        if ACKNOWLEDGE.search(step) and not NOT_ASKED.search(step):
            return tuple(remedy[:number]), step, tuple(remedy[number + 1:])
    later = [step for step in remedy if LATER.match(step)]
    return tuple(step for step in remedy if step not in later), "", tuple(later)


def place_in_words(place: str) -> str:
    """Where it was seen; "" when nowhere in particular."""
    if not place:
        return ""
    charts = {row["name"]: row["help"] for row in load().data["machines"]}
    return str(charts.get(place) or what(place)).replace("_", " ")


def blamed(machine: str, names: list[str], place: str) -> tuple[str, ...]:
    """Parts of the picture: what is named, and what a named sensor belongs to."""
    known = parts(machine)
    found = dict.fromkeys(names)
    found.update(dict.fromkeys(known.moves(name) for name in names if known.moves(name)))
    if place:
        found[place] = None
    return tuple(name for name in found if not re.fullmatch(r"J\d+", name))
