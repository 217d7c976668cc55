"""`make lab-unix MICROPYTHON=path`: the same recorded inputs give the same events everywhere.

Plays recorded scans on CPython, in the WebAssembly VM and on the unix port of MicroPython, each
from the sources and as built for boards, and compares every scan: events, outputs, value returned.
Without a recording, a sort is recorded first. Exit codes: 0 equal, 1 they differ, 2 something
given is missing or wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tools.check.lab import compare, platforms, record, recording
from tools.check.lab.platforms import Answer
from tools.check.lab.problems import Differ, LabError
from tools.check.lab.recording import Scan

ONE = "CPython"


def others(port: platforms.UnixPort) -> list[tuple[str, Callable[[list[Scan]], list[Answer]]]]:
    """Every platform but the first, by the name it has in messages."""
    unix = "unix port %s" % port.version
    return [
        ("WASM VM, sources", lambda scans: platforms.in_vm(scans, False)),
        ("WASM VM, built", lambda scans: platforms.in_vm(scans, True)),
        (unix + ", sources", lambda scans: port.play(scans, False)),
        (unix + ", built", lambda scans: port.play(scans, True)),
    ]


def of_this_firmware(name: str, scans: list[Scan], answers: list[Answer]) -> None:
    """LabError when the recording was made by a firmware that behaves otherwise."""
    try:
        compare.as_recorded(scans, answers)
    except Differ as problem:
        raise LabError("%s was recorded by another firmware (%s); leave RECORDING out, make one "
                       "by `python -m tools.check.lab.record FILE`, or compare the platforms "
                       "alone by "
                       "ARGS=--any-firmware" % (name, problem)) from problem  # fmt: skip


def gate(options: argparse.Namespace) -> None:
    """Everything that can be wrong is looked at first, then all platforms are compared."""
    port = platforms.UnixPort(options.micropython)
    given = options.recording
    scans = recording.load(Path(given)) if given else record.sort()
    first = platforms.on_cpython(scans)
    if not options.any_firmware:
        of_this_firmware(given or "the sort", scans, first)
    events = sum(len(each[3]) for each in first)
    print("%d scans, %d events; %s" % (len(scans), events, given or "a sort recorded just now"),
          flush=True)  # fmt: skip
    for name, play in others(port):
        compare.same(scans, ONE, first, name, play(scans))
        print("equal: %s and %s" % (ONE, name), flush=True)


def main(argv: list[str]) -> int:
    """Run the gate."""
    made = argparse.ArgumentParser(prog="python -m tools.check.lab.replay", description=__doc__)
    made.add_argument("--micropython", default="", help="the unix port's program")
    made.add_argument("--recording", default="", help="a file; else a sort is recorded")
    made.add_argument("--any-firmware", action="store_true",
                      help="do not ask what the recording's own firmware answered")  # fmt: skip
    try:
        gate(made.parse_args(argv))
    except LabError as problem:
        print("lab-unix: %s" % problem, file=sys.stderr)
        return 2
    except Differ as problem:
        print("lab-unix: the platforms differ: %s" % problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
