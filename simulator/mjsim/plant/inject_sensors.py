"""What goes wrong with sensors, keys, cables and the chain of shift registers."""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.plant.inject_row import Rows, fault
from mjsim.plant.inject_words import (
    InjectError,
    Words,
    args_of,
    beam_name,
    input_name,
    key_name,
    limit_name,
    number,
    on_off,
    open_shut,
    side_name,
    time_ms,
)
from mjsim.plant.signals import INPUT

BROKEN_READS = {name: name.startswith(("lift_", "push_home_")) for name in INPUT}
"""Micro-switches are wired normally closed: a broken wire reads pressed."""
STORM_MS = (20, 400)
LATE_MS = 10_000
"""The latest edge."""

_two = args_of(input_name, input_name)


def _two_inputs(words: Words) -> Words:
    found = _two(words)
    if found[0] == found[1]:
        raise InjectError("%s is not swapped with itself; name two inputs" % found[0])
    return found


def _unswap(plant: Plant, words: Words) -> None:
    plant.unstick(words[0])
    plant.unstick(words[1])


def _of_side(words: Words) -> list[str]:
    return [name for name in INPUT if INPUT[name] >> 3 == "abcd".index(words[0])]


def _dead_cable(plant: Plant, words: Words) -> None:
    for name in _of_side(words):
        plant.stick(name, int(BROKEN_READS[name]))


def _plug_cable(plant: Plant, words: Words) -> None:
    for name in _of_side(words):
        plant.unstick(name)


def _lid(plant: Plant, words: Words) -> None:
    plant.set_input("lid", words[0] == "open")


def _calm(plant: Plant, words: Words) -> None:
    plant.unstick(words[0])


SENSORS: Rows = {
    "stuck": fault(
        "an input shows one level for ever", "<input> on|off", args_of(input_name, on_off),
        lambda p, w: p.stick(w[0], int(w[1] == "on")), _calm),
    "chatter": fault(
        "an input toggles every few ms", "<input>", args_of(input_name),
        lambda p, w: p.chatter(w[0]), _calm),
    "drift": fault(
        "a sensor shows each edge late; a key: late, skewed", "<input> [<ms>]",
        args_of(input_name, time_ms(LATE_MS), default=lambda words: C.SEVERITIES_LATE_MS * 3 // 2),
        lambda p, w: p.drift(w[0], int(w[1])), _calm),
    "dim": fault(
        "a light barrier misses so many percent of what passes", "<beam> [<percent>]",
        args_of(beam_name, lambda w: number(w, "percentage", 1, 100),
                default=lambda words: 100 - C.SEVERITIES_DIM_PCT),
        lambda p, w: p.dim(w[0], int(w[1])), _calm),
    "swapped": fault(
        "two inputs have changed places", "<input> <input>", _two_inputs,
        lambda p, w: p.swap(*w), _unswap),
    "limit lost": fault(
        "a limit switch is never reached: its lever is broken", "<limit>", args_of(limit_name),
        lambda p, w: p.stick(w[0], 0), _calm),
    "dead cable": fault(
        "the cable of a side's sensors is off", "<side>", args_of(side_name), _dead_cable,
        _plug_cable),
    "key storm": fault(
        "a key is pressed and let go at random, long and short", "<key>", args_of(key_name),
        lambda p, w: p.chatter(w[0], STORM_MS), _calm),
    "lid": fault(
        "the service lid is opened or shut; open it opens the stop loop", "open|shut",
        args_of(open_shut), _lid, lambda p, w: p.set_input("lid", 0)),
    "loop": fault(
        "the stop button is pressed (open) or released (shut)", "open|shut", args_of(open_shut),
        lambda p, w: p.press_stop(w[0] == "open"), lambda p, w: p.press_stop(0)),
    "pinch": fault(
        "something is caught at the hatch's rim", "on|off", args_of(on_off),
        lambda p, w: p.set_input("pinch", w[0] == "on"), lambda p, w: p.set_input("pinch", 0)),
    "chain signature": fault(
        "the input chain's signature is lost (off) or back (on)", "off|on", args_of(on_off),
        lambda p, w: p.set_input("sig1", w[0] == "on"), lambda p, w: p.set_input("sig1", 1)),
    "chain corrupted": fault(
        "bits of the input chain are wrong now and then, those of its signature too", "",
        args_of(), lambda p, w: p.corrupt(True), lambda p, w: p.corrupt(False)),
    "chain frozen": fault(
        "the chain shows what it showed; what comes back is not what was sent", "", args_of(),
        lambda p, w: p.freeze_chain(True), lambda p, w: p.freeze_chain(False)),
}  # fmt: skip
"""By name."""
