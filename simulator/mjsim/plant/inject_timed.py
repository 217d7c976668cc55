"""When things go wrong: `jam head_b after 10s for 2s every 5s 3 times`.

Each part behind a fault's words may be left out: without `after` it begins now, without `for` it
lasts until it is put right, without `every` it comes once.
"""

from __future__ import annotations

from dataclasses import dataclass

from mjsim.plant.inject import Cause, parse
from mjsim.plant.inject_words import InjectError, number, time_ms

WORDS = {"after": ("TIME",), "for": ("TIME",), "every": ("TIME", "N", "times")}
"""What stands behind each part's first word."""
USAGE = "FAULT [after TIME] [for TIME [every TIME N times]]"
LONGEST_MS, MOST = 24 * 3_600_000, 1_000


@dataclass(frozen=True, eq=False)
class Timed:
    """A cause, or the end of one, with its onset, duration and repeats."""

    cause: Cause
    after_ms: int = 0
    for_ms: int = 0
    """0: until it is put right."""
    every_ms: int = 0
    times: int = 1


def timed(text: str) -> Timed:
    """The words of a fault and its times, checked; `InjectError` says what is wrong with them."""
    words = text.split()
    first = next((at for at, word in enumerate(words) if word.lower() in WORDS), len(words))
    parts = _parts(words[first:])
    of = {name: int(time_ms(LONGEST_MS)(given[0])) for name, given in parts.items()}
    times = int(number(parts["every"][1], "number of times", 1, MOST)) if "every" in parts else 1
    found = Timed(parse(" ".join(words[:first])), of.get("after", 0), of.get("for", 0),
                  of.get("every", 0), times)  # fmt: skip
    _check(found)
    return found


def _parts(words: list[str]) -> dict[str, list[str]]:
    """By each part's first word, what stands behind it."""
    found: dict[str, list[str]] = {}
    while words:
        name = words[0].lower()
        given = words[1 : 1 + len(WORDS.get(name, ()))]
        if (name not in WORDS or name in found or len(given) < len(WORDS[name])
                or given[2:] not in ([], ["times"])):  # fmt: skip
            raise InjectError("'%s' is no time of a fault (write %s)" % (" ".join(words), USAGE))
        found[name] = given
        words = words[1 + len(given) :]
    return found


def _check(found: Timed) -> None:
    """What goes together."""
    if found.cause.undo and (found.for_ms or found.every_ms):
        raise InjectError("what is put right stays so: behind clear stands after TIME at most")
    if found.every_ms and not found.for_ms:
        raise InjectError("what comes again has to end: write for TIME, too: %s" % USAGE)
    if 0 < found.every_ms <= found.for_ms:
        raise InjectError("every %d ms is too often for what lasts %d ms; give a longer time"
                          % (found.every_ms, found.for_ms))  # fmt: skip
