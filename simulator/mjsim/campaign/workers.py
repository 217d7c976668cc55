"""Who carries the trees out: this process, some beside it, or a Dask cluster.

What comes back is the same, in another order: a tree's results depend on its plan alone.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from mjsim.campaign.alone import How
from mjsim.campaign.fork import end_at_once
from mjsim.campaign.halves import Result
from mjsim.campaign.plan import one_by_one
from mjsim.words.names import UsageError

AHEAD = 2
"""Trees that wait for each worker, so that none is idle."""


def carry_out(plan: Any, jobs: int, done: set[int], scheduler: str = "",
              how: How = one_by_one) -> Iterator[Result]:  # fmt: skip
    """The results of all runs that are not done yet."""
    if scheduler:
        from mjsim.campaign import cluster

        yield from cluster.carry_out(plan, done, scheduler, how)
    elif jobs == 1:
        for tree in _todo(plan, done):
            yield from how(plan, tree, done)
    else:
        yield from _beside(plan, jobs, done, how)


def _todo(plan: Any, done: set[int]) -> list[int]:
    """Trees of which something is not done yet."""
    return [tree for tree in plan.trees if set(plan.numbers(tree)) - done]


def _whole(how: How, plan: Any, tree: int, done: set[int]) -> list[Result]:
    """What one worker is given."""
    return list(how(plan, tree, done))


@contextmanager
def ended_once() -> Iterator[None]:
    """The first Ctrl-C ends what is done within; further ones do not disturb that."""
    mine = (threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler)  # fmt: skip
    if mine:
        signal.signal(signal.SIGINT, _interrupted)
    try:
        yield
    finally:
        if mine and signal.getsignal(signal.SIGINT) is _interrupted:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupted(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _unheard() -> Iterator[None]:
    """A Ctrl-C comes afterwards; a process that is begun within never hears one."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begun() -> None:
    """A worker: who began it hears Ctrl-C, and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end_at_once)


def _beside(plan: Any, jobs: int, done: set[int], how: How) -> Iterator[Result]:
    """Worker processes, started afresh: a fork of a program with threads may hang."""
    fresh = multiprocessing.get_context("spawn")
    todo = _todo(plan, done)
    pool = ProcessPoolExecutor(jobs, mp_context=fresh, initializer=_begun)
    running: set[Future[list[Result]]] = set()
    try:
        while todo or running:
            while todo and len(running) < jobs * AHEAD:
                tree = todo.pop(0)
                mine = done & set(plan.numbers(tree))
                with _unheard():
                    running.add(pool.submit(_whole, how, plan, tree, mine))
            over, running = wait(running, return_when=FIRST_COMPLETED)
            for future in over:
                yield from future.result()
    except BrokenProcessPool:
        raise UsageError(
            "a worker process was ended from outside; run the same command again: with "
            "--keep FILE it goes on where it was"
        ) from None
    except BaseException:
        _end(pool)
        raise
    pool.shutdown()


def _end(pool: ProcessPoolExecutor) -> None:
    """Somebody wants no more: no worker is left."""
    for worker in list(pool._processes.values()):
        worker.terminate()
    pool.shutdown(cancel_futures=True)
