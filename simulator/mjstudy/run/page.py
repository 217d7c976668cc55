"""The study as one HTML file: verdict, hash, plots, every figure; no other file is needed."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from mjstudy.replay.timelines import Timelines
from mjstudy.run import plot
from mjstudy.run.carry import Outcome
from mjstudy.run.curve import curves
from mjstudy.run.plan import Plan
from mjstudy.run.show import figures, good, judged, lacks

CURVED = ("spearman", "adjacency", "guess")
"""Statistics whose fall with the pre-mix is drawn."""


def page(plan: Plan, timelines: Timelines, outcomes: list[Outcome]) -> str:
    """The report."""
    kinds = Environment(loader=PackageLoader("mjstudy.run", "."), autoescape=select_autoescape())
    shown = [one for one in outcomes if not one.arm.add_ms]
    return kinds.get_template("report.html").render(
        plan=plan, timelines=timelines, lacks=lacks(plan, timelines), outcomes=shown,
        good=good(plan, outcomes, timelines), mixing=[figures(one) for one in judged(outcomes)],
        curves=[Markup(svg) for svg in drawn(plan, outcomes)],
        plots=[Markup(plot.intervals(one)) for one in shown],
    )  # fmt: skip


def drawn(plan: Plan, outcomes: list[Outcome]) -> list[str]:
    """A plot for each curved statistic; none when there is only one pre-mix."""
    if all(not one.arm.add_ms for one in outcomes):
        return []
    found = []
    for key in CURVED:
        statistic = plan.fixed.of(key)
        found.append(plot.premix(curves(outcomes, key), statistic.margin, statistic.title))
    return found
