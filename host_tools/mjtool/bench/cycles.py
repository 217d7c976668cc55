"""A mechanism's time again and again: mean, 95th percentile, trend."""

from collections.abc import Callable
from statistics import mean
from typing import Any

from ..output import Output
from . import judge_motors, pace
from .case import Case
from .motion import Run
from .parts import Motor
from .setup import Bench
from .try_motors import label
from .verdict import Verdict

Show = Callable[[str, int, int], None]


def cycles(bench: Bench, part: Motor, count: int, show: Show) -> tuple[Verdict, dict[str, Any]]:
    """Its time again and again; the verdict is on the last, the trend on all."""
    session, known = bench.session, bench.known()
    case = Case(part, [], session.parts, known)
    for number in range(count):
        show(part.name, number, count)
        run = session.test(part.name, "rev" if part.type == "hatch" and number % 2 else "fwd")
        run.way = label(run, part, run.way)
        case.runs.append(run)
        if run.refused or run.fault:
            break
    return judge_motors.judge(case), statistics(case)


def statistics(case: Case) -> dict[str, Any]:
    """Mean, 95th percentile and trend (ms a cycle) of each way's time."""
    found: dict[str, Any] = {}
    for way in dict.fromkeys(run.way for run in case.runs):
        times = [own_ms(case, run) for run in case.moved if run.way == way]
        if times:
            found[way] = {"cycles": len(times), "mean_ms": round(mean(times)),
                          "p95_ms": sorted(times)[max(0, -(-len(times) * 95 // 100) - 1)],
                          "trend_ms": round(slope(times), 1), "all_ms": times}
    return found


def own_ms(case: Case, run: Run) -> int:
    """The longest span of a motion; a rotation's time from magnet to magnet."""
    return max(pace.spans(run, case.motor, case.good).values(), default=0)


def slope(values: list[int]) -> float:
    """Least squares over the cycles' numbers."""
    middle, average = (len(values) - 1) / 2, mean(values)
    square = sum((at - middle) ** 2 for at in range(len(values)))
    return sum((at - middle) * (v - average) for at, v in enumerate(values)) / square \
        if square else 0.0


def show_cycles(output: Output, figures: dict[str, Any]) -> None:
    """The figures as a table."""
    if output.as_json:
        output.json({"cycles": figures})
    output.table(("way", "cycles", "mean", "p95", "trend"), [
        (way, str(row["cycles"]), f"{row['mean_ms']} ms", f"{row['p95_ms']} ms",
         f"{row['trend_ms']:+} ms a cycle") for way, row in figures.items()])
