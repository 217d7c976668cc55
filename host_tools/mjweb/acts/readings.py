"""What sensors and motors show, as rows for a page; what is measured now, for the plots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mjtool.bench.parts import Parts, parts, what, wires
from mjtool.client import Client
from mjtool.commands.trends import of_learnt, read, verdict
from mjtool.dictionary import load

GAUGES = ("rms_a_ma", "rms_b_ma", "mains_dhz", "mains_gap_ms", "temp_hs_dc", "temp_bay_dc",
          "v12_mv")
"""The first page of `measure` has all of them: one request a look."""
GROUPS = (("side_a", "_a"), ("side_b", "_b"), ("side_c", "_c"), ("side_d", "_d"), ("rest", ""))


@dataclass(frozen=True)
class SensorRow:
    """An input: `idle` is its level at rest."""

    name: str
    what: str
    wires: str
    idle: int
    hand: str


def sensors(machine: str) -> list[tuple[str, list[SensorRow]]]:
    """The inputs of a machine, by side; the message for the side with its rows."""
    rows = [SensorRow(part.name, what(part.name), wires(part.name), part.idle, part.hand)
            for part in parts(machine).inputs.values()]
    return [(key, found) for key, end in GROUPS
            if (found := [row for row in rows if side_of(row.name) == end])]


def side_of(name: str) -> str:
    """`_a` to `_d`, or "" for what belongs to no side."""
    return name[-2:] if name[-2:] in ("_a", "_b", "_c", "_d") else ""


def motors(client: Client) -> list[dict[str, Any]]:
    """The motors, and what the table has learnt of each."""
    known: Parts = parts(client.hello.machine)
    learnt = measured(client)
    ways: dict[str, list[dict[str, Any]]] = {}
    for way, row in zip(load().ways, client.rows("trends"), strict=False):
        if way["what"]:
            learnt_pct = int(row.partition(":")[0])
            ways.setdefault(way["motor"], []).append(
                {"what": way["what"], "learnt": told(way, learnt_pct)})
    return [{"name": motor.name, "what": what(motor.name), "wires": wires(motor.name),
             "group": motor.group, "ma": learnt.get("ma_" + motor.name, 0),
             "ways": ways.get(motor.name, [])} for motor in known.motors.values()]


def measured(client: Client) -> dict[str, int]:
    """All that the board measures and has learnt."""
    return pairs(list(client.rows("measure")))


def gauges(client: Client) -> dict[str, int | None]:
    """What is measured now; None for what the board does not know."""
    answer = client.request("measure")
    found = pairs(answer.rows()) if answer.ok else {}
    return {name: None if found.get(name, -1) == -1 else found[name] for name in GAUGES}


def pairs(rows: list[str]) -> dict[str, int]:
    """Rows of name:value."""
    split = (row.rpartition(":") for row in rows)
    return {name: int(value) for name, _, value in split}


def wear(client: Client) -> list[dict[str, Any]]:
    """The ways that were gone since power-on, as `mjtool trends` has them."""
    return [row | {"of_learnt": of_learnt(row), "slow": bool(verdict(row)),
                   "learnt": told(row, row["learnt_pct"]), "last": told(row, row["last_pct"]),
                   "design": told(row, 100)} for row in read(client)]


def told(row: dict[str, Any], pct: int) -> str:
    """A time as people read it; a rate has per cent only."""
    return f"{row['design_ms'] * pct // 100} ms" if row["design_ms"] else f"{pct} %"


def counters(client: Client) -> dict[str, int]:
    """Counters since the board started."""
    return pairs(list(client.rows("stats")))
