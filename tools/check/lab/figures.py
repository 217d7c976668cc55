"""The figures of a run: scans, interrupts, memory; quantiles and histograms of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

STEP_US = 500
BAR = 50
LONG_US = 5000
SHARES = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999))


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of them do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0


def mean(values: Sequence[float]) -> float:
    """Their mean, 0 of none."""
    return sum(values) / len(values) if values else 0


class Figures:
    """`take(measured, state)` keeps what the meter tells at every exchange."""

    def __init__(self) -> None:
        self.scans: list[list[int]] = []
        """Of every scan: begin, end, all waiting and all interrupts until then, when the last
        frame that it found sampled the inputs, and when it looked at its clock as it switched a
        motor, if it did (-1: not known); us."""
        self.states: list[str] = []
        self.heap: list[tuple[int, int, int]] = []
        """(us, bytes free, largest free block)"""
        self.hertz = 0
        self.profile: dict[str, Any] = {}
        self.first: dict[str, Any] = {}
        self.last: dict[str, Any] = {}

    def take(self, out: dict[str, Any], state: str) -> None:
        """One exchange: what the meter saw since the last, and the table's state."""
        measured = out["meter"]
        self.scans += measured["scans"]
        self.states += [state] * len(measured["scans"])
        if out.get("heap"):
            self.heap.append((out["us"], out["heap"]["free"], out["heap"]["largest"]))
        self.profile = out.get("profile", self.profile)
        if measured["scans"] and not self.first:
            self.first = measured
        self.hertz = measured["hertz"]
        self.last = measured

    def rows(self) -> list[list[int]]:
        """[time, period to the next, busy in it, of it interrupts], us, as in scan_times.json.

        Waiting ends where a scan begins, so its sum at a scan's end is that at its begin.
        """
        found = []
        for now, after in zip(self.scans, self.scans[1:], strict=False):
            period = after[0] - now[0]
            found.append([now[0], period, period - (after[2] - now[2]), after[3] - now[3]])
        return found

    def busy_us(self, *states: str) -> list[int]:
        """Of every scan the time until the next in which the processor did not wait.

        The first is left out: it reads what was kept, with everything still off.
        """
        return [row[2] for row, state in list(zip(self.rows(), self.states, strict=False))[1:]
                if not states or state in states]  # fmt: skip

    def scan_us(self, *states: str) -> list[int]:
        """From the end of waiting to the live signal, interrupts included."""
        pairs = list(zip(self.scans, self.states, strict=True))[1:]
        return [scan[1] - scan[0] for scan, state in pairs if not states or state in states]

    def share(self, what: str) -> float:
        """Share of the processor's cycles since the first scan: "idle" or "irq"."""
        cycles = self.last["cycles"] - self.first["cycles"]
        return (self.last[what] - self.first[what]) / cycles if cycles else 0.0

    def irq_us(self) -> float:
        """Mean length of an interrupt."""
        count = self.last["irqs"] - self.first["irqs"]
        cycles = self.last["irq"] - self.first["irq"]
        return cycles * 1e6 / self.hertz / count if count else 0.0


def summary(title: str, values: Sequence[int]) -> str:
    """One line: mean, quantiles, the worst, how many over 5 ms."""
    named = [("mean", mean(values)), *((name, quantile(values, share)) for name, share in SHARES)]
    named.append(("worst", max(values, default=0)))
    told = "  ".join("%s %5.2f" % (name, us / 1000) for name, us in named)
    long = sum(1 for each in values if each > LONG_US)
    return "%-34s %6d  %s ms, over 5 ms: %d" % (title, len(values), told, long)


def histogram(values: Sequence[int]) -> list[str]:
    """Lines of bars, half a millisecond each."""
    counts: dict[int, int] = {}
    for each in values:
        counts[each // STEP_US] = counts.get(each // STEP_US, 0) + 1
    most = max(counts.values(), default=1)
    return ["  %4.1f ms %6d %s" % (slot * STEP_US / 1000, counts[slot],
                                   "#" * max(1, counts[slot] * BAR // most))
            for slot in sorted(counts)]  # fmt: skip
