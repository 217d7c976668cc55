"""Somebody who runs one motor in service mode: a service key in one hand, a host in the other.

The row `service` of `mjsim.plant.inject_board`. They wait until the table lets them in, run the
motor once, let the key go and leave; some forget to say so, and the mode ends by itself.
"""

from __future__ import annotations

import random
from typing import Any

from mjsim.board.board import Serial
from mjsim.plant.inject import lines_of
from mjsim.words.framing import framed
from mjtable.link.link import Link

ASK_MS = 150
"""Between two requests: less than a third of `service.deadman_ms`."""
TRIES = 8
"""How often they ask for the motor before they give up."""
WORDS = {"jog": "motor.jog name=%s ms=%d", "back": "motor.jog name=%s dir=rev ms=%d",
         "test": "motor.test name=%s"}  # fmt: skip
"""What they ask for, by how they run it."""
TEST_MS = 8_000
"""A test has ended by then."""
SOMEBODY = 1 << 30
"""Beside the lines that they turn: a drum is of none."""
COAST_MS = 600
"""Nothing but drum and ring coasts for longer."""


class Technician:
    """The other end of the port of one table, polled as the runner's link."""

    def __init__(self, session: Any, motor: str, how: str, ms: str) -> None:
        self._session = session
        words = WORDS[how]
        self._run = words % ((motor, int(ms)) if "%d" in words else motor)
        self._for_ms = TEST_MS if how == "test" else int(ms)
        chance = random.Random("%d technician %d" % (session.seed, session.now_ms))
        self._says_so = chance.random() < 0.5
        self._answers = bytearray()
        self._port = Serial(self._answers.extend)
        self._brain = session.table
        self._link = Link(self._brain, uid="sim%d" % session.seed)
        self._lines = lines_of(motor) | SOMEBODY
        self._asked = self._tries = 0
        self._ends_ms, self._next_ms = -1, session.now_ms
        self._work: Any = self._enter
        session.plant.set_input("svc", True)

    @property
    def waiting(self) -> bool:
        """They look all the time, until they have left."""
        return self._work is not None

    def poll(self, now_ms: int) -> bool:
        """One scan's work."""
        if self._session.table is not self._brain:
            self.go()  # the program has ended, and with it the mode
        if self._work is not None and now_ms >= self._next_ms:
            self._next_ms = now_ms + ASK_MS
            done = b"%d ok" % self._asked in self._answers
            self._answers.clear()
            self._work(now_ms, done)
        if self._work is not None or self._port.incoming:
            self._link.poll(self._port, now_ms)
        return self.waiting

    def _ask(self, words: str) -> None:
        self._asked += 1
        self._port.feed(framed("%d %s" % (self._asked, words)))

    def _enter(self, now_ms: int, done: bool) -> None:
        if done:
            self._work = self._begin
            self._begin(now_ms, done=False)
        else:
            self._ask("service.enter")

    def _begin(self, now_ms: int, done: bool) -> None:
        """Ask for the motor until it is given."""
        if done:
            self._ends_ms = now_ms + self._for_ms
            self._work = self._watch
        elif self._tries == TRIES:
            self._leave()
        else:
            self._tries += 1
            self._session.plant.by_hand = self._lines
            self._ask(self._run)

    def _watch(self, now_ms: int, done: bool) -> None:
        del done
        if now_ms < self._ends_ms:
            self._session.plant.by_hand = self._lines
            self._ask("keepalive")
        else:
            self._leave()

    def _leave(self) -> None:
        self._session.plant.set_input("svc", False)
        if self._says_so:
            self._ask("service.leave")
        self._next_ms += COAST_MS
        self._work = self._away

    def _away(self, now_ms: int, done: bool) -> None:
        del now_ms, done
        self.go()

    def go(self) -> None:
        """The key is let go; whatever runs is no longer asked for."""
        if self._work is None:
            return
        self._work = None
        plant = self._session.plant
        plant.set_input("svc", False)
        self._session.after(COAST_MS, lambda: setattr(plant, "by_hand", 0))
