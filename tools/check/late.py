"""Hands with each kind of late scans, `make late`: `python -m tools.check.late [HANDS [SEED]]`.

Exit 1 when a tile, a stack or a lift was driven wrongly, a wall is wrong, a hand did not come, or
the table stopped where it must not (`NO_STOP`).
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from mjsim.words.names import MACHINES

MJSIM = Path(sys.executable).with_name("mjsim")
NO_STOP = ("measured", "8")
MAY_STOP = ("12", "30", "12@0.1", "30@0.1", "30@0.01", "12x16@0.001", "30x8@0.001")
WARNINGS = ("E431", "E432", "E433", "E903")
LINE = "{:<12} {:<12} {:>6} {:>7}  {}"


def measure(machine: str, late: str, hands: int, seed: int) -> tuple[dict[str, Any], str]:
    """The report of one run, and why it failed."""
    done = subprocess.run(
        [str(MJSIM), "run", "--machine", machine, "--hands", str(hands), "--seed", str(seed),
         "--late", late, "--json"], capture_output=True, text=True)
    report: dict[str, Any] = json.loads(done.stdout) if done.stdout else {"hands": []}
    return report, done.stderr.splitlines()[0] if done.returncode else ""


def judge(report: dict[str, Any], late: str) -> tuple[Counter[str], str]:
    """Faults told, and what stopped the table though it must not."""
    faults = Counter(code for hand in report["hands"] for code in hand["faults"])
    stops = [code for code in faults if code not in WARNINGS]
    return faults, f"stopped: {', '.join(stops)}" if stops and late in NO_STOP else ""


def main(argv: list[str]) -> int:
    """Run every case; 2 on bad usage."""
    if len(argv) > 2 or not all(word.isdecimal() for word in argv) or argv[:1] == ["0"]:
        print("usage: python -m tools.check.late [HANDS [SEED]], whole numbers", file=sys.stderr)
        return 2
    hands, seed = (*map(int, argv), *(200, 1)[len(argv):])
    print(LINE.format("machine", "late", "hands", "mean s", "faults"))
    failed = 0
    for machine in MACHINES:
        for late in NO_STOP + MAY_STOP:
            report, broken = measure(machine, late, hands, seed)
            faults, stopped = judge(report, late)
            sorts = [hand["sort_s"] for hand in report["hands"]] or [0.0]
            told = ", ".join(f"{code} x{count}" for code, count in sorted(faults.items()))
            print(LINE.format(machine, late, len(report["hands"]),
                              f"{sum(sorts) / len(sorts):.1f}", told or "-"), flush=True)
            for why in filter(None, (broken, stopped)):
                failed = 1
                print(f"late: {machine} --late {late} --seed {seed}: {why}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
