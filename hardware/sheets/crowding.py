"""Words of a sheet that lie on one another, on a wire or on a part's picture."""

from .draw import Drawn, Word
from .wiring import Wire

SLACK = 0.06  # grid units that two words may share: letters do not fill their box
NAMING = ("ref", "value", "piece")  # words that stand in their part's box, if it is one


def crowded(drawn: Drawn) -> list[str]:
    """What cannot be read, one line each."""
    found = []
    for number, word in enumerate(drawn.words):
        for other in drawn.words[number + 1:]:
            if _shares(word.box, other.box):
                found.append(f"{word.text} lies on {other.text} at {_at(word)}")
        if word.role == "pin" or word.role in NAMING and _inside(word, drawn):
            continue
        for wire in drawn.wires:
            if _shares(word.box, _thin(wire)):
                found.append(f"{word.text} lies on the wire {wire.net} at {_at(word)}")
        for body in drawn.bodies:
            if _shares(word.box, body):
                found.append(f"{word.text} lies on a part at {_at(word)}")
    return found


def _inside(word: Word, drawn: Drawn) -> bool:
    """Does the word stand inside a box?"""
    left, top, right, bottom = word.box
    return any(body.left < left and body.top < top and right < body.right
               and bottom < body.bottom for body in drawn.bodies)


def _at(word: Word) -> str:
    return f"{word.box[0]:.1f},{word.box[1]:.1f}"


def _thin(wire: Wire) -> tuple[float, float, float, float]:
    (x1, x2), (y1, y2) = (sorted((wire.start[n], wire.end[n])) for n in (0, 1))
    return x1 - SLACK, y1 - SLACK, x2 + SLACK, y2 + SLACK


def _shares(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    """Do two rectangles share more than the slack?"""
    return (one[0] + SLACK < two[2] and two[0] + SLACK < one[2]
            and one[1] + SLACK < two[3] and two[1] + SLACK < one[3])
