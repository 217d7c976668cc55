"""Tasks on some processes, with a bar on stderr; results in the order of the items."""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from rich.console import Console
from rich.progress import track


def on_processes(task: Callable, items: Iterable, workers: int, title: str) -> Iterable:
    """Results of a task that can be sent, item by item."""
    every = list(items)
    bar = partial(track, total=len(every), description=title, console=Console(stderr=True),
                  transient=True)  # fmt: skip
    if workers < 2:
        return bar(map(task, every))
    return _pooled(task, every, workers, bar)


def _pooled(task: Callable, every: list, workers: int, bar: Callable) -> Iterable:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from bar(pool.map(task, every))
