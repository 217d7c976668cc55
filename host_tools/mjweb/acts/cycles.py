"""How long sets took to be sorted, out of the events: from the shut hatch to the finished set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mjtool.message import Event

WRAP = 1 << 30
"""The board's clock begins anew here."""


@dataclass(frozen=True)
class Cycle:
    """One set that was built."""

    name: str
    seconds: float


def cycles(events: Iterable[Event]) -> list[Cycle]:
    """Finished sets in their order; one whose beginning was not heard is left out."""
    found = []
    shut: int | None = None
    for event in events:
        if event.name == "boot":
            shut = None
        elif event.name == "hatch" and event.fields.get("to") == "shut":
            shut = event.t_ms
        elif event.name == "set" and event.fields.get("did") == "built" and shut is not None:
            found.append(Cycle(event.fields.get("name", ""), (event.t_ms - shut) % WRAP / 1000))
            shut = None
    return found
