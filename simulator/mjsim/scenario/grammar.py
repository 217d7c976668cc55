"""Which words may follow which in a scenario file (docs/SCENARIOS.md).

Each verb has a checker that takes its words and gives them back in canonical spelling, or
raises `UsageError` with the nearest valid word.
"""

from __future__ import annotations

from collections.abc import Callable

from mjsim.scenario.facts import Words, count, expect, profile
from mjsim.scenario.place import PARTS, SIDES
from mjsim.words import vocabulary as names
from mjsim.words.names import UsageError, choose

TIMES = {"wait": (0,), "play": (0,), "hold": (1,)}
"""Which words of a verb are times."""
HEADS, BELTS, LANES = (tuple(kind + s for s in SIDES) for kind in ("head_", "belt_", "lane_"))
LIFTS = tuple("lift_" + s for s in SIDES)
ROWS = tuple("row_" + s for s in SIDES)
LIFTED_FROM = ("drum", *BELTS, *HEADS, *("port_" + s for s in SIDES), *LANES)


def _wait(args: Words) -> Words:
    count(args, 1, 1, "wait TIME, as wait 3s")
    return args


def _play(args: Words) -> Words:
    count(args, 1, 1, "play TIME, as play 60s")
    return args


def _press(args: Words) -> Words:
    count(args, 1, 2, "press KEY, or press KEY twice")
    key = choose("key", args[0], names.KEYS)
    if len(args) == 2:
        choose("word after the key", args[1], ("twice",))
        return (key, "twice")
    return (key,)


def _hold(args: Words) -> Words:
    count(args, 2, 2, "hold KEY TIME, as hold both 1s")
    return (choose("key", args[0], (*names.KEYS, "both")), args[1])


def _inject(args: Words) -> Words:
    if not args:
        raise UsageError("write inject WHAT WHERE, as inject jam head_b")
    from mjsim.plant.inject_timed import timed

    try:
        timed(" ".join(args))
    except ValueError as problem:
        raise UsageError(str(problem)) from problem
    return args


def _clear(args: Words) -> Words:
    if args in (("all",), ()):
        return ("all",)
    return _inject(("clear", *args))[1:]


def _tiles(args: Words) -> Words:
    """`1 tile`, `2 blue tiles`: the number, then the set or ""."""
    colour = ""
    if len(args) == 3:
        colour = choose("set", args[1], names.SETS)
        args = (args[0], args[2])
    if len(args) != 2 or args[1] not in ("tile", "tiles") or not args[0].isdecimal():
        raise UsageError("write a number and tiles, as 1 tile or 2 blue tiles")
    return (args[0], colour)


def _sweep(args: Words) -> Words:
    """`tiles`, `blue tiles`: the set or ""."""
    if args in (("tiles",), ()):
        return ("",)
    count(args, 2, 2, "drop tiles, or drop blue tiles")
    return (choose("set", args[0], names.SETS),)


def _power(args: Words) -> Words:
    count(args, 1, 1, "power off or power on")
    return (choose("power", args[0], ("off", "on")),)


def _place(args: Words) -> Words:
    count(args, 2, 2, "place MECHANISM N, as place lift_d 90")
    if not args[1].isdecimal():
        raise UsageError("'%s' is no whole number of degrees or per cent" % args[1])
    return (choose("mechanism", args[0], PARTS), args[1])


def _turn(args: Words) -> Words:
    count(args, 2, 2, "turn rule N, as turn rule 2")
    choose("switch", args[0], ("rule",))
    if not args[1].isdecimal() or int(args[1]) > 15:
        raise UsageError("the rule switch has positions 0 to 15, not '%s'" % args[1])
    return ("rule", args[1])


def _set(args: Words) -> Words:
    count(args, 2, 2, "set NAME VALUE")
    if not args[1].isdecimal():
        raise UsageError("'%s' is no whole number" % args[1])
    return (choose("setting", args[0], names.settings()), args[1])


def _lid(args: Words) -> Words:
    count(args, 1, 1, "open lid or close lid")
    return (choose("thing", args[0], ("lid",)),)


def _ack(args: Words) -> Words:
    count(args, 0, 0, "ack alone on its line")
    return args


def _box(args: Words) -> Words:
    count(args, 0, 0, "box alone on its line")
    return args


def _lift(args: Words) -> Words:
    """The place, and how many tiles."""
    count(args, 1, 2, "lift PLACE [N], as lift head_b, or lift drum 2")
    number = args[1] if len(args) == 2 else "1"
    if not number.isdecimal() or not int(number):
        raise UsageError("'%s' is no number of tiles" % number)
    return (choose("place", args[0], LIFTED_FROM), number)


def _at(verb: str, places: Words) -> Callable[[Words], Words]:
    """A verb with one of these places behind it."""

    def check(args: Words) -> Words:
        count(args, 1, 1, "%s PLACE, as %s %s" % (verb, verb, places[0]))
        return (choose("place", args[0], places),)

    return check


VERBS: dict[str, Callable[[Words], Words]] = {
    "wait": _wait,
    "press": _press,
    "hold": _hold,
    "inject": _inject,
    "clear": _clear,
    "expect": expect,
    "drop": _sweep,
    "load": _sweep,
    "take": _tiles,
    "add": _tiles,
    "power": _power,
    "place": _place,
    "turn": _turn,
    "play": _play,
    "profile": profile,
    "set": _set,
    "open": _lid,
    "close": _lid,
    "ack": _ack,
    "lift": _lift,
    "lay": _at("lay", ("drum", *BELTS, *HEADS, *LANES, *ROWS)),
    "box": _box,
    "push": _at("push", HEADS),
    "straighten": _at("straighten", BELTS),
    "crank": _at("crank", ("chain", "drum", "ring", *LIFTS)),
}


def check(verb: str, args: Words) -> Words:
    """The verb's words in canonical spelling, or `UsageError`."""
    return VERBS[verb](args)
