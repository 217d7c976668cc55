"""The hand at a simulated table: does through `sim.hand` what a prompt asks a person for.

A hand has no eyes: what has to be looked at or measured it leaves unanswered.
"""

from ..client import Client
from .operator import Ask


class Hand:
    """Answers `act` prompts of a simulated table."""

    is_quick = True  # one act a pass; a person is asked once

    def __init__(self, client: Client) -> None:
        self._client = client

    def answer(self, ask: Ask) -> str:
        """Do it; "" for what needs an eye, or what this table's hand cannot do."""
        if ask.kind != "act" or not ask.act:
            return ""
        answer = self._client.request("sim.hand", text=ask.act.replace(" ", ","))
        return "done" if answer.ok else ""
