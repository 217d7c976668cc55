"""Things that go wrong, by name: one table for scenario files, tests and campaigns.

    cause = apply(plant, "jam head_b")      # now
    clear(plant, cause)                     # put right again; apply(plant, "clear jam head_b") too

Inputs and motors are spelled as in the I/O map. A sentence says what is wrong with the words.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from mjsim.generated import constants as C
from mjsim.plant import INPUT, Plant, lift
from mjsim.plant.chain import EXCUSED
from mjsim.plant.inject_table import TABLE
from mjsim.plant.inject_words import InjectError, Words
from mjsim.words.names import nearest

__all__ = ["TABLE", "Cause", "InjectError", "apply", "clear", "parse"]


EVERYWHERE = ("mains sag", "chain frozen", "chain corrupted", "hang")
"""What bends every line's sensors, or stops motors, or does not stop them."""


LEVELS = ("mains hz", "mains sag", "clock", "hot", "random")
ON_A_PART = ("stuck", "slow")
"""What has one value at a time: of two the later one counts, and the other again when it ends."""
SPEEDS = ("slow", "weak", "capacitor")
"""What sets how fast a motor is: the same, whichever of them it is."""


@dataclass(frozen=True)
class Cause:
    """One fault that was asked for: its name in `TABLE` and its arguments."""

    name: str
    args: Words = ()
    undo: bool = False

    @property
    def text(self) -> str:
        """As it is written in a scenario file."""
        return " ".join(("clear",) * self.undo + (self.name, *self.args))

    @property
    def parts(self) -> list[str]:
        """The inputs and motors among its words."""
        return [word for word in self.args if word in INPUT or word in C.MOTORS]

    def undoes(self, other: Cause) -> bool:
        """Of an `undo`: the other is over with it."""
        named = self.name in ("all", other.name) and self.args in ((), other.args)
        return named and not other.undo


def parse(text: str) -> Cause:
    """The words of a fault, checked: `jam head_b`, `mains cut 500ms`, `clear jam head_b`."""
    words = tuple(text.split())
    undo = words[:1] == ("clear",)
    words = words[1:] if undo else words
    if undo and words in ((), ("all",)):
        return Cause("all", undo=True)
    for length in (2, 1):
        name = " ".join(words[:length]).lower()
        if len(words) >= length and name in TABLE:
            fault = TABLE[name]
            if undo and not words[length:]:
                return Cause(name, undo=True)
            try:
                return Cause(name, fault.check(words[length:]), undo)
            except InjectError as problem:
                raise InjectError(
                    "%s: %s (write %s)" % (name, problem, (name + " " + fault.usage).rstrip())
                ) from None
    near = _nearest(words)
    raise InjectError(
        "unknown fault '%s'%s (valid: %s)"
        % (" ".join(words), "; the nearest is %s" % near if near else "", ", ".join(TABLE))
    )


def _nearest(words: Words) -> str:
    """The row that the first word or two come closest to, "" when none is close."""
    asked = {text: nearest(text, TABLE) for text in (" ".join(words[:1]), " ".join(words[:2]))}
    return max((row for row in asked.items() if row[1]), default=("", ""),
               key=lambda row: SequenceMatcher(None, *row).ratio())[1]  # fmt: skip


def apply(plant: Plant, text: str | Cause) -> Cause:
    """Make it so, now; the cause, for `clear`."""
    cause = parse(text) if isinstance(text, str) else text
    if cause.undo:
        for active in list(plant.causes):
            if cause.undoes(active):
                clear(plant, active)
        return cause
    try:
        TABLE[cause.name].start(plant, cause.args)
    except ValueError as problem:
        raise InjectError("%s: %s" % (cause.text, problem)) from None
    plant.next_ms = min(plant.due)
    plant.causes.append(cause)
    _excuse(plant)
    plant.excused |= plant.excused_now
    return cause


def outdoes(cause: Cause, other: Cause) -> bool:
    """Of the two only the later is there: they set the same level, or the same part's."""
    if cause.args[:1] == other.args[:1] and cause.name in SPEEDS and other.name in SPEEDS:
        return True
    on_a_part = cause.name in ON_A_PART and cause.args[:1] == other.args[:1]
    return cause.name == other.name and (cause.name in LEVELS or on_a_part)


def clear(plant: Plant, cause: Cause) -> None:
    """Put a cause right again, now; what is over by itself, or gone, stays as it is."""
    if cause in plant.causes:
        plant.causes.remove(cause)
        TABLE[cause.name].stop(plant, cause.args)
        for other in plant.causes:
            if outdoes(other, cause):
                TABLE[other.name].start(plant, other.args)
        if cause.name in ("jam", "slow"):
            plant.free_jams()  # whoever mends that frees what is caught, too
        plant.next_ms = min(plant.due)
        _excuse(plant)


def _excuse(plant: Plant) -> None:
    """Lines, lifts and the chain with a fault of their own: what happens there is an incident. Who
    runs a motor by hand excuses it while it runs (`mjsim.table.technician`)."""
    lines = 0
    for cause in plant.causes:
        if cause.name == "service":
            continue
        if cause.name in EVERYWHERE:
            lines |= (2 << EXCUSED) - 1
        for word in cause.args:
            lines |= 1 << "abcd".index(word) if cause.name == "dead cable" else lines_of(word)
    plant.excused_now = lines


def lines_of(word: str) -> int:
    """Bit of the line, lift or chain that a motor or an input is of; 0 when of none."""
    if word == "chain":
        return 1 << EXCUSED
    if word[-2:] not in ("_a", "_b", "_c", "_d"):
        return 0
    side = "abcd".index(word[-1])
    return 1 << side | (1 << lift.EXCUSED + side if word.startswith("lift_") else 0)
