"""Applies the rules to one table; `breaches` are what it saw, each rule's first."""

from __future__ import annotations

from typing import Any, NamedTuple

from mjsim.campaign.rules import DEALT, END, LASTS, RULES, SAID, START, Rule
from mjsim.campaign.scene import Scene


class Breach(NamedTuple):
    """A rule that was broken: how, and when."""

    rule: str
    text: str
    at_ms: int


class Judge:
    """Looks after every scan; put it among a runner's links."""

    waiting = False

    def __init__(self, table: Any, stacks: tuple[int, ...],
                 rules: tuple[Rule, ...] = RULES) -> None:  # fmt: skip
        self.scene = Scene(table, stacks)
        self.breaches: list[Breach] = []
        self._rules = {when: [rule for rule in rules if rule.when == when]
                       for when in (START, LASTS, SAID, DEALT, END)}  # fmt: skip
        self._since: dict[str, int] = {}

    def poll(self, _now_ms: int) -> bool:
        """After a scan."""
        self.look()
        return False

    def look(self) -> None:
        """Everything, once."""
        scene = self.scene
        scene.look()
        if scene.starts:
            self._ask(START)
        if scene.fresh:
            self._ask(SAID)
        if scene.dealt:
            self._ask(DEALT)
        if scene.on or scene.plant.motors or self._since:
            self._lasting()

    def finish(self) -> list[Breach]:
        """The run is over: everything that was broken."""
        self.look()
        self._ask(END)
        return self.breaches

    def _ask(self, when: str) -> None:
        for rule in self._rules[when]:
            how = rule.broken(self.scene)
            if how and not self.scene.lies(*rule.inputs):
                self._note(rule, how)

    def _lasting(self) -> None:
        """What held at the last look has held until now."""
        now = self.scene.now
        for rule in self._rules[LASTS]:
            how = rule.broken(self.scene)
            if not how or rule.inputs and self.scene.lies(*rule.inputs):
                self._since.pop(rule.name, None)
            elif now - self._since.setdefault(rule.name, now) > rule.ms:
                self._note(rule, how)

    def _note(self, rule: Rule, how: object) -> None:
        if all(rule.name != seen.rule for seen in self.breaches):
            detail = ": %s" % how if isinstance(how, str) else ""
            self.breaches.append(Breach(rule.name, rule.sentence + detail, self.scene.now))
