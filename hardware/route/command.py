"""`python -m hardware.logic [seed]`, `python -m hardware.mains [seed]`: route a board anew."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from hardware.problem import Problem
from hardware.route.answer import AnswerFile
from hardware.route.job import Job, Routing

ROOT = Path(__file__).resolve().parents[2]


def ask(job: Job, seed: int) -> Routing:
    """Lay every wire of a job, telling how far it is."""
    from hardware.route.ripup import Router
    from hardware.route.tracks import tracks
    router = Router(job, seed)
    return tracks(router, router.run(lambda line: print(line, flush=True)))


def main(argv: list[str], file: AnswerFile, route: Callable[[Path, int], str]) -> int:
    """0 when every connection lies, 1 when some are open, 2 for wrong usage."""
    if len(argv) > 1 or argv and not argv[0].isdigit():
        print(f"usage: python -m {file.module} [seed]", file=sys.stderr)
        return 2
    start = time.monotonic()
    try:
        text = route(ROOT, int(argv[0]) if argv else 1)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2
    parts = file.read(text)[1].values()
    left = [net for part in parts for net in part.open]
    print(f"{sum(len(part.segments) for part in parts)} tracks, "
          f"{sum(len(part.vias) for part in parts)} vias, {len(left)} open, "
          f"{time.monotonic() - start:.0f} s")
    if left:
        print("open: " + ", ".join(left) + f"; {file.path} stays as it was; give another seed",
              file=sys.stderr)
        return 1
    (ROOT / file.path).write_text(text, encoding="utf-8")
    return 0
