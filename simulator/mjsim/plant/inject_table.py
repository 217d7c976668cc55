"""Things that go wrong, a row each: what they do, their words, how they begin and end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.plant.inject_words import (
    MOTOR,
    InjectError,
    Words,
    ac_motor_name,
    args_of,
    input_name,
    motor_name,
    number,
    on_off,
    open_shut,
    some,
    time_ms,
)
from mjsim.plant.tiles import DEAD, SETS, SOUND, WEAK


@dataclass(frozen=True)
class Fault:
    """A row of `TABLE`: what it does, its arguments in words, how to check, start and end it."""

    doc: str
    usage: str
    check: Callable[[Words], Words]
    start: Callable[[Plant, Words], None]
    stop: Callable[[Plant, Words], None]


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
        "an input shows one level for ever", "<input> on|off", args_of(input_name, on_off),
        lambda p, w: p.stick(w[0], int(w[1] == "on")), lambda p, w: p.unstick(w[0])),
    "chatter": _fault(
        "an input toggles every few ms", "<input>", args_of(input_name),
        lambda p, w: p.chatter(w[0]), lambda p, w: p.unstick(w[0])),
    "jam": _fault(
        "a motor hums, nothing moves", "<motor>", args_of(motor_name), _jam, _unjam),
    "open": _fault(
        "a motor's wire is broken: no motion, no current", "<motor>", args_of(ac_motor_name),
        _cut_wire, _mend_wire),
    "short": _fault(
        "a triac is shorted: the motor runs uncommanded", "<motor>", args_of(ac_motor_name),
        _short, _unshort),
    "slow": _fault(
        "a mechanism is worn", "<motor> <percent of its speed>",
        args_of(motor_name, lambda w: number(w, "percentage", 1, 300)), _slow, _unslow),
    "mains cut": _fault(
        "the mains are away for a time", "<ms>", args_of(time_ms),
        lambda p, w: p.cut_mains(int(w[0])), lambda p, w: p.mains_on()),
    "mains half-cycle": _fault(
        "one half-cycle is missing", "", args_of(), lambda p, w: p.lose_half_cycle()),
    "mains hz": _fault(
        "the mains have another frequency", "<hertz>",
        args_of(lambda w: number(w, "frequency", 40, 70)),
        lambda p, w: p.set_mains_hz(int(w[0])), lambda p, w: p.set_mains_hz(C.MAINS_HZ)),
    "lid": _fault(
        "the service lid is opened or shut; open it opens the stop loop", "open|shut",
        args_of(open_shut), _lid, lambda p, w: p.set_input("lid", 0)),
    "loop": _fault(
        "the stop button is pressed (open) or released (shut)", "open|shut", args_of(open_shut),
        lambda p, w: p.press_stop(w[0] == "open"), lambda p, w: p.press_stop(0)),
    "pinch": _fault(
        "something is caught at the hatch's rim", "on|off", args_of(on_off),
        lambda p, w: p.set_input("pinch", w[0] == "on"), lambda p, w: p.set_input("pinch", 0)),
    "hot": _fault(
        "the triacs are hot", "<tenths of a degree>",
        args_of(lambda w: number(w, "temperature in tenths of a degree", 0, 2000)),
        lambda p, w: p.heat(int(w[0])), lambda p, w: p.cool()),
    "chain signature": _fault(
        "the input chain's signature is lost (off) or back (on)", "off|on", args_of(on_off),
        lambda p, w: p.set_input("sig1", w[0] == "on"), lambda p, w: p.set_input("sig1", 1)),
    "random": _fault(
        "the board's random source gives one word for ever", "<word>",
        args_of(lambda w: number(w, "word", 0, 65_535)), _dull, _undull),
    "tile missing": _fault(
        "tiles get lost: off the table, or out of the drum", "<number>", args_of(some),
        lambda p, w: p.lose(int(w[0]))),
    "tile extra": _fault(
        "tiles too many fall in with the next drop", "<number>", args_of(some), _extra),
    "tile weak": _fault(
        "tiles' magnets are weak: picked one time in twenty", "<number>", args_of(some),
        _spoil(WEAK), _heal),
    "tile dead": _fault(
        "tiles' magnets are dead: never picked", "<number>", args_of(some), _spoil(DEAD), _heal),
    "wrong set": _fault(
        "tiles of the other set fall in with the next drop", "<number>", args_of(some),
        _wrong_set),
    "fuse blown": _fault(
        "the fuse of motor group A is blown", "", args_of(),
        lambda p, w: p.blow_fuse(True), lambda p, w: p.blow_fuse(False)),
}  # fmt: skip
"""Every fault by name. `clear <fault>` ends one, `clear all` every one."""
