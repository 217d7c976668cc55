"""Typed files for the tests: a good one to begin with, and what becomes of it when spoilt."""

from mjstudy.real import hands, sheet, written
from mjstudy.real.header import Header
from mjstudy.real.practice import Defect


def typed(count=2, profile="SHOP-B-136", machine="four_port", load="sorted", **more):
    """A good file of so many hands."""
    return written.practice(Header(profile, machine, load, **more), count, Defect(), 7)


def judged(text):
    """The sheet and its whole hands."""
    found = sheet.read("walls.txt", text)
    return found, hands.hands(found)


def told(text):
    """What is said of a file, line by line, and the numbers of the hands that are whole."""
    found, whole = judged(text)
    return [str(problem) for problem in found.problems], [hand.number for hand in whole]


def wall(text, side, hand=1):
    """A wall's line number in the file, and its line."""
    lines = text.splitlines()
    start = lines.index(f"hand {hand}")
    at = next(i for i in range(start, len(lines)) if lines[i].startswith(f"{side}:"))
    return at + 1, lines[at]


def with_wall(text, side, line, hand=1):
    """The file with another line for a wall; `line` may be a function of the old one."""
    number, old = wall(text, side, hand)
    lines = text.splitlines()
    lines[number - 1] = line(old) if callable(line) else line
    return "\n".join(lines) + "\n"
