"""A live picture of the table for a terminal: drum, lines, hatch, lifts, lamps, watts."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from rich.console import Group
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from mjtable.game import profiles
from mjtable.generated.iomap import LOGIC_MW, MOTOR_RUN_MW, MOTORS

if TYPE_CHECKING:
    from mjsim.table.session import SimTable

SIDES = "ABCD"
BAR = 19
LAMP_STYLES = ("grey37", "green", "blue", "red", "white", "yellow")
LAMPS = "D+ESWN"
"""Lamps of a side: dealer, dealer stays, seat winds (firmware lamps.py); a dot when dark."""
SET_STYLES = {"green": "green", "blue": "blue"}


def bar(value: float, full: float, width: int = BAR, style: str = "cyan") -> Text:
    """A bar of `width` characters, filled in proportion."""
    filled = min(width, round(width * value / full)) if full else 0
    return Text("█" * filled, style) + Text("·" * (width - filled), "grey37")


def clock(t_ms: int) -> str:
    """Virtual time as minutes and seconds."""
    return "%d:%04.1f" % (t_ms // 60_000, t_ms % 60_000 / 1000)


def watts(table: SimTable) -> float:
    """Running power of the commanded motors and the logic."""
    motors = table.board.outputs.motors if table.board else 0
    return (LOGIC_MW + sum(mw for m, mw in enumerate(MOTOR_RUN_MW) if motors >> m & 1)) / 1000


class Picture:
    """Draws one table; `say` adds a message at the bottom."""

    def __init__(self, table: SimTable, messages: int = 7) -> None:
        self._table = table
        self._messages: deque[str] = deque(maxlen=messages)

    def say(self, text: str) -> None:
        """Add a message."""
        self._messages.append(text)

    def __rich__(self) -> Panel:
        table = self._table
        title = "%s  %s  %s  %s" % (
            table.machine, profiles.name(table.table.profile) if table.table else "-",
            clock(table.now_ms), table.state,
        )  # fmt: skip
        return Panel(Group(self._works(), self._sides(), self._lamps(), self._log()), title=title)

    def _works(self) -> Grid:
        table = self._table
        counts = table.plant.counts()
        tiles = profiles.tiles(table.profile_index)
        grid = Grid.grid(padding=(0, 1))
        colour = SET_STYLES.get(table.plant.set_in_works, "cyan")
        grid.add_row("drum", bar(counts["drum"], tiles, 30, colour), "%d tiles" % counts["drum"])
        grid.add_row("power", bar(watts(table), 50, 30, "yellow"), "%.0f W" % watts(table))
        running = [name for m, name in enumerate(MOTORS) if self._on(m)]
        grid.add_row("hatch", self._hatch(), "runs: " + (" ".join(running) or "nothing"))
        return grid

    def _on(self, motor: int) -> bool:
        board = self._table.board
        return board is not None and bool(board.outputs.motors >> motor & 1)

    def _hatch(self) -> str:
        if self._table.io("hatch_up"):
            return "open"
        return "shut" if self._table.io("hatch_dn") else "moving"

    def _sides(self) -> Grid:
        table = self._table
        plant = table.plant
        grid = Grid.grid(padding=(0, 1))
        for side in range(4):
            letter = SIDES[side].lower()
            quota = profiles.stacks(table.profile_index, side)
            fitted = side < len(plant.belts)
            on_belt = len(plant.on_belt(side)) if fitted else 0
            colour = SET_STYLES.get(plant.waiting_set or plant.set_in_works, "cyan")
            lift = "lift up" if table.io("lift_up_" + letter) else (
                "lift down" if table.io("lift_dn_" + letter) else "lift moves")  # fmt: skip
            grid.add_row(
                "side " + SIDES[side],
                "belt " + ("o" * on_belt).ljust(6),
                bar(plant.stacks[side], quota, BAR, colour),
                "%2d of %d" % (plant.stacks[side], quota),
                lift,
                "wall of %d on the table" % (len(plant.walls(side)) // 2) if plant.walls(side)
                else "",
            )  # fmt: skip
        return grid

    def _lamps(self) -> Text:
        text = Text("lamps ")
        if self._table.board is not None:
            lamps = self._table.board.outputs.lamps
            for index, colour in enumerate(lamps):
                side, lamp = divmod(index, len(LAMPS))
                if lamp == 0:
                    text.append(" %s " % SIDES[side])
                text.append(LAMPS[lamp] if colour else "·", LAMP_STYLES[colour])
        return text

    def _log(self) -> Text:
        lines = list(self._messages)
        lines += [""] * ((self._messages.maxlen or 0) - len(lines))
        return Text("\n".join(lines), no_wrap=True, overflow="ellipsis")
