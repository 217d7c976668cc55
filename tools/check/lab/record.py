"""`python -m tools.check.lab.record FILE`: the scans of one simulated sort, for `replay`.

From power-up: the machine finds its home positions, a set is loaded and sorted. Every scan that
the simulator makes is in the file, none that it may skip.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from mjsim.table.session import SETTLE_MS, SimTable
from mjsim.words.names import UsageError
from tools.check.lab import recording
from tools.check.lab.problems import LabError

READY_MS, SORT_MS, AFTER_MS = 30_000, 400_000, 1_000


class Recorded(SimTable):
    """A SimTable that keeps every scan of its firmware in `scans`."""

    def __init__(self, machine: str, profile: str, seed: int) -> None:
        self.scans: list[recording.Scan] = []
        self._known: dict[str, Any] = {}
        super().__init__(machine, profile, seed, powered=False)
        self.plant.mains_on()
        self._boot("power")
        plain = self.table.step

        def step(inputs: Any, outputs: Any) -> int:
            before = self._changed(inputs)
            rest: int = plain(inputs, outputs)
            self.scans.append((before, _values(outputs), rest, self._changed(inputs)))
            return rest

        self.table.step = step
        self.runner.power(self.board, self.table)
        self.run_for(SETTLE_MS)

    def _changed(self, inputs: Any) -> dict[str, Any]:
        now = _values(inputs)
        found = {name: now[name] for name in now if self._known.get(name) != now[name]}
        self._known = now
        return found


def _values(image: Any) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, bytearray) else value
            for name, value in vars(image).items() if name != "gauges"}  # fmt: skip


def sort(machine: str = "four_port", profile: str = "SHOP-B-136", seed: int = 3
         ) -> list[recording.Scan]:  # fmt: skip
    """Power up, home, load one set, sort it."""
    table = Recorded(machine, profile, seed)
    table.press("elevator")
    table.run_until("ready", READY_MS)
    table.load()
    table.run_until("sorting", READY_MS)
    table.run_until("ready", SORT_MS)
    table.run_for(AFTER_MS)
    return table.scans


def main(argv: list[str]) -> int:
    """Exit 0, or 2 when something given is wrong."""
    made = argparse.ArgumentParser(prog="python -m tools.check.lab.record", description=__doc__)
    made.add_argument("file", type=Path)
    made.add_argument("--machine", default="four_port")
    made.add_argument("--profile", default="SHOP-B-136")
    made.add_argument("--seed", type=int, default=3)
    options = made.parse_args(argv)
    try:
        scans = sort(options.machine, options.profile, options.seed)
        recording.save(options.file, scans)
    except (LabError, UsageError) as problem:
        print("record: %s" % problem, file=sys.stderr)
        return 2
    print("%s: %d scans, %.1f s of %s, %s, seed %d" % (
        options.file, len(scans), scans[-1][0]["now_ms"] / 1000, options.machine, options.profile,
        options.seed))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
