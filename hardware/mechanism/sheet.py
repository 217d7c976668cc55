"""A drawing sheet: shapes in mm, dimension lines with their text, byte-stable SVG.

Coordinates are millimetres, y upwards; every number is rounded to 0.1 mm.
"""

from dataclasses import dataclass, field

INK, DIM, GREY = "#1d242b", "#0b5cad", "#7b8794"
TEXT_MM = 13.0


def num(value: float) -> str:
    """A number with at most one decimal, never -0."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@dataclass
class Sheet:
    """Collects shapes; `svg` writes them. `text` is the height of letters in mm."""

    title: str
    text: float = TEXT_MM
    shapes: list[str] = field(default_factory=list)
    shift: tuple[float, float] = (0.0, 0.0)  # where the next shapes' origin lies on the sheet
    reach: list[float] = field(default_factory=lambda: [1e9, 1e9, -1e9, -1e9])

    def _seen(self, *spots: tuple[float, float]) -> None:
        for x, y in (self._at(spot) for spot in spots):
            self.reach = [min(self.reach[0], x), min(self.reach[1], y),
                          max(self.reach[2], x), max(self.reach[3], y)]

    def _at(self, spot: tuple[float, float]) -> tuple[float, float]:
        return spot[0] + self.shift[0], spot[1] + self.shift[1]

    def rect(self, x: tuple[float, float], y: tuple[float, float], fill: str = "none",
             line: str = INK, more: str = "") -> None:
        """A rectangle between limits in any order."""
        (x0, x1), (y0, y1) = sorted(x), sorted(y)
        self._seen((x0, y0), (x1, y1))
        left, top = self._at((x0, y1))
        self.shapes.append(f'<rect x="{num(left)}" y="{num(-top)}" width="{num(x1 - x0)}" '
                           f'height="{num(y1 - y0)}" fill="{fill}" stroke="{line}"{more}/>')

    def circle(self, at: tuple[float, float], radius: float, fill: str = "none",
               line: str = INK, more: str = "") -> None:
        """A circle."""
        self._seen((at[0] - radius, at[1] - radius), (at[0] + radius, at[1] + radius))
        x, y = self._at(at)
        self.shapes.append(f'<circle cx="{num(x)}" cy="{num(-y)}" r="{num(radius)}" '
                           f'fill="{fill}" stroke="{line}"{more}/>')

    def path(self, points: list[tuple[float, float]], fill: str = "none", line: str = INK,
             closed: bool = True, more: str = "") -> None:
        """A polygon or an open line."""
        self._seen(*points)
        steps = "L".join(f"{num(x)} {num(-y)}" for x, y in map(self._at, points))
        self.shapes.append(f'<path d="M{steps}{"z" if closed else ""}" fill="{fill}" '
                           f'stroke="{line}"{more}/>')

    def word(self, at: tuple[float, float], text: str, anchor: str = "middle", turn: int = 0,
             colour: str = INK, size: float = 1.0) -> None:
        """A word; `turn` in degrees, anticlockwise."""
        high = self.text * size
        wide = len(text) * high * 0.56
        left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[anchor]
        if turn:
            self._seen((at[0] - high, at[1] + left), (at[0] + 2, at[1] + left + wide))
        else:
            self._seen((at[0] + left, at[1]), (at[0] + left + wide, at[1] + high))
        x, y = self._at(at)
        spin = f' transform="rotate({-turn} {num(x)} {num(-y)})"' if turn else ""
        self.shapes.append(f'<text x="{num(x)}" y="{num(-y)}" text-anchor="{anchor}" '
                           f'font-size="{num(high)}" fill="{colour}"{spin}>{text}</text>')

    def across(self, x: tuple[float, float], y: float, origin: tuple[float, float],
               text: str = "", aside: float = 0) -> None:
        """A dimension along x at height `y`, with lines from `origin` (y of the two ends).

        For short distances `aside` puts the text that far to the right of the right end or,
        negative, to the left of the left end.
        """
        x0, x1 = sorted(x)
        low = origin if x[0] <= x[1] else origin[::-1]
        for at, start in ((x0, low[0]), (x1, low[1])):
            over = 4 if y > start else -4
            self._thin((at, start + over / 2), (at, y + over))
        self._arrow((x0, y), (x1, y))
        words = text or num(x1 - x0)
        if aside:
            end, gap, anchor = (x1, 3, "start") if aside > 0 else (x0, -3, "end")
            self._thin((end, y), (end + aside, y))
            self.word((end + aside + gap, y - self.text / 3), words, anchor, 0, DIM)
        else:
            self.word(((x0 + x1) / 2, y + 3), words, "middle", 0, DIM)

    def upright(self, y: tuple[float, float], x: float, origin: tuple[float, float],
                text: str = "", aside: float = 0) -> None:
        """A dimension along y at `x`; see `across`."""
        y0, y1 = sorted(y)
        low = origin if y[0] <= y[1] else origin[::-1]
        for at, start in ((y0, low[0]), (y1, low[1])):
            over = 4 if x > start else -4
            self._thin((start + over / 2, at), (x + over, at))
        self._arrow((x, y0), (x, y1))
        words = text or num(y1 - y0)
        if aside:
            end, gap, anchor = (y1, 3, "start") if aside > 0 else (y0, -3, "end")
            self._thin((x, end), (x, end + aside))
            self.word((x - 3, end + aside + gap), words, anchor, 90, DIM)
        else:
            self.word((x - 3, (y0 + y1) / 2), words, "middle", 90, DIM)

    def note(self, at: tuple[float, float], to: tuple[float, float], text: str,
             anchor: str = "start") -> None:
        """A name with a line to what it names."""
        self._thin(at, to, GREY)
        self.circle(to, 2, INK, INK)
        gap = {"start": 3, "end": -3, "middle": 0}[anchor]
        self.word((at[0] + gap, at[1] - self.text / 3), text, anchor)

    def _thin(self, a: tuple[float, float], b: tuple[float, float], colour: str = DIM) -> None:
        self.path([a, b], "none", colour, False, ' stroke-width=".6"')

    def _arrow(self, a: tuple[float, float], b: tuple[float, float]) -> None:
        self.path([a, b], "none", DIM, False,
                  ' stroke-width=".8" marker-start="url(#tip)" marker-end="url(#tip)"')

    def svg(self) -> str:
        """The file's text."""
        x0, y0, x1, y1 = self.reach
        edge = 20
        wide, high = x1 - x0 + 2 * edge, y1 - y0 + 2 * edge
        box = f"{num(x0 - edge)} {num(-y1 - edge)} {num(wide)} {num(high)}"
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
            f'font-family="Helvetica, Arial, sans-serif" stroke-width="1.2">',
            f"<title>{self.title}</title>",
            '<defs><marker id="tip" viewBox="-9 -4 10 8" refX="0" refY="0" markerWidth="9" '
            'markerHeight="7" markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
            f'<path d="M0 0L-8 2.6V-2.6z" fill="{DIM}"/></marker></defs>',
            f'<rect x="{num(x0 - edge)}" y="{num(-y1 - edge)}" width="{num(wide)}" '
            f'height="{num(high)}" fill="#fff"/>',
            *self.shapes, "</svg>", ""])
