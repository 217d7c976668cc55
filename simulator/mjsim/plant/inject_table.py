"""Things that go wrong, a row each: what they do, their words, how they begin and end."""

from __future__ import annotations

from mjsim.plant.inject_board import BOARD
from mjsim.plant.inject_motors import MOTORS
from mjsim.plant.inject_row import Fault, Rows
from mjsim.plant.inject_sensors import SENSORS
from mjsim.plant.inject_supply import SUPPLY
from mjsim.plant.inject_tiles import TILES

__all__ = ["TABLE", "Fault"]

TABLE: Rows = {**SENSORS, **MOTORS, **SUPPLY, **TILES, **BOARD}
"""Every fault by name. `clear <fault>` ends one, `clear all` every one."""
