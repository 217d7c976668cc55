"""Measures sorting times and the simulator's speed: `python -m tools.check.bench [SORTS]`.

Runs `mjsim run` for both machines with the smallest and the largest set, one after another on
one core, and prints what was reached beside what is asked for. Speed depends on the computer, so
each case has the yardstick (`yardstick.py`) timed before and after it; what counts is the ratio of
the two, printed beside that of the simulator which still spread its scans. Reported, never a test.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.check.bench.yardstick import per_second

MJSIM = Path(sys.executable).with_name("mjsim")
SORTS = 200
# machine, profile, mean sorting time asked for (s), speed in yardsticks at version 0.1 (commit
# 3141d23, 20 hands, seed 1)
CASES = (
    ("four_port", "SHOP-B-136", 66, 80.5),
    ("four_port", "SHOP-A", 76, 72.6),
    ("single_port", "SHOP-B-136", 145, 139.6),
    ("single_port", "SHOP-A", 160, 130.8),
)
LINE = "{:<12} {:<11} {:>6} {:>7} {:>7} {:>7} {:>7} {:>8} {:>10} {:>7}"


def summary(report: dict[str, Any]) -> tuple[int, float, float, float]:
    """Number of sorts, and their mean, 95th percentile and maximum in seconds."""
    times = sorted(hand["sort_s"] for hand in report["hands"])
    count = len(times)
    p95 = times[min(count - 1, -(-count * 95 // 100) - 1)]
    return count, sum(times) / count, p95, times[-1]


def measure(machine: str, profile: str, sorts: int, seed: int = 1) -> dict[str, Any] | None:
    """The report of one run, or None after its message was printed."""
    done = subprocess.run(
        [str(MJSIM), "run", "--machine", machine, "--profile", profile, "--hands", str(sorts),
         "--seed", str(seed), "--json"], capture_output=True, text=True)
    if done.returncode:
        print(f"bench: {machine} {profile}: mjsim ended with exit {done.returncode}: "
              f"{done.stderr.strip() or done.stdout.strip()}", file=sys.stderr)
        return None
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def main(argv: list[str]) -> int:
    """Run every case; exit 1 when a run failed, 2 on bad usage."""
    if len(argv) > 1 or (argv and not (argv[0].isdecimal() and int(argv[0]) > 0)):
        print("usage: python -m tools.check.bench [SORTS], SORTS a number above 0",
              file=sys.stderr)
        return 2
    sorts = int(argv[0]) if argv else SORTS
    print(f"{sorts} sorts a line, seed 1, 50 W; times in seconds, speed = busy time / wall time")
    print(LINE.format("machine", "profile", "sorts", "mean", "p95", "max", "asked", "speed",
                      "/yardstick", "before"))
    failed = 0
    for machine, profile, asked, ratio_before in CASES:
        yards = per_second()
        report = measure(machine, profile, sorts)
        if report is None:
            failed = 1
            continue
        yards = (yards + per_second()) / 2
        count, mean, p95, worst = summary(report)
        print(LINE.format(machine, profile, count, f"{mean:.1f}", f"{p95:.1f}", f"{worst:.1f}",
                          f"<= {asked}", f"{report['speed']:.0f}",
                          f"{report['speed'] / yards:.1f}", ratio_before), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
