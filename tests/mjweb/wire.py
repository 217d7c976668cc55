"""A simulated table as the dashboard's client: its time goes on while one asks."""

import threading

from mjsim.serving.practice import Practice
from mjsim.table.session import SimTable
from mjtool.message import Answer
from tools.check.verdicts.wire import Wire


class TableWire(Wire):
    """Several threads ask, one after the other. `asked`: the commands so far."""

    def __init__(self, **options):
        self.lock = threading.RLock()
        self.asked = []
        self.refusals = {}
        table = SimTable(**options)
        self._practice = Practice(table).commands
        super().__init__(table)

    def request(self, command, **fields):
        with self.lock:
            self.asked.append(command)
            if command in self.refusals:
                return Answer(0, *self.refusals[command])
            if command in self._practice:
                words = {key: str(value) for key, value in fields.items()}
                return said(self._practice[command](words))
            return super().request(command, **fields)

    def events(self, start):
        answer = self.request("events", **{"from": start})
        return list(answer.events), answer.number("next"), 0

    def do(self, act):
        """Let somebody do something at the table."""
        with self.lock:
            return act(self.table)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()


def said(text):
    """An answer out of its words."""
    verdict, *words = text.split(" ")
    code = words.pop(0) if verdict == "err" else ""
    return Answer(0, code, dict(word.split("=", 1) for word in words))
