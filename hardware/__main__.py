"""`python -m hardware build [part ...]` writes what is generated, `check` says what is stale."""

import sys
from pathlib import Path

from tools.make.generate.errors import SourceError
from tools.make.generate.read.machine import load

from .parts import PARTS, chosen, stale, write
from .problem import Problem

ROOT = Path(__file__).resolve().parents[1]
USAGE = "usage: python -m hardware build|check [part ...]; parts: " + ", ".join(PARTS)


def main(argv: list[str]) -> int:
    """0 good, 1 something is stale, 2 wrong usage or something to mend first."""
    if not argv or argv[0] not in ("build", "check"):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        old = _run(argv[0], chosen(argv[1:]))
    except (Problem, SourceError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    for path in old:
        print(f"{path} is stale; run `make hardware` and commit it", file=sys.stderr)
    return 1 if old else 0


def _run(what: str, names: list[str]) -> list[str]:
    """Build the parts, or say which of their files are stale."""
    load(ROOT)  # a mistake in machine.toml is told before anything is drawn from it
    old = []
    for number, name in enumerate(names, 1):
        print(f"hardware: {name} ({number} of {len(names)})", flush=True)
        files = PARTS[name].build(ROOT)
        if what == "build":
            for path in write(ROOT, files):
                print(f"  wrote {path}")
        else:
            old += stale(ROOT, name, files)
    return old


sys.exit(main(sys.argv[1:]))
