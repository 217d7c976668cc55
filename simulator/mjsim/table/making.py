"""What a session is made of: its runner, the position of its rule switch, its unit."""

from __future__ import annotations

from typing import Any

from mjsim.board.eventlog import EventLog
from mjsim.board.late_runner import LateRunner
from mjsim.board.lateness import lateness
from mjsim.board.runner import Runner
from mjsim.plant import Plant
from mjsim.plant.unit import KINDS, Unit, unit_of
from mjsim.table.machine_file import thaw
from mjsim.words.names import UsageError
from mjtable.game import profiles


def make_runner(
    plant: Plant, late: str, seed: int, fixed: bool, offset_ms: int, log: EventLog | None
) -> Runner:
    """The loop: as lean as it can be while every scan is in time."""
    how = lateness(late, seed)
    if how is None:
        return Runner(plant, fixed=fixed, offset_ms=offset_ms, log=log)
    return LateRunner(plant, how, fixed=fixed, offset_ms=offset_ms, log=log)


def make_plant(machine: str, seed: int, unit: str | Unit, left: bytes | None) -> Plant:
    """A machine of that unit, or the one that was put away; UsageError when it is another."""
    unit = chosen_unit(unit, seed) if isinstance(unit, str) else unit
    plant = Plant(machine, seed, unit=unit) if left is None else thaw(left)
    if plant.machine != machine:
        raise UsageError(
            "the store belongs to a %s machine; give --machine %s, or another store"
            % (plant.machine, plant.machine)
        )
    return plant


def switch_of(profile: int) -> int:
    """Position of the rule switch that selects a profile."""
    row: tuple[Any, ...] = profiles.PROFILES[profile]
    return int(row[profiles.SWITCH])


def chosen_unit(text: str, seed: int) -> Unit:
    """The unit that `--unit` names; UsageError when there is none."""
    try:
        return unit_of(text, seed)
    except ValueError:
        raise UsageError("--unit %s: write %s, or a number" % (text, ", ".join(KINDS))) from None
