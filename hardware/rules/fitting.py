"""The barriers themselves: rated, on pads that keep their creepage, the right way round."""

from typing import NamedTuple

from . import barriers
from .barriers import BARRIERS, Barrier
from .finding import Finding
from .view import View

RULE = "isolation"
INSULATING_KINDS = frozenset(b.kind for b in BARRIERS)


class Label(NamedTuple):
    """Why a net lies in a domain."""

    domain: str
    why: str


def live(labels: dict[str, Label]) -> frozenset[str]:
    """Every net outside SELV: it has no potential against 0 V."""
    return frozenset(net for net, label in labels.items() if label.domain != barriers.SELV)


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """Barriers whose pins lie in the wrong domain, and pins that must stay open but do not."""
    found = []
    for ref, part in view.of_kind(*INSULATING_KINDS):
        barrier = barriers.rated(part.kind, part.mpn)
        if barrier is None:
            rated = " or ".join(barriers.numbers(part.kind))
            found.append(Finding(RULE, f"{ref} {part.mpn or 'without a number'}",
                                 f"rated {part.kind}: {rated}", "this number has no insulation "
                                 "on file and counts as a wire; fit a rated one"))
        elif part.footprint != barrier.footprint:
            found.append(Finding(RULE, f"{ref} on pads {part.footprint}", f"{part.kind} "
                                 f"{part.mpn}", f"only {barrier.footprint} keeps its creepage"))
        if barrier is not None:
            for pin, net in sorted(part.pins.items()):
                found += _pin_of(ref, pin, net, barrier, labels)
    return found


def _pin_of(ref: str, pin: str, net: str, barrier: Barrier,
            labels: dict[str, Label]) -> list[Finding]:
    """One pin of a rated barrier: on the right side?"""
    side, label = barrier.side_of(pin), labels.get(net)
    if side is None:
        return [Finding(RULE, f"{ref}.{pin} (net {net})", f"{barrier.kind} pin {pin}",
                        "the datasheet wants this pin open; it shortens the creepage")]
    if label and label.domain not in side.domains:
        want = " or ".join(sorted(side.domains))
        return [Finding(RULE, f"{ref}.{pin} (net {net}, {label.domain} {label.why})",
                        f"{barrier.kind} side '{side.name}'",
                        f"this pin belongs to {want}; the part is miswired")]
    return []
