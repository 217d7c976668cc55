"""A board without a machine on the emulated chip, with a program of the lab's own."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable

from tools.check.emulate import storage, uf2
from tools.check.emulate.__main__ import GP
from tools.check.emulate.engine import Engine
from tools.check.emulate.frames import FrameReader, frame
from tools.check.emulate.problems import EmulateError
from tools.check.emulate.world import World
from tools.check.lab import disk
from tools.check.lab.problems import Stopped
from tools.make.board.build import ROOT

BUNDLE = ROOT / ".build/firmware/armv6m"
PROMPT = 'Type "help()"'
"""What MicroPython says when its program has ended, which this one does not do."""
MOST_S = 600


class Chip:
    """A board without a machine: `files` beside the firmware, among them its program, which ends
    with the line "end"; `lines` of what it says."""

    def __init__(self, options: argparse.Namespace, files: dict[str, bytes]) -> None:
        self.options = options
        self.lines: list[str] = []
        self.us = 0
        self._rest = b""
        self._frames = FrameReader()
        self._world = World()
        self.engine = Engine(self._files(files))

    def _files(self, files: dict[str, bytes]) -> dict[str, object]:
        folder = self.options.out
        folder.mkdir(parents=True, exist_ok=True)
        flash, fram = folder / "replay_flash.bin", folder / "replay_fram.bin"
        for path in (flash, fram):
            path.unlink(missing_ok=True)
        storage.flash(flash, uf2.load(self.options.uf2))
        storage.fram(fram)
        raw = bytearray(flash.read_bytes())
        disk.install(raw, BUNDLE, {"/boot.py": b"", **files})
        flash.write_bytes(raw)
        return {"bootRom": str(self.options.bootrom), "flash": str(flash), "fram": str(fram),
                "gp": GP, "speed": 0}  # fmt: skip

    def run(self, look: Callable[[list[str]], object]) -> list[str]:
        """Everything that the program says; `look` is shown it now and then."""
        try:
            while "end" not in self.lines:
                self._step()
                look(self.lines)
                if self.lines and self.lines[-1].startswith(PROMPT) and "end" not in self.lines:
                    raise Stopped("the player ended on the chip: %s"
                                  % " / ".join(self.lines[-9:-2]))  # fmt: skip
        finally:
            self.engine.close()
        return self.lines

    def _step(self) -> None:
        """Serve what the chip's side says next."""
        data = os.read(self.engine.stdout.fileno(), 65536)
        if not data:
            raise EmulateError("the emulated chip", "its process has ended by itself",
                               self.engine.last_words())  # fmt: skip
        for kind, content in self._frames.feed(data):
            if kind == "o":
                out = json.loads(content)
                self.us = out["us"]
                if self.us > MOST_S * 1_000_000:
                    raise Stopped("the chip plays for %d s already; it said last: %s"
                                  % (MOST_S, " / ".join(self.lines[-4:])))  # fmt: skip
                self.engine.send(frame("h", b"\1"))
                self.engine.send(frame("i", json.dumps(self._world.exchange(out)).encode()))
            elif kind == "u":
                self._said(content)
            elif kind == "e":
                raise EmulateError("the emulated chip", "the emulation failed", content.decode())

    def _said(self, content: bytes) -> None:
        self.engine.send(frame("a", len(content).to_bytes(4, "little")))
        *whole, self._rest = (self._rest + content).split(b"\n")
        self.lines += [line.decode(errors="replace").rstrip("\r") for line in whole]
