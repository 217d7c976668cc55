"""What came of a campaign: failures, each with what repeats it, visits, what is missing."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mjsim.campaign import bisect, coverage
from mjsim.campaign.halves import Result
from mjsim.campaign.plan import Plan
from mjsim.plant import inject


class Verdict:
    """The sum of all results; the same whoever carried them out, in whatever order."""

    def __init__(self, plan: Plan, results: dict[int, Result]) -> None:
        self.plan = plan
        self.results = [results[number] for number in sorted(results)]
        self.visits = coverage.groups(self.results)
        self.lost: dict[int, str] = {}
        self.missing = coverage.missing(self.visits, len(self.results), bool(plan.kinds))

    def bisect(self) -> None:
        """Find out when the first failure of each rule was lost."""
        failed = [(self.plan.options(result["run"]), result) for result in self.failures]
        self.lost = bisect.first_of_each_rule(failed)

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
        """Nothing is wrong, and everything was visited often enough."""
        whole = len(self.results) == self.plan.runs
        return whole and not self.failures and not self.missing

    @property
    def noticed(self) -> dict[str, dict[str, int]]:
        """By kind of wrong: how often its part was used, and how often a fault was told."""
        found: dict[str, Counter[str]] = {}
        for result in self.results:
            for text, used_ms, code, _ in result["done"]:
                row = found.setdefault(inject.parse(text).name, Counter())
                row.update(injected=1, used=bool(used_ms or code), told=bool(code))
        return {kind: dict(sorted(found[kind].items())) for kind in sorted(found)}

    def line(self, result: Result) -> str:
        """A failed run in one line."""
        rule, text, at_ms = result["failed"][0]
        lost = self.lost.get(result["run"], "")
        return "%s: %s, at %.3f s%s: %s" % (rule, text, at_ms / 1000, "; " * bool(lost) + lost,
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
                          "lost": self.lost.get(result["run"], ""),
                          "command": self.plan.command(result["run"])}
                         for result in self.failures],
            "rules": dict(sorted(self.rules.items())),
            "missing": self.missing,
            "noticed": self.noticed,
            **{name: dict(sorted(found.items())) for name, found in self.visits.items()},
        }  # fmt: skip
