"""Line charts as SVG: panels above each other with one time axis, readable without colour."""

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

WIDTH, LEFT, RIGHT, TOP, PANEL, GAP, BOTTOM = 860, 64, 170, 44, 130, 26, 46
DASHES = {"solid": "", "dashed": "9 4", "dotted": "2 4"}
MOST_POINTS = 1200
STEPS = (1, 2, 2.5, 5, 10)
INK, FAINT = "#222222", "#bbbbbb"


class Line(NamedTuple):
    """A curve; `dash` is one of DASHES, an empty label is not written."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    dash: str


class Panel(NamedTuple):
    """Curves on one pair of axes."""

    unit: str
    lines: Sequence[Line]


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from `low` to `high`, at most about `most` of them."""
    raw, power = (high - low) / most or 1.0, 1.0
    while raw / power >= 10:
        power *= 10
    while raw / power < 1:
        power /= 10
    step = next(step * power for step in STEPS if step * power >= raw * 0.999)
    first = int(low / step) - 1
    every = [round((first + n) * step, 9) for n in range(4 * most + 4)]
    return [value for value in every if low - 1e-9 <= value <= high + 1e-9]


def chart(title: str, x_label: str, panels: Sequence[Panel]) -> str:
    """The whole drawing."""
    height = TOP + len(panels) * (PANEL + GAP) + BOTTOM - GAP
    body = [f'<text x="{LEFT}" y="24" font-size="16">{escape(title)}</text>']
    every = [value for panel in panels for line in panel.lines for value in line.x]
    span = (min(every), max(every))
    for index, panel in enumerate(panels):
        body += _panel(panel, span, TOP + index * (PANEL + GAP), index == len(panels) - 1)
    middle = (LEFT + WIDTH - RIGHT) / 2
    body.append(f'<text x="{middle:.0f}" y="{height - 8}" text-anchor="middle">'
                f"{escape(x_label)}</text>")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12" '
            f'fill="{INK}" role="img">\n<title>{escape(title)}</title>\n'
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n'
            + "\n".join(body) + "\n</svg>\n")


def _panel(panel: Panel, span: tuple[float, float], top: float, last: bool) -> list[str]:
    values = [value for line in panel.lines for value in line.y]
    low, high = min(0.0, *values), max(values)
    high += (high - low) * 0.08 or 1.0

    def across(value: float) -> float:
        return LEFT + (value - span[0]) / (span[1] - span[0]) * (WIDTH - LEFT - RIGHT)

    def down(value: float) -> float:
        return top + PANEL - (value - low) / (high - low) * PANEL

    rows = []
    for value in ticks(low, high, 4):
        rows.append(_grid(LEFT, down(value), WIDTH - RIGHT, down(value)))
        rows.append(f'<text x="{LEFT - 6}" y="{down(value) + 4:.1f}" text-anchor="end">'
                    f"{value:g}</text>")
    for value in ticks(*span, 8):
        rows.append(_grid(across(value), top, across(value), top + PANEL))
        if last:
            rows.append(f'<text x="{across(value):.1f}" y="{top + PANEL + 16}" '
                        f'text-anchor="middle">{value:g}</text>')
    middle = top + PANEL / 2
    rows.append(f'<text x="16" y="{middle:.0f}" text-anchor="middle" '
                f'transform="rotate(-90 16 {middle:.0f})">{escape(panel.unit)}</text>')
    rows += [_curve(line, across, down) for line in panel.lines]
    return rows + _labels(panel, down)


def _grid(x1: float, y1: float, x2: float, y2: float) -> str:
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{FAINT}" stroke-width="0.6"/>')


def _curve(line: Line, across: Callable[[float], float], down: Callable[[float], float]) -> str:
    step = max(1, -(-len(line.x) // MOST_POINTS))
    places = [f"{across(x):.1f},{down(y):.1f}"
              for x, y in list(zip(line.x, line.y, strict=True))[::step]]
    last = len(places) - 1
    kept = [place for index, place in enumerate(places)
            if index in (0, last) or {places[index - 1], places[index + 1]} != {place}]
    dash = f' stroke-dasharray="{DASHES[line.dash]}"' if DASHES[line.dash] else ""
    return (f'<polyline points="{" ".join(kept)}" fill="none" stroke="{INK}" '
            f'stroke-width="1.3"{dash}/>')


def _labels(panel: Panel, down: Callable[[float], float]) -> list[str]:
    """Names at the right end, with a sample of the line, pushed apart where they would meet."""
    rows: list[str] = []
    lowest = -1e9
    for line in sorted((line for line in panel.lines if line.label),
                       key=lambda line: down(line.y[-1])):
        lowest = max(down(line.y[-1]) + 4, lowest + 15)
        dash = f' stroke-dasharray="{DASHES[line.dash]}"' if DASHES[line.dash] else ""
        right = WIDTH - RIGHT
        rows.append(f'<line x1="{right + 4}" y1="{lowest - 4:.1f}" x2="{right + 26}" '
                    f'y2="{lowest - 4:.1f}" stroke="{INK}" stroke-width="1.3"{dash}/>')
        rows.append(f'<text x="{right + 30}" y="{lowest:.1f}">{escape(line.label)}</text>')
    return rows
