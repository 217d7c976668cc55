"""The circuit against the records: every part has one, and is drawn as its record says.

Pins by number and by what they do, the land pattern, the value, the substitute. One finding for
each kind of part, named after its first reference: two hundred equal lines help nobody.
"""

import csv
from collections.abc import Iterator
from functools import lru_cache

from hardware.lib.record import Record, seats, wanted
from hardware.lib.symbols import symbols
from hardware.model import OFF_BOARD, Part

from .finding import Finding
from .symbol_pins import fits, fitting_names
from .values import number
from .view import View

RULE = "record"
BOM = "hardware/out/bom.csv"
HOW = "read its data sheet and write a record in hardware/lib/records"
SAME = 1e-3  # two values are one within this part of themselves


def check(view: View) -> list[Finding]:
    """Parts, parts list, substitutes."""
    found = []
    for refs, part in _kinds(view):
        found += _part(view, refs, part)
    return found + parts_list(view)


def _kinds(view: View) -> Iterator[tuple[str, Part]]:
    """One part of each number drawn alike, with the first of its references and their count."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for ref, part in view.parts.items():
        key = (part.mpn, part.substitute, part.value, part.footprint, part.symbol, part.kind,
               tuple(sorted(part.pins)), tuple(sorted(part.names.items())), part.nc)
        groups.setdefault(key, []).append(ref)
    for refs in groups.values():
        more = f" and {len(refs) - 1} more" if len(refs) > 1 else ""
        yield f"{refs[0]}{more}", view.parts[refs[0]]


def _part(view: View, refs: str, part: Part) -> list[Finding]:
    """Everything about one part and its substitute."""
    if not part.mpn:
        return []  # nothing to buy: two pads
    record = view.records.get(part.mpn)
    if record is None:
        return [Finding(RULE, f"{refs} {part.kind}", f"order number {part.mpn}",
                        f"it has no record; {HOW}")]
    found = [*_drawn(refs, part, record), *_land(refs, part, record), *_value(refs, part, record)]
    if part.kind != record.kind:
        found.append(Finding(RULE, f"{refs} {part.kind}", f"{record.place} {record.mpn}",
                             f"the record says this number is a {record.kind}"))
    return found + _substitute(view, refs, part, record)


def _drawn(refs: str, part: Part, record: Record) -> list[Finding]:
    """The symbol has the record's pins, and each does what the record says."""
    have, roles = {*part.pins, *part.names, *part.nc}, wanted(record)
    want = {pin: roles[its] for pin, its in seats(record).items()}
    found = [Finding(RULE, f"{refs} pin {pin}", f"{record.place} {record.mpn}",
                     "the part has no such pin; its pins are " + " ".join(want))
             for pin in sorted(have - set(want))]
    found += [Finding(RULE, f"{refs} has no pin {pin}", record.says(pin),
                      "draw this pin in hardware/lib") for pin in want if pin not in have]
    letters = _letters().get(part.symbol, {})
    for pin in sorted(have & set(want)):
        name = part.names.get(pin, pin)
        if not fits(want[pin], name, letters.get(pin, "")):
            found.append(Finding(
                RULE, f"{refs} pin {pin} drawn as {name} (net {part.pins.get(pin, 'none')})",
                record.says(pin), f"the data sheet's pin does another thing: {want[pin]} is "
                f"{fitting_names(want[pin])}; draw the pins as the record has them"))
    return found


@lru_cache(maxsize=1)
def _letters() -> dict[str, dict[str, str]]:
    """Symbol -> pin -> its function letter."""
    return {name: {pin.number: pin.function for pin in its.pins}
            for name, its in symbols().items()}


def _land(refs: str, part: Part, record: Record) -> list[Finding]:
    """The pads fit the body."""
    land = record.land or OFF_BOARD
    if land == part.footprint:
        return []
    fitting = land if record.land else "no pattern of ours"
    return [Finding(RULE, f"{refs} footprint {part.footprint}", f"{record.place} {record.mpn} "
                    f"({record.package})", f"its body fits {fitting}; change the part or its "
                    "pads")]


def _value(refs: str, part: Part, record: Record) -> list[Finding]:
    """A passive's order number means the value that is drawn."""
    have, said = number(part.value), number(record.value) if record.value else None
    if part.kind not in VALUED or said is None:
        return []
    if have is not None and abs(have - said) <= SAME * max(abs(said), 1e-15):
        return []
    return [Finding(RULE, f"{refs} value {part.value}", f"{record.place} {record.mpn}",
                    f"this order number is {record.value}; change one of the two")]


VALUED = frozenset({"resistor", "capacitor", "polar_capacitor", "x_capacitor", "y_capacitor"})


def _substitute(view: View, refs: str, part: Part, record: Record) -> list[Finding]:
    """What may be fitted instead has the same pads and the same pins."""
    if not part.substitute:
        return []
    other = view.records.get(part.substitute)
    if other is None:
        return [Finding(RULE, f"{refs} substitute {part.substitute}", f"{record.place} "
                        f"{record.mpn}", f"the substitute has no record; {HOW} or name another")]
    found = _value(f"{refs} substitute {other.mpn}", part, other)
    if other.land != record.land:
        found.append(Finding(RULE, f"{refs} substitute {other.place} {other.mpn} "
                             f"({other.package})", f"{record.place} {record.mpn}", "its body fits "
                             f"{other.land or 'no pattern of ours'}, not {record.land}; name "
                             "another substitute or none"))
    mine, its = wanted(record), wanted(other)
    for pin in sorted({*mine, *its}):
        if mine.get(pin, "open") != its.get(pin, "open"):
            found.append(Finding(RULE, f"{refs} substitute {other.says(pin)}", record.says(pin),
                                 "this pin does another thing; name another substitute or none"))
    return found


def parts_list(view: View) -> list[Finding]:
    """Every number in the parts list, housings, contacts and sensors too."""
    path = view.root / BOM
    if not path.exists():
        return []
    known = {p.mpn for p in view.parts.values()} | {p.substitute for p in view.parts.values()}
    return [Finding(RULE, f"{BOM}:{line} {name}", where, f"this number has no record; {HOW}")
            for line, name, where in rows(path.read_text(encoding="utf-8"))
            if name not in view.records and name not in known]


@lru_cache(maxsize=2)
def rows(text: str) -> list[tuple[int, str, str]]:
    """Line, number and what for, of every number and substitute."""
    found = []
    for line, row in enumerate(csv.DictReader(text.splitlines()), 2):
        where = f"{row['references'].split()[0]} ({row['value']})"
        for column in ("manufacturer_part_number", "substitute"):
            if row[column]:
                found.append((line, row[column], where))
    return found
