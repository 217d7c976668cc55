"""Lines and words of a sheet in its own coordinates: grid units, x to the right, y down."""

from typing import Literal, NamedTuple

import schemdraw.elements as elm
from schemdraw.backends.svgtext import text_approx_size
from schemdraw.segments import Segment, SegmentCircle, SegmentText

FONT = "Arial, Helvetica, Liberation Sans, sans-serif"
INK, NET, FAINT, DIM = "#000000", "#0b3d91", "#666666", "#8a4b00"
SMALL, NORMAL, LARGE = 7, 8.5, 14
LINE = 1.2
AIR = 1.12  # other families are wider than Arial
GRID_INCHES = 0.38  # one grid unit on paper
ANCHORS: dict[str, Literal["left", "right"]] = {"right": "left", "left": "right"}


class Word(NamedTuple):
    """A word of the sheet, what it is ("ref", "value", "net", "pin", "title", "note") and the
    place it takes: left, top, right, bottom in grid units."""

    role: str
    text: str
    box: tuple[float, float, float, float]


class Ink(elm.Element):
    """Lines and words in the sheet's own coordinates."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[Word] = []

    def line(self, *points: tuple[float, float], colour: str = INK, width: float = LINE,
             arrow: str = "") -> None:
        """A line through points, y down."""
        self.segments.append(Segment([(x, -y) for x, y in points], color=colour, lw=width,
                                     arrow=arrow or None, arrowwidth=0.16, arrowlength=0.22))

    def dot(self, x: float, y: float) -> None:
        """A joint."""
        self.segments.append(SegmentCircle((x, -y), 0.09, color=INK, fill=INK, lw=LINE))

    def word(self, role: str, text: str, x: float, y: float, grow: str = "right",
             size: float = NORMAL, colour: str = INK) -> None:
        """A word whose middle line is at y, growing from x: right, left or centre."""
        if not text:
            return
        wide, high = letters_wide(text, size), size / 72 / GRID_INCHES
        start = {"right": x, "left": x - wide}.get(grow, x - wide / 2)
        self.words.append(Word(role, text, (start, y - high / 2, start + wide, y + high / 2)))
        base = -y - size * 0.35 / 72 / GRID_INCHES  # half a capital letter below the middle
        self.segments.append(SegmentText(
            (x, base), text, align=(ANCHORS.get(grow, "center"), "base"), font=FONT,
            fontsize=size, color=colour))


def letters_wide(text: str, size: float) -> float:
    """The width of a word in grid units, with air for a computer that has a wider family."""
    wide, _, _ = text_approx_size(text, "Arial", size)
    return float(wide) * AIR / 72 / GRID_INCHES


def wrapped(text: str, letters: int) -> list[str]:
    """The text in lines of at most so many letters, broken at blanks only."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
