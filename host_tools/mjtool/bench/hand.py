"""The hand at a simulated table: does through `sim.hand` what a prompt asks a person for.

Its eyes see what has moved since they looked last. What a meter shows or a lamp does it leaves
unanswered.
"""

from ..client import Client
from ..refusal import ask as request
from ..sensors import read
from .operator import Ask


class Hand:
    """Answers prompts of a simulated table, as far as a hand and an eye on its motors can."""

    is_quick = True  # one act a pass; a person is asked once

    def __init__(self, client: Client) -> None:
        self._client = client
        self._names: list[str] = []
        self._moved: tuple[str, ...] = ("none",)
        self._wrong: tuple[str, ...] = ("none",)
        self._stays: tuple[str, ...] = ("none",)

    def answer(self, ask: Ask) -> str:
        """Do it, or say what was seen; "" for what this table's hand cannot do."""
        verb, _, name = ask.id.partition(" ")
        if ask.kind == "act":
            return self._act(ask.act) if ask.act else ""
        if verb == "look" and ask.motor:
            self._look()
            return "yes" if name in self._moved else self._moved[0].replace("none", "no")
        if verb == "way":
            if name not in self._moved:
                self._look()
            return "" if name not in self._moved else "no" if name in self._wrong else "yes"
        if verb == "back":
            self._look()
            return "" if name not in self._moved else "no" if name in self._stays else "yes"
        return ""

    def before_test(self) -> None:
        """Look away from what has moved before."""
        self._look()

    def _look(self) -> None:
        fields = self._client.request("sim.eyes").fields
        self._moved = tuple(fields.get("moved", "none").split(","))
        self._wrong = tuple(fields.get("wrong", "none").split(","))
        self._stays = tuple(fields.get("stays", "none").split(","))

    def _act(self, words: str) -> str:
        if words.startswith("block ") and self._is_on(words.split()[1]):
            words += " off"  # what is on is held off
        answer = self._client.request("sim.hand", text=words.replace(" ", ","))
        return "done" if answer.ok else ""

    def _is_on(self, name: str) -> bool:
        if not self._names:
            self._names = list(self._client.rows("io.list", kind="in"))
        image = request(self._client, "image").fields["in"]
        return any(s.level for s in read(image, self._names) if s.name == name)
