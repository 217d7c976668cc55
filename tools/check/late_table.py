"""A table of scan times for `mjsim --late`: `python -m tools.check.late_table LAB.json NAME`.

LAB.json is what a run of a sort on the chip has left: `sort_scans`, rows [time_us, period_us,
busy_us, interrupts_us], of which those from `from_us` to `to_us` count (for the file of the first
one: the sort, from its pre-mix to the jam that ended it). Only scans that had work to do are
kept: an idle one takes less than `WORK_US`, and nothing depends on it.
"""

import json
import sys
from pathlib import Path
from typing import Any

WORK_US = 2500
"""Shortest scan with work: 1.5 ms of `Table.step` and 1 ms around it."""
VALUES = 512
SORT_US = (15_000_000, 44_200_000)
HOME = Path(__file__).resolve().parents[2] / "simulator/mjsim/data"
ABOUT = ("Microseconds that scans with work took, interrupts included, ascending: %d values for "
         "%d scans. Made by tools/check/late_table.py from %s")


def table(lab: dict[str, Any], source: str, span: tuple[int, int]) -> dict[str, Any]:
    """The table: values evenly spread over the sorted times, the shortest and longest included."""
    busy = sorted(row[2] for row in lab["sort_scans"]
                  if span[0] <= row[0] < span[1] and row[2] >= WORK_US)
    if not busy:
        raise ValueError(f"{source}: no scan with work between {span[0]} and {span[1]} us")
    took = [busy[i * (len(busy) - 1) // (VALUES - 1)] for i in range(VALUES)]
    return {"about": ABOUT % (VALUES, len(busy), source), "took_us": took}


def text_of(lab: dict[str, Any], source: str, span: tuple[int, int]) -> str:
    """What is written."""
    return json.dumps(table(lab, source, span)) + "\n"


def main(argv: list[str]) -> int:
    """Write the table; 2 on bad usage."""
    if len(argv) not in (2, 4):
        print("usage: python -m tools.check.late_table LAB.json NAME [FROM_US TO_US]",
              file=sys.stderr)
        return 2
    path = Path(argv[0])
    span = (int(argv[2]), int(argv[3])) if len(argv) == 4 else SORT_US
    try:
        text = text_of(json.loads(path.read_text(encoding="utf-8")), path.name, span)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        print(f"late_table: {path} is no record of a sort on the chip: {problem}", file=sys.stderr)
        return 2
    (HOME / f"scan_times_{argv[1]}.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
