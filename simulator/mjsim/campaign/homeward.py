"""People who follow the remedies, as a fixed walk: does it come to an open hatch from here?

It proves a way on from a state that the search did not look into: what it does are events of
the search. The finger is taken out of the hatch, hands put right what stands in the way under the
lid, lid and stop are closed, faults acknowledged, what has current moves, then keys and time.
When that leads nowhere people switch off and on, and try again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mjsim.campaign.graph import PLUG
from mjsim.campaign.world import World

ROUNDS, PLUGS = 80, 3
"""Rounds of a walk until people switch off and on, and how often they do."""
KEYS = ("key elevator", "key elevator", "key elevator+mark")
"""Both stop a sorting."""


class Home(NamedTuple):
    """How it ended; `came`: at an open hatch, or where a way to it is known."""

    came: bool
    events: int
    plugs: int


def walk(world: World, known: Callable[[World], bool]) -> Home:
    """From where the world stands. `known`: from this one a way is known."""
    events = plugs = 0
    for number in range((PLUGS + 1) * ROUNDS):
        if world.free or known(world):
            return Home(True, events, plugs)
        if number and number % ROUNDS == 0:
            plugs += _do(world, PLUG)
        events += _round(world, KEYS[number % len(KEYS)])
    return Home(False, events, plugs)


def _round(world: World, key: str) -> int:
    """Hands; what has current moves; when all stands some time and a key. How many events."""
    done = sum(_do(world, event) for event in _hands(world))
    moving = _moving(world)
    if not moving:
        turning = [event for event in world.events() if event.startswith("turn")]
        done += _do(world, (turning or ["wait"])[0])
        moving = _moving(world)
    if not moving and not world.free:
        return done + _do(world, key)
    return done + sum(_do(world, event) for event in moving)


def _moving(world: World) -> list[str]:
    return [event for event in world.events() if event.startswith("move")]


def _hands(world: World) -> list[str]:
    """What people do with their hands about what they see."""
    sees = world.abstract.sees
    found = ["pinch"] if sees("pinch") else []
    if sees("lid"):
        return [*found, "hands", "lid"]
    if not sees("loop_raw"):
        return [*found, "stop"]
    if world.brain.cycle.state == "fault":
        return [*found, "lid", "hands", "lid"]
    return found


def _do(world: World, event: str) -> bool:
    """When it is still possible."""
    possible = event in world.events()
    if possible:
        world.do(event)
    return possible
