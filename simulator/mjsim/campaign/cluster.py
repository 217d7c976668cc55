"""A campaign on a Dask cluster: `--scheduler tcp://HOST:PORT`, with the extra `cluster`.

Each tree is a task; a tree whose worker dies is given to another by the scheduler. Its results are
the same wherever it is worked out: a worker with other sources of firmware or simulator refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mjsim.campaign.alone import Another, How, asked
from mjsim.campaign.halves import Result
from mjsim.words import sources
from mjsim.words.names import UsageError

TIMEOUT_S = 15
NO_DASK = ("--scheduler %s: Dask is not installed here; `pip install -e .[cluster]` in the "
           "project's folder brings it")  # fmt: skip
NOBODY = "--scheduler %s: no scheduler answers there (%s); start one with `dask scheduler`"
DIED = ("--scheduler %s: tree %s ended four workers, and is given up; run the same command again "
        "with --keep FILE, or without --scheduler")  # fmt: skip


OTHER = ("--scheduler %s: the worker on %s has another version of firmware or simulator, and its "
         "results would be of that; install this one there, start it anew, and run the same "
         "command again with --keep FILE")  # fmt: skip


def client_of(address: str) -> Any:
    """A connection, or a sentence."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError(NO_DASK % address) from None
    try:
        return Client(address, timeout=TIMEOUT_S)
    except (OSError, ValueError) as problem:
        text = str(problem).split("\n")[0] or type(problem).__name__
        raise UsageError(NOBODY % (address, text)) from None


def carry_out(plan: Any, done: set[int], address: str, how: How) -> Iterator[Result]:
    """The results of all runs that are not done yet, tree by tree as they come."""
    client = client_of(address)
    from distributed import KilledWorker, as_completed

    try:
        trees = {tree: done & set(plan.numbers(tree)) for tree in plan.trees}
        version = sources.digest(sources.SIMULATOR)
        tasks = {client.submit(asked, how, plan, tree, over, version, pure=False): tree
                 for tree, over in trees.items() if len(over) < len(plan.numbers(tree))}
        for task in as_completed(list(tasks), loop=client.loop):
            try:
                yield from task.result()
            except KilledWorker:
                raise UsageError(DIED % (address, tasks[task])) from None
            except Another as problem:
                raise UsageError(OTHER % (address, problem)) from None
    finally:
        client.close()
