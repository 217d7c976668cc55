"""Files for people to fill in, and files that are filled in already to practise with."""

import random
from collections.abc import Sequence

from mjstudy.real.deck import deck_of, names_of
from mjstudy.real.header import Header, finish
from mjstudy.real.places import Rows, places
from mjstudy.real.practice import Defect, shuffle
from mjstudy.real.sheet import SIDES
from mjstudy.real.tiles import PLAIN

HANDS = 10  # of a template

HEAD = """\
# Walls of a real table for `mjsim study real`, docs/REAL_SHUFFLE.md.
profile {profile}
machine {machine}
load {load}{dots}
built {built}   # the end of a wall that is built first, as its player sees it
read {read}    # the end from which you type
"""
HOW = """\
# Each wall: {stacks}.
# Stack by stack, the lower tile of each before the upper.
# Or two lines a wall, as two photographs show it: "A lower:" and "A upper:".
# Tiles: B1-B9 bamboos, C1-C9 characters, D1-D9 dots, WE WS WW WN, DR DG DW{more}
"""
MARKED = "# Here only marks: * for a dotted tile, - for another.\n"


def header(made: Header) -> str:
    """The first lines of a file."""
    dots = f"\ndots {made.dots}" if made.load == "dots" else ""
    return HEAD.format(
        profile=made.profile, machine=made.machine, load=made.load, dots=dots, built=made.built,
        read=made.read,
    )  # fmt: skip


def template(made: Header) -> str:
    """A file with empty walls for ten hands; reading it tells of nothing wrong."""
    finish(made, _nothing, _nothing)
    a, b, c, d = made.stacks
    each = f"{a} stacks" if a == b else f"A and C {a} stacks, B and D {b}"
    beside = [code for code, count in made.kinds().items() if count != 4]
    more = ",\n# " + " ".join(beside) if beside else ""
    text = header(made) + HOW.format(stacks=each, more=more)
    text += MARKED if made.load == "dots" else ""
    for number in range(1, HANDS + 1):
        text += f"\nhand {number}\n" + "".join(f"{side}:\n" for side in SIDES)
    return text


def practice(made: Header, hands: int, defect: Defect, seed: int) -> str:
    """A file of so many hands of a made-up table with that defect; one seed, one file."""
    finish(made, _nothing, _nothing)
    deck, where, names = deck_of(made), places(made.machine, made.stacks), names_of(made)
    source = random.Random(f"practice {seed}")
    text = header(made) + (
        f"# made up: seed {seed}, cling {100 * defect.cling:g} %, layer {100 * defect.layer:g} %"
        f"{', apart' if defect.apart else ''}\n"
    )
    for number in range(1, hands + 1):
        line = [names[label] for label in shuffle(deck, where, defect, source)]
        text += f"\nhand {number}\n" + typed(where.walls(line), made)
    return text


def typed(walls: Sequence[Rows], made: Header) -> str:
    """Four lines as a person types them, stack by stack, from the end that `read` names."""
    text = ""
    for side, (lower, upper) in zip(SIDES, walls, strict=True):
        stacks = list(zip(lower, upper, strict=True))
        if made.read != made.built:
            stacks.reverse()
        blank = "" if PLAIN in (*lower, *upper) else " "
        text += f"{side}: " + blank.join(below + above for below, above in stacks) + "\n"
    return text


def _nothing(_what: str, _todo: str) -> None:
    """A header that the program made is as it must be."""
