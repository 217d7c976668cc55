"""What goes wrong with motors, their switches and what they move."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.plant.inject_row import Rows, fault
from mjsim.plant.inject_words import (
    MOTOR,
    InjectError,
    Words,
    ac_motor_name,
    args_of,
    head_name,
    lift_name,
    motor_name,
    number,
    relay_name,
    reversible_name,
    time_ms,
)

AGED_PCT, AGED_MS, AGED_FAILS = 90, 120, 0.2
"""A capacitor that has lost half its value: speed, longer start, share of starts that fail."""
WEAK_PCT, WEAK_MS, WEAK_FAILS = 75, C.SEVERITIES_WEAK_START_MS * 5 // 4, 0.4
"""Beyond the severity: how much later it starts."""


def bit_of(plant: Plant, name: str) -> int:
    """A motor's bit; a sentence when this machine has none."""
    if plant.drives[MOTOR[name]] is None:
        raise InjectError("%s is not fitted on %s" % (name, plant.machine))
    return 1 << MOTOR[name]


def _held(why: str) -> Callable[[Plant, Words], None]:
    """It stands, whatever drives it."""
    return lambda plant, words: plant.hold(why, bit_of(plant, words[0]))


def _freed(why: str) -> Callable[[Plant, Words], None]:
    """Nothing of that kind holds it any more."""
    return lambda plant, words: plant.free(why, bit_of(plant, words[0]))


def _cut_wire(plant: Plant, words: Words) -> None:
    plant.open_circuit |= bit_of(plant, words[0])
    plant.hold("open", bit_of(plant, words[0]))


def _mend_wire(plant: Plant, words: Words) -> None:
    plant.open_circuit &= ~bit_of(plant, words[0])
    plant.free("open", bit_of(plant, words[0]))


def _short(plant: Plant, words: Words) -> None:
    plant.shorted |= bit_of(plant, words[0])
    plant.refeed()


def _unshort(plant: Plant, words: Words) -> None:
    plant.shorted &= ~bit_of(plant, words[0])
    plant.refeed()


def _half_wave(plant: Plant, words: Words) -> None:
    plant.half_wave |= bit_of(plant, words[0])
    plant.refeed()


def _whole_wave(plant: Plant, words: Words) -> None:
    plant.half_wave &= ~bit_of(plant, words[0])
    plant.refeed()


def _run_on(plant: Plant, words: Words) -> None:
    plant.runs_on[bit_of(plant, words[0])] = int(words[1])


def _runs_on_ms(words: Words) -> int:
    """The least that is a failure: by its longest coast and [severities]."""
    coast_ms = C.COAST_MAX_MS[MOTOR.get(words[0].lower(), 0)]
    return coast_ms * C.SEVERITIES_RUN_ON_PCT // 100 + C.SEVERITIES_RUN_ON_MORE_MS


def _lets_go(plant: Plant, words: Words) -> None:
    plant.runs_on.pop(bit_of(plant, words[0]), None)
    plant.refeed()


def _slow(plant: Plant, words: Words) -> None:
    bit_of(plant, words[0])
    plant.set_wear(MOTOR[words[0]], int(words[1]))


def _unslow(plant: Plant, words: Words) -> None:
    plant.set_wear(MOTOR[words[0]], 100)


def _tired(pct: int, ms: int, fails: float) -> Callable[[Plant, Words], None]:
    """A motor that is slow, starts late, and sometimes not at all."""
    def start(plant: Plant, words: Words) -> None:
        bit_of(plant, words[0])
        plant.set_wear(MOTOR[words[0]], pct)
        plant.drives[MOTOR[words[0]]].tire(ms, fails)

    return start


def _rested(plant: Plant, words: Words) -> None:
    plant.set_wear(MOTOR[words[0]], 100)
    plant.drives[MOTOR[words[0]]].tire(0, 0.0)


def _cross(plant: Plant, words: Words) -> None:
    bit_of(plant, words[0])
    plant.cross_wires(MOTOR[words[0]])


def _same_relay(words: Words) -> Words:
    """Two motors that turn one way, or whose direction is one relay's."""
    found = args_of(ac_motor_name, ac_motor_name)(words)
    one, other = (C.MOTOR_DIR[MOTOR[word]] for word in found)
    if found[0] == found[1]:
        raise InjectError("a motor is not swapped with itself")
    if one != other:
        raise InjectError("%s and %s have different direction relays, whose plugs do not fit; "
                          "take two of one kind" % found)
    return found


def _swap_plugs(plant: Plant, words: Words) -> None:
    for word in words:
        bit_of(plant, word)
    plant.swap_plugs(MOTOR[words[0]], MOTOR[words[1]])


def _turn_cam(plant: Plant, words: Words) -> None:
    bit_of(plant, words[0])
    plant.drives[MOTOR[words[0]]].shift_flags(int(words[1]), plant.now)


def _right_cam(plant: Plant, words: Words) -> None:
    plant.drives[MOTOR[words[0]]].shift_flags(0, plant.now)


MOTORS: Rows = {
    "jam": fault(
        "a motor hums, nothing moves", "<motor>", args_of(motor_name), _held("jam"),
        _freed("jam")),
    "open": fault(
        "a motor's wire is broken: no motion, no current", "<motor>", args_of(ac_motor_name),
        _cut_wire, _mend_wire),
    "short": fault(
        "a triac is shorted: the motor runs uncommanded", "<motor>", args_of(ac_motor_name),
        _short, _unshort),
    "half-wave": fault(
        "a triac passes one half-wave by itself: current, no motion", "<motor>",
        args_of(ac_motor_name), _half_wave, _whole_wave),
    "running on": fault(
        "a motor runs on for a time after it was switched off", "<motor> [<ms>]",
        args_of(ac_motor_name, time_ms(60_000), default=_runs_on_ms), _run_on, _lets_go),
    "slow": fault(
        "a mechanism is worn: it has so many percent of its speed", "<motor> [<percent>]",
        args_of(motor_name, lambda w: number(w, "percentage", 1, 300),
                default=lambda words: C.SEVERITIES_SLOW_PCT), _slow, _unslow),
    "weak": fault(
        "a motor is weak: slow, late to start, two starts in five fail", "<motor>",
        args_of(motor_name), _tired(WEAK_PCT, WEAK_MS, WEAK_FAILS), _rested),
    "capacitor": fault(
        "a motor's capacitor has aged: a little slow, one start in five fails", "<motor>",
        args_of(ac_motor_name), _tired(AGED_PCT, AGED_MS, AGED_FAILS), _rested),
    "reversed": fault(
        "a motor's direction wires are exchanged: it turns the other way", "<motor>",
        args_of(reversible_name), _cross, _cross),
    "motors swapped": fault(
        "two motors' plugs are in each other's place", "<motor> <motor>", _same_relay,
        _swap_plugs, _swap_plugs),
    "head phase": fault(
        "a head's flags sit out of phase with its pusher", "<head> <degrees>",
        args_of(head_name, lambda w: number(w, "angle", 1, 15)), _turn_cam, _right_cam),
    "lift pinch": fault(
        "something is caught under a lift's plate", "<lift>", args_of(lift_name), _held("pinch"),
        _freed("pinch")),
    "relay stuck": fault(
        "a direction relay stays as it is", "<relay>", args_of(relay_name),
        lambda p, w: p.stick_relay(w[0], True), lambda p, w: p.stick_relay(w[0], False)),
    "relay welded": fault(
        "K1's contacts are welded: motor power cannot be taken away", "", args_of(),
        lambda p, w: p.weld(True), lambda p, w: p.weld(False)),
    "relay open": fault(
        "K1 does not close", "", args_of(), lambda p, w: p.break_k1(True),
        lambda p, w: p.break_k1(False)),
}  # fmt: skip
"""By name."""
