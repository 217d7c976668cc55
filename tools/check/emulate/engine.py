"""The Node process that holds the emulated chip and board."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.check.emulate.problems import EmulateError

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parents[1] / "node/node_modules/rp2040js/package.json"
END_S = 3


def node() -> Path:
    """The Node of this environment, after looking that the emulator library is there."""
    program = Path(sys.executable).with_name("node")
    if not program.exists():
        raise EmulateError(str(program), "there is no Node here", "the environment is not set up",
                           "run `make setup`")  # fmt: skip
    if not LIBRARY.exists():
        raise EmulateError(str(LIBRARY), "the emulator library rp2040js is not installed",
                           "the environment is not set up", "run `make setup`")  # fmt: skip
    return program


class Engine:
    """`program` is what to run: main.mjs with its options, unless a test has another."""

    def __init__(self, options: dict[str, Any], program: list[str] | None = None) -> None:
        command = program or [str(node()), str(HERE / "main.mjs"), json.dumps(options)]
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            bufsize=0, start_new_session=True)  # fmt: skip
        assert self._process.stdin and self._process.stdout
        self.stdin, self.stdout = self._process.stdin, self._process.stdout

    def send(self, data: bytes) -> None:
        """A frame for the chip's side; nothing when it has gone."""
        view = memoryview(data)
        try:
            while view:
                view = view[self.stdin.write(view) or 0 :]
        except BrokenPipeError:
            return

    def last_words(self) -> str:
        """The end of what it wrote on stderr."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return " / ".join(line.strip()[:200] for line in lines[-6:])

    def close(self) -> None:
        """End it: it closes its files when its input ends."""
        self.stdin.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.stdout.close()
        self._errors.close()
