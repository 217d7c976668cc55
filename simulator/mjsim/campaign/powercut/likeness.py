"""When two tables after a cut are the same: what the firmware will find, and what stands where.

Only for a machine at rest. What differs without meaning anything is left out: where drum, ring
and dice plate stand, in which order tiles lie loose, the clocks, the chance still to be drawn.
"""

from __future__ import annotations

import hashlib
from typing import Any

from mjsim.campaign.powercut.evening import Live
from mjsim.generated import constants as C

ANYWHERE = 1 << C.M_DRUM | 1 << C.M_RING | 1 << C.M_DICE
BOOTS = 11
"""Byte of the table's record that counts starts."""


def _drives(plant: Any) -> list[object]:
    return [None if drive is None or ANYWHERE >> index & 1 else drive.origin
            for index, drive in enumerate(plant.drives)]  # fmt: skip


def _tiles(plant: Any) -> list[object]:
    """Where tiles are; which set, not which tile."""
    names = plant.tile_set
    belts = [[belt.origin - mark for mark in belt.marks] for belt in plant.belts]
    held = [len(head.held) for head in plant.heads]
    lanes = [[[names[tile] for tile in stack] for stack in lane]
             for lane in (*plant.lanes, plant.head_lane)]  # fmt: skip
    loose = sorted(names[tile] for tile in plant.pick.loose)
    table = [sorted(names[tile] for tile in side) for side in plant.table]
    return [belts, held, lanes, loose, table, len(plant.hand)]


def _people(live: Live) -> list[object]:
    """What they are about to do, and what the judge expects of the table."""
    people, scene, rolls = live.table.people, live.judge.scene, live.rolls
    assert people is not None
    return [people.hands, people._played, people._fresh, people._interfered, scene.may_deal,
            len(scene.deals), rolls.hands[-1:], len(rolls.hands) - 1 in rolls.excused]  # fmt: skip


def likeness(live: Live) -> str:
    """A short name for all that matters; "" while anything moves."""
    plant = live.table.plant
    if any(drive is not None and drive.moving for drive in plant.drives):
        return ""
    records = list(live.memory.restored())
    if len(records[0]) > BOOTS:
        records[0] = records[0][:BOOTS] + records[0][BOOTS + 1 :]
    found = [records, bytes(plant.raw), _drives(plant), _tiles(plant), _people(live)]
    return hashlib.blake2b(repr(found).encode(), digest_size=12).hexdigest()
