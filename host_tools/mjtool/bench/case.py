"""All that is known of one motor in a visit, and what a later visit is told of it."""

from dataclasses import dataclass, field

from . import pace
from .known import Known
from .motion import Run
from .parts import Motor, Parts

Found = tuple[str, str, str, str] | None
"""Grade, word, sentence and what to do; None: nothing to say."""


@dataclass
class Case:
    """All that is known of one motor in this visit; `seen`: what an eye said: `yes`, `no`, the
    name of another motor, or "" for nobody looked; `way_seen` likewise `fwd` or `rev`; `shorted`:
    a meter showed its triac shorted.
    """

    motor: Motor
    runs: list[Run]
    parts: Parts
    known: Known
    bad: set[str] = field(default_factory=set)  # sensors that failed
    seen: str = ""
    way_seen: str = ""
    shorted: str = ""

    @property
    def good(self) -> set[str]:
        """Its own sensors that can be trusted."""
        return set(self.motor.sensors) - self.bad

    @property
    def moved(self) -> list[Run]:
        """Runs in which it moved, by its own sensors."""
        whole = self.good == set(self.motor.sensors)
        return [run for run in self.runs if any(edge.name in self.good for edge in run.edges)
                or whole and run.figure("lag_ms") >= 0]

    @property
    def others(self) -> list[str]:
        """Motors whose sensors moved instead."""
        found = {self.parts.moves(edge.name) for run in self.runs for edge in run.edges
                 if edge.name not in self.bad and edge.name not in self.motor.sensors}
        return sorted(found - {"", *(m for m in found if m.startswith("belt_"))})

    @property
    def first(self) -> Run:
        """The run that tells most: the last in which it moved, else the last."""
        return (self.moved or self.runs)[-1]

    @property
    def drawn_pct(self) -> float | None:
        """Current above idle in per cent of its own, None when it is not known."""
        run = self.first
        own = self.known.running_ma(self.motor.name, run.way)
        ma = run.figure("run_ma")
        return ma * 100 / own if own > 0 and ma >= 0 else None


def figures_of(case: Case) -> dict[str, dict[str, object]]:
    """By way, what a later visit is compared with."""
    found: dict[str, dict[str, object]] = {}
    for run in case.runs:
        if run.refused or run in case.moved or run.way not in found:
            keys = ("lag_ms", "travel_ms", "coast_ms", "idle_ma", "run_ma", "start_ma")
            found[run.way] = {key: run.figure(key) for key in keys}
            found[run.way]["spans"] = pace.spans(run, case.motor, case.good)
            found[run.way]["ended"] = run.ended
    return found
