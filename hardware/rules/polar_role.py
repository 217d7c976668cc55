"""What a pin does, and how a pin in the wrong place is told."""

from hardware.lib.record import Record

from .finding import Finding
from .view import View

RULE = "polarity"


def role(record: Record, pin: str) -> str:
    """`does`, but the negative output of a converter is its ground."""
    does = record.does(pin)
    if record.kind == "smps_acdc" and record.pins[pin].name.startswith("-"):
        return "ground"
    return does


def wrong(view: View, ref: str, record: Record, pin: str, there: str, advice: str
          ) -> list[Finding]:
    """The finding: part and pin with its net, the other place, what to do, the record's line."""
    return [Finding(RULE, f"{view.at(ref, pin)} {role(record, pin)} of {record.kind}", there,
                    f"{advice} ({record.says(pin)})")]
