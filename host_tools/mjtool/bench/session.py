"""One visit's link to a table: service mode, images, currents, and one measured motion at a time.

The table stops a test by itself when the service key is let go, half a second after the last
keepalive, and at its motor's limit; stopping it here, whatever happens, is the rule.
"""

from collections.abc import Callable
from typing import Any

from ..client import Client
from ..errors import ToolError
from ..message import Answer
from ..refusal import ask, explain
from .clock import Clock
from .motion import Edge, Run
from .operator import Ask, Operator
from .parts import Parts, parts
from .service_mode import POLL_S, ServiceMode

LONGEST_S = {"dice": 2.5, "ring": 7.0, "drum": 5.0, "belt": 4.0, "head": 5.0, "chain": 13.0,
             "lift": 9.0, "hatch": 7.0}
"""Of a measured motion with its coast, by type of motor: the firmware's limits and a little."""
SHORTEST_S = 0.02  # between two images
COAST_S = 0.7  # after it was switched off: twice the longest coast, and 100 ms
SPARE_S = 1.5
WAIT_S = 5.0  # for relays and the power budget, then the answer is given up


class Session(ServiceMode):
    """A table on the bench."""

    def __init__(self, client: Client, operator: Operator, clock: Clock,
                 note: Callable[[str], None] = lambda text: None) -> None:
        super().__init__(client, clock)
        self.note = note
        self.operator = operator
        self.parts: Parts = parts(client.hello.machine)
        self.names = list(client.rows("io.list", kind="in"))

    # people

    def ask(self, **prompt: Any) -> str:
        """A prompt to whoever stands at the table."""
        return self.operator.answer(Ask(**prompt))

    # looking

    def image(self) -> dict[str, int]:
        """Every input's level now."""
        data = bytes.fromhex(ask(self.client, "image").fields["in"])
        return {name: data[index >> 3] >> (index & 7) & 1
                for index, name in enumerate(self.names) if name != "-"}

    def measure(self) -> dict[str, int]:
        """What the board measures: currents, temperatures, mains, supplies, margins, learnt."""
        rows = (row.rpartition(":") for row in self.client.rows("measure"))
        return {name: int(value) for name, _, value in rows}

    @property
    def fault(self) -> str:
        """The latched fault's code, "" without one."""
        code = self.client.request("status").fields.get("fault", "none")
        return "" if code == "none" else code

    def ack(self) -> str:
        """Acknowledge faults; the code of one that stays."""
        self.client.request("fault.ack")
        return self.fault

    # moving

    def test(self, motor: str, way: str = "fwd") -> Run:
        """One measured motion; it has ended when this returns or raises."""
        run = Run(motor, way)
        try:
            self.enter()
            self.hold(LONGEST_S[self.parts.motors[motor].type] + SPARE_S)
        except ToolError as problem:
            run.refused, run.fault, run.problem = problem.what, self.fault, problem
            return run
        self.operator.before_test()
        answer = self._begin(motor, way)
        if not answer.ok:
            run.problem = explain(self.client, "motor.test", answer,
                                  {"name": motor, "dir": way})
            run.refused, run.fault = said(answer, self.client, run.problem), self.fault
            return run
        try:
            self._follow(run)
        except BaseException:
            self.stop(motor)
            raise
        return run

    def stop(self, motor: str) -> None:
        """Stop a test; an error on the way is no reason not to leave the mode."""
        if not self.entered:
            return
        self.entered = False
        for command, fields in (("motor.jog", {"name": motor, "ms": 0}), ("service.leave", {})):
            try:
                self.client.request(command, **fields)
            except ToolError as problem:
                self.note(f"the stop of {motor} could not be confirmed ({problem.what}); it stops "
                          "by itself half a second after the link is lost")

    def _begin(self, motor: str, way: str) -> Answer:
        """Ask until the last motor has come to rest."""
        until = self.clock.now() + 3.0
        while True:
            answer = self.client.request("motor.test", name=motor, dir=way)
            if answer.ok or answer.code != "busy" or self.clock.now() > until:
                return answer
            self.clock.sleep(POLL_S)

    def _follow(self, run: Run) -> None:
        """Keep it alive until its result is there."""
        limit = LONGEST_S[self.parts.motors[run.motor].type]
        until = self.clock.now() + limit + WAIT_S
        fields: dict[str, str] = {}
        while self.clock.now() < until:
            self.client.request("keepalive")
            fields = dict(ask(self.client, "motor.result").fields)
            if fields.get("ended") not in ("running", "none"):
                break
            self.clock.sleep(POLL_S)
        else:
            self.client.request("motor.jog", name=run.motor, ms=0)
        self.clock.sleep(COAST_S)
        fields = dict(ask(self.client, "motor.result").fields)
        run.ended = fields.get("ended", "none")
        run.figures = {key: int(value) for key, value in fields.items()
                       if value.lstrip("-").isdecimal()}
        run.edges = [edge for row in self.client.rows("motor.edges") if (edge := self._edge(row))]
        run.fault = self.fault
        if run.ended == "stopped" and not run.fault:
            run.refused = "it was stopped: the service key was let go, or an interlock"

    def _edge(self, row: str) -> Edge | None:
        index, level, t_ms = (int(part) for part in row.split(":"))
        name = self.names[index] if index < len(self.names) else "-"
        return None if name == "-" else Edge(name, level, t_ms)


def said(answer: Answer, client: Client, problem: ToolError) -> str:
    """Why a test was refused, in words: the rule's sentence when it is named."""
    by = answer.fields.get("by", "")
    for rule in client.dictionary.data.get("rules", []):
        if rule["name"] == by:
            return f"{rule['text']}; {rule['do']}"
    return problem.what
