"""Tries mistakes in modules, `make mutate`: `python -m tools.check.mutate [MODULE ...] [--all]`.

Exit 1 when a gated module has a change that no test notices, 2 when nothing could be told.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tools.check.mutate import equivalents, report, targets
from tools.check.mutate.campaign import SURVIVED, UNREACHED, Campaign, Trouble
from tools.check.mutate.mutants import Mutant, Source

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def main(argv: list[str], root: Path = ROOT, here: Path = HERE) -> int:
    """`here` is where the two tables are."""
    asked = _arguments(argv)
    try:
        entries = equivalents.load(here / "equivalents.toml")
        known = targets.load(here / "targets.toml", root)
        groups = targets.chosen(known, asked.modules, asked.all)
        modules = [each for group in groups for each in _group(group, entries, asked, root)]
    except (equivalents.Wrong, targets.Unknown, Trouble) as problem:
        for line in str(problem).splitlines():
            print(f"mutate: {line}", file=sys.stderr)
        return 2
    print("\n".join(report.lines(modules)))
    return int(any(module.failed for module in modules))


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.check.mutate", description=__doc__)
    parser.add_argument("modules", nargs="*", help="by name or path; else all gated ones")
    parser.add_argument("--all", action="store_true", help="those that are only reported, too")
    parser.add_argument("--sample", type=int, default=0, metavar="N",
                        help="of a module that is not gated, N changes spread evenly")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="how many at a time")
    parser.add_argument("--prove", action="store_true",
                        help="try the equivalent changes too: a test that fails makes one wrong")
    return parser.parse_args(argv)


def _group(group: targets.Group, entries: list[equivalents.Entry], asked: argparse.Namespace,
           root: Path) -> list[report.Module]:
    """Try one group."""
    sources: dict[str, Source] = {}
    first = 0
    for name, path in group.modules.items():
        sources[name] = Source(path, first)
        first += len(sources[name].numbers)
        equivalents.check(entries, name, sources[name], "equivalents.toml")
    modules = {name: report.Module(name, group.gated) for name in sources}
    known = {(entry.module, entry.key) for entry in entries}
    jobs = []
    for name, source in sources.items():
        tried = [mutant for mutant in source.mutants if group.tries(mutant)]
        if asked.sample and not group.gated:
            tried = tried[::max(1, len(tried) // asked.sample)]
        for mutant in tried:
            if (name, mutant.key) in known and not asked.prove:
                modules[name].add(mutant, report.EQUIVALENT)
            else:
                jobs.append((source, mutant))
    if jobs:
        _try(group, sources, jobs, modules, known, asked.jobs, root)
    return list(modules.values())


def _try(group: targets.Group, sources: dict[str, Source], jobs: list[tuple[Source, Mutant]],
         modules: dict[str, report.Module], known: set[tuple[str, tuple[str, str, int]]],
         width: int, root: Path) -> None:
    names = {id(source): name for name, source in sources.items()}
    (root / ".build").mkdir(exist_ok=True)
    # No thread of its own: a fork would take the bar's lock with it.
    bar = Progress(TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(),
                   TimeElapsedColumn(), console=Console(stderr=True), auto_refresh=False)

    def tell(source: Source, mutant: Mutant, what: str, by: str) -> None:
        name = names[id(source)]
        if (name, mutant.key) in known:
            if what not in (SURVIVED, UNREACHED):
                raise equivalents.Wrong(
                    f"equivalents.toml: {name}: {mutant.function}: {by} tells it apart: "
                    f"{mutant.change}\nTake the entry out.")
            what = report.EQUIVALENT
        modules[name].add(mutant, what)
        missed = sum(len(module.missed) for module in modules.values())
        bar.update(task, advance=1, description=f"{Path(name).stem}, {missed} missed")
        bar.refresh()
        if not bar.console.is_terminal and what in (SURVIVED, UNREACHED):
            print(f"{name}:{mutant.line}: {what}: {mutant.change}", file=sys.stderr, flush=True)

    with bar:
        task = bar.add_task("running the tests once", total=len(jobs))
        bar.refresh()
        Campaign(list(sources.values()), group.tests, jobs, width, tell,
                 str(root / ".build/mutate.log")).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
