"""The table of what can go wrong, for people: its lines in 80 columns, its words for the shell."""

from __future__ import annotations

import re
import textwrap

from mjsim.plant.inject_row import Fault
from mjsim.plant.inject_table import TABLE
from mjsim.plant.inject_words import BEAMS, BELTS, HEADS, KEYS, LIFTS, LIMITS, MOTOR, RELAYS
from mjsim.plant.signals import INPUT

COLUMNS, LEFT = 80, 28
PLACES = {
    "<input>": tuple(INPUT), "<motor>": tuple(MOTOR), "<head>": HEADS, "<lift>": LIFTS,
    "<belt>": BELTS, "<beam>": BEAMS, "<limit>": LIMITS, "<key>": KEYS, "<relay>": RELAYS,
    "<side>": ("a", "b", "c", "d"), "<drum or ring>": ("drum", "ring"),
}  # fmt: skip
"""By what stands for it in a row's words, the names that fit; figures are people's."""
WORD = re.compile(r"\[<[^>]+>\]|<[^>]+>|\S+")


def help_lines() -> list[str]:
    """A fault's words, and what it does beside or below them."""
    lines = []
    for name, fault in TABLE.items():
        words = (name + " " + fault.usage).rstrip()
        said = textwrap.wrap(fault.doc, COLUMNS - LEFT)
        if len(words) > LEFT - 2:
            lines.append(words)
            words = ""
        for line in said:
            lines.append("%-*s%s" % (LEFT, words, line))
            words = ""
    return lines


def words_after(typed: list[str]) -> list[str]:
    """What may stand next: a fault's own words, then the names or choices of its usage."""
    before = [word.lower() for word in typed]
    if before[:1] == ["clear"]:
        before = before[1:]
        first = ["all"] if not before else []
    else:
        first = ["clear"] if not before else []
    names = [name.split() for name in TABLE]
    own = [words[len(before)] for words in names
           if words[:len(before)] == before and len(words) > len(before)]
    found = [*first, *own]
    for length in (2, 1):
        fault = TABLE.get(" ".join(before[:length]))
        if fault is not None and len(before) >= length:
            return list(dict.fromkeys(found + _parts(fault, before[length:])))
    return list(dict.fromkeys(found))


def _parts(fault: Fault, given: list[str]) -> list[str]:
    """Names or choices that the next word of a usage stands for."""
    places = WORD.findall(fault.usage)
    if len(given) >= len(places):
        return []
    place = places[len(given)]
    if place.startswith(("<", "[")):
        return [name for name in PLACES.get(place, ()) if len(places) > 1 or _fits(fault, name)]
    return place.split("|")


def _fits(fault: Fault, name: str) -> bool:
    """The dice motor, for one, has no triac that could be shorted."""
    try:
        fault.check((name,))
    except ValueError:
        return False
    return True
