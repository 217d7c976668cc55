"""Carry out runs: here, on some processes, or on a Dask cluster; what is done stays done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from mjphysics import table
from mjphysics.design import MIX_S, Point
from mjphysics.measures import figures
from mjphysics.run import Escaped, run

Row = dict[str, str]
TRIES, AGAIN = 3, 1000
"""Sweeps tried for a run, and how far apart their seeds are."""
CONNECT_S = 10
"""So long a scheduler may take to answer."""


def carry_out(point: Point) -> Row | str:
    """One run, measured; where it was worth nothing another sweep is tried, then a sentence."""
    for again in range(TRIES):
        tried = point._replace(seed=point.seed + AGAIN * again)
        try:
            return table.row(tried, figures(run(point.drum, MIX_S, tried.seed)).row())
        except Escaped as problem:
            told = f"run {point.number}: {problem}"
    return told


def here(points: list[Point], jobs: int) -> Iterator[Row | str]:
    """On this machine; the first ready first."""
    if jobs == 1:
        yield from map(carry_out, points)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for one in as_completed([pool.submit(carry_out, point) for point in points]):
            yield one.result()


def on_cluster(points: list[Point], address: str) -> Iterator[Row | str]:
    """On the workers of a Dask scheduler (extra `cluster`); `Unusable` when nobody answers."""
    from dask.distributed import Client
    from dask.distributed import as_completed as dask_completed

    try:
        client = Client(address, timeout=CONNECT_S)
    except (OSError, ValueError) as problem:
        raise table.Unusable(
            f"--scheduler {address}: no Dask scheduler answers there ({problem}); start one with "
            "`dask scheduler`, which prints its address, tcp://HOST:PORT") from problem
    with client:
        for one in dask_completed(client.map(carry_out, points, pure=False)):
            yield one.result()


def lacking(points: list[Point], path: Path,
            say: Callable[[str], None]) -> tuple[list[Row], list[Point]]:  # fmt: skip
    """What the table has, and the runs that are to be done yet; `say` hears why one that is there
    is not used."""
    rows = {int(one["number"]): one for one in table.read(path)}
    wanted = []
    for point in points:
        why = table.stale(point, rows[point.number]) if point.number in rows else ""
        if why:
            say(f"{path}: {why}")
        if why or point.number not in rows:
            wanted.append(point)
    return list(rows.values()), wanted


def add(kept: list[Row], wanted: list[Point], how: Callable[[list[Point]], Iterator[Row | str]],
        path: Path, tell: Callable[[str], None]) -> list[Row]:  # fmt: skip
    """The whole table; each run is in the file when it is done, and `tell` hears of it."""
    rows = {int(one["number"]): one for one in kept}
    for found in how(wanted):
        if isinstance(found, str):
            tell(found)
            continue
        rows[int(found["number"])] = found
        table.write(list(rows.values()), path)
        tell("")
    return [rows[number] for number in sorted(rows)]
