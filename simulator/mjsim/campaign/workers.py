"""Who carries the trees out: this process, some beside it, or a Dask cluster.

What comes back is the same, in another order: a tree's results depend on its plan alone.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from mjsim.campaign.halves import Result
from mjsim.campaign.plan import Plan, batch, one_by_one
from mjsim.words.names import UsageError

AHEAD = 2
"""Trees that wait for each worker, so that none is idle."""


def carry_out(plan: Plan, jobs: int, done: set[int], scheduler: str = "") -> Iterator[Result]:
    """The results of all runs that are not done yet."""
    if scheduler:
        from mjsim.campaign import cluster

        yield from cluster.carry_out(plan, done, scheduler)
    elif jobs == 1:
        for tree in plan.trees:
            yield from one_by_one(plan, tree, done)
    else:
        yield from _beside(plan, jobs, done)


def _beside(plan: Plan, jobs: int, done: set[int]) -> Iterator[Result]:
    """Worker processes, started afresh: a fork of a program with threads may hang."""
    fresh = multiprocessing.get_context("spawn")
    todo = [tree for tree in plan.trees if set(plan.numbers(tree)) - done]
    with ProcessPoolExecutor(jobs, mp_context=fresh) as pool:
        running: set[Future[list[Result]]] = set()
        try:
            while todo or running:
                while todo and len(running) < jobs * AHEAD:
                    tree = todo.pop(0)
                    running.add(pool.submit(batch, plan, tree, done & set(plan.numbers(tree))))
                over, running = wait(running, return_when=FIRST_COMPLETED)
                for future in over:
                    yield from future.result()
        except BrokenProcessPool:
            raise UsageError(
                "a worker process was ended from outside; run the same command again: with "
                "--keep FILE it goes on where it was"
            ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
