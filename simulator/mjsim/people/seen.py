"""What people see of a table and do to it: all that `people.py` asks for, and nothing more."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Protocol

from mjsim.people.remedies import Told


class Seen(Protocol):
    """A table as people meet it; `mjsim.table.session.SimTable` is one."""

    @property
    def now_ms(self) -> int:
        """Their clock."""

    @property
    def plant(self) -> Any:
        """The machine itself, as far as eyes reach: heads, what lies in the drum, which set."""

    @property
    def state(self) -> str:
        """What the lamps say the table is doing."""

    @property
    def told(self) -> list[Told]:
        """The faults on the display."""

    @property
    def dice_ms(self) -> int:
        """When the dice last came to rest; 0 = never."""

    @property
    def hatch_open(self) -> bool:
        """It stands open."""

    def press(self, key: str, ms: int) -> None:
        """Hold a key down."""

    def hold(self, key: str, ms: int) -> None:
        """Hold a key, or "both", down in the middle of a hand."""

    def set_lid(self, is_open: bool) -> None:
        """Open or shut the lid."""

    def mend(self, verb: str, place: str, count: int = 1) -> int:
        """One thing done with the hands inside; `UsageError` when it cannot be done."""

    def leave_heads(self) -> None:
        """Leave what they were told of as it is."""

    def clear_causes(self, named: Set[str] | None = None) -> None:
        """Put right what is wrong with the machine, as a repairer would: all, or what is named."""

    def table_tiles(self, name: str = "") -> list[int]:
        """Tiles that lie on the table, of one set or of any."""

    def forgotten_tiles(self) -> list[int]:
        """Tiles that belong inside and lie elsewhere."""

    def boxed_set(self) -> list[int]:
        """A set that has never been on the table."""

    def fit(self, tiles: list[int]) -> list[int]:
        """Those of the tiles that the chosen game needs, with what it needs more."""

    def keep_back(self, tiles: list[int]) -> None:
        """Overlook these tiles until later."""

    @property
    def set_waiting(self) -> str:
        """The set whose walls the table calls built, "" when there is none."""

    @property
    def surplus_told(self) -> bool:
        """The last sort ended with a tile too many."""

    def missing_tiles(self) -> list[int]:
        """Tiles that were taken away and not brought back."""

    def drop(self, tiles: list[int], side: int) -> None:
        """Sweep tiles in from one side, 0..3."""

    def add_tiles(self, tiles: list[int]) -> None:
        """Lay tiles in that were forgotten."""

    def whole_rows(self) -> bool:
        """Every finished row has the stacks of its game."""

    def surplus(self) -> int:
        """How many of the tiles lifted out the chosen game has no use for."""

    def box(self, count: int) -> int:
        """Put the last tiles lifted out back into their box; how many."""
