"""What people do to a table, written down while the simulator's own firmware plays, then repeated.

    told = Told("four_port", "YEE", seed=3)
    told.table.load(); ...                  # any verb of SimTable
    told.deeds                              # (virtual time, method of the plant, its arguments)

Only deeds from outside are kept: what the plant does to itself it will do again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjsim.plant import Plant, inject
from mjsim.plant.unit import TYPICAL, Unit
from mjsim.table.session import SETTLE_MS, SimTable

Deed = tuple[int, str, tuple[Any, ...]]
METHODS = ("set_input", "press_stop", "drop", "add_loose", "take_from_table", "new_set",
           "mains_on", "mains_off", "cut_mains", "dice_count", "inject")  # fmt: skip


class TapedPlant(Plant):
    """A plant that writes down what is done to it from outside."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.deeds: list[Deed] = []
        self._inside = 1
        super().__init__(*args, **options)
        self._inside = 0

    def _quietly(self, method: Callable[..., Any], *args: Any) -> Any:
        self._inside += 1
        try:
            return method(*args)
        finally:
            self._inside -= 1

    def advance(self, t_ms: int) -> None:
        self._quietly(super().advance, t_ms)

    def write(self, motors: int, aux: int, t_ms: int) -> None:
        self._quietly(super().write, motors, aux, t_ms)

    def arm(self, on: object, t_ms: int) -> None:
        self._quietly(super().arm, on, t_ms)

    def emit(self, on: object, t_ms: int) -> None:
        self._quietly(super().emit, on, t_ms)

    def told(self, name: str, *args: Any) -> None:
        """Write a deed down, unless it is part of another."""
        if not self._inside:
            self.deeds.append((self.now, name, args))


def _taped(name: str) -> Callable[..., Any]:
    plain = getattr(Plant, name)

    def method(self: TapedPlant, *args: Any) -> Any:
        self.told(name, *args)
        return self._quietly(plain, self, *args)

    return method


for _name in METHODS:
    if callable(getattr(Plant, _name, None)):
        setattr(TapedPlant, _name, _taped(_name))


def _set_dice(self: TapedPlant, count: int) -> None:
    self.told("dice_count", count)
    self.dice_plate.count = count


TapedPlant.dice_count = property(lambda self: self.dice_plate.count, _set_dice)  # type: ignore


class ToldTable(SimTable):
    """A SimTable on a taped plant."""

    plant: Any

    def inject(self, text: str) -> None:
        """As in SimTable, written down as one deed; no chart is asked for that a board would not
        ask."""
        self.plant.told("inject", text)
        asked = self.table and self.table.asked
        self.plant._quietly(super().inject, text)
        if self.table:
            self.table.asked = asked


def steady(seed: int) -> Unit:
    """A typical unit on mains that keep their frequency: the board measures a half-cycle to the
    microsecond, the simulator is told of it in milliseconds, and the two are to agree exactly."""
    return Unit(TYPICAL, seed, {"mains_hz": 0})


def told(machine: str = "four_port", profile: str = "SHOP-B-136", seed: int = 0,
         **options: Any) -> ToldTable:  # fmt: skip
    """A powered table whose `plant.deeds` can be repeated on another with the same seed."""
    table = ToldTable(machine, profile, seed, powered=False, **{"unit": steady(seed), **options})
    table.plant.__class__ = TapedPlant
    table.plant.deeds = []
    table.plant._inside = 0
    table.plant.mains_on()
    table._boot("power")
    table.run_for(SETTLE_MS)
    return table


def repeat(plant: Any, deed: Deed) -> None:
    """Do it again."""
    _, name, args = deed
    if name == "inject":
        inject.apply(plant, args[0])
    elif name == "dice_count":
        plant.dice_count = args[0]
    else:
        getattr(plant, name)(*args)
