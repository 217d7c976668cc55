"""Where an exploration begins: tables that have played, put on abstract machines."""

from __future__ import annotations

from mjsim.campaign.world import World
from mjsim.people.people import SETS
from mjsim.table.session import SimTable

ON_THEIR_WAY = (1,)
"""The zone of a head that is on its way to MID: it has all others before it."""


def roots(machine: str, seed: int) -> list[World]:
    """A table after power-on, one with a finished set, one whose walls have come up, and one that
    was switched off while a head and the rods were on their way."""
    made = (SimTable(machine, seed=seed), built(machine, seed), _risen(machine, seed),
            SimTable(machine, seed=seed))  # fmt: skip
    worlds = [World(table) for table in made]
    worlds[-1].abstract.stand(ON_THEIR_WAY, 1)
    return worlds


def built(machine: str, seed: int) -> SimTable:
    """The first set stands finished on the lanes."""
    table = SimTable(machine, seed=seed)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load()
    table.run_until(lambda: table.table.set_waiting in SETS, 400_000)
    table.run_for(3_000)
    return table


def _risen(machine: str, seed: int) -> SimTable:
    """Its walls are up, the other set is in the drum, the dice are about to roll."""
    table = built(machine, seed)
    table.load()
    table.run_until("rolling", 60_000)
    return table
