"""What `mjview` draws, taken from a simulated table: its plant is seen, not only its sensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjtable.game import profiles
from mjtable.generated.iomap import LOGIC_MW, MOTOR_RUN_MW, MOTORS
from mjview.picture import clock
from mjview.scene import SIDES, Scene, Side

if TYPE_CHECKING:
    from mjsim.table.session import SimTable


def watts(table: SimTable) -> float:
    """Running power of the commanded motors and the logic."""
    motors = table.board.outputs.motors if table.board else 0
    return (LOGIC_MW + sum(mw for m, mw in enumerate(MOTOR_RUN_MW) if motors >> m & 1)) / 1000


def scene(table: SimTable) -> Scene:
    """The table as it is now."""
    plant, board = table.plant, table.board
    motors = board.outputs.motors if board is not None else 0
    return Scene(
        title="%s  %s  %s  %s" % (
            table.machine, profiles.name(table.table.profile) if table.table else "-",
            clock(table.now_ms), table.state),
        sides=tuple(_side(table, side) for side in range(4)),
        tiles=profiles.tiles(table.profile_index), drum=plant.counts()["drum"],
        watts=watts(table), hatch=_hatch(table),
        running=tuple(name for m, name in enumerate(MOTORS) if motors >> m & 1),
        building=plant.set_in_works, waiting=plant.waiting_set,
        lamps=tuple(board.outputs.lamps) if board is not None else (),
    )  # fmt: skip


def _hatch(table: SimTable) -> str:
    if table.io("hatch_up"):
        return "open"
    return "shut" if table.io("hatch_dn") else "moving"


def _side(table: SimTable, side: int) -> Side:
    plant, letter = table.plant, SIDES[side].lower()
    on_belt = len(plant.on_belt(side)) if side < len(plant.belts) else 0
    lift = "lift up" if table.io("lift_up_" + letter) else (
        "lift down" if table.io("lift_dn_" + letter) else "lift moves")  # fmt: skip
    wall = len(plant.walls(side)) // 2
    return Side(plant.stacks[side], profiles.stacks(table.profile_index, side), "o" * on_belt,
                lift, "wall of %d" % wall if wall else "")  # fmt: skip
