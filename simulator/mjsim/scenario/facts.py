"""What a scenario may expect: facts, inputs and outputs, each with the words behind it."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.words import vocabulary as names
from mjsim.words.names import UsageError, choose, unknown

Words = tuple[str, ...]


def count(args: Words, low: int, high: int, usage: str) -> None:
    if not low <= len(args) <= high:
        raise UsageError("write %s" % usage)


def profile(args: Words) -> Words:
    count(args, 1, 1, "profile NAME")
    return (choose("profile", args[0], names.profiles()),)


def _fact_fault(args: Words) -> Words:
    if not args:
        return ()
    count(args, 1, 1, "expect fault CODE")
    return (choose("fault", args[0], names.fault_codes()),)


def _fact_state(args: Words) -> Words:
    count(args, 1, 1, "expect state NAME")
    return (choose("state", args[0], names.STATES),)


def _fact_event(args: Words) -> Words:
    if not args:
        raise UsageError("write expect event NAME [key=value ...]")
    for pair in args[1:]:
        if pair.count("=") != 1:
            raise UsageError("'%s' is no key=value" % pair)
    return (choose("event", args[0], names.event_names()), *args[1:])


def _fact_number(args: Words) -> Words:
    count(args, 1, 1, "expect short N")
    if not args[0].isdecimal():
        raise UsageError("'%s' is no whole number" % args[0])
    return args


def _fact_stacks(args: Words) -> Words:
    count(args, 4, 4, "expect stacks A B C D, as expect stacks 17 17 17 17")
    for word in args:
        _fact_number((word,))
    return args


def _fact_set(args: Words) -> Words:
    count(args, 2, 2, "expect set COLOUR table, or expect set COLOUR waiting")
    return (
        choose("set", args[0], (*names.SETS, "none")),
        choose("place", args[1], ("table", "waiting")),
    )


def _fact_dealer(args: Words) -> Words:
    count(args, 1, 1, "expect dealer SIDE")
    return (choose("side", args[0], ("A", "B", "C", "D")),)


def _fact_none(args: Words) -> Words:
    count(args, 0, 0, "expect no violation")
    return args


FACTS: dict[str, Callable[[Words], Words]] = {
    "fault": _fact_fault,
    "state": _fact_state,
    "event": _fact_event,
    "short": _fact_number,
    "tiles": _fact_number,
    "stacks": _fact_stacks,
    "set": _fact_set,
    "dealer": _fact_dealer,
    "profile": profile,
    "violation": _fact_none,
}


def expect(args: Words) -> Words:
    """The fact, preceded by "no" when it must not be."""
    negated: Words = ()
    if args[:1] == ("no",):
        negated, args = ("no",), args[1:]
    if not args:
        raise UsageError("write expect WHAT, as expect state sorting")
    fact, rest = args[0].lower(), args[1:]
    if fact in FACTS:
        return (*negated, fact, *FACTS[fact](rest))
    if fact in names.io_names():
        if len(rest) != 1 or rest[0] not in ("on", "off"):
            raise UsageError("write expect %s on, or expect %s off" % (fact, fact))
        return (*negated, fact, rest[0])
    raise UsageError(unknown_fact(fact))


def unknown_fact(word: str) -> str:
    """Sentence for something nobody can expect: facts first, then the nearest I/O name."""
    near = unknown("thing to expect", word, (*FACTS, *names.io_names()))
    return near.split(" (valid:")[0] + " (valid: %s, or an input or output of docs/IO.md)" % (
        ", ".join(FACTS)
    )
