"""One tree in a process of its own: `python -m mjsim.campaign.alone`, JSON in, JSON out.

A cluster's worker has threads, and a program with threads must not fork tables.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from typing import Any

from mjsim.campaign.halves import Result
from mjsim.campaign.plan import Plan, one_by_one
from mjsim.words import sources


class Another(RuntimeError):
    """This worker has other sources than who asks."""


def asked(plan: Plan, tree: int, done: list[int], version: str) -> list[Result]:
    """The results of a tree, worked out by a fresh process; `version`: the asker's sources."""
    if sources.digest(sources.SIMULATOR) != version:
        raise Another(socket.gethostname())
    task = json.dumps({"plan": plan.as_object(), "tree": tree, "done": done})
    ended = subprocess.run([sys.executable, "-m", "mjsim.campaign.alone"], input=task,
                           capture_output=True, text=True, check=False)  # fmt: skip
    if ended.returncode:
        raise RuntimeError("tree %d ended with %d: %s"
                           % (tree, ended.returncode, ended.stderr[-400:]))  # fmt: skip
    return list(json.loads(ended.stdout))


def main() -> None:
    """Work out what is asked for on the standard input."""
    task: dict[str, Any] = json.load(sys.stdin)
    asked_for = task["plan"]
    plan = Plan(asked_for["seed"], asked_for["runs"], tuple(asked_for["kinds"]))
    json.dump(list(one_by_one(plan, task["tree"], task["done"])), sys.stdout)


if __name__ == "__main__":
    main()
