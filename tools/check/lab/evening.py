"""One evening on the chip: engine, table, people and host in step."""

from __future__ import annotations

import os
from collections.abc import Callable
from json import dumps, loads
from typing import Any

from tools.check.emulate.engine import Engine
from tools.check.emulate.frames import FrameReader, frame
from tools.check.emulate.problems import EmulateError
from tools.check.lab import chance
from tools.check.lab.figures import Figures
from tools.check.lab.host import ASK_MS, Host
from tools.check.lab.table import ChipTable

PORT_MS = 200
"""After the first scan a program opens the port."""
QUIET_MS = 20_000
"""This long without a scan, of emulated time, and the firmware does not run."""
SORTING = "sorting"
"""What the table does is told apart from its state: it may be ready, or played at, meanwhile."""


class Evening:
    """`run(hands)`; `say` prints for people, `progress(text)` shows where it is.

    `check(hertz)` is asked at the first scan and raises what is wrong with the board.
    """

    def __init__(self, engine: Engine, table: ChipTable, say: Callable[[str], None],
                 progress: Callable[[str], None],
                 check: Callable[[int], None], ask_ms: int = ASK_MS) -> None:  # fmt: skip
        self.engine = engine
        self.table = table
        self.say = say
        self.progress = progress
        self.check = check
        self.figures = Figures()
        self.host = Host(lambda data: engine.send(frame("u", data)), ask_ms)
        self.host.listener = self._heard
        self.first_us = -1
        self.now_us = 0
        self.walls = 0
        self.resets: list[str] = []
        self.drawn: dict[str, str] = {}
        """Random bits of the chip, by the instruction that read them."""
        self.faults: list[str] = []
        self._state = "power_on"
        self._sorter = "idle"
        self._board_ms: int | None = None
        self._frames = FrameReader()
        self._on = {"o": self._outputs, "u": self._bytes, "n": self._note, "r": self._restart,
                    "e": self._failed}  # fmt: skip

    def run(self, hands: int, most_ms: int) -> None:
        """Until the walls of `hands` hands have come up and their people have played them."""
        while self.walls <= hands and self.table.now_ms < most_ms:
            data = os.read(self.engine.stdout.fileno(), 65536)
            if not data:
                raise EmulateError("the emulated chip", "its process has ended by itself",
                                   self.engine.last_words())  # fmt: skip
            for kind, content in self._frames.feed(data):
                self._on.get(kind, lambda _: None)(content)

    def _outputs(self, content: bytes) -> None:
        out: dict[str, Any] = loads(content)
        self.now_us = out["us"]
        if "meter" in out:
            self._measured(out)
        reply = self.table.exchange(out)
        for text in self.table.world.news():
            self.say("physics broken at " + text)
        self._host()
        if self.host.open_ms >= 0:
            reply["until_us"] = min(reply["until_us"], self.host.next_ms * 1000)
        self.engine.send(frame("i", dumps(reply).encode()))
        self.progress("%7.1f s  %s, %d walls" % (self.now_us / 1e6, self._state, self.walls))

    def _measured(self, out: dict[str, Any]) -> None:
        scans = out["meter"]["scans"]
        if scans and self.first_us < 0:
            self.check(out["meter"]["hertz"])
            self.first_us = scans[0][0]
            self.table.start(scans[0][1])
        for place, bits in out.get("drawn", {}).items():
            self.drawn[place] = self.drawn.get(place, "") + bits
        self.figures.take(out, self._state if self._sorter == "idle" else SORTING)
        if self.first_us < 0 and self.now_us > QUIET_MS * 1000:
            raise EmulateError(
                "the emulated board", "no scan in its first %d s" % (QUIET_MS // 1000),
                "the firmware does not start with this MicroPython",
                "look at its prompt with `make emulate` and the same files")  # fmt: skip

    def words(self) -> list[int]:
        """The random words that the firmware got: it reads more bits than anything else does."""
        most = sorted(self.drawn.values(), key=len)[-1:]
        return chance.words(map(int, "".join(most)))

    def _host(self) -> None:
        now_ms = self.now_us // 1000
        if self.host.open_ms < 0:
            if self.first_us < 0 or now_ms < self.first_us // 1000 + PORT_MS:
                return
            self.engine.send(frame("h", b"\1"))
            self.host.open(now_ms)
        self.host.act(now_ms)

    def _bytes(self, content: bytes) -> None:
        self.engine.send(frame("a", len(content).to_bytes(4, "little")))
        self.host.receive(content, self.now_us // 1000)

    def _heard(self, event: dict[str, str]) -> None:
        t_ms = int(event["t_ms"])
        if self._board_ms is None:
            # the first event is of the first scan's begin, people's time begins with its end
            self._board_ms = t_ms + (self.table.start_us - self.first_us) // 1000
        self.table.seen.hear(event, t_ms - self._board_ms)
        if event["event"] == "state" and event["machine"] == "table":
            self._state = event["to"]
        elif event["event"] == "state" and event["machine"] == "sorter":
            self._sorter = event["to"]
        elif event["event"] == "walls" and event["to"] == "up":
            self.walls += 1
        elif event["event"] == "fault":
            self.faults.append(" ".join(event.values()))
            self.say("fault: " + " ".join(event.values()))

    def _note(self, content: bytes) -> None:
        self.say("note: " + content.decode())

    def _restart(self, content: bytes) -> None:
        self.resets.append(content.decode())
        self.say("the chip starts again: " + content.decode())

    def _failed(self, content: bytes) -> None:
        raise EmulateError("the emulated chip", "the emulation failed", content.decode(),
                           "report it with these lines")  # fmt: skip
