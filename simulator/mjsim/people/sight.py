"""What can be seen of a simulated table: by people, by instruments, by the simulator alone."""

from __future__ import annotations

from typing import Any

from mjsim.board import decode
from mjsim.people.remedies import Told
from mjsim.plant.numbers import HATCH_END
from mjtable.generated.iomap import INPUTS, MOTORS, OUTPUTS


class Sight:
    """Part of `SimTable`: questions; none of them lets time pass."""

    plant: Any
    table: Any
    board: Any
    runner: Any

    @property
    def now_ms(self) -> int:
        """Virtual time since the start."""
        return int(self.runner.now_ms)

    @property
    def state(self) -> str:
        """The table's state, "off" without power."""
        return "off" if self.table is None else str(self.table.state)

    @property
    def faults(self) -> list[str]:
        """Codes of the latched faults, the first cause first."""
        if self.table is None:
            return []
        latched = self.table.faults
        return [decode.code(latched.at(index)) for index in range(latched.count)]

    @property
    def told(self) -> list[Told]:
        """The latched faults with their places and details, the first cause first."""
        if self.table is None:
            return []
        latched = self.table.faults
        return [Told(code, latched.place(index), latched.detail(index))
                for index, code in enumerate(self.faults)]  # fmt: skip

    @property
    def set_waiting(self) -> str:
        """The set whose walls the table calls built, "" when there is none."""
        return "" if self.table is None else str(self.table.set_waiting)

    @property
    def surplus_told(self) -> bool:
        """The last sort ended with a tile too many (E432, a warning that goes by itself)."""
        return self.table is not None and bool(self.table.sorter.leftovers.surplus)

    @property
    def violations(self) -> list[str]:
        """What happened against physics, as sentences."""
        return list(self.plant.violations)

    @property
    def stacks(self) -> list[int]:
        """Stacks waiting on the lanes of sides A to D."""
        return list(self.plant.stacks)

    @property
    def walls(self) -> int:
        """Sides with a wall on the table."""
        return sum(1 for side in range(4) if self.plant.walls(side))

    @property
    def tiles_on_table(self) -> int:
        """Tiles lying on the table."""
        return len(self.plant.table_tiles())

    @property
    def hatch_open(self) -> bool:
        """Tiles can fall through: the hatch is more than half up, whatever its sensors say."""
        return int(self.plant.hatch.place(self.plant.now)) * 2 >= HATCH_END

    def table_tiles(self, name: str = "") -> list[int]:
        """Tiles on the table, of one set or of both."""
        return list(self.plant.table_tiles(name))

    def io(self, name: str) -> bool:
        """Level of an input or output at the last scan, as the I/O map spells it."""
        if self.board is None:
            return False
        if name in INPUTS:
            index = INPUTS.index(name)
            return bool(self.board.inputs.level[index >> 3] >> (index & 7) & 1)
        outputs = self.board.outputs
        if name in MOTORS:
            return bool(outputs.motors >> MOTORS.index(name) & 1)
        return bool(outputs.aux >> (OUTPUTS.index(name) - 16) & 1)

    def summary(self) -> str:
        """Where the table stands, in one line."""
        faults = self.faults
        return "state is %s, %s, stacks %s, %.3f s after the start" % (
            self.state,
            "faults " + " ".join(faults) if faults else "no fault",
            ",".join(str(n) for n in self.stacks),
            self.now_ms / 1000,
        )
