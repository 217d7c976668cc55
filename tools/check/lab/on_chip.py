"""`python -m tools.check.lab.on_chip --uf2 FILE --bootrom FILE`: recorded scans on the chip.

Compares every answer with CPython's, and writes how long each `Table.step` took at 125 and at 200
MHz, with no drivers and no interrupts: what `python -m tools.check.cost calibrate` fits the cost
model to. Exit codes: 0 equal, 1 they differ, 2 something given is missing or wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from tools.check.cost.replay import digest
from tools.check.emulate import boot_rom, storage, uf2
from tools.check.emulate.__main__ import GP, named
from tools.check.emulate.engine import Engine
from tools.check.emulate.frames import FrameReader, frame
from tools.check.emulate.problems import EmulateError
from tools.check.emulate.world import World
from tools.check.lab import compare, disk, platforms, record, recording, wanted
from tools.check.lab.platforms import PLAYER, Answer
from tools.check.lab.problems import Differ, LabError, Stopped
from tools.check.lab.progress import Progress
from tools.check.lab.recording import Scan
from tools.check.vm.built import firmware
from tools.make.board.build import ROOT, build

CLOCKS = (125_000_000, 200_000_000)
PROGRAM = Path(__file__).with_name("chip_player.py")
BUNDLE = ROOT / ".build/firmware/armv6m"
PROMPT = 'Type "help()"'
"""What MicroPython says when its program has ended, which this one does not do."""
FOLDER = ROOT / ".build/lab"
MOST_S = 600


class Chip:
    """A board without a machine whose program is the player; `lines` of what it says."""

    def __init__(self, options: argparse.Namespace, told: list[str], hertz: int) -> None:
        self.options = options
        self.lines: list[str] = []
        self.us = 0
        self._rest = b""
        self._frames = FrameReader()
        self._world = World()
        self.engine = Engine(self._files(told, hertz))

    def _files(self, told: list[str], hertz: int) -> dict[str, object]:
        folder = self.options.out
        folder.mkdir(parents=True, exist_ok=True)
        flash, fram = folder / "replay_flash.bin", folder / "replay_fram.bin"
        for path in (flash, fram):
            path.unlink(missing_ok=True)
        storage.flash(flash, uf2.load(self.options.uf2))
        storage.fram(fram)
        raw = bytearray(flash.read_bytes())
        disk.install(raw, BUNDLE, {
            "/boot.py": b"", "/main.py": PROGRAM.read_bytes(), "/a/player.py": PLAYER.read_bytes(),
            "/head": told[0].encode(), "/lines": "\n".join(told[1:]).encode() + b"\n",
            "/hertz": b"%d" % hertz})  # fmt: skip
        flash.write_bytes(raw)
        return {"bootRom": str(self.options.bootrom), "flash": str(flash), "fram": str(fram),
                "gp": GP, "speed": 0}  # fmt: skip

    def step(self) -> None:
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


def play(
    options: argparse.Namespace, scans: list[Scan], hertz: int
) -> tuple[list[Answer], list[int]]:
    """Answers and microseconds of every scan, at a clock."""
    chip = Chip(options, platforms.lines(scans, BUNDLE), hertz)
    progress = Progress()
    try:
        while "end" not in chip.lines:
            chip.step()
            progress("%d MHz: %d of %d scans" % (hertz // 1_000_000, len(chip.lines), len(scans)))
            if chip.lines and chip.lines[-1].startswith(PROMPT) and "end" not in chip.lines:
                raise Stopped("the player ended on the chip: %s" % " / ".join(chip.lines[-9:-2]))
    finally:
        chip.engine.close()
    begin = next(
        (i for i, line in enumerate(chip.lines) if line.startswith("begin")), len(chip.lines)
    )
    found = [line.split(" ", 1) for line in chip.lines[begin + 1 :] if line[:1].isdigit()]
    return [json.loads(answer) for _, answer in found], [int(us) for us, _ in found]


def gate(options: argparse.Namespace) -> None:
    """Play, compare, write."""
    boot_rom.load(options.bootrom)
    build()
    version = wanted.image(options.uf2, uf2.flat(uf2.load(options.uf2)))
    given = options.recording
    scans = recording.load(given) if given else record.sort()
    first = platforms.on_cpython(scans)
    found: dict[str, object] = {
        "about": "Microseconds of Table.step for each line of the recording, MicroPython %s on "
        "the emulated RP2040, flash cache misses 40 cycles, no drivers, no interrupts" % version,
        "firmware": digest(firmware())}  # fmt: skip
    options.out.mkdir(parents=True, exist_ok=True)
    for hertz in CLOCKS:
        answers, times = play(options, scans, hertz)
        compare.same(scans, "CPython", first, "the chip", answers)
        found["step_us_%d_mhz" % (hertz // 1_000_000)] = times
        print("equal: CPython and the chip at %d MHz; a step takes %.0f us, at worst %d"
              % (hertz // 1_000_000, sum(times) / len(times), max(times)), flush=True)  # fmt: skip
    recording.save(options.out / "recording.jsonl", scans)
    (options.out / "step_times.json").write_text(json.dumps(found) + "\n")
    print("written: %s/recording.jsonl, step_times.json" % options.out)


def main(argv: list[str]) -> int:
    """Run the gate."""
    made = argparse.ArgumentParser(prog="python -m tools.check.lab.on_chip", description=__doc__)
    made.add_argument("--uf2", type=named, required=True, help="MicroPython for RPI_PICO")
    made.add_argument("--bootrom", type=named, required=True, help="boot ROM of an RP2040")
    made.add_argument("--recording", type=Path, help="a file; else a sort is recorded")
    made.add_argument("--out", type=Path, default=FOLDER, help="folder for what was measured")
    try:
        gate(made.parse_args(argv))
    except (LabError, EmulateError) as problem:
        print("lab: %s" % problem, file=sys.stderr)
        return 1 if "the emulated chip" in str(problem) else 2
    except Differ as problem:
        print("lab: chip and CPython differ: %s" % problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
