"""`mjsim physics`: runs into a table, the sets from it, one drum, a film, drums emptied."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from mjphysics import emptied, film, picking, runs, table
from mjphysics.design import SEED, Point, grid, points
from mjphysics.drum import Drum
from mjphysics.measures import LAGS_S, figures
from mjphysics.run import SAMPLE_S, Escaped, run
from mjphysics.sets import sets

STRIP_S = 8.0
CORE_S = 25
"""Of one run: 18 s of sweep and turning, measured, on a core of 2026."""
EMPTY_CORE_S = 60
"""Of a drum mixed and emptied."""
Bar = Callable[[str, int], AbstractContextManager[Callable[[], None]]]
"""A progress bar of a title and a total, handed in: each call is one more."""


def carry_out(count: int | None, jobs: int, scheduler: str, path: str, bar: Bar,
              levels: int = 0) -> int:  # fmt: skip
    """The first runs of the design, or of a grid of so many levels, or all of them; 0 when the
    table has them all, but what is worth nothing. `Unusable` says what cannot be."""
    every, file = _asked(levels, path)
    how = partial(runs.here, jobs=jobs)
    if scheduler:
        how = partial(runs.on_cluster, address=scheduler)
    useless: list[str] = []
    kept, wanted = runs.lacking(every[:count], file, partial(_warn, "runs"))
    if wanted:
        print(_ahead(len(wanted), CORE_S, 0 if scheduler else jobs), flush=True)
    with bar("drums", len(wanted)) as step:
        rows = runs.add(kept, wanted, how, file, _hearing(step, useless))
    _left_out(useless)
    of = f"grid of {levels} levels" if levels else f"design seed {SEED}"
    print(f"{len(rows)} of {len(every)} runs ({of}) are in the table")
    return 0


def _asked(levels: int, path: str) -> tuple[list[Point], Path]:
    """The points, and the table that they belong into."""
    file = Path(path) if path else table.TABLE
    if not levels:
        return points(), file
    if file.resolve() == table.TABLE:
        raise table.Unusable(f"--grid {levels}: the project's own table is the design's; name "
                             "another one, --table FILE.csv")  # fmt: skip
    return grid(levels), file


def _ahead(count: int, core_s: int, jobs: int) -> str:
    """How long so many runs take; `jobs` 0 for a cluster, of which only it knows the cores."""
    minutes = count * core_s / 60 / max(1, jobs)
    long = f"{minutes / 60:.1f} h" if minutes >= 60 else f"{minutes:.1f} min"
    where = f"on {jobs} core(s)" if jobs else "of one core, shared by the cluster's"
    return f"runs to do: {count}, about {core_s} s of a core each, {long} {where}"


def _hearing(step: Callable[[], None], useless: list[str]) -> Callable[[str], None]:
    """Hears of each run: "", or why it was worth nothing."""

    def tell(sentence: str) -> None:
        step()
        if sentence:
            useless.append(sentence)

    return tell


def _left_out(useless: list[str]) -> None:
    for sentence in useless:
        print(f"left out: {sentence}", file=sys.stderr)


def _warn(verb: str, text: str) -> None:
    print(f"mjsim physics {verb}: {text}", file=sys.stderr)


def tell_sets() -> int:
    """The sets as `hardware/machine.toml` should have them."""
    for name, values in sets().items():
        print(f"[mixing_{name}]")
        for key, value in values.items():
            print(f"{key} = {value}")
    return 0


def one(drum: Drum, seed: int, film_file: str, mix_s: float, bar: Bar) -> int:
    """A single drum: its figures, and a strip of it."""
    least = LAGS_S[-1] + 2
    try:
        with bar("turning", round(mix_s / SAMPLE_S) + 1) as step:
            track = run(drum, mix_s, seed, step)
    except Escaped as problem:
        print(f"mjsim physics: {problem}; another seed may do", file=sys.stderr)
        return 1
    if film_file:
        times = tuple(at for at in (0.0, 2.0, 4.0, STRIP_S) if at <= mix_s)
        Path(film_file).write_text(film.strip(track, times), encoding="utf-8")
    if mix_s >= least:
        for name, value in figures(track).row().items():
            print(f"{name:24} {value:8.3f}")
    elif not film_file:
        print(f"figures need {least:.0f} s of turning: --seconds {least:.0f}", file=sys.stderr)
        return 2
    return 0


def empty(drum: Drum, how: str, seed: int, mix_s: float, bar: Bar) -> int:
    """Mix a drum and take its tiles out at the ports."""
    try:
        with bar("tiles out", drum.tiles - picking.LEAST_LEFT) as step:
            out = picking.emptied(drum, mix_s, how, seed, step)
    except Escaped as problem:
        print(f"mjsim physics: {problem}; another seed may do", file=sys.stderr)
        return 1
    print(f"{len(out.order)} of {drum.tiles} tiles out, each port taking {how}")
    if len(out.order) < 2:
        print("mjsim physics: too few to say who follows whom; take more --tiles", file=sys.stderr)
        return 1
    print(f"{'follow':24} {out.follow():8.3f}  a tile's nearest is its port's next")
    print(f"{'drop rank, exit rank':24} {out.correlation():8.3f}  by chance within "
          f"{2 / len(out.order) ** 0.5:.2f}")
    print(f"{'way inwards, exit rank':24} {out.inward():8.3f}  1: from the rim inwards")
    return 0


def empty_many(seeds: int, path: str, bar: Bar) -> int:
    """So many seeds, each emptied both ways, into their table; the means. 0 when the table has
    them all, but what is worth nothing. `Unusable` says what cannot be."""
    file = Path(path) if path else emptied.TABLE
    series, useless = emptied.Series(seeds), list[str]()
    wanted = series.lacking(file, partial(_warn, "empty"))
    if wanted:
        print(_ahead(len(wanted), EMPTY_CORE_S, 1), flush=True)
    with bar("drums", len(wanted)) as step:
        rows = series.add(wanted, file, _hearing(step, useless))
    _left_out(useless)
    print(f"{len(rows)} of {len(series.every)} drums (seeds from {emptied.FIRST_SEED} on, both "
          f"ways to take) are in the table")  # fmt: skip
    print("\n".join(emptied.means(rows)))
    return 0
