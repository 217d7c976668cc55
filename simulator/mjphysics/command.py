"""`mjsim physics`: the design's runs into the table, the sets from it, one drum, a film strip."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from mjphysics import film, picking, runs, table
from mjphysics.design import RUNS, SEED, points
from mjphysics.drum import Drum
from mjphysics.measures import LAGS_S, figures
from mjphysics.run import SAMPLE_S, Escaped, run
from mjphysics.sets import sets

STRIP_S = 8.0
Bar = Callable[[str, int], AbstractContextManager[Callable[[], None]]]
"""A progress bar of a title and a total, handed in: each call is one more."""


def carry_out(count: int, jobs: int, scheduler: str, path: str, bar: Bar) -> int:
    """The first runs of the design; 0 when the table has them all, but what is worth nothing."""
    wanted = points()[:count]
    how = partial(runs.here, jobs=jobs)
    if scheduler:
        how = partial(runs.on_cluster, address=scheduler)
    useless: list[str] = []
    with bar("drums", len(wanted)) as step:

        def tell(sentence: str) -> None:
            step()
            if sentence:
                useless.append(sentence)

        rows = runs.all_of(wanted, how, Path(path) if path else table.TABLE, tell, _warn)
    for sentence in useless:
        print(f"left out: {sentence}", file=sys.stderr)
    print(f"{len(rows)} of {RUNS} runs (design seed {SEED}) are in the table")
    return 0


def _warn(text: str) -> None:
    print(f"mjsim physics runs: {text}", file=sys.stderr)


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
    return 0
