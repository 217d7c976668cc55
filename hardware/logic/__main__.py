"""`python -m hardware.logic [seed]` routes the logic board, writes hardware/logic.routing."""

import sys
import time
from pathlib import Path

from hardware.logic.board import layout
from hardware.logic.routing import ROUTING_FILE, from_text, route
from hardware.problem import Problem

ROOT = Path(__file__).resolve().parents[2]


def main(argv: list[str]) -> int:
    """0 when every connection lies, 1 when some are open, 2 for wrong usage."""
    if len(argv) > 1 or argv and not argv[0].isdigit():
        print("usage: python -m hardware.logic [seed]", file=sys.stderr)
        return 2
    start = time.monotonic()
    try:
        text = route(layout(ROOT), int(argv[0]) if argv else 1)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2
    _, signals, supplies = from_text(text)
    left = [*signals.open, *supplies.open]
    print(f"{len(signals.segments) + len(supplies.segments)} tracks, {len(signals.vias)} vias, "
          f"{len(left)} open, {time.monotonic() - start:.0f} s")
    if left:
        print("open: " + ", ".join(left) + f"; {ROUTING_FILE} stays as it was; give another seed",
              file=sys.stderr)
        return 1
    (ROOT / ROUTING_FILE).write_text(text, encoding="utf-8")
    return 0


sys.exit(main(sys.argv[1:]))
