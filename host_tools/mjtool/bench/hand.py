"""The hand at a simulated table: does through `sim.hand` what a prompt asks a person for.

A hand has no eyes: what has to be looked at or measured it leaves unanswered.
"""

from ..client import Client
from ..refusal import ask as request
from ..sensors import read
from .operator import Ask


class Hand:
    """Answers `act` prompts of a simulated table."""

    is_quick = True  # one act a pass; a person is asked once

    def __init__(self, client: Client) -> None:
        self._client = client
        self._names: list[str] = []

    def answer(self, ask: Ask) -> str:
        """Do it; "" for what needs an eye, or what this table's hand cannot do."""
        if ask.kind != "act" or not ask.act:
            return ""
        words = ask.act
        if words.startswith("block ") and self._is_on(words.split()[1]):
            words += " off"
        answer = self._client.request("sim.hand", text=words.replace(" ", ","))
        return "done" if answer.ok else ""

    def _is_on(self, name: str) -> bool:
        """What is on is held off, as a finger would do it."""
        if not self._names:
            self._names = list(self._client.rows("io.list", kind="in"))
        image = request(self._client, "image").fields["in"]
        return any(s.level for s in read(image, self._names) if s.name == name)
