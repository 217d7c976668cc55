"""The cheapest way through the maze: compiles and calls search.c.

The search alone is in C: ten million steps take Python half an hour and this a minute. Only who
routes a board anew needs a compiler; the result is committed.
"""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np

from hardware.problem import Problem
from hardware.route.space import Costs, Space

SOURCE = Path(__file__).with_name("search.c")
PLANE = -1  # the end of a way to "any via"


class NoCompiler(Problem):
    """Routing needs a C compiler."""


@cache
def library() -> ctypes.CDLL:
    """The compiled search."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise NoCompiler("routing a board needs a C compiler (cc or gcc); on Debian: "
                         "apt-get install gcc libc6-dev")
    name = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    with tempfile.TemporaryDirectory() as folder:
        target = f"{folder}/search_{name}.so"
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", target, str(SOURCE)],
                       check=True)
        return ctypes.CDLL(target)


class Maze:
    """The costs of one wire's search: of every node on both layers, and of a via at each."""

    def __init__(self, space: Space, nodes: Costs, vias: Costs) -> None:
        self.space, self.nodes, self.vias = space, nodes, vias
        self.best = np.empty(2 * space.size, np.int32)
        self.came = np.empty(2 * space.size, np.int32)
        self.way = np.empty(2 * space.size, np.int32)

    def search(self, sources: Iterable[int], targets: frozenset[int]) -> list[int] | None:
        """The nodes from a source to a target, or to any free via when there are no targets."""
        space = self.space
        start = np.array(sorted(sources), np.int32)
        goal = np.zeros(2 * space.size, np.uint8)
        goal[list(targets)] = 1
        box = np.array(box_of(space, targets) if targets else (0, 0, 0, 0), np.int32)
        found = library().search(
            space.size, space.columns, pointer(self.nodes), pointer(self.vias), pointer(start),
            len(start), pointer(goal) if targets else None, pointer(box), pointer(self.best),
            pointer(self.came), pointer(self.way))
        if not found:
            return None
        way: list[int] = self.way[:found][::-1].tolist()
        return way if targets else [*way, PLANE]


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    """Where an array's numbers lie."""
    return ctypes.c_void_p(array.ctypes.data)


def box_of(space: Space, nodes: Iterable[int]) -> tuple[int, int, int, int]:
    """The columns and rows that some nodes span."""
    spots = [divmod(node % space.size, space.columns) for node in nodes]
    rows, columns = [row for row, _ in spots], [column for _, column in spots]
    return min(columns), max(columns), min(rows), max(rows)
