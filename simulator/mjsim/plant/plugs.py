"""Motors that were plugged in wrongly: two in each other's place, one with its wires exchanged."""

from __future__ import annotations

from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.watts import Watts


class Plugs(Watts):
    """Part of the plant: which output drives which motor, and which way it turns."""

    refeed: Any

    def _init_plugs(self) -> None:
        self.swapped_plugs = False
        self.crossed = 0  # motors whose two direction wires are exchanged
        self.plugged = [1 << motor for motor in range(len(C.MOTORS))]
        """By output, the motor whose plug is in its place."""

    def turned_by(self, outputs: int) -> int:
        """The motors that these outputs drive: their own, if every plug is in its place."""
        if not self.swapped_plugs:
            return outputs
        return sum(motor for at, motor in enumerate(self.plugged) if outputs >> at & 1)

    def swap_plugs(self, one: int, other: int) -> None:
        """The plugs of two motors change places; once more puts them right."""
        plugged = self.plugged
        plugged[one], plugged[other] = plugged[other], plugged[one]
        self.swapped_plugs = any(bit != 1 << at for at, bit in enumerate(plugged))
        self.refeed()

    def cross_wires(self, motor: int) -> None:
        """The direction wires of a motor change places: it turns the other way from now on."""
        self.crossed ^= 1 << motor
        drive = self.drives[motor]
        drive.set_way(-drive.way, self.now)
        self.next_ms = min(self.due)

    def way(self, motor: int, reverse: object) -> int:
        """The way that a motor turns with its relay drawn or not."""
        return -1 if bool(reverse) != bool(self.crossed >> motor & 1) else 1

    def _beyond(self, ma: int, usual_ma: int) -> int:
        """A difference that another motor makes, if it is beyond what the board tolerates."""
        most = max(C.CURRENT_OFF_MA, usual_ma * C.CURRENT_MISMATCH_PCT // 100)
        return ma if abs(ma) > most else 0
