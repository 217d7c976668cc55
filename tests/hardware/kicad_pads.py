"""Pads of KiCad's own library (Debian: kicad-footprints), to lay ours against."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from hardware.board.against import Difference, drills, places
from hardware.board.landpatterns import PATTERNS
from hardware.copper.read import parse, rows
from hardware.lib.record import Record, seats

LIBRARY = Path("/usr/share/kicad/footprints")


class KicadPad(NamedTuple):
    """Centre and hole (0 = surface mount)."""

    x: float
    y: float
    drill: float


def path_of(name: str) -> Path:
    """`Package_SO:SOIC-8_...` -> the file."""
    library, _, footprint = name.partition(":")
    return LIBRARY / f"{library}.pretty" / f"{footprint}.kicad_mod"


@cache
def kicad(name: str) -> dict[str, KicadPad]:
    """Number -> pad; bare holes and pads that only widen another one are left out."""
    found: dict[str, KicadPad] = {}
    for pad in rows(parse(path_of(name).read_text(encoding="utf-8")), "pad"):
        at = next(rows(pad, "at"))
        hole = next(rows(pad, "drill"), ["drill", "0"])
        size = next((float(word) for word in hole[1:] if _number(word)), 0.0)
        if pad[1]:
            found.setdefault(pad[1], KicadPad(float(at[1]), float(at[2]), size))
    return found


def _number(word: object) -> bool:
    return isinstance(word, str) and word.replace(".", "", 1).isdecimal()


def differences(record: Record) -> list[Difference]:
    """Our pattern of a record against the body that it names in KiCad's library.

    The ends of a coil without polarity may be exchanged; a hole that the record itself names,
    from the maker's drawing, counts before KiCad's.
    """
    theirs = kicad(record.kicad)
    if record.kind == "connector":  # the posts that are left count
        theirs = {pin: theirs[its] for pin, its in seats(record).items() if its in theirs}
    found = _against(record, theirs)
    coil = record.of("coil")
    if len(coil) == 2 and set(coil) <= set(theirs):
        one, two = coil
        turned = _against(record, {**theirs, one: theirs[two], two: theirs[one]})
        found = min(found, turned, key=len)
    return found


def _against(record: Record, theirs: dict[str, KicadPad]) -> list[Difference]:
    ours = {pad.name: pad for pad in PATTERNS[record.land.removeprefix("mj:")].pads}
    found = places({name: (pad.x, pad.y) for name, pad in ours.items()},
                   {name: (pad.x, pad.y) for name, pad in theirs.items()})
    if record.drill_mm:
        return found
    return found + drills(ours, {name: pad.drill for name, pad in theirs.items() if pad.drill})
