"""Plots of a report as inline SVG: each sensor's level over a motion, no script and no network."""

from dataclasses import dataclass

from markupsafe import Markup, escape

from .case import Case
from .motion import Run

WIDTH, LEFT, LANE, TOP = 900, 130, 26, 8
MOST_LANES = 8
OFF = 1.15  # of the motion, how much of the time behind it is shown


@dataclass(frozen=True)
class Plot:
    """A picture and its title."""

    title: str
    svg: Markup


def plots(cases: dict[str, Case]) -> list[Plot]:
    """One for each motion in which something changed."""
    return [Plot(f"{name}, {run.way}: {caption(run)}", draw(run))
            for name, case in cases.items() for run in case.runs if run.edges]


def caption(run: Run) -> str:
    """The figures of a motion in words."""
    parts = [(f"{label} {run.figure(key)} {unit}") for key, label, unit in (
        ("lag_ms", "first edge after", "ms"), ("travel_ms", "at its end after", "ms"),
        ("coast_ms", "coast", "ms"), ("run_ma", "current", "mA")) if run.figure(key) >= 0]
    return ", ".join(parts) or run.ended


def draw(run: Run) -> Markup:
    """Lanes of levels over the time since the motor was switched on."""
    names = list(dict.fromkeys(edge.name for edge in run.edges))[:MOST_LANES]
    end = max(edge.t_ms for edge in run.edges) * OFF + 1
    height = TOP * 2 + LANE * len(names) + 18
    parts = [_lane(run, name, at, end) for at, name in enumerate(names)]
    switched_off = run.figure("travel_ms")
    if switched_off >= 0:
        x = _x(switched_off, end)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{height - 18}" stroke="#a11" '
                     'stroke-dasharray="4 3"/>')
    parts += [f'<text x="{_x(end * k / 4, end)}" y="{height - 4}" font-size="11" '
              f'text-anchor="middle" fill="#555">{round(end * k / 4)} ms</text>'
              for k in range(4)]
    return Markup(f'<svg viewBox="0 0 {WIDTH} {height}" role="img">{"".join(parts)}</svg>')


def _x(t_ms: float, end: float) -> int:
    return LEFT + round((WIDTH - LEFT - 10) * t_ms / end)


def _lane(run: Run, name: str, at: int, end: float) -> str:
    """One input: low at the lane's floor, high at its top."""
    floor, top = TOP + LANE * (at + 1) - 4, TOP + LANE * at + 4
    edges = [edge for edge in run.edges if edge.name == name]
    level = 1 - edges[0].level
    points = [f"{LEFT},{top if level else floor}"]
    for edge in edges:
        x = _x(edge.t_ms, end)
        points += [f"{x},{top if level else floor}", f"{x},{top if edge.level else floor}"]
        level = edge.level
    points.append(f"{WIDTH - 10},{top if level else floor}")
    return (f'<text x="4" y="{floor - 3}" font-size="12">{escape(name)}</text>'
            f'<polyline fill="none" stroke="#1f4e8c" stroke-width="1.6" '
            f'points="{" ".join(points)}"/>')
