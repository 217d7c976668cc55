"""One tree in a process of its own: `python -m mjsim.campaign.alone`, a task in, JSON out.

A cluster's worker has threads, and a program with threads must not fork tables.
"""

from __future__ import annotations

import json
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from mjsim.campaign.halves import Result
from mjsim.words import sources

How = Callable[[Any, int, set[int]], Iterator[Result]]
"""Carries out the runs of a plan's tree, those apart that are done, each as it comes."""


class Another(RuntimeError):
    """This worker has other sources than who asks."""


def asked(how: How, plan: Any, tree: int, done: set[int], version: str) -> list[Result]:
    """The results of a tree, worked out by a fresh process; `version`: the asker's sources."""
    if sources.digest(sources.SIMULATOR) != version:
        raise Another(socket.gethostname())
    ended = subprocess.run([sys.executable, "-m", "mjsim.campaign.alone"],
                           input=pickle.dumps((how, plan, tree, done)), capture_output=True,
                           check=False)  # fmt: skip
    if ended.returncode:
        raise RuntimeError("tree %d ended with %d: %s"
                           % (tree, ended.returncode, ended.stderr[-400:].decode()))  # fmt: skip
    return list(json.loads(ended.stdout))


def main() -> None:
    """Work out what is asked for on the standard input."""
    how, plan, tree, done = pickle.load(sys.stdin.buffer)
    json.dump(list(how(plan, tree, done)), sys.stdout)


if __name__ == "__main__":
    main()
