"""Things that go wrong, by name: one table for scenario files, tests and campaigns.

    cause = apply(plant, "jam head_b")      # now
    clear(plant, cause)                     # put right again; apply(plant, "clear jam head_b") too

Inputs and motors are spelled as in the I/O map. A sentence says what is wrong with the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant import INPUT, Plant, lift
from mjsim.plant.chain import EXCUSED
from mjsim.plant.tiles import DEAD, SETS, SOUND, WEAK
from mjsim.words.names import nearest

Words = tuple[str, ...]
MOTOR = {name: index for index, name in enumerate(C.MOTORS)}
_TIME = re.compile(r"(\d+)(ms|s)?")


class InjectError(ValueError):
    """The words name no fault, or one this machine cannot have; the message says which would."""


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


@dataclass(frozen=True)
class Fault:
    """A row of `TABLE`: what it does, its arguments in words, how to check, start and end it."""

    doc: str
    usage: str
    check: Callable[[Words], Words]
    start: Callable[[Plant, Words], None]
    stop: Callable[[Plant, Words], None]


# ------------------------------------------------------------------ arguments
def _named(kind: str, word: str, valid: Any) -> str:
    name = word.lower()
    if name in valid:
        return name
    near = nearest(word, valid)
    raise InjectError("unknown %s '%s'%s" % (kind, word, "; the nearest is %s" % near if near else
                      "; docs/IO.md lists them"))  # fmt: skip


def _one_of(word: str, *valid: str) -> str:
    if word.lower() in valid:
        return word.lower()
    raise InjectError("'%s' is not %s" % (word, " or ".join(valid)))


def _number(word: str, what: str, low: int, high: int) -> str:
    digits = word.rstrip("%")
    if not digits.isdigit() or not low <= int(digits) <= high:
        raise InjectError("'%s' is no %s from %d to %d" % (word, what, low, high))
    return digits


def _time(word: str) -> str:
    match = _TIME.fullmatch(word)
    if not match:
        raise InjectError("'%s' is no time; write milliseconds, as 500 or 500ms or 2s" % word)
    return str(int(match[1]) * (1000 if match[2] == "s" else 1))


def _args(*checks: Callable[[str], str]) -> Callable[[Words], Words]:
    def check(words: Words) -> Words:
        if len(words) != len(checks):
            raise InjectError("%d words after it, not %d" % (len(words), len(checks)))
        return tuple(one(word) for one, word in zip(checks, words, strict=True))

    return check


def _input(word: str) -> str:
    return _named("input", word, INPUT)


def _motor(word: str) -> str:
    return _named("motor", word, MOTOR)


def _ac_motor(word: str) -> str:
    name = _motor(word)
    if name == "dice":
        raise InjectError("the dice motor has no triac")
    return name


def _on_off(word: str) -> str:
    return _one_of(word, "on", "off")


def _open_shut(word: str) -> str:
    return _one_of(word, "open", "shut")


def _some(word: str) -> str:
    return _number(word, "number of tiles", 1, 160)


# -------------------------------------------------------------------- effects
def _bit(plant: Plant, name: str) -> int:
    if plant.drives[MOTOR[name]] is None:
        raise InjectError("%s is not fitted on %s" % (name, plant.machine))
    return 1 << MOTOR[name]


def _jam(plant: Plant, words: Words) -> None:
    plant.blocked |= _bit(plant, words[0])
    plant.drives[MOTOR[words[0]]].block(plant.now)
    plant.refeed()


def _unjam(plant: Plant, words: Words) -> None:
    plant.blocked &= ~_bit(plant, words[0])
    plant.refeed()


def _cut_wire(plant: Plant, words: Words) -> None:
    plant.open_circuit |= _bit(plant, words[0])
    _jam(plant, words)


def _mend_wire(plant: Plant, words: Words) -> None:
    plant.open_circuit &= ~_bit(plant, words[0])
    _unjam(plant, words)


def _short(plant: Plant, words: Words) -> None:
    plant.shorted |= _bit(plant, words[0])
    plant.refeed()


def _unshort(plant: Plant, words: Words) -> None:
    plant.shorted &= ~_bit(plant, words[0])
    plant.refeed()


def _slow(plant: Plant, words: Words) -> None:
    _bit(plant, words[0])
    plant.set_wear(MOTOR[words[0]], int(words[1]))


def _unslow(plant: Plant, words: Words) -> None:
    plant.set_wear(MOTOR[words[0]], 100)


def _dull(plant: Plant, words: Words) -> None:
    plant.random_word = int(words[0])


def _undull(plant: Plant, words: Words) -> None:
    plant.random_word = -1


def _lid(plant: Plant, words: Words) -> None:
    plant.set_input("lid", words[0] == "open")


def _wrong_set(plant: Plant, words: Words) -> None:
    """The set that people will not drop next: neither on the table nor in the works."""
    on_table = {plant.tile_set[tile] for tile in plant.table_tiles()}
    next_set = plant.set_in_works or "".join(on_table) or SETS[0]
    plant.excuse_mix = True
    plant.stray(SETS[1] if next_set == SETS[0] else SETS[0], int(words[0]))


def _extra(plant: Plant, words: Words) -> None:
    names = {plant.tile_set[tile] for tile in plant.table_tiles()} or plant.sets_in_works()
    plant.stray(min(names, default=SETS[0]), int(words[0]))


def _spoil(strength: int) -> Callable[[Plant, Words], None]:
    def start(plant: Plant, words: Words) -> None:
        for tile in plant.some(int(words[0])):
            plant.sound[tile] = strength

    return start


def _heal(plant: Plant, words: Words) -> None:
    for tile in range(len(plant.sound)):
        plant.sound[tile] = SOUND


def _nothing(plant: Plant, words: Words) -> None:
    """Over by itself, or for people to put right."""


def _fault(doc: str, usage: str, check: Any, start: Any, stop: Any = _nothing) -> Fault:
    return Fault(doc, usage, check, start, stop)


TABLE: dict[str, Fault] = {
    "stuck": _fault(
        "an input shows one level for ever", "<input> on|off", _args(_input, _on_off),
        lambda p, w: p.stick(w[0], int(w[1] == "on")), lambda p, w: p.unstick(w[0])),
    "chatter": _fault(
        "an input toggles every few ms", "<input>", _args(_input),
        lambda p, w: p.chatter(w[0]), lambda p, w: p.unstick(w[0])),
    "jam": _fault(
        "a motor hums, nothing moves", "<motor>", _args(_motor), _jam, _unjam),
    "open": _fault(
        "a motor's wire is broken: no motion, no current", "<motor>", _args(_ac_motor),
        _cut_wire, _mend_wire),
    "short": _fault(
        "a triac is shorted: the motor runs uncommanded", "<motor>", _args(_ac_motor),
        _short, _unshort),
    "slow": _fault(
        "a mechanism is worn", "<motor> <percent of its speed>",
        _args(_motor, lambda w: _number(w, "percentage", 1, 300)), _slow, _unslow),
    "mains cut": _fault(
        "the mains are away for a time", "<ms>", _args(_time),
        lambda p, w: p.cut_mains(int(w[0])), lambda p, w: p.mains_on()),
    "mains half-cycle": _fault(
        "one half-cycle is missing", "", _args(), lambda p, w: p.lose_half_cycle()),
    "mains hz": _fault(
        "the mains have another frequency", "<hertz>",
        _args(lambda w: _number(w, "frequency", 40, 70)),
        lambda p, w: p.set_mains_hz(int(w[0])), lambda p, w: p.set_mains_hz(C.MAINS_HZ)),
    "lid": _fault(
        "the service lid is opened or shut; open it opens the stop loop", "open|shut",
        _args(_open_shut), _lid, lambda p, w: p.set_input("lid", 0)),
    "loop": _fault(
        "the stop button is pressed (open) or released (shut)", "open|shut", _args(_open_shut),
        lambda p, w: p.press_stop(w[0] == "open"), lambda p, w: p.press_stop(0)),
    "pinch": _fault(
        "something is caught at the hatch's rim", "on|off", _args(_on_off),
        lambda p, w: p.set_input("pinch", w[0] == "on"), lambda p, w: p.set_input("pinch", 0)),
    "hot": _fault(
        "the triacs are hot", "<tenths of a degree>",
        _args(lambda w: _number(w, "temperature in tenths of a degree", 0, 2000)),
        lambda p, w: p.heat(int(w[0])), lambda p, w: p.cool()),
    "chain signature": _fault(
        "the input chain's signature is lost (off) or back (on)", "off|on", _args(_on_off),
        lambda p, w: p.set_input("sig1", w[0] == "on"), lambda p, w: p.set_input("sig1", 1)),
    "random": _fault(
        "the board's random source gives one word for ever", "<word>",
        _args(lambda w: _number(w, "word", 0, 65_535)), _dull, _undull),
    "tile missing": _fault(
        "tiles get lost: off the table, or out of the drum", "<number>", _args(_some),
        lambda p, w: p.lose(int(w[0]))),
    "tile extra": _fault(
        "tiles too many fall in with the next drop", "<number>", _args(_some), _extra),
    "tile weak": _fault(
        "tiles' magnets are weak: picked one time in twenty", "<number>", _args(_some),
        _spoil(WEAK), _heal),
    "tile dead": _fault(
        "tiles' magnets are dead: never picked", "<number>", _args(_some), _spoil(DEAD), _heal),
    "wrong set": _fault(
        "tiles of the other set fall in with the next drop", "<number>", _args(_some),
        _wrong_set),
    "fuse blown": _fault(
        "the fuse of motor group A is blown", "", _args(),
        lambda p, w: p.blow_fuse(True), lambda p, w: p.blow_fuse(False)),
}  # fmt: skip
"""Every fault by name. `clear <fault>` ends one, `clear all` every one."""


# ------------------------------------------------------------------ interface
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
    near = nearest(" ".join(words[:2]), TABLE) or nearest(words[0] if words else "", TABLE)
    raise InjectError(
        "unknown fault '%s'%s (valid: %s)"
        % (" ".join(words), "; the nearest is %s" % near if near else "", ", ".join(TABLE))
    )


def apply(plant: Plant, text: str | Cause) -> Cause:
    """Make it so, now; the cause, for `clear`."""
    cause = parse(text) if isinstance(text, str) else text
    if cause.undo:
        for active in list(plant.causes):
            if cause.name in ("all", active.name) and cause.args in ((), active.args):
                clear(plant, active)
        return cause
    try:
        TABLE[cause.name].start(plant, cause.args)
    except ValueError as problem:
        raise InjectError("%s: %s" % (cause.text, problem)) from None
    plant.causes.append(cause)
    _excuse(plant)
    plant.excused |= plant.excused_now
    return cause


def clear(plant: Plant, cause: Cause) -> None:
    """Put a cause right again, now; what is over by itself, or gone, stays as it is."""
    if cause in plant.causes:
        plant.causes.remove(cause)
        TABLE[cause.name].stop(plant, cause.args)
        if cause.name in ("jam", "slow"):
            plant.free_jams()  # whoever mends that frees what is caught, too
        _excuse(plant)


def _excuse(plant: Plant) -> None:
    """Lines, lifts and the chain with a fault of their own: what happens there is an incident."""
    lines = 0
    for cause in plant.causes:
        for word in cause.args:
            if word == "chain":
                lines |= 1 << EXCUSED
            if word[-2:] in ("_a", "_b", "_c", "_d"):
                side = "abcd".index(word[-1])
                lines |= 1 << side | (1 << lift.EXCUSED + side if word.startswith("lift_") else 0)
    plant.excused_now = lines


def help_lines() -> list[str]:
    """The table as text: one line a fault, its words and what it does."""
    width = max(len(name + " " + fault.usage) for name, fault in TABLE.items())
    return [
        "%-*s  %s" % (width, name + " " + fault.usage, fault.doc) for name, fault in TABLE.items()
    ]
