"""`python -m hardware build [part ...]` writes what is generated, `check` says what is stale."""

import sys
from pathlib import Path

from .parts import PARTS, NotKnown, chosen, stale, write

ROOT = Path(__file__).resolve().parents[1]
USAGE = "usage: python -m hardware build|check [part ...]; parts: " + ", ".join(PARTS)


def main(argv: list[str]) -> int:
    """0 good, 1 something is stale, 2 wrong usage."""
    if not argv or argv[0] not in ("build", "check"):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        names = chosen(argv[1:])
    except NotKnown as problem:
        print(problem, file=sys.stderr)
        return 2
    old = []
    for number, name in enumerate(names, 1):
        print(f"hardware: {name} ({number} of {len(names)})", flush=True)
        files = PARTS[name].build(ROOT)
        if argv[0] == "build":
            for path in write(ROOT, files):
                print(f"  wrote {path}")
        else:
            old += stale(ROOT, name, files)
    for path in old:
        print(f"{path} is stale; run `make hardware` and commit it", file=sys.stderr)
    return 1 if old else 0


sys.exit(main(sys.argv[1:]))
