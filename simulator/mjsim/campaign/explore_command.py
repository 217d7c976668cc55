"""`mjsim campaign explore`: explore, print, exit code."""

from __future__ import annotations

import json
from collections import Counter

from mjsim.campaign import show
from mjsim.campaign.explore import explore


def command(machines: tuple[str, ...], limit: int, as_json: bool) -> int:
    """Explore, print, exit code."""
    reports = []
    for machine in machines:
        with show.progress(as_json, limit, machine) as bar:
            reports.append(explore(machine, limit, on_state=bar.step))
    if as_json:
        print(json.dumps([{**vars(one), "good": one.good} for one in reports]))
    for one in [] if as_json else reports:
        print("%s: %d states%s, %d steps: %d unsafe outputs, %d dead ends" % (
            one.machine, one.states, "" if one.whole else " (the limit; not all)", one.steps,
            len(one.unsafe), len(one.dead)))  # fmt: skip
        print("  by state: " + show.counted(Counter(one.by_state)))
        for text in (*one.unsafe[:5], *one.dead[:5]):
            print("  " + text)
    return 0 if all(one.good for one in reports) else 1
