"""Where recorded scans are played: this Python, the WebAssembly VM, a unix port that is brought.

Each platform gets the same lines and gives one answer a scan (`player.py`).
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mjtable.scan.image import Outputs
from tools.check.lab import player
from tools.check.lab.problems import LabError, Stopped
from tools.check.lab.recording import INPUTS, Scan
from tools.check.vm.built import firmware
from tools.check.vm.vm import FirmwareError, Vm
from tools.make.board.build import NAMES

ROOT = Path(__file__).resolve().parents[3]
PLAYER = Path(player.__file__)
OUTPUTS = tuple(vars(Outputs()))
SOURCES = ROOT / "firmware"
HEAP_BYTES = 16 << 20
"""Of the WebAssembly VM: it collects garbage only between two calls."""
PIECE = 200
"""Scans in one call."""
UNIX_HEAP = "8m"
PORTS = ("1.28", "1.29")
"""Versions of MicroPython that the project is for (docs/FLASHING.md)."""
PATIENCE_S = 600
ASK = ("import sys; s = sys.implementation; "
       "print(s.name, '.'.join([str(n) for n in s.version[:3]]))")

Answer = list[Any]
"""Outputs that changed, value returned, inputs that the step itself changed, new events."""


def lines(scans: list[Scan], built: Path | None = None) -> list[str]:
    """What a player gets: the head, then each scan's inputs. `built`: a cross-compiled set."""
    new: dict[str, str] = {}
    if built is not None:
        new = json.loads((built.parent / NAMES).read_text(encoding="utf-8"))["attributes"]
    head = {"machine": scans[0][0]["machine"],
            "inputs": {name: new.get(name, name) for name in INPUTS},
            "outputs": {name: new.get(name, name) for name in OUTPUTS}}  # fmt: skip
    return [json.dumps(head), *(json.dumps(scan[0]) for scan in scans)]


def on_cpython(scans: list[Scan]) -> list[Answer]:
    """In this process."""
    return [json.loads(answer) for answer in player.play(lines(scans))]


def in_vm(scans: list[Scan], built: bool) -> list[Answer]:
    """In the WebAssembly VM, from the sources or from the set that is built for boards."""
    folder = firmware() if built else None
    with Vm(folder, HEAP_BYTES) as vm:
        if not built:
            for path in SOURCES.glob("mjtable/**/*.py"):
                vm.put(f"/fw/{path.relative_to(SOURCES).as_posix()}", path.read_bytes())
        vm.put("/fw/player.py", PLAYER.read_bytes())
        try:
            vm.run("import player")
            vm.memory()
            return [json.loads(answer) for answer in _asked(vm, lines(scans, folder))]
        except FirmwareError as problem:
            raise Stopped("the firmware ended in the WASM VM: %s" % problem) from problem


def _asked(vm: Vm, told: list[str]) -> Iterator[str]:
    """The answers, piece by piece."""
    vm.put("/head", told[0].encode())
    vm.run("one = player.Player(open('/head').read())")
    for at in range(1, len(told), PIECE):
        vm.put("/scans", "\n".join(told[at : at + PIECE]).encode())
        text = vm.run("answer = '\\n'.join([one.scan(line) for line in open('/scans')])")
        vm.memory()  # collects
        yield from text.splitlines()


class UnixPort:
    """A `micropython` for this computer; `version` as it says itself. LabError when it is none."""

    def __init__(self, given: str) -> None:
        if not given:
            raise LabError("no MicroPython given; write `make lab-unix MICROPYTHON=path` with the "
                           "unix port's program")  # fmt: skip
        self.path = Path(given)
        if not self.path.is_file():
            raise LabError("MICROPYTHON=%s: there is no such file; give the unix port's program"
                           % given)  # fmt: skip
        name, self.version = self._said()
        if name != "micropython":
            raise LabError("%s is %s %s, not MicroPython; give the unix port's program"
                           % (given, name, self.version))  # fmt: skip
        if self.version.rpartition(".")[0] not in PORTS:
            raise LabError("%s is MicroPython %s; give one of %s, which boards of this project run"
                           % (given, self.version, " or ".join(PORTS)))  # fmt: skip

    def _said(self) -> tuple[str, str]:
        try:
            done = subprocess.run([str(self.path.absolute()), "-c", ASK], capture_output=True,
                                  text=True, timeout=60)  # fmt: skip
            name, version = done.stdout.split()
        except (OSError, ValueError, subprocess.TimeoutExpired) as problem:
            raise LabError("%s does not run Python: it is no MicroPython for this computer; give "
                           "the unix port's program" % self.path) from problem  # fmt: skip
        return name, version

    def play(self, scans: list[Scan], built: bool) -> list[Answer]:
        """From the sources, or from the set that is built for boards."""
        folder = firmware() if built else None
        done = subprocess.run(
            [str(self.path.absolute()), "-X", "heapsize=" + UNIX_HEAP, str(PLAYER)],
            input="\n".join(lines(scans, folder)) + "\n", capture_output=True, text=True,
            timeout=PATIENCE_S, env={"MICROPYPATH": str(folder or SOURCES)})  # fmt: skip
        answers = done.stdout.splitlines()
        if done.returncode:
            raise Stopped("scan %d of %d: the firmware ended with exit %d on %s: %s" % (
                len(answers) + 1, len(scans), done.returncode, self.path,
                done.stderr.strip() or "no words"))  # fmt: skip
        return [json.loads(answer) for answer in answers]
