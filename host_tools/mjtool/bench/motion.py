"""What one measured motion was: its edges and its figures."""

from dataclasses import dataclass, field

from ..errors import ToolError


@dataclass(frozen=True)
class Edge:
    """An input changed, `t_ms` after the motor was switched on."""

    name: str
    level: int
    t_ms: int

    @property
    def key(self) -> str:
        """`park_a1`: it came on."""
        return f"{self.name}{self.level}"


@dataclass
class Run:
    """One measured motion; currents in mA, times in ms, -1 for what was not measured."""

    motor: str
    way: str
    ended: str = "none"
    figures: dict[str, int] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    refused: str = ""
    fault: str = ""
    problem: ToolError | None = None  # why it was refused, as a single command tells it

    def figure(self, key: str) -> int:
        """A figure, -1 when there is none."""
        return self.figures.get(key, -1)
