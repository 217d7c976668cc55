"""The conditions before any wish of wire and service, each taken away: a search notices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mjtable import facade
from mjtable.generated import command_table, setting_table
from mjtable.generated.setting_table import S_POWER_BUDGET_MW
from mjtable.people import panel
from mjtable.safety import service
from tools.check.explore.actions import every
from tools.check.explore.search import Search

NEVER_MS = 1 << 28
MASKED = {"motor.jog needs the key": "the service chart looks at the key before the motor starts"}
"""Conditions that another one enforces as well."""


@dataclass(frozen=True)
class Gate:
    """A condition: where it lives, what is put there instead, where and how its loss shows."""

    name: str
    home: Any
    attribute: str
    instead: Any
    roots: tuple[str, ...]
    way: tuple[str, ...]


def _free(rule: str) -> Any:
    """The table of what commands need of a person, without one of its rules."""
    number = getattr(command_table, rule, None)
    return tuple(0 if need == number else need for need in getattr(command_table, "KEY", ()))


def _by_rule(name: str, rule: str, root: str, *way: str) -> Gate:
    return Gate(name, command_table, "KEY", _free(rule), (root,), way)


READY, SERVICE, UP = "ready, at rest", "service, from power_on", "service, hatch up, from power_on"
BUDGET = "settings.set name=power.budget_mw value=%d" % setting_table.MAXS[S_POWER_BUDGET_MW]
JOG, PRESS = "motor.jog name=drum dir=fwd ms=60000", "press key=elevator ms=300"
GATES: tuple[Gate, ...] = (
    _by_rule("service.enter needs the key", "KEY_HELD", READY, "service.enter"),
    _by_rule("motor.jog needs the key", "KEY_JOG", SERVICE, "svc up", JOG),
    _by_rule("dice.roll needs the key", "KEY_DICE", READY, "dice.roll"),
    _by_rule("maintenance needs the key or no motor power", "KEY_LIVE", READY,
             "restart to=maintenance"),
    _by_rule("settings that affect safety need the key", "KEY_SETTING", READY,
             BUDGET),
    Gate("the service key is looked at while a jog runs", panel.Panel, "is_service_held",
         lambda self: True, (SERVICE,), (JOG, "svc up")),
    Gate("a change of mode forgets what was pressed", panel.Panel, "forget", lambda self: None,
         (UP,), (PRESS, "service.leave")),
    Gate("service mode ends without its key", service, "KEY_MS", NEVER_MS, (SERVICE,),
         ("svc up", "wait 150s")),
    Gate("service mode ends without a host", service, "LINK_MS", NEVER_MS, (SERVICE,),
         ("host gone", "wait 150s")),
    Gate("service mode ends after a limit", service, "MODE_MS", NEVER_MS, (SERVICE,),
         ("wait 20min",)),
)  # fmt: skip
if hasattr(facade.Facade, "lacks_key"):
    GATES += (Gate("commands ask for the key at all", facade.Facade, "lacks_key",
                   lambda self, rule, value: False, (READY,),
                   (BUDGET,)),)  # fmt: skip


@contextmanager
def without(gate: Gate) -> Iterator[None]:
    """The firmware has lost this condition."""
    kept = getattr(gate.home, gate.attribute)
    instead = gate.instead
    if callable(instead):
        instead.__name__ = gate.attribute  # a frozen table finds it by its name
    setattr(gate.home, gate.attribute, instead)
    try:
        yield
    finally:
        setattr(gate.home, gate.attribute, kept)


def noticed(gate: Gate, roots: dict[str, bytes], machine: int) -> str | None:
    """What a search finds without the condition, "" nothing; None: this firmware has none.

    It has none, too, when the same search finds something with it.
    """
    if not hasattr(gate.home, gate.attribute):
        return None
    doing = [action for action in every(machine) if action.name in gate.way]
    assert len(doing) == len(gate.way), gate
    begins = [(name, roots[name]) for name in gate.roots]
    if Search(doing, len(gate.way), first=True).run(begins).found:
        return None
    with without(gate):
        result = Search(doing, len(gate.way), first=True).run(begins)
    for found in result.found.values():
        return "%s: %s" % ("; ".join(found.way), found.breach.text)
    return ""
