"""Two plots as SVG: a statistic against the pre-mix, and what each arm's intervals look like."""

from __future__ import annotations

from html import escape
from math import log10

from mjstudy.equivalence import Verdict
from mjstudy.run.carry import Outcome
from mjstudy.run.curve import Point

WIDE, HIGH, LEFT, LOW = 720, 360, 70, 300
COLOURS = {"pessimistic": ("#b3261e", "6 3"), "middle": ("#1f5fa8", ""),
           "optimistic": ("#2e7d32", "2 3")}  # fmt: skip
MIDDLE, MARGIN, SHOWN = 480.0, 68.0, 2.4
"""Of the intervals: where none is off, how wide a margin is, so many margins to either side."""
LEAST = 0.02
"""The lowest share of a margin that the logarithmic axis shows."""
TICKS_MS = 1_000, 2_000, 5_000, 10_000, 20_000, 50_000
"""Round steps of the time below, eight at most."""


def _frame(title: str, body: list[str], high: int = HIGH) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" role="img" '
        f'font-family="sans-serif" font-size="13"><title>{escape(title)}</title>'
        f'<rect width="{WIDE}" height="{high}" fill="#fff"/>' + "".join(body) + "</svg>\n"
    )


def _up(share: float) -> float:
    return LOW - (log10(max(share, LEAST)) - log10(LEAST)) * 260 / (2 - log10(LEAST))


def premix(curves: dict[str, list[Point]], margin: float, title: str) -> str:
    """The statistic's distance from a perfect shuffle, in margins, against the longer pre-mix."""
    most = max(point.add_ms for points in curves.values() for point in points) or 1
    across = (WIDE - LEFT - 130) / most
    body = [f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>']
    for share in (0.1, 1, 10, 100):
        y = _up(share)
        line = "#333" if share == 1 else "#ccc"
        body.append(f'<line x1="{LEFT}" x2="{WIDE - 130}" y1="{y:.1f}" y2="{y:.1f}" '
                    f'stroke="{line}"/><text x="{LEFT - 8}" y="{y + 4:.1f}" '
                    f'text-anchor="end">{share:g}</text>')  # fmt: skip
    for number, (name, points) in enumerate(curves.items()):
        colour, dash = COLOURS.get(name, ("#555", ""))
        at = [(LEFT + point.add_ms * across, _up(abs(point.shift) / margin)) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" '
                    f'stroke-dasharray="{dash}"/>')  # fmt: skip
        for point, (x, y) in zip(points, at, strict=True):
            high, low = (_up((abs(point.shift) + way * 2.33 * point.se) / margin)
                         for way in (1, -1))  # fmt: skip
            body.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{high:.1f}" y2="{low:.1f}" '
                        f'stroke="{colour}"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3" '
                        f'fill="{colour}"/>')  # fmt: skip
        body.append(f'<text x="{WIDE - 122}" y="{60 + 20 * number}" fill="{colour}">{name}</text>')
    for step in range(0, most + 1, next(ms for ms in TICKS_MS if most <= 8 * ms)):
        x = LEFT + step * across
        body.append(f'<text x="{x:.1f}" y="{LOW + 20}" text-anchor="middle">{step // 1000}</text>')
    body.append(f'<text x="{LEFT}" y="{LOW + 42}">seconds of pre-mix more than the table has; '
                f"1 is the margin ({margin:g}), bars are 98 %</text>")  # fmt: skip
    return _frame(title, body)


def intervals(outcome: Outcome) -> str:
    """Each statistic's interval in margins: inside the two lines is equivalent."""
    rows = outcome.judged
    high = 60 + 20 * len(rows)
    body = [f'<text x="10" y="20" font-weight="bold">{escape(outcome.arm.title)}</text>']
    for side in (-1, 0, 1):
        x = MIDDLE + side * MARGIN
        body.append(f'<line x1="{x}" x2="{x}" y1="30" y2="{high - 20}" stroke="#999" '
                    f'stroke-dasharray="{"" if side else "2 4"}"/>')  # fmt: skip
    for number, one in enumerate(rows):
        y, mark = 46 + 20 * number, {"equivalent": "+", "different": "x"}.get(one.worst.word, "?")
        shift = f"{one.worst.shift / one.worst.margin:+.2f}"
        body.append(f'<text x="10" y="{y + 4}">{mark} {escape(one.statistic.title)}</text>'
                    f'{_bar(one.worst, y)}<text x="{WIDE - 10}" y="{y + 4}" text-anchor="end">'
                    f'{shift}</text>')  # fmt: skip
    body.append(f'<text x="10" y="{high - 4}">+ equivalent, x different, ? undecided; the lines '
                "are the margins, the figures are in margins</text>")  # fmt: skip
    return _frame(outcome.arm.title, body, high)


def _bar(worst: Verdict, y: int) -> str:
    """From its low to its high end; what lies beyond the plot is an arrow at its edge."""
    colour = {"equivalent": "#2e7d32", "different": "#b3261e"}.get(worst.word, "#8a6d00")
    low, up = (max(-SHOWN, min(SHOWN, end / worst.margin)) for end in (worst.low, worst.high))
    if low == up:
        x, way = MIDDLE + low * MARGIN, 8 if low > 0 else -8
        return f'<path d="M{x - way:.1f} {y - 6}v12l{way} -6z" fill="{colour}"/>'
    return (f'<line x1="{MIDDLE + low * MARGIN:.1f}" x2="{MIDDLE + up * MARGIN:.1f}" y1="{y}" '
            f'y2="{y}" stroke="{colour}" stroke-width="5"/>')  # fmt: skip
