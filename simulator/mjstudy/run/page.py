"""The study as one HTML file: verdict, hash, plots, every figure; no other file is needed."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from mjstudy.run import plot
from mjstudy.run.carry import Outcome
from mjstudy.run.curve import curves
from mjstudy.run.found import Found
from mjstudy.run.plan import Plan
from mjstudy.run.show import figures, players, sureness

CURVED = ("spearman", "adjacency", "guess")
"""Statistics whose fall with the pre-mix is drawn."""


def page(found: Found) -> str:
    """The report."""
    kinds = Environment(loader=PackageLoader("mjstudy.run", "."), autoescape=select_autoescape())
    shown = [one for one in found.outcomes if not one.arm.add_ms]
    return kinds.get_template("report.html").render(
        found=found, plan=found.plan, timelines=found.timelines, outcomes=shown,
        mixing=[figures(one) for one in found.judged], sureness=sureness(found),
        players={one.arm.title: players(one) for one in shown},
        curves=[Markup(svg) for svg in drawn(found.plan, found.outcomes)],
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
