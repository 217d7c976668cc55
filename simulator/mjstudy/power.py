"""`python -m mjstudy.power`: what the study can see, planned and measured.

Three tables: the plan (will a perfect shuffle pass, which correlation within a timeline it bears,
which shift is seen); the false alarms of thousands of Fisher-Yates studies; and for each statistic
the least defect of its own that is found, injected into walls, how often one as large as the
margin is judged at all, and how many riffles are seen. The last two are measured with few walls
each; a defect's size is told for more walls, by the square root of their number, where its shift
grows in proportion to it (a large one's does not). `--write` puts them into docs/SHUFFLE.md.
`--only KEY` measures one statistic alone, so with more walls than there is time for all of them.
"""

import argparse
import math
import sys
from dataclasses import replace
from functools import partial

from rich.console import Console
from rich.table import Table

from mjsim.shuffle.statistics.projection import Layout
from mjstudy import published
from mjstudy.fixed import Fixed, load
from mjstudy.injected import CLUSTERS
from mjstudy.level import TIMELINES, Alarms
from mjstudy.measures.family import family
from mjstudy.measures.measure import Measure
from mjstudy.planned import deviations, on_every_wall, passes_all, plan
from mjstudy.published import Shown
from mjstudy.tasks import (
    AT_ONCE,
    CERTAIN,
    FEWER,
    RIFFLED,
    alarms_of,
    defect_of,
    layout_of,
    walls_each,
)
from mjstudy.work import on_processes
from mjtable.game import profiles

DESCRIPTION = "What the study can see, planned and measured."

TOO_MANY = "Above the level by more than chance:"
UNIT = FEWER * TIMELINES
_FOR_SD = 4_000  # walls: deviations to 1 %


def main(arguments: list[str] | None = None) -> int:
    """Print the three tables; 0, or 1 when a perfect shuffle would not pass the plan."""
    asked = _arguments(arguments)
    fixed, layout = load(), layout_of(asked.profile, asked.lanes)
    console = Console(width=110 if not Console().is_terminal else None, highlight=False)
    head = f"Statistics fixed, SHA-256 {fixed.sha256}."
    console.print(head)
    measures = family(on_every_wall(fixed), layout, asked.seed)
    if asked.only:
        fixed = replace(fixed, statistics=(fixed.of(asked.only),))
        measures = [one for one in measures if one.key == asked.only]
    sure, planned = _plan(fixed, layout, measures, asked)
    tables = [] if asked.only else [planned]  # a plan is of all together
    if asked.studies:
        tables.append(_alarms(fixed, asked))
    if asked.tries:
        tables.append(_defects(fixed, measures, asked))
    for one in tables:
        _print(console, one)
    if asked.write:
        given = " ".join(sys.argv[1:] if arguments is None else arguments)
        made = f"{head} Made by `python -m mjstudy.power {given}`."
        published.write(published.PAGE, made, tables, published.begin(asked.only))
    return 0 if sure >= fixed.certainty else 1  # alarms of small studies are told, not judged


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("mjstudy.power", description=DESCRIPTION)
    add = partial(parser.add_argument, type=int)
    add("--studies", default=20_000, help="Fisher-Yates studies for the false alarms, 0: none")
    add("--walls-per-study", default=200,
        help=f"walls of each, a multiple of {UNIT}; a fifth for slow statistics")  # fmt: skip
    add("--tries", default=200, help="studies with each statistic's defect, 0: none")
    add("--walls-per-try", default=4_000, help=f"walls of each, {20 * CLUSTERS} or more")
    add("--timelines", default=0, help="recorded runs of the plan (as fixed.toml says)")
    add("--lanes", default=4, choices=(1, 4), help="lanes that build at once")
    add("--seed", default=1, help="seed of all walls, 0 and up")
    add("--workers", default=2, help="processes")
    parser.add_argument("--only", default="", choices=[one.key for one in load().statistics],
                        metavar="KEY", help="one statistic, as fixed.toml names it")  # fmt: skip
    parser.add_argument("--write", action="store_true", help=f"write them into {published.PAGE}")
    parser.add_argument("--icc", type=float, default=0.0,
                        help="correlation of walls of a timeline in the plan, 0 to 1")  # fmt: skip
    names = [row[profiles.NAME] for row in profiles.PROFILES]
    parser.add_argument("--profile", default="SHOP-B-136", choices=names)
    asked = parser.parse_args(arguments)
    if asked.walls_per_study < UNIT or asked.walls_per_study % UNIT:
        parser.error(f"--walls-per-study {asked.walls_per_study}: a multiple of {UNIT}")
    if asked.walls_per_try < 20 * CLUSTERS:
        parser.error(f"--walls-per-try {asked.walls_per_try}: at least {20 * CLUSTERS}")
    if not 0.0 <= asked.icc <= 1.0:
        parser.error(f"--icc {asked.icc:g}: 0 to 1")
    if asked.write:
        try:
            published.block(published.PAGE.read_text(encoding="utf-8"),
                            published.begin(asked.only))
        except (OSError, ValueError) as problem:
            parser.error(f"--write: {published.PAGE}: {problem}; run it in the project's folder")
    for name in ("studies", "tries", "seed", "timelines"):
        if getattr(asked, name) < 0:
            parser.error(f"--{name} {getattr(asked, name)}: 0 and up")
    return asked


def _plan(fixed: Fixed, layout: Layout, measures: list[Measure],
          asked: argparse.Namespace) -> tuple[float, Shown]:  # fmt: skip
    timelines = asked.timelines or fixed.timelines
    sd = deviations(measures, layout.n, _FOR_SD, asked.seed)
    rows = plan(fixed, sd, fixed.walls, timelines, asked.icc)
    sure = passes_all(rows)
    shown = [(row.statistic.title, row.statistic.unit, f"{row.walls:,}", f"{row.sd:.4f}",
              f"{row.statistic.margin:g}", f"{row.se:.5f}", f"{row.power:.4f}",
              f"{row.most_icc:.4f}", f"{row.least:.5f}") for row in rows]  # fmt: skip
    heads = ("statistic", "unit", "walls", "sd", "margin", "error", "passes", "most icc", "sees")
    below = (f"A perfect shuffle passes all with a chance of at least {sure:.4f} when walls "
             f"of one timeline are correlated by {asked.icc:g}, and of {fixed.certainty:g} at the "
             "smallest \"most icc\".")  # fmt: skip
    return sure, Shown(f"The plan: {fixed.walls:,} walls, {timelines:,} timelines", heads, shown,
                       below)  # fmt: skip


def _alarms(fixed: Fixed, asked: argparse.Namespace) -> Shown:
    total = {s.key: Alarms() for s in fixed.statistics}
    starts = range(0, asked.studies, AT_ONCE)
    walls = asked.walls_per_study
    task = partial(alarms_of, asked.profile, asked.lanes, asked.seed, walls, asked.studies,
                   only=asked.only)  # fmt: skip
    for part in on_processes(task, starts, asked.workers, "Fisher-Yates studies"):
        for key, some in part.items():
            total[key].add(some)
    rows = [(s.title, f"{total[s.key].studies:,}", str(walls_each(s, walls)),
             _percent(total[s.key].seen, total[s.key]),
             _percent(total[s.key].passed, total[s.key])) for s in fixed.statistics]  # fmt: skip
    loud = [s.title for s in fixed.statistics if total[s.key].too_many(fixed.level)]
    below = f"None is above {fixed.level:.0%} by more than chance (1 in 10,000)."
    below = f"{TOO_MANY} {'; '.join(loud)}." if loud else below
    heads = ("statistic", "studies", "walls of each", "shift seen", "passed on the margin")
    return Shown(f"False alarms at level {fixed.level:.0%}: Fisher-Yates studies of "
                 f"{TIMELINES} timelines", heads, rows, below)  # fmt: skip


def _percent(count: int, of: Alarms) -> str:
    share = count / max(1, of.studies)
    error = math.sqrt(share * (1.0 - share) / max(1, of.studies))
    return f"{100 * share:.2f} ± {100 * error:.2f} %"


def _defects(fixed: Fixed, measures: list[Measure], asked: argparse.Namespace) -> Shown:
    task = partial(defect_of, asked.profile, asked.lanes, asked.seed, asked.walls_per_try,
                   asked.tries)  # fmt: skip
    rows = list(on_processes(task, [m.key for m in measures], asked.workers, "defects"))
    return Shown(
        f"Least defect found with {CERTAIN:.0%} by {asked.walls_per_try:,} walls ({asked.tries} "
        f"studies each), and by {fixed.walls:,} (root of the number)",
        ("statistic", "its defect", "size", "shift", "found", "size, all walls",
         "margin as large: equivalent", "different", "riffles seen"), rows,
        "The two columns of a margin as large as the shift should be near "
        f"{fixed.level:.0%} at most; riffles of {RIFFLED} studies each, -1: not even none.",
    )  # fmt: skip


def _print(console: Console, shown: Shown) -> None:
    table = Table(*shown.heads, title=shown.title, title_justify="left")
    for row in shown.rows:
        table.add_row(*row)
    console.print(table)
    console.print(shown.below + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
