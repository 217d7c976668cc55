"""`mjsim margins`: each figure of a table varied alone, until the control breaks.

Each figure is set to a value for all parts of a machine whose other figures are those of a typical
table; hands are played on it with scans as late as the chip's. It holds when every hand was
finished without a fault; it stops when a fault was reported, which is safe; it breaks when a tile
was driven wrongly, a wall was wrong, or a hand never came and nobody heard why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mjsim.plant.unit import TYPICAL, Unit
from mjsim.run import run
from mjsim.words.names import MACHINES

SPEED = (-60, -50, -40, -30, -25, 25, 30, 40, 50, 60, 80)
FIGURES: tuple[tuple[str, str, int, int, tuple[int, ...]], ...] = (
    # figure, unit, least and most that must hold, values tried
    ("head_speed", "%", -25, 25, SPEED),
    ("belt_speed", "%", -25, 25, SPEED),
    ("lift_speed", "%", -25, 25, SPEED),
    ("hatch_speed", "%", -25, 25, SPEED),
    ("drum_speed", "%", -25, 25, SPEED),
    ("ring_speed", "%", -25, 25, SPEED),
    ("coast", "%", -50, 100, (-75, -50, 100, 125, 150, 200)),
    ("lag", "%", -50, 100, (-75, -50, 100, 150, 200)),
    ("beam_place", "um", -3000, 3000, (-6000, -4500, -3000, 3000, 4500, 6000)),
    ("gap", "um", -8000, 5000, (-12000, -10000, -8000, 5000, 10000)),
    ("contact_bounce", "ms", 0, 60, (20, 60, 80, 120)),
    ("tile_length", "um", -500, 500, (-1000, -500, 500, 1000)),
)
"""Of the gap, -8000 um are 7 mm; the other limits are those of the table's requirement."""
SLOW_SCAN = "E903"
"""Reported for late scans, which stop nothing."""


@dataclass
class Tried:
    """One value: `verdict` is holds, stops or breaks, `why` a sentence for people."""

    figure: str
    value: int
    verdict: str
    why: str


def outcome(machine: str, seed: int, hands: int, figure: str, value: int) -> tuple[str, str]:
    """One table played: its verdict and why."""
    options = run.Options(machine, hands=hands, seed=seed, late="now",
                          unit=Unit(TYPICAL, seed, {figure: value}))  # fmt: skip
    table, meter, report, reason = run.play(options)
    told = sorted({e["code"] for e in table.events if e["event"] == "fault"} - {SLOW_SCAN})
    wrong = report.violations + meter.wrong + ([reason] if reason and not told else [])
    if wrong:
        return "breaks", wrong[0]
    return ("stops", "says " + ", ".join(told)) if told else ("holds", "")


def tried(figure: str, value: int, seeds: range, hands: int) -> Tried:
    """The worst of all machines and seeds."""
    found = Tried(figure, value, "holds", "")
    for machine in MACHINES:
        for seed in seeds:
            verdict, why = outcome(machine, seed, hands, figure, value)
            if verdict == "breaks":
                return Tried(figure, value, verdict, "%s, seed %d: %s" % (machine, seed, why))
            if verdict == "stops" and found.verdict == "holds":
                found = Tried(figure, value, verdict, "%s, seed %d %s" % (machine, seed, why))
    return found


def measure(
    seeds: range, hands: int, on_step: Callable[[str], None], only: str = ""
) -> Iterator[list[Tried]]:
    """Figure by figure, every value that is tried, in order."""
    for figure, _, _, _, values in FIGURES:
        if only and figure != only:
            continue
        row = []
        for value in values:
            row.append(tried(figure, value, seeds, hands))
            on_step(figure)
        yield row
