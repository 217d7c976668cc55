"""In how many runs each thing was visited, and how many are the least that a campaign must have.

The book of minima (`mjsim/data/campaign_visits.json`) holds what a large campaign has visited, by
1,000 runs. Half of it, less three standard deviations, must come again: chance alone does not fail
a campaign, a phase that is never reached any more does. A new book is written from the JSON of a
large campaign: `python -m mjsim.campaign.coverage VERDICT.json`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from importlib.resources import files
from math import sqrt
from typing import Any

from mjsim.words import vocabulary

GROUPS = ("states", "rows", "faults", "phases", "kinds")
HOME = files("mjsim") / "data" / "campaign_visits.json"
ALL_FAULTS = 10_000
"""A campaign of so many runs must meet every fault that it can, but for the rare ones."""
RARE = 5
"""A fault that the book lets expect in fewer runs may stay away by chance (once in 150 campaigns);
`tests/faults` provokes each of them."""
NEVER = {
    "E807": "people of a campaign leave the hatch up long enough",
    "E906": "nobody starts the self-test",
    "E907": "each mechanism's own limit comes before its motor's",
    "E912": "no wrong of a run lasts for three sets; `mjsim campaign lasting` meets it",
    "E702": "the plate rolls the dice, no numbers are drawn",
}
"""Faults that no run can meet, and why."""
Groups = dict[str, Counter[str]]


def groups(results: list[dict[str, Any]]) -> Groups:
    """By group, in how many runs each thing was visited."""
    found: Groups = {name: Counter() for name in GROUPS}
    for result in results:
        for name in ("states", "rows", "faults"):
            found[name].update(result[name].keys())
        found["phases"].update([result["phase"]])
        found["kinds"].update(set(result["kinds"]))
    return found


def book() -> dict[str, dict[str, float]]:
    """What 1,000 runs visit."""
    return dict(json.loads(HOME.read_text(encoding="utf-8"))) if HOME.is_file() else {}


def least(in_thousand: float, runs: int) -> int:
    """The least number of runs that must have visited a thing."""
    mean = in_thousand * runs / 1_000
    return max(0, int(mean / 2 - 3 * sqrt(mean)))


def missing(found: Groups, runs: int, off: bool = False) -> list[str]:
    """A sentence for each thing that was visited too seldom; `off`: kinds were left out."""
    said = []
    for name, rows in ({} if off else book()).items():
        for thing, rate in sorted(rows.items()):
            wanted = least(rate, runs)
            if found[name][thing] < wanted:
                said.append("%s: %s was visited in %d runs, at least %d are wanted"
                            % (name, thing, found[name][thing], wanted))  # fmt: skip
    if runs >= ALL_FAULTS and not off:
        said += ["faults: %s was never told; say in NEVER why it cannot be, or let it be" % code
                 for code in vocabulary.fault_codes()
                 if code not in found["faults"] and code not in NEVER and not _is_rare(code, runs)]
    return said


def _is_rare(code: str, runs: int) -> bool:
    """Whether chance alone may keep a fault away that the book knows."""
    return 0 < book().get("faults", {}).get(code, 0) * runs / 1_000 < RARE


def main(argv: list[str]) -> int:
    """Write the book from a verdict."""
    if len(argv) != 1:
        print("usage: python -m mjsim.campaign.coverage VERDICT.json", file=sys.stderr)
        return 2
    with open(argv[0], encoding="utf-8") as file:
        told = json.load(file)
    rates = {name: {thing: round(1_000 * count / told["runs"], 1)
                    for thing, count in sorted(told[name].items())} for name in GROUPS}
    with open(str(HOME), "w", encoding="utf-8") as file:
        file.write(json.dumps(rates, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
