"""Where an exploration begins: tables that have played, put on abstract machines."""

from __future__ import annotations

from typing import TypeVar

from mjsim.campaign.world import World
from mjsim.people.people import SETS
from mjsim.table.session import SimTable

Kind = TypeVar("Kind", bound=World)
ON_THEIR_WAY = (1,)
"""The zone of a head that is on its way to MID: it has all others before it."""


def roots(machine: str, seed: int) -> list[World]:
    """A table after power-on, one with a finished set, one whose walls have come up, and one that
    was switched off while a head and the rods were on their way."""
    return [root(machine, seed, number) for number in range(len(MADE))]


def root(machine: str, seed: int, number: int) -> World:
    """One of them."""
    return placed(World(MADE[number](machine, seed)), number)


def placed(world: Kind, number: int) -> Kind:
    """What the last of them has besides."""
    if number == len(MADE) - 1:
        world.abstract.stand(ON_THEIR_WAY, 1)
    return world


def fresh(machine: str, seed: int) -> SimTable:
    """Just switched on."""
    return SimTable(machine, seed=seed)


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


MADE = (fresh, built, _risen, fresh)
"""What each begins with."""
