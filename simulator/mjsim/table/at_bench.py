"""Somebody at a table on the bench: lays a tile on a belt, takes it off, sees what has moved."""

from __future__ import annotations

from typing import Any

from mjsim.generated import constants as C
from mjsim.words.names import UsageError


def lay_tiles(table: Any, name: str, count: int) -> None:
    """Tiles at the port of a standing belt, one behind the other as it carries them on."""
    plant, belt = table.plant, _belt(table, name)
    for tile in plant.new_set("green", count):
        plant.hand.remove(tile)
        belt.tiles.append(tile)
        belt.marks.append(belt.origin)
        plant.moved([tile], belt.place_code)
    belt._show()


def take_tiles(table: Any, name: str) -> None:
    """Everything off a standing belt and out of its head."""
    belt = _belt(table, name)
    while belt.tiles:
        belt.lift_out(0)
    table.plant.heads[belt.line].held.clear()


def _belt(table: Any, name: str) -> Any:
    drive = table.plant.drives[C.MOTORS.index(name)] if name in C.MOTORS else None
    if drive is None or not name.startswith("belt_"):
        raise UsageError("this table has no belt '%s'" % name)
    if drive.moving:
        raise UsageError("%s moves: no hand goes there" % name)
    return drive


class Eyes:
    """Watches what moves; `moved` is what has since the last `look_back`."""

    def __init__(self, table: Any) -> None:
        self._plant = table.plant
        self._ran: dict[str, int] = {}
        self.look_back()

    def look_back(self) -> None:
        """From here on."""
        self._ran = {name: self._ran_ms(at) for at, name in enumerate(C.MOTORS)}

    def moved(self) -> list[str]:
        """Motors whose mechanism has moved."""
        return [name for at, name in enumerate(C.MOTORS) if self._ran_ms(at) > self._ran[name]]

    def is_reversed(self, name: str) -> bool:
        """It goes the other way than it should."""
        return bool(self._plant.crossed >> C.MOTORS.index(name) & 1)

    def stays(self, name: str) -> bool:
        """Its direction relay does not switch: it goes on the way it went."""
        relay = C.MOTOR_DIR[C.MOTORS.index(name)].removeprefix("dir_")
        return relay in self._plant.stuck_relays

    def _ran_ms(self, motor: int) -> int:
        drive = self._plant.drives[motor]
        if drive is None:
            return 0
        going = self._plant.now - drive.started_at if drive.moving else 0
        return int(drive.ran_ms + going)
