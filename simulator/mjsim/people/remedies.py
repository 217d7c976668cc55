"""What people do about each fault: the remedies of docs/FAULTS.md as acts of `mending.py`.

`{}` is the side that the fault names, or every side that is fitted when it names none.
"""

from __future__ import annotations

from typing import NamedTuple

WAIT, PART, ADD, HANDS = "wait", "part", "add", "hands"
"""Waited for and acknowledged; a part is wiped, mended, replaced, or something taken off it; tiles
are swept in through the hatch; hands go into the machine."""
LINES = "abcd"
LIFT_OUT = ("lift belt_{}", "right lane_{}", "right head_{}", "lay drum")
"""A caught tile; the lane, stack by stack what the table counts; what the head should not hold.
The belt gives the others back, counted again."""
EMPTY = ("right lane_{}", "lift head_{} 2", "lay drum")
"""The table takes the head for empty: its tiles come again."""
PUSH = ("push head_{}",)
CHAIN = ("crank chain",)
UNDER = ("lift belt_", "lift head_")
BOX = "box"
"""What is too many goes into its box."""

ACTS = {
    "E301": ("crank drum",),
    "E302": ("crank ring",),
    "E402": LIFT_OUT,
    "E404": LIFT_OUT,
    "E405": CHAIN,
    "E407": ("lift port_{}", BOX, "lay drum"),
    "E432": ("lift drum 160", *(act + letter + " 160" for letter in LINES for act in UNDER),
             *("right row_" + letter for letter in LINES), BOX),
    # laid back as they lay: the table still counts on them; half a stack may be out already
    "E521": ("push head_{}", "lift lane_{}", "lift head_{} 2", "lay head_{}"),
    "E522": PUSH,
    "E523": EMPTY,
    "E524": EMPTY,
    "E605": ("right lift_{}", "right fallen_{}"),
    "E902": (),
    "E913": ("empty machine",),
}
"""By fault: acts of hands inside the machine, under the open lid. E432 is done before the next
sort, when the hatch is open, under the lid when a row is not whole, and what is not too many is
kept for its own set. What E605 and E902 count decides (`BY_DETAIL`)."""
PLAIN = {"E913"}
"""Where a mere look under the lid shows everybody what to do."""
AGAIN = {
    "E431": ("lift belt_{} 160", "right lane_{}", "right head_{}", "lay drum"),
}
"""When tiles are short and none is missing."""
DOWN = tuple("crank lift_" + letter for letter in LINES)
IN_THE_WAY = {2: PUSH, 3: (*DOWN, *CHAIN), 6: PUSH}
"""By the interlock that stopped a motor."""
BY_DETAIL = {
    "E605": {0: ACTS["E605"], 1: ("right wall_{}",)},
    "E902": IN_THE_WAY,
}
"""A wall that was to come up comes up; else it goes back on its lane."""

KINDS = {
    **dict.fromkeys(ACTS, HANDS),
    **dict.fromkeys(("E201", "E205", "E207", "E211", "E433", "E807"), WAIT),
    **dict.fromkeys(("E903", "E904", "E907"), WAIT),
    **dict.fromkeys(("E202", "E203", "E204", "E206", "E208", "E209"), PART),
    **dict.fromkeys(("E401", "E403", "E406", "E601", "E602", "E603", "E604"), PART),
    **dict.fromkeys(("E701", "E702", "E801", "E802", "E803", "E804", "E805", "E806"), PART),
    **dict.fromkeys(("E901", "E906", "E908", "E909", "E910"), PART),
    **dict.fromkeys(("E911", "E912"), PART),
    **dict.fromkeys(("E431", "E905"), ADD),
}
"""By fault, what kind of remedy it has."""


class Told(NamedTuple):
    """A fault as the table tells it: its code, where, and the detail."""

    code: str
    place: str
    detail: int


def acts(told: Told, lines: int, again: bool = False) -> list[str]:
    """What hands do about a fault on a machine with that many lines; empty when nothing."""
    named = told.place.startswith(("line_", "lift_"))
    side = told.place[5:] if named else LINES[:lines]
    wanted = ACTS.get(told.code, ())
    if told.code in BY_DETAIL:
        wanted = BY_DETAIL[told.code].get(told.detail, ())
    if again:
        wanted = AGAIN.get(told.code, wanted)
    if any("{}" in act for act in wanted):
        return [act.format(letter) for letter in side for act in wanted]
    return list(wanted)
