"""Explores the table: `python -m tools.check.explore [PART ...] [--depth N] [--every N]`.

Parts: safety (sequences of commands, hands and time), wishes (any motor, whoever wished), places
(a finished hand from every place at power-on), faults (from every fault), tiles (evenings with odd
ones), mutations (a rule of the interlocks, or a condition before wire and service, is missed when
it is taken away). Exit 1 when something was found that is not known, 2 on bad usage.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

from mjsim.generated import constants as C
from mjsim.words.names import MACHINES
from tools.check.explore import (
    actions,
    coverage,
    gates,
    known,
    liveness,
    moments,
    mutate,
    odd_tiles,
)
from tools.check.explore.search import Line, Search
from tools.check.explore.shape import Visits
from tools.check.explore.wishes import Probe

SHOWN = 40
"""This many dead ends of a kind are named; the first of them is printed as a scenario."""
PARTS = ("safety", "wishes", "places", "faults", "tiles", "mutations")
DEPTH = 2
EVERY = 10
"""Every so manieth wrong at each moment of the evening."""


class Run:
    """One exploration: what it prints, and whether it failed."""

    def __init__(self, depth: int, every: int) -> None:
        self.depth = depth
        self.every = every
        self.failed = False
        self.visits = Visits()
        self.seen: set[coverage.Seen] = set()
        self.roots: dict[str, dict[str, bytes]] = {}

    def bad(self, text: str) -> None:
        """Something that must not be."""
        self.failed = True
        print("  FAILED " + text, flush=True)

    def roots_of(self, machine: str) -> dict[str, bytes]:
        """The roots of a machine, made once."""
        if machine not in self.roots:
            self.roots[machine] = moments.roots_of(machine)
        return self.roots[machine]

    # parts

    def safety(self, machine: str) -> None:
        """Sequences to a depth from every root."""
        roots = self.roots_of(machine)
        doing = actions.every(C.WIRED[MACHINES.index(machine)])
        line = Line("safety %s" % machine)
        result = Search(doing, self.depth, tell=line).run(roots.items())
        line.end()
        print("safety %s: %d commands and %d things people do, depth %d from %d moments, each "
              "then watched for 8 s: %d states, %d steps, %.0f s" % (
                  machine, sum(one.wire for one in doing), sum(not one.wire for one in doing),
                  self.depth, len(roots), sum(result.states.values()),
                  sum(result.steps.values()), result.seconds))  # fmt: skip
        print("  states by mode: " + counted(result.states))
        for kind, found in sorted(result.found.items()):
            text = "%s\n      from: %s\n      way:  %s" % (
                found.breach.text, found.root, "; ".join(found.way))
            self._judge(kind, text, known.BREACHES)

    def wishes(self, machine: str) -> None:
        """Any motor and any pair, whoever wished, from every root."""
        begun = time.monotonic()
        line = Line("wishes %s" % machine)
        probe = Probe(tell=line).run(self.roots_of(machine).items())
        line.end()
        print("wishes %s: %d steps in five worlds (%s), %.0f s" % (
            machine, sum(probe.steps.values()), counted(probe.steps), time.monotonic() - begun))
        for kind, (root, world, wish, breach) in sorted(probe.kinds.items()):
            text = "%s\n      from: %s %s\n      wish: %s" % (breach.text, root, world, wish)
            self._judge(kind, text, known.BREACHES)

    def places(self, machine: str) -> None:
        """Power-on with each mechanism at each zone, alone and in pairs."""
        report, line = liveness.Report(), Line("places %s" % machine)
        begun = time.monotonic()
        for start in liveness.places(machine):
            report.add(start, liveness.from_places(start))
            line("%d starts, %d dead ends" % (report.tried, len(report.dead)))
        line.end()
        self._lives("places %s" % machine, report, time.monotonic() - begun)

    def faults(self, machine: str) -> None:
        """Everything that can go wrong, at moments of an evening."""
        report, line = liveness.Report(), Line("faults %s" % machine)
        begun = time.monotonic()
        for start, told in liveness.at_moments(machine, self.every, self.visits):
            report.add(start, told)
            line("%d starts, %d dead ends" % (report.tried, len(report.dead)))
        line.end()
        self.seen |= report.visited
        self._lives("faults %s" % machine, report, time.monotonic() - begun)

    def _lives(self, what: str, report: liveness.Report, seconds: float) -> None:
        print("%s: %d starts, %d dead ends, %d driven wrongly, %d walls of another size, slowest "
              "way %.0f s of table time, faults met: %s; %.0f s" % (
                  what, report.tried, len(report.dead), len(report.driven), len(report.walls),
                  report.slowest_s, " ".join(sorted(report.faults)) or "none",
                  seconds))  # fmt: skip
        for start, text in report.driven:
            self.bad("driven wrongly: %s\n%s" % (text, indented(start.text)))
        for start, text in report.walls[:SHOWN]:
            print("    %s: %s" % (start.name, text))
        said: dict[str, list[str]] = {}
        for start, where in sorted(report.dead, key=lambda dead: len(dead[0].steps)):
            names = said.setdefault(liveness.kind_of(where), [])
            names.append(start.name)
            if len(names) == 1:
                text = "no way on: %s\n%s" % (where, indented(start.text))
                self._judge(liveness.kind_of(where), text, known.DEAD_ENDS)
        for kind, names in sorted(said.items()):
            print("    %s: %d dead ends: %s" % (kind, len(names), "; ".join(names[:SHOWN])))

    def tiles(self, machine: str) -> None:
        """Evenings with tiles that touch, lie on each other, are seen badly, too many, too few."""
        begun, line = time.monotonic(), Line("tiles %s" % machine)
        played = list(odd_tiles.evenings(machine, line))
        line.end()
        print("tiles %s: %d evenings, %d hands, %d driven wrongly, %d dead ends; %.0f s" % (
            machine, len(played), sum(one.hands for one in played),
            sum(bool(one.wrong) for one in played), sum(bool(one.where) for one in played),
            time.monotonic() - begun))  # fmt: skip
        for one in played:
            for text in one.wrong[:1] + [one.where] * bool(one.where):
                self.bad("%s: %s" % (one.name, text))

    def mutations(self, machine: str) -> None:
        """Each sentence of the interlocks taken away must be noticed."""
        print("mutations %s:" % machine)
        roots = self.roots_of(machine)
        for sentence, mutation in mutate.interlocks().items():
            self._gone(sentence, mutate.noticed(mutation, roots), mutate.MASKED)
        for gate in gates.GATES:
            how = gates.noticed(gate, roots, C.WIRED[MACHINES.index(machine)])
            self._gone(gate.name, how, gates.MASKED)

    def _gone(self, name: str, how: str | None, masked: dict[str, str]) -> None:
        """A rule was taken away: how that was noticed."""
        if how is None:
            print("    not in this firmware or machine: " + name)
        elif how and name in masked:
            self.bad("said to be held by %s as well, but noticed: %s" % (masked[name], name))
        elif how:
            print("    noticed: %s (%s)" % (name, how), flush=True)
        elif name in masked:
            print("    held by %s as well: %s" % (masked[name], name), flush=True)
        else:
            self.bad("nobody notices that it is gone: " + name)

    def _judge(self, kind: str, text: str, table: dict[str, str]) -> None:
        if kind in table:
            print("  known (%s): %s: %s" % (table[kind], kind, text), flush=True)
        else:
            self.bad("%s: %s" % (kind, text))

    def cover(self, whole: bool) -> None:
        """What was never seen; it fails only a whole exploration."""
        seen = self.seen | set(self.visits.states) | set(self.visits.rows)
        everything = list(coverage.expected())
        left = coverage.unseen(seen)
        seldom = len(coverage.SELDOM)
        print("states and transitions of the charts: %d of %d visited; %d come seldom, each has a "
              "test of its own" % (len(everything) - len(left) - seldom, len(everything), seldom))
        for one in left:
            if whole:
                self.bad("never visited: " + coverage.told(one))


def counted(numbers: Counter[str]) -> str:
    """Numbers by name, the largest first."""
    return ", ".join("%s %d" % pair for pair in numbers.most_common())


def indented(text: str) -> str:
    """A scenario as it can be copied out of the report."""
    return "\n".join("      " + line for line in text.splitlines())


def main(argv: list[str]) -> int:
    """Run the parts asked for, all without words."""
    parser = argparse.ArgumentParser(prog="explore", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="which; without, all")
    parser.add_argument("--depth", type=int, default=DEPTH, help="of sequences (%d)" % DEPTH)
    parser.add_argument("--every", type=int, default=EVERY,
                        help="every so manieth wrong at each moment (%d)" % EVERY)
    parser.add_argument("--machine", choices=MACHINES, help="one machine; without, all")
    given: Any = parser.parse_args(argv)
    parts = given.part or PARTS
    run = Run(max(1, given.depth), max(1, given.every))
    with run.visits:
        for machine in (given.machine,) if given.machine else MACHINES:
            for part in parts:
                getattr(run, part)(machine)
    run.cover(set(parts) >= {"safety", "places", "faults", "tiles"} and not given.machine)
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
