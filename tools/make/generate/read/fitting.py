"""Which machines there are, and which of them have a motor, a connector or a signal."""

import re
from collections.abc import Mapping
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import schema

RULES = ["all", "sides", "lines", "chain"]
"""Everywhere; on every side; on the sides with a line; where rows are carried round."""
PUSHES = (1, 2)
LINES = (schema.SIDES[0], schema.SIDES)


def machines(source: Source) -> None:
    """Every machine's row: its name, its lines, its wiring, and exactly one default."""
    rows = source.data["machines"]
    for name, row in rows.items():
        here = ("machines", name)
        if not re.fullmatch("[a-z][a-z_]*", name):
            raise source.error(here, f"machines.{name}: a machine's name has a-z and _ only")
        source.keys(here, row, schema.MACHINE)
        if row["lines"] not in LINES:
            raise source.error((*here, "lines"), f"machines.{name}: lines = {row['lines']!r} are "
                               "the sides that have a head; the firmware runs a table with one "
                               f"({LINES[0]}) or with one on every side ({LINES[1]})")
        if row["chain"] == (len(row["lines"]) == len(schema.SIDES)):
            raise source.error((*here, "chain"), f"machines.{name}: chain = "
                               f"{str(row['chain']).lower()}, but lines = {row['lines']!r}; a "
                               "chain carries the walls of one line to the other sides")
        for key, allowed in (("strap_4port", (0, 1)), ("tiles_a_push", PUSHES)):
            if row[key] not in allowed:
                raise source.error((*here, key), f"machines.{name}: {key} = {row[key]} must be "
                                   f"{allowed[0]} or {allowed[1]}")
        _wiring(source, rows, name, row)
    if [row["default"] for row in rows.values()].count(True) != 1:
        raise source.error(("machines", next(iter(rows)), "default"), "exactly one machine must "
                           "have default = true")


def _wiring(source: Source, rows: Mapping[str, Any], name: str, row: Mapping[str, Any]) -> None:
    """A machine that is wired as another one has its lines, its chain and its strap."""
    here = ("machines", name, "wired")
    source.choice(here, row["wired"], wirings(rows), "machine that is wired as itself")
    like = rows[row["wired"]]
    for key in ("lines", "chain", "strap_4port"):
        if row[key] != like[key]:
            raise source.error(("machines", name, key), f"machines.{name} is wired as "
                               f"{row['wired']}, but its {key} is not that machine's")
    if row["wired"] == name:
        twin = next((other for other in wirings(rows) if other != name
                     and rows[other]["strap_4port"] == row["strap_4port"]), "")
        if twin:
            raise source.error(("machines", name, "strap_4port"), f"machines.{name} and "
                               f"machines.{twin} have the same strap; the board must know which "
                               "one it drives")


def wirings(rows: Mapping[str, Any]) -> list[str]:
    """The machines with a circuit and a harness of their own; the board knows these by a strap."""
    return [name for name, row in rows.items() if row.get("wired") == name]


def checked(source: Source, here: tuple[str, ...], rule: str) -> None:
    """The rule is one of RULES, and one that says of a side is given to something with a side."""
    source.choice((*here, "fitted"), rule, RULES, "place")
    if rule in ("sides", "lines") and not _side(here[-1]):
        raise source.error((*here, "fitted"), f"{'.'.join(here)}: fitted = {rule!r} needs a side, "
                           "a last letter as in belt_a")


def having(data: Mapping[str, Any], rule: str, name: str) -> tuple[str, ...]:
    """The machines that have the motor, connector or signal of this name (`belt_b`, `chain`)."""
    return tuple(machine for machine, row in data["machines"].items()
                 if rule in ("all", "sides") or rule == "lines" and _side(name) in row["lines"]
                 or rule == "chain" and row["chain"])


def _side(name: str) -> str:
    """Its last letter, as [machines] writes sides."""
    stem, _, letter = name.rpartition("_")
    return letter.upper() if stem and letter.upper() in schema.SIDES and len(letter) == 1 else ""
