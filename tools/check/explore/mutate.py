"""The firmware with one of its rules taken away: the search has to notice each."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

from tools.check.explore.known import BREACHES
from tools.check.explore.rig import thaw
from tools.check.explore.wishes import Probe
from tools.make.generate.words.commands import Commands

ROOT = Path(__file__).resolve().parents[3]


class WithoutRule:
    """A firmware that has lost one sentence of its interlocks."""

    def __init__(self, rule: int) -> None:
        self.rule = rule

    def __call__(self, table: Any) -> None:
        """Take the rows of the sentence out of a table that has just been made, or was frozen."""
        locks = table.interlocks
        kept = [at for at in range(len(locks._rule)) if locks._rule[at] != self.rule]
        locks._guarded = array("i", [locks._guarded[at] for at in kept])
        locks._off = array("i", [locks._off[at] for at in kept])
        locks._byte = bytearray([locks._byte[at] for at in kept])
        locks._bits = bytearray([locks._bits[at] for at in kept])
        locks._rule = bytearray([locks._rule[at] for at in kept])

    def has_rows(self, table: Any) -> bool:
        """This machine knows the sentence at all."""
        return self.rule in table.interlocks._rule


MASKED = {
    "nothing runs while the service lid is open": "supervision, the motor power and K1 itself",
    "nothing runs while the loop of stop, lid and thermal contacts is open":
        "supervision, the motor power and K1 itself",
    "a wall lift does not run while both its ends are reported at once": "each lift's own chart",
}
"""Sentences that something before them enforces as well: alone, their loss changes nothing."""
SHOWING = ("loading, sorter idle, hatch open", "ready, at rest", "service, lift_c jogged",
           "service, head_a jogged", "service, pusher out", "service, hatch up")  # fmt: skip
"""Roots at which the rules show, those first that show most of them."""


def noticed(mutation: WithoutRule, roots: dict[str, bytes]) -> str | None:
    """How the wishes show that a rule is gone, "" when they do not; None without such a rule."""
    shown = []
    for begins in SHOWING:
        name, data = next(pair for pair in roots.items() if pair[0].startswith(begins))
        rig = thaw(data)
        if not mutation.has_rows(rig.table):
            return None
        mutation(rig.table)
        shown.append((name, rig.freeze()))
    probe = Probe(first=True, ignore=BREACHES).run(shown)
    for kind, (root, world, wish, _) in probe.kinds.items():
        return "%s: %s in %s" % (kind, wish, ", ".join(filter(None, (root, world))))
    return ""


def interlocks() -> dict[str, WithoutRule]:
    """Each sentence of the interlocks taken away."""
    sentences = Commands(ROOT).interlocks()
    return {sentence: WithoutRule(rule) for rule, sentence in enumerate(sentences)}
