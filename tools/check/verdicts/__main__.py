"""`python -m tools.check.verdicts`: how often the bench is right, by kind of defect.

Each typical unit is visited sound first: that visit must find nothing, and its report is what the
visits with a defect are judged against, on another day. Worn units must be `worn` at most.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from multiprocessing import Pool
from random import Random
from typing import Any

from mjtool.bench.parts import parts
from mjtool.bench.verdict import WORN
from tools.check.verdicts.defects import KINDS, make
from tools.check.verdicts.trial import MACHINES, Outcome, visit

DAY = 1_000_003  # added to a unit's number: the seed of another day
WANTED_PCT = 99
Job = tuple[str, int, Any, Any, str, int]


def main(argv: list[str]) -> int:
    """Exit code 0 when verdicts are as the issue wants them, else 1."""
    asked = options(argv)
    with Pool(asked.jobs) as pool:
        sound = list(pool.imap_unordered(_sound, _units(asked.healthy, asked.seed, "typical")))
        worn = list(pool.imap_unordered(_sound, _units(asked.worn, asked.seed, "worn")))
        reports = {(o.machine, o.unit): o.figures for o in sound}
        jobs = list(_defects(asked.defects, asked.seed, reports, asked.kind))
        broken = list(pool.imap_unordered(_visit, jobs))
    tell_sound("sound typical", sound)
    tell_sound("worn", worn)
    tell_broken(broken)
    right = sum(o.right for o in broken)
    false = sum(bool(o.failed) for o in (*sound, *worn))
    return int(false > 0 or right * 100 < len(broken) * WANTED_PCT)


def options(argv: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.check.verdicts", description=__doc__)
    for name, default in (("defects", 1000), ("healthy", 200), ("worn", 40), ("seed", 1),
                          ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--kind", action="append", choices=KINDS, help="only these kinds")
    return parser.parse_args(argv)


def _units(count: int, seed: int, kind: str) -> Iterator[tuple[str, int, str]]:
    """Both machines in turn, units from the seed on."""
    for at in range(count):
        yield MACHINES[at % 2], seed * 100_000 + at, kind


def _sound(job: tuple[str, int, str]) -> Outcome:
    machine, unit, kind = job
    return visit(machine, unit, kind=kind)


def _defects(count: int, seed: int, reports: dict[tuple[str, int], Any],
             kinds: list[str] | None) -> Iterator[tuple[Any, ...]]:
    """Kinds in turn, machines and parts by chance, each on one of the units."""
    random, units = Random(seed), sorted(reports)
    for at in range(count):
        machine, unit = units[at % len(units)]
        wanted = list(kinds or KINDS)
        kind = wanted[at % len(wanted)]
        yield (machine, unit, make(kind, random, parts(machine)), reports[machine, unit],
               DAY + unit * 7 + at)


def _visit(job: tuple[Any, ...]) -> Outcome:
    machine, unit, defect, last, seed = job
    return visit(machine, unit, defect, last, seed=seed)


def tell_sound(what: str, found: list[Outcome]) -> None:
    """False verdicts, and how long a visit takes."""
    if not found:
        return
    for outcome in found:
        for verdict in outcome.verdicts:
            if verdict.item in outcome.failed:
                print(f"FALSE {outcome.machine} unit {outcome.unit}: {verdict.sentence()}")
    words = Counter(v.grade for o in found for v in o.verdicts)
    times = sorted(o.table_s for o in found)
    worn = sum(any(v.grade == WORN for v in o.verdicts) for o in found)
    false = sum(bool(o.failed) for o in found)
    print(f"{what}: {len(found)} units, {false} with a false verdict, {worn} with something worn; "
          f"{dict(words)}; a visit takes {times[len(times) // 2]:.0f} s of the table's time, at "
          f"most {times[-1]:.0f}; here "
          f"{sum(o.wall_s for o in found) / len(found):.2f} s")


def tell_broken(found: Iterable[Outcome]) -> None:
    """By kind: how many were right, and what they were called."""
    by_kind: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in found:
        by_kind[outcome.kind].append(outcome)
    print(f"{'kind':<15}{'tried':>6}{'right':>7}  called")
    for kind in KINDS:
        its = by_kind[kind]
        if its:
            words = Counter(v.word for o in its for v in o.verdicts if v.item in o.failed)
            said = ", ".join(f"{word} {count}" for word, count in words.most_common())
            print(f"{kind:<15}{len(its):>6}{sum(o.right for o in its):>7}  {said}")
    for kind in KINDS:
        for outcome in by_kind[kind]:
            if not outcome.right:
                print(f"WRONG {outcome.machine} unit {outcome.unit}, {outcome.text}: "
                      + wrong(outcome))
    total = [o for its in by_kind.values() for o in its]
    if total:
        right = sum(o.right for o in total)
        print(f"{right} of {len(total)} right, {right * 100 / len(total):.1f} %")


def wrong(outcome: Outcome) -> str:
    """What was said of it instead."""
    told = [v for v in outcome.verdicts if v.item in outcome.failed | outcome.wanted]
    return "; ".join(f"{v.item} {v.grade}, {v.word}: {v.text}" for v in told) or "nothing"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
