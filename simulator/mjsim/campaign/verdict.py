"""What came of a campaign: failures, each with what repeats it, visits, what is missing."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mjsim.campaign.halves import Result
from mjsim.campaign.plan import Plan

COUNTED = ("states", "rows", "faults")


class Verdict:
    """The sum of all results; the same whoever carried them out, in whatever order."""

    def __init__(self, plan: Plan, results: dict[int, Result]) -> None:
        self.plan = plan
        self.results = [results[number] for number in sorted(results)]
        self.visits: dict[str, Counter[str]] = {name: Counter() for name in COUNTED}
        self.phases: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        for result in self.results:
            for name in COUNTED:
                self.visits[name].update(result[name])
            self.phases[result["phase"]] += 1
            self.kinds.update({kind_of(text) for text in result["done"]})

    @property
    def failures(self) -> list[Result]:
        """Runs that broke a rule."""
        return [result for result in self.results if result["failed"]]

    @property
    def rules(self) -> Counter[str]:
        """Broken rules by name, the first of each run."""
        return Counter(result["failed"][0][0] for result in self.failures)

    @property
    def good(self) -> bool:
        """Nothing is wrong, and everything was there."""
        return not self.failures and len(self.results) == self.plan.runs

    def line(self, result: Result) -> str:
        """A failed run in one line."""
        rule, text, at_ms = result["failed"][0]
        return "%s: %s, at %.3f s: %s" % (rule, text, at_ms / 1000,
                                          self.plan.command(result["run"]))  # fmt: skip

    def as_object(self) -> dict[str, Any]:
        """For JSON: no wall clock, nothing of the order."""
        return {
            "plan": self.plan.as_object(),
            "good": self.good,
            "runs": len(self.results),
            "hands": sum(result["deals"] for result in self.results),
            "sim_s": sum(result["sim_ms"] for result in self.results) / 1000,
            "slowest_s": max((result["took_ms"] for result in self.results), default=0) / 1000,
            "failures": [{"run": result["run"], "rule": result["failed"][0][0],
                          "text": result["failed"][0][1], "at_ms": result["failed"][0][2],
                          "command": self.plan.command(result["run"])}
                         for result in self.failures],
            "rules": dict(sorted(self.rules.items())),
            "kinds": dict(sorted(self.kinds.items())),
            "phases": dict(sorted(self.phases.items())),
            **{name: dict(sorted(found.items())) for name, found in self.visits.items()},
        }  # fmt: skip


def kind_of(text: str) -> str:
    """The kind of a wrong that is written out."""
    from mjsim.plant import inject

    return inject.parse(text).name
