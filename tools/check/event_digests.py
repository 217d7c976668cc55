"""One line for each seed: the digest of a hand's whole event log, on every machine.

`python -m tools.check.event_digests [COUNT [FIRST]] > before.txt`, the same after a change that
must change nothing, then `diff`. Every edge of an input, every change of an output or a state is
in it, with its time; tables are typical units, scans as late as the chip's.
"""

import sys

from mjsim.board.eventlog import EventLog
from mjsim.run import run
from mjsim.words.names import MACHINES
from mjsim.words.vocabulary import profiles

COUNT = 100


def digest(machine: str, seed: int) -> str:
    """The hand of a seed; every profile in turn."""
    names = profiles()
    log = EventLog(keep=0)
    run.play(run.Options(machine, names[seed % len(names)], 1, seed, late="now"), log)
    return f"{log.count} {log.digest()}"


def main(argv: list[str]) -> int:
    """Print the lines; 2 on bad usage."""
    if len(argv) > 2 or not all(word.isdecimal() for word in argv):
        print("usage: python -m tools.check.event_digests [COUNT [FIRST]]", file=sys.stderr)
        return 2
    count, first = (*map(int, argv), *(COUNT, 0)[len(argv):])
    for machine in MACHINES:
        for seed in range(first, first + count):
            print(machine, seed, digest(machine, seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
