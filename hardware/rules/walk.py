"""Walking along an output: the one part of a kind on a net, or the reason why the walk ends."""

from typing import NamedTuple

from .finding import Finding
from .view import View

RULE = "output"


class Broken(Exception):
    """The walk cannot go on: the two places and what is wrong."""

    def __init__(self, here: str, there: str, advice: str) -> None:
        super().__init__(f"{here} <-> {there}: {advice}")
        self.finding = Finding(RULE, here, there, advice)


class End(NamedTuple):
    """What is at the end of a bit: the output's name, and the last place of the walk."""

    name: str
    place: str


def only(view: View, at: str, found: list, what: str) -> tuple[str, str]:
    """The one pin of `found`."""
    if len(found) != 1:
        names = ", ".join(f"{ref}.{pin}" for ref, pin in found) or "nothing"
        raise Broken(at, what, f"there should be exactly one {what} here, found {names}; "
                     "connect the bit to one")
    return found[0]


def pins_on(view: View, net: str, kind: str, pins: tuple[str, ...] = ()) -> list:
    """Pins of parts of this kind on a net, only these numbers if any are given."""
    return [(ref, pin) for ref, pin in view.on.get(net, [])
            if view.parts[ref].kind == kind and (not pins or pin in pins)]
