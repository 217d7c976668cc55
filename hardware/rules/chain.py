"""The I/O chain itself: data from chip to chip, clocks to all, outputs read back."""

from itertools import pairwise

from .finding import Finding
from .pinouts import (
    IN_CHAIN,
    IN_CLOCK,
    IN_INHIBIT,
    IN_LOAD,
    IN_NEXT,
    IN_SERIAL,
    OUT_CHAIN,
    OUT_CLEAR,
    OUT_CLOCK,
    OUT_LATCH,
    OUT_NEXT,
    OUT_OE,
    OUT_SERIAL,
)
from .view import View

RULE = "chain"
OUT_PINS = {OUT_CLOCK: "SR_SCK", OUT_LATCH: "SR_LATCH", OUT_OE: "OUT_OE_N", OUT_CLEAR: "+3V3"}
IN_PINS = {IN_CLOCK: "SR_SCK", IN_LOAD: "SR_LOAD_N", IN_INHIBIT: "GND"}


def links() -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Which output feeds which input, from MOSI round to MISO: the loop-back is the middle one."""
    found = [((a, OUT_NEXT), (b, OUT_SERIAL)) for a, b in pairwise(OUT_CHAIN)]
    found.append(((OUT_CHAIN[-1], OUT_NEXT), (IN_CHAIN[-1], IN_SERIAL)))
    found += [((b, IN_NEXT), (a, IN_SERIAL)) for a, b in pairwise(IN_CHAIN)]
    return found


def check(view: View) -> list[Finding]:
    """Every link, both ends, and every control pin."""
    found = []
    for one, two in links():
        if not view.net(*one) or not view.joined(view.net(*one), view.net(*two)):
            found.append(Finding(RULE, view.at(*one), view.at(*two), "these two belong together; "
                                 "the bytes after them come from elsewhere"))
    for chip, pin, want in _controls():
        if not view.joined(view.net(chip, pin), want):
            found.append(Finding(RULE, view.at(chip, pin), f"net {want}",
                                 f"this pin belongs on {want}"))
    return found


def _controls() -> list[tuple[str, str, str]]:
    """Chip, pin and net of every control pin and of both ends of the chain."""
    rows = [(chip, pin, net) for chip in OUT_CHAIN for pin, net in OUT_PINS.items()]
    rows += [(chip, pin, net) for chip in IN_CHAIN for pin, net in IN_PINS.items()]
    return [*rows, (OUT_CHAIN[0], OUT_SERIAL, "SR_MOSI"), (IN_CHAIN[0], IN_NEXT, "SR_MISO")]
