"""The loop that keeps everything going: chip, machine, terminal and people."""

from __future__ import annotations

import os
import select
import struct
import sys
from collections.abc import Callable
from json import dumps, loads
from typing import Any

from tools.check.emulate.console import Console
from tools.check.emulate.engine import Engine
from tools.check.emulate.frames import FrameReader, frame
from tools.check.emulate.problems import EmulateError
from tools.check.emulate.pty_bridge import PtyBridge
from tools.check.emulate.report import Reporter, sentence, state
from tools.check.emulate.world import World

WAIT_S = 0.02
RETRY_S = 0.002
"""The same while the program on the port has not made room for what waits."""
WINDOW = 1024
"""Bytes for the board that may be on their way; the rest waits in the terminal."""


class Session:
    """`say(text)` prints for people; `typed` reads commands from stdin."""

    def __init__(self, engine: Engine, world: World, pty: PtyBridge, reporter: Reporter,
                 say: Callable[[str], None], typed: bool = False,
                 verbose: bool = False) -> None:  # fmt: skip
        self.engine = engine
        self.world = world
        self.pty = pty
        self.reporter = reporter
        self.say = say
        self.stopping = False
        self.verbose = verbose
        self.console = Console(world, self.reset, self.state, self.stop)
        self._frames = FrameReader()
        self._on_way = 0
        self._out: dict[str, Any] = {}
        self._typed = bytearray()
        self._inputs: list[Any] = [engine.stdout] + ([sys.stdin] if typed else [])
        self._on = {"o": self._outputs, "u": self._bytes, "a": self._taken, "n": self._note,
                    "d": self._detail, "r": self._restart, "e": self._failed}  # fmt: skip

    def stop(self, *_signal: object) -> None:
        """End the loop soon (also a signal handler)."""
        self.stopping = True

    def reset(self) -> None:
        """The board's reset button."""
        self.engine.send(frame("c", b"reset"))

    def state(self) -> str:
        """The state line as of the last look."""
        if not self._out:
            return "nothing has run yet"
        return sentence(self._out["us"] // 1000, state(self._out))

    def run(self) -> None:
        """Until `stop`, or the chip's side ends."""
        while not self.stopping:
            self.step()

    def step(self) -> None:
        """Wait a moment for anything, and serve it."""
        if self.pty.look():
            self.engine.send(frame("h", bytes([self.pty.open])))
        room = self.pty.open and self._on_way < WINDOW
        readers = self._inputs + ([self.pty.master] if room else [])
        wait_s = RETRY_S if self.pty.waiting else WAIT_S
        ready, _, _ = select.select(readers, [], [], wait_s)
        if self.pty.master in ready:
            self._from_port()
        self._acknowledge(self.pty.flush())
        if sys.stdin in ready:
            self._from_people()
        if self.engine.stdout in ready:
            self._from_chip()

    def _from_port(self) -> None:
        data = self.pty.read(WINDOW - self._on_way)
        if data:
            self._on_way += len(data)
            self.engine.send(frame("u", data))

    def _from_people(self) -> None:
        data = os.read(sys.stdin.fileno(), 4096)
        if not data:
            self._inputs.remove(sys.stdin)  # nobody types any more; the board goes on
            return
        self._typed += data
        while b"\n" in self._typed:
            line, _, self._typed = self._typed.partition(b"\n")
            answer = self.console.run(line.decode(errors="replace"))
            if answer:
                self.say(answer)

    def _from_chip(self) -> None:
        data = os.read(self.engine.stdout.fileno(), 65536)
        if not data:
            raise EmulateError("the emulated chip", "its process has ended by itself",
                               self.engine.last_words())  # fmt: skip
        for kind, content in self._frames.feed(data):
            self._on[kind](content)

    def _outputs(self, content: bytes) -> None:
        self._out = loads(content)
        self.engine.send(frame("i", dumps(self.world.exchange(self._out)).encode()))
        for text in self.world.news():
            self.say("physics broken at " + text)
        line = self.reporter.line(self._out)
        if line:
            print(line, flush=True)

    def _bytes(self, content: bytes) -> None:
        self._acknowledge(self.pty.send(content))

    def _acknowledge(self, count: int) -> None:
        if count:
            self.engine.send(frame("a", struct.pack("<I", count)))

    def _taken(self, content: bytes) -> None:
        self._on_way = max(0, self._on_way - struct.unpack("<I", content)[0])

    def _note(self, content: bytes) -> None:
        self.say("note: " + content.decode())

    def _detail(self, content: bytes) -> None:
        if self.verbose:
            self.say("detail: " + content.decode())

    def _restart(self, content: bytes) -> None:
        self.say("the chip starts again: " + content.decode())

    def _failed(self, content: bytes) -> None:
        raise EmulateError("the emulated chip", "the emulation failed", content.decode(),
                           "report it with these lines")  # fmt: skip
