"""The words behind a fault's name, checked: inputs, motors, numbers, times."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.words.names import nearest

Words = tuple[str, ...]
MOTOR = {name: index for index, name in enumerate(C.MOTORS)}
UNITS = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000}
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min|h)?")


class InjectError(ValueError):
    """The words name no fault, or one this machine cannot have; the message says which would."""


def _named(kind: str, word: str, valid: Any) -> str:
    name = word.lower()
    if name in valid:
        return name
    near = nearest(word, valid)
    raise InjectError("unknown %s '%s'%s" % (kind, word, "; the nearest is %s" % near if near else
                      "; docs/IO.md lists them"))  # fmt: skip


def one_of(word: str, *valid: str) -> str:
    if word.lower() in valid:
        return word.lower()
    raise InjectError("'%s' is not %s" % (word, " or ".join(valid)))


def number(word: str, what: str, low: int, high: int) -> str:
    digits = word.rstrip("%")
    if not digits.isdecimal() or not low <= int(digits) <= high:
        raise InjectError("'%s' is no %s from %d to %d" % (word, what, low, high))
    return digits


def time_ms(most: int) -> Callable[[str], str]:
    """A check of a time from 1 ms to so many."""
    def check(word: str) -> str:
        match = _TIME.fullmatch(word)
        if not match:
            raise InjectError("'%s' is no time; write milliseconds, as 500 or 500ms or 2s" % word)
        ms = round(float(match[1]) * UNITS[match[2] or "ms"])
        if not 1 <= ms <= most:
            raise InjectError("'%s' is no time from 1 to %d ms" % (word, most))
        return str(ms)

    return check


def args_of(
    *checks: Callable[[str], str], default: Callable[[Words], int] | None = None
) -> Callable[[Words], Words]:
    """A check of each word; `default` gives the last when it is left out."""
    def check(words: Words) -> Words:
        if default is not None and len(words) == len(checks) - 1:
            words = (*words, str(default(words)))
        if len(words) != len(checks):
            raise InjectError("%d words after it, not %d" % (len(words), len(checks)))
        return tuple(one(word) for one, word in zip(checks, words, strict=True))

    return check


def input_name(word: str) -> str:
    return _named("input", word, INPUT)


def motor_name(word: str) -> str:
    return _named("motor", word, MOTOR)


def ac_motor_name(word: str) -> str:
    name = motor_name(word)
    if name == "dice":
        raise InjectError("the dice motor has no triac")
    return name


def reversible_name(word: str) -> str:
    name = motor_name(word)
    if not C.MOTOR_DIR[MOTOR[name]]:
        raise InjectError("%s turns one way only: it has no direction wires" % name)
    return name


def _like(*beginnings: str) -> Words:
    """Motors and inputs whose names begin like one of these."""
    return tuple(name for name in (*MOTOR, *INPUT) if name.startswith(beginnings))


def _fitting(kind: str, names: Words) -> Callable[[str], str]:
    return lambda word: _named(kind, word, names)


HEADS, BELTS = _like("head_"), _like("belt_")
LIFTS = _like("lift_a", "lift_b", "lift_c", "lift_d")
BEAMS = _like("cnt_", "inlet_", "jam_", "chain_zero", "chain_corner")
LIMITS = _like("hatch_", "lift_up", "lift_dn", "push_home_")
KEYS = _like("elevator", "mark", "dice_a", "dice_b", "dice_c", "dice_d")
RELAYS: Words = ("hatch", "chain", "drum", "belts")

head_name = _fitting("head", HEADS)
lift_name = _fitting("lift", LIFTS)
belt_name = _fitting("belt", BELTS)
beam_name = _fitting("light barrier", BEAMS)
limit_name = _fitting("limit switch", LIMITS)
key_name = _fitting("key", KEYS)


def turning_name(word: str) -> str:
    return _named("motor", word, ("drum", "ring"))


def relay_name(word: str) -> str:
    return _named("relay", word, RELAYS)


def side_name(word: str) -> str:
    return one_of(word, "a", "b", "c", "d")


def on_off(word: str) -> str:
    return one_of(word, "on", "off")


def open_shut(word: str) -> str:
    return one_of(word, "open", "shut")


def some(word: str) -> str:
    return number(word, "number of tiles", 1, 160)
