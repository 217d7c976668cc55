"""Plays hands on tables that all differ: `python -m tools.check.units [TYPICAL [WORN [SEED]]]`.

`make soak PART=units`. Three hands on each typical table and two on each worn one, over both
machines and all profiles, with scans as late as the chip's. Exit 1 when a tile was driven wrongly,
a wall was wrong or a hand did not come: a line, the command that plays it again, and a recording.
Stops that nothing explains are counted beside them.
"""

import sys
import time
from collections import Counter
from itertools import cycle

from mjsim.run import run
from mjsim.table import flight
from mjsim.words.names import MACHINES
from mjsim.words.vocabulary import profiles
from mjtable.game.profiles import index_of, tiles
from mjtable.safety.faults import WARNING, severity

TYPICAL, WORN, SEED = 1000, 300, 1
HANDS = {"typical": 3, "worn": 2}
PROGRESS_S = 10
SLOW_SCAN = "E903"  # reported for late scans, which stop nothing


def play(kind: str, machine: str, profile: str, seed: int) -> tuple[str, list[str], list[float]]:
    """One table: what was wrong (empty: nothing), the faults told, its sorting times in s."""
    options = run.Options(machine, profile, HANDS[kind], seed, late="now", unit=kind)
    outcome = run.run(options)
    hands = outcome.report.hands
    told = [code for hand in hands for code in hand.faults if code != SLOW_SCAN]
    if outcome.reasons:
        flight.leave(f"units-{kind}-{machine}-{profile}-seed{seed}", outcome.recording)
    return "; ".join(outcome.reasons[:1]), told, [hand.sort_s for hand in hands]


def command(kind: str, machine: str, profile: str, seed: int) -> str:
    """What a person types to see one table again."""
    return (f"mjsim run --machine {machine} --profile {profile} --hands {HANDS[kind]} "
            f"--seed {seed} --late now --unit {kind}")


def stopped(told: list[str]) -> bool:
    """A fault that stops the table was told, not only a warning."""
    return any(severity(int(code[1:])) != WARNING for code in told)


def campaign(kind: str, count: int, seed: int) -> int:
    """Play `count` tables of a kind and print what came of them; how many went wrong."""
    plans = cycle([(machine, name) for name in profiles() for machine in MACHINES])
    tally: Counter[str] = Counter()
    sorts: dict[int, list[float]] = {}
    said = time.monotonic()
    for number, (machine, profile) in zip(range(seed, seed + count), plans, strict=False):
        wrong, told, times = play(kind, machine, profile, number)
        if machine == MACHINES[0]:
            sorts.setdefault(tiles(index_of(profile)), []).extend(times)
        tally.update(hands=len(times), wrong=int(bool(wrong)), stops=int(stopped(told)),
                     warned=int(bool(told) and not stopped(told)))
        if wrong or told:
            why = wrong or "says " + ", ".join(told)
            print(f"{kind} {machine} {profile} seed {number}: {why}: "
                  f"{command(kind, machine, profile, number)}", flush=True)
        if time.monotonic() - said > PROGRESS_S:
            said = time.monotonic()
            print(f"  {number - seed + 1} of {count} tables", file=sys.stderr, flush=True)
    print(f"{kind}: {count} tables, {tally['hands']} hands: {tally['wrong']} driven wrongly, "
          f"{tally['stops']} with a stop that nothing explains, {tally['warned']} warned")
    means = ", ".join(f"{len(s)} of {each} tiles {sum(s) / len(s):.1f} s"
                      for each, s in sorted(sorts.items()) if s)
    print(f"  four-port sorts in the mean: {means or '-'}")
    return tally["wrong"]


def main(argv: list[str]) -> int:
    """Both campaigns; 2 on bad usage."""
    if len(argv) > 3 or not all(word.isdecimal() for word in argv):
        print("usage: python -m tools.check.units [TYPICAL [WORN [SEED]]], whole numbers",
              file=sys.stderr)
        return 2
    typical, worn, seed = (*map(int, argv), *(TYPICAL, WORN, SEED)[len(argv):])
    bad = campaign("typical", typical, seed) + campaign("worn", worn, seed)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
