"""Pins of chips: the potential of the net within absolute maximum, recommended range and levels.

An input whose record gives no absolute maximum has clamp diodes to its supply: half a volt above
it current flows. A level must be reached both ways, or a tied input be clearly at one of them.
"""

from collections.abc import Iterator

from hardware.lib.record import Record, RecordPin

from .drives import direction, supply_of
from .figure import Figure
from .potentials import State
from .view import View

CLAMP_V = 0.5
LISTENING = ("input", "bidirectional")


def figures(view: View, now: State) -> Iterator[Figure]:
    """Every wired pin whose net has a potential."""
    for ref, part in view.parts.items():
        record = view.record(ref)
        for pin, net in part.pins.items() if record and part.kind != "connector" else ():
            its = record.pins.get(pin) if record else None
            if record and its and net in now.worst:
                yield from _range(view, now, ref, record, its)
                yield from _clamp(view, now, ref, record, its)
                yield from _levels(view, now, ref, record, its)


def _range(view: View, now: State, ref: str, record: Record, its: RecordPin) -> Iterator[Figure]:
    """`v` and `use_v`."""
    net = view.net(ref, its.no)
    volts = now.worst[net]
    for what, window in (("absolute", its.v), ("recommended", its.use_v)):
        if window and not (what == "recommended" and its.does not in ("supply", *LISTENING)):
            most, feed = window[1], now.worst.get(supply_of(view, ref))
            if what == "recommended" and its.does in LISTENING and feed:
                most = max(most, feed.high)  # levels go with the chip's own supply
            yield Figure(view.at(ref, its.no), f"{its.does} {what}", volts.low, volts.high, "V",
                         window[0], most, record.says(its.no))


def _clamp(view: View, now: State, ref: str, record: Record, its: RecordPin) -> Iterator[Figure]:
    """An input above its chip's supply feeds the supply through its clamp diode."""
    feed = supply_of(view, ref)
    if its.v or its.use_v or its.ma is None or its.does != "input" or feed not in now.worst:
        return
    volts = now.worst[view.net(ref, its.no)]
    yield Figure(view.at(ref, its.no), "input above its supply", volts.low, volts.high, "V", None,
                 now.worst[feed].high + CLAMP_V, record.says(its.no),
                 f"its supply {feed} is at {now.worst[feed]}")


def _levels(view: View, now: State, ref: str, record: Record, its: RecordPin) -> Iterator[Figure]:
    """What surely is high and what surely is low."""
    net = view.net(ref, its.no)
    if its.high_v is None or its.does not in LISTENING or _pumped(view, net):
        return
    if direction(view, ref, its.no) == "output":
        return
    volts, low_v = now.running[net], its.low_v if its.low_v is not None else its.high_v
    if volts.high - volts.low < 0.1 and now.worst[net].low > 0.1:  # tied, or held for good
        return (yield from _tied(view, ref, record, its, volts.high, low_v))
    if now.worst[net].high < 0.1:
        return  # tied low
    yield Figure(view.at(ref, its.no), "high level", volts.high, volts.high, "V", its.high_v, None,
                 record.says(its.no))
    low = now.worst[net].low
    yield Figure(view.at(ref, its.no), "low level", low, low, "V", None, low_v,
                 record.says(its.no))


def _tied(view: View, ref: str, record: Record, its: RecordPin, volts: float, low_v: float
          ) -> Iterator[Figure]:
    """A level that never moves is one of the two."""
    if volts > low_v:
        yield Figure(view.at(ref, its.no), "tied level", volts, volts, "V", its.high_v, None,
                     record.says(its.no))


def _pumped(view: View, net: str) -> bool:
    """Is this net charged through a pair of diodes? hardware/spice has its level."""
    return any(view.parts[ref].kind == "schottky" and len(view.parts[ref].pins) == 3
               for ref, _ in view.on.get(net, []))
