"""The insulating parts: creepage and test voltage of the record, where a part is the barrier.

`barriers` says by number what may stand between two domains; here the record has to bear it out.
"""

from collections.abc import Iterator

from . import barriers
from .figure import Figure
from .view import View

CREEPAGE_MM = 8.0  # reinforced, mains to SELV at 253 V: design hardware 1.2
CLEARANCE_MM = 5.5  # reinforced, 4 kV surges of category II
TEST_V = 3000.0  # rms, a minute
EXEMPT = ("y_capacitor", "inlet_filter")  # between mains and earth: basic insulation, own marks


def figures(view: View) -> Iterator[Figure]:
    """Every rated barrier of the circuit."""
    for ref, part in view.parts.items():
        record = view.record(ref)
        if record is None or part.kind in EXEMPT or part.kind not in _KINDS:
            continue
        for limit, need, unit in (("creepage_mm", CREEPAGE_MM, "mm"),
                                  ("clearance_mm", CLEARANCE_MM, "mm"),
                                  ("isolation_v", TEST_V, "V rms")):
            have = record.least(limit)
            if have is None:  # nobody knows: 0, so that it is told
                yield Figure(f"{ref} {record.mpn}", f"barrier {limit.split('_')[0]} unknown", 0, 0,
                             unit, need, None, f"{record.place} {record.mpn} {limit}",
                             "the record does not say; reinforced insulation is wanted")
            else:
                yield Figure(f"{ref} {record.mpn}", f"barrier {limit.split('_')[0]}", have, have,
                             unit, need, None, f"{record.place} {record.mpn} {limit}",
                             "reinforced insulation from the mains to SELV")


_KINDS = frozenset(barrier.kind for barrier in barriers.BARRIERS)
