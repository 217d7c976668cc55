"""Mains, lamps and the link: what is measured or looked at without a motor."""

from statistics import quantiles
from typing import Any

from . import others, outputs
from .known import Known
from .setup import Bench
from .verdict import Verdict
from .visit import Visit


def mains(bench: Bench) -> list[Verdict]:
    """Judged where the design has limits, shown where it has none."""
    visit = _visit(bench)
    others.mains(visit)
    values = bench.session.measure()
    bench.output.table(("measured", ""), [(name, str(value)) for name, value in values.items()])
    if bench.output.as_json:
        bench.output.json({"measured": values})
    return visit.verdicts


def lamps(bench: Bench) -> list[Verdict]:
    """Lamps, display and beeper."""
    visit = _visit(bench)
    outputs.outputs(visit)
    return visit.verdicts


def _visit(bench: Bench) -> Visit:
    return Visit(bench.session, Known(), say=bench.say)


def latency(bench: Bench, count: int) -> None:
    """Times of `status`, in ms."""
    clock, took = bench.session.clock, []
    for _ in range(count):
        began = clock.now()
        bench.client.request("status")
        took.append((clock.now() - began) * 1000)
    figures = shape(took)
    bench.output.say("status: " + ", ".join(f"{key} {value:.1f} ms"
                                            for key, value in figures.items()),
                     {"count": count} | figures)


def shape(took: list[float]) -> dict[str, Any]:
    """Median, 99th percentile and longest."""
    if len(took) < 2:
        return {"p50": took[0], "p99": took[0], "longest": took[0]}
    parts = quantiles(took, n=100, method="inclusive")
    return {"p50": round(parts[49], 1), "p99": round(parts[98], 1), "longest": round(max(took), 1)}
