"""One computed figure beside what the record allows; `--figures` prints them all."""

from typing import NamedTuple

from hardware.lib.record import Record

from .finding import Finding

RULE = "limit"
SLACK = 1.0001  # rounding of the solver


class Figure(NamedTuple):
    """`what` at `place` is between `low` and `high`; the record allows `least` to `most`, None
    where it names no such end. `why` says how the figure comes about."""

    place: str
    what: str
    low: float
    high: float
    unit: str
    least: float | None
    most: float | None
    says: str
    why: str = ""

    @property
    def holds(self) -> bool:
        """Is it within the record?"""
        return ((self.most is None or self.high <= self.most * SLACK + 1e-9)
                and (self.least is None or self.low >= self.least - abs(self.least) * 1e-4))

    @property
    def allowed(self) -> str:
        """`at most 6 V`, `2 to 60 mA`."""
        least = "" if self.least is None else f"{self.least:.3g}"
        most = "" if self.most is None else f"{self.most:.3g}"
        words = f"{least} to {most}" if least and most else (
            f"at least {least}" if least else f"at most {most}")
        return f"{words} {self.unit}"

    @property
    def have(self) -> str:
        """`0 to 3.3 V`."""
        if abs(self.high - self.low) < 1e-3 * max(abs(self.high), 1e-3):
            return f"{self.high:.3g} {self.unit}"
        return f"{self.low:.3g} to {self.high:.3g} {self.unit}"

    @property
    def row(self) -> str:
        """A line of the table."""
        mark = " " if self.holds else "!"
        return (f"{mark} {self.place:<34} {self.what:<24} {self.have:>18}  {self.allowed:<20} "
                f"{self.says}")

    @property
    def finding(self) -> Finding:
        """What a person reads when it does not hold."""
        why = f" ({self.why})" if self.why else ""
        return Finding(RULE, f"{self.place} {self.what} {self.have}{why}", self.says,
                       f"the record allows {self.allowed}; change the circuit or the part")


def at_most(record: Record, limit: str, place: str, what: str, have: float, unit: str,
            why: str = "") -> list[Figure]:
    """The figure for a limit by name, nothing when the record does not name it."""
    most = record.most(limit)
    if most is None:
        return []
    return [Figure(place, what, have, have, unit, None, most,
                   f"{record.place} {record.mpn} {limit}", why)]
