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
_TIME = re.compile(r"(\d+)(ms|s)?")


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
    if not digits.isdigit() or not low <= int(digits) <= high:
        raise InjectError("'%s' is no %s from %d to %d" % (word, what, low, high))
    return digits


def time_ms(word: str) -> str:
    match = _TIME.fullmatch(word)
    if not match:
        raise InjectError("'%s' is no time; write milliseconds, as 500 or 500ms or 2s" % word)
    return str(int(match[1]) * (1000 if match[2] == "s" else 1))


def args_of(*checks: Callable[[str], str]) -> Callable[[Words], Words]:
    def check(words: Words) -> Words:
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


def _fitting(kind: str, *beginnings: str) -> Callable[[str], str]:
    """A motor or input whose name begins like one of these."""
    names = [name for name in (*MOTOR, *INPUT) if name.startswith(beginnings)]
    return lambda word: _named(kind, word, names)


head_name = _fitting("head", "head_")
lift_name = _fitting("lift", "lift_a", "lift_b", "lift_c", "lift_d")
belt_name = _fitting("belt", "belt_")
beam_name = _fitting("light barrier", "cnt_", "inlet_", "jam_", "chain_zero", "chain_corner")
limit_name = _fitting("limit switch", "hatch_", "lift_up", "lift_dn", "push_home_")
key_name = _fitting("key", "elevator", "mark", "dice_a", "dice_b", "dice_c", "dice_d")


def turning_name(word: str) -> str:
    return _named("motor", word, ("drum", "ring"))


def relay_name(word: str) -> str:
    return _named("relay", word, ("hatch", "chain", "drum", "belts"))


def side_name(word: str) -> str:
    return one_of(word, "a", "b", "c", "d")


def on_off(word: str) -> str:
    return one_of(word, "on", "off")


def open_shut(word: str) -> str:
    return one_of(word, "open", "shut")


def some(word: str) -> str:
    return number(word, "number of tiles", 1, 160)
