"""Events as lines of a log for people: what a fault says of every part at once is one line."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from .message import Event
from .sentences import log_line, stamp

MANY = 3  # so many parts of one moment are told together
PLACES = {"state": "machine", "hatch": ""}
"""Events that say where a part is, by the field that names it; the hatch has one of its own."""


def log_lines(events: Iterable[Event]) -> Iterator[str]:
    """A line for each event; one for all the parts that are not known any more at a moment."""
    for _, moment in groupby(events, key=lambda event: event.t_ms):
        together = list(moment)
        parts = list(dict.fromkeys(part for event in together if (part := unknown(event))))
        told = len(parts) < MANY
        for event in together:
            if len(parts) < MANY or not unknown(event):
                yield log_line(event)
            elif not told:
                told = True
                yield (f"{stamp(event.t_ms)}  {len(parts)} parts are now unknown: "
                       f"{', '.join(parts)}.")


def unknown(event: Event) -> str:
    """The part that is not known any more, "" when it says something else."""
    if event.name not in PLACES or event.fields.get("to") != "unknown":
        return ""
    return event.fields.get(PLACES[event.name], event.name)
