"""Land patterns against the records' drawings: every hole where the body has its pin."""

from hardware.board.against import Difference, drills, places
from hardware.board.landpatterns import PATTERNS
from hardware.board.pattern import Pattern
from hardware.lib.record import Record, seats

from .finding import Finding
from .view import View

RULE = "record"
PRETTY = "hardware/lib/mj.pretty"


def check(view: View) -> list[Finding]:
    """Every pattern that a record of a part or a substitute in the circuit names."""
    found = []
    parts = view.parts.values()
    for mpn in dict.fromkeys(name for part in parts for name in (part.mpn, part.substitute)):
        record = view.records.get(mpn)
        pattern = PATTERNS.get(record.land.removeprefix("mj:")) if record else None
        if record and record.land and pattern is None:
            found.append(Finding(RULE, f"{record.place} {mpn}", f"land = {record.land}", "there "
                                 "is no such pattern in hardware/board/landpatterns.py"))
        elif record and pattern:
            found += [Finding(RULE, f"{PRETTY}/{pattern.name}.kicad_mod pad {one.pad}",
                              f"{record.place} {mpn}", one.text)
                      for one in against_record(pattern, record)]
    return found


def against_record(pattern: Pattern, record: Record) -> list[Difference]:
    """Pad numbers, the record's holes, its least drill."""
    pads = {pad.name: pad for pad in pattern.pads}
    found = []
    seated = seats(record)
    found += [Difference(pin, f"{record.says(its)} has no pad")
              for pin, its in seated.items() if pin not in pads]
    if record.holes:
        found += places({name: (pad.x, pad.y) for name, pad in pads.items()},
                        {pin: record.holes[its] for pin, its in seated.items()
                         if its in record.holes})
    if record.drill_mm:
        found += drills(pads, {name: record.drill_mm for name, pad in pads.items() if pad.drill})
    return list(dict.fromkeys(found))
