"""A live picture of the table for a terminal: drum, lines, hatch, lifts, lamps, watts.

Whole in 80 columns, with longer bars in wider ones; as high at every moment as at any other, so
that nothing jumps. Everything is readable without colour.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from mjview.scene import LAMPS, SIDES, Scene, grouped

NARROW = 80
"""Columns in which everything is shown."""
BAR = 17
"""Shortest bar, in characters."""
FULL_W = 50
"""Where the bar of the power ends: a new table's budget."""
LAMP_STYLES = ("grey37", "green", "blue", "red", "white", "yellow")
SET_STYLES = {"green": "green", "blue": "blue"}
ALARM = "bold red"


def bar(value: float, full: float, width: int = BAR, style: str = "cyan") -> Text:
    """A bar of `width` characters, filled in proportion."""
    filled = min(width, round(width * value / full)) if full else 0
    return Text("█" * filled, style) + Text("·" * (width - filled), "grey37")


def clock(t_ms: int) -> str:
    """A time as minutes and seconds."""
    return "%d:%04.1f" % (t_ms // 60_000, t_ms % 60_000 / 1000)


class Picture:
    """Draws what `scene()` gives whenever it is drawn; `say` adds a message at the bottom."""

    def __init__(self, scene: Callable[[], Scene], messages: int = 7, footer: str = "") -> None:
        self._scene = scene
        self._messages: deque[str] = deque(maxlen=messages)
        self._footer = footer

    def say(self, text: str) -> None:
        """Add a message."""
        self._messages.append(text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        scene = self._scene()
        more = max(0, options.max_width - NARROW)
        parts: list[RenderableType] = [
            _works(scene, BAR + 13 + more // 2), _sides(scene, BAR + more // 2)]  # fmt: skip
        if scene.lamps is not None:
            parts.append(_lamps(scene.lamps))
        parts += [_line("  ".join(scene.doing)), _line(scene.alarm, ALARM),
                  _line("\n".join([*self._messages, *[""] * self._empty]))]
        yield Panel(Group(*parts), title=Text(scene.title), subtitle=self._footer or None)

    @property
    def _empty(self) -> int:
        return (self._messages.maxlen or 0) - len(self._messages)


def _line(text: str, style: str = "") -> Text:
    """Text that is cut at the picture's edge, never broken."""
    return Text(text, style, no_wrap=True, overflow="ellipsis")


def _grid() -> Grid:
    return Grid.grid(padding=(0, 1))


def _works(scene: Scene, width: int) -> Grid:
    grid = _grid()
    colour = SET_STYLES.get(scene.building, "cyan")
    if scene.drum is None:
        grid.add_row("drum", Text("nobody counts the tiles in it".ljust(width)), "")
    else:
        grid.add_row("drum", bar(scene.drum, scene.tiles, width, colour),
                     "%d tiles" % scene.drum)  # fmt: skip
    grid.add_row("power", bar(scene.watts, FULL_W, width, "yellow"), "%.0f W" % scene.watts)
    grid.add_row("hatch", _line(scene.hatch),
                 _line("runs: " + (grouped(scene.running) or "nothing")))  # fmt: skip
    return grid


def _sides(scene: Scene, width: int) -> Grid:
    grid = _grid()
    colour = SET_STYLES.get(scene.waiting or scene.building, "cyan")
    for letter, side in zip(SIDES, scene.sides, strict=True):
        grid.add_row(
            "side " + letter, "belt " + side.belt.ljust(6),
            bar(side.stacks, side.quota, width, colour),
            "%2d of %2d" % (side.stacks, side.quota), _line(side.lift.ljust(10)),
            _line(side.doing),
        )  # fmt: skip
    return grid


def _lamps(lamps: tuple[int, ...]) -> Text:
    text = _line("lamps ")
    for index, colour in enumerate(lamps):
        side, lamp = divmod(index, len(LAMPS))
        if lamp == 0:
            text.append(" %s " % SIDES[side])
        text.append(LAMPS[lamp] if colour else "·", LAMP_STYLES[colour])
    return text
