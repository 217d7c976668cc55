"""`python -m mjstudy.power`: what the study can see, planned and measured.

Three tables: the plan (will a perfect shuffle pass, which correlation within a timeline it bears,
which shift is seen); the false alarms of thousands of Fisher-Yates studies; and for each statistic
the least defect of its own that is found, injected into walls. The last two are measured with few
walls each; a defect's size is told for more walls, by the square root of their number, where its
shift grows in proportion to it (a large one's does not).
"""

import argparse
import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from rich.console import Console
from rich.progress import track
from rich.table import Table

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.fixed import Fixed, load
from mjstudy.injected import CLUSTERS
from mjstudy.level import TIMELINES, Alarms
from mjstudy.measures.family import family
from mjstudy.measures.measure import Measure
from mjstudy.planned import deviations, on_every_wall, passes_all, plan
from mjstudy.tasks import AT_ONCE, alarms_of, defect_of, layout_of
from mjtable.game import profiles

DESCRIPTION = "What the study can see, planned and measured."

_FOR_SD = 4_000  # walls: deviations to 1 %

Rows = Sequence[tuple[str, ...]]


def main(arguments: list[str] | None = None) -> int:
    """Print the three tables; 0, or 1 when a perfect shuffle would not pass the plan."""
    asked = _arguments(arguments)
    fixed, layout = load(), layout_of(asked.profile, asked.lanes)
    console = Console(width=110 if not Console().is_terminal else None, highlight=False)
    console.print(f"statistics fixed, SHA-256 {fixed.sha256}")
    measures = family(on_every_wall(fixed), layout, asked.seed)
    sure = _print_plan(console, fixed, layout, measures, asked)
    if asked.studies:
        _print_alarms(console, fixed, layout, measures, asked)
    if asked.tries:
        _print_defects(console, fixed, layout, measures, asked)
    return 0 if sure >= fixed.certainty else 1


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("mjstudy.power", description=DESCRIPTION)
    add = partial(parser.add_argument, type=int)
    add("--studies", default=20_000, help="Fisher-Yates studies for the false alarms, 0: none")
    add("--walls-per-study", default=200, help=f"walls of each, a multiple of {TIMELINES}")
    add("--tries", default=200, help="studies with each statistic's defect, 0: none")
    add("--walls-per-try", default=4_000, help=f"walls of each, {20 * CLUSTERS} or more")
    add("--timelines", default=0, help="recorded runs of the plan (as fixed.toml says)")
    add("--lanes", default=4, choices=(1, 4), help="lanes that build at once")
    add("--seed", default=1, help="seed of all walls, 0 and up")
    add("--workers", default=2, help="processes")
    parser.add_argument("--icc", type=float, default=0.0,
                        help="correlation of walls of a timeline in the plan, 0 to 1")  # fmt: skip
    names = [row[profiles.NAME] for row in profiles.PROFILES]
    parser.add_argument("--profile", default="SHOP-B-136", choices=names)
    asked = parser.parse_args(arguments)
    if asked.walls_per_study < TIMELINES or asked.walls_per_study % TIMELINES:
        parser.error(f"--walls-per-study {asked.walls_per_study}: a multiple of {TIMELINES}")
    if asked.walls_per_try < 20 * CLUSTERS:
        parser.error(f"--walls-per-try {asked.walls_per_try}: at least {20 * CLUSTERS}")
    if not 0.0 <= asked.icc <= 1.0:
        parser.error(f"--icc {asked.icc:g}: 0 to 1")
    for name in ("studies", "tries", "seed", "timelines"):
        if getattr(asked, name) < 0:
            parser.error(f"--{name} {getattr(asked, name)}: 0 and up")
    return asked


def _print_plan(console: Console, fixed: Fixed, layout: Layout, measures: list[Measure],
                asked: argparse.Namespace) -> float:  # fmt: skip
    timelines = asked.timelines or fixed.timelines
    sd = deviations(measures, layout.n, _FOR_SD, asked.seed)
    rows = plan(fixed, sd, fixed.walls, timelines, asked.icc)
    sure = passes_all(rows)
    shown = [(row.statistic.title, row.statistic.unit, f"{row.walls:,}", f"{row.sd:.4f}",
              f"{row.statistic.margin:g}", f"{row.se:.5f}", f"{row.power:.4f}",
              f"{row.most_icc:.4f}", f"{row.least:.5f}") for row in rows]  # fmt: skip
    _table(console, f"plan: {fixed.walls:,} walls, {timelines} timelines",
           ("statistic", "unit", "walls", "sd", "margin", "error", "passes", "most icc", "sees"),
           shown)  # fmt: skip
    console.print(f"A perfect shuffle passes all with a chance of at least {sure:.4f} when walls "
                  f"of one timeline are correlated by {asked.icc:g}, and of {fixed.certainty:g} "
                  "at the smallest \"most icc\".\n")  # fmt: skip
    return sure


def _print_alarms(console: Console, fixed: Fixed, layout: Layout, measures: list[Measure],
                  asked: argparse.Namespace) -> None:  # fmt: skip
    total = {m.key: Alarms() for m in measures}
    starts = range(0, asked.studies, AT_ONCE)
    task = partial(alarms_of, asked.profile, asked.lanes, asked.seed, asked.walls_per_study,
                   asked.studies)  # fmt: skip
    for part in _work(task, starts, asked.workers, "Fisher-Yates studies"):
        for key, some in part.items():
            total[key].add(some)
    rows = [(s.title, f"{total[s.key].studies:,}", _percent(total[s.key].seen, total[s.key]),
             _percent(total[s.key].passed, total[s.key])) for s in fixed.statistics]  # fmt: skip
    _table(console, f"false alarms at level {fixed.level:.0%}, {asked.walls_per_study} walls each",
           ("statistic", "studies", "shift seen", "passed on the margin"), rows)  # fmt: skip


def _percent(count: int, of: Alarms) -> str:
    share = count / max(1, of.studies)
    error = math.sqrt(share * (1.0 - share) / max(1, of.studies))
    return f"{100 * share:.2f} ± {100 * error:.2f} %"


def _print_defects(console: Console, fixed: Fixed, layout: Layout, measures: list[Measure],
                   asked: argparse.Namespace) -> None:  # fmt: skip
    keys = [m.key for m in measures]
    task = partial(defect_of, asked.profile, asked.lanes, asked.seed, asked.walls_per_try,
                   asked.tries)  # fmt: skip
    rows = list(_work(task, keys, asked.workers, "defects"))
    _table(console, f"least defect found with 90 % by {asked.walls_per_try:,} walls, and by "
           f"{fixed.walls:,} (root of the number)",
           ("statistic", "its defect", "size", "shift", "found", "size, all walls",
            "half margin: different"), rows)  # fmt: skip


def _work(task: Callable, items: Iterable, workers: int, title: str) -> Iterable:
    """Results in the order of the items, with a bar on stderr."""
    every = list(items)
    bar = partial(track, total=len(every), description=title, console=Console(stderr=True),
                  transient=True)  # fmt: skip
    if workers < 2:
        return bar(map(task, every))
    return _pooled(task, every, workers, bar)


def _pooled(task: Callable, every: list, workers: int, bar: Callable) -> Iterable:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from bar(pool.map(task, every))


def _table(console: Console, title: str, heads: tuple[str, ...], rows: Rows) -> None:
    table = Table(*heads, title=title, title_justify="left")
    for row in rows:
        table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    raise SystemExit(main())
