"""What happened in one run, in lines: events of the firmware, wrongs, sentences of the plant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

QUIET = ("tile", "stack", "scan", "count")
"""Events there are hundreds of."""
BUSY = ("line_", "lift_", "dice", "shuffler", "hatch")
"""Charts that other events tell of."""
SHOWN = 60


def lines(session: Any, until_ms: int) -> list[str]:
    """The last ones up to a time; what is far behind is left out."""
    found = [row for row in sorted(_rows(session)) if row[0] <= until_ms + 1_000]
    return ["%9.3f s  %s" % (at_ms / 1000, text) for at_ms, _, text in found[-SHOWN:]]


def _rows(session: Any) -> Iterator[tuple[int, int, str]]:
    """(ms, order, text)."""
    table = session.table
    for event in table.events[session.raw :]:
        busy = str(event.get("machine", "")).startswith(BUSY)
        if event["event"] not in QUIET and not busy:
            words = ["%s=%s" % pair for pair in event.items()
                     if pair[0] not in ("number", "t_ms", "event")]  # fmt: skip
            yield event["t_ms"], 1, "%s %s" % (event["event"], " ".join(words))
    for at_ms, text in session.did:
        yield at_ms, 0, "--- " + text
    for kind, said in (("incident", table.plant.incidents), ("violation", table.plant.violations)):
        for sentence in said:
            seconds, _, text = sentence.partition(" s: ")
            yield int(float(seconds) * 1000), 2, "%s: %s" % (kind, text)
