"""`python -m tools.check.lab.on_chip --uf2 FILE --bootrom FILE`: recorded scans on the chip.

Compares every answer with CPython's, and writes how long each `Table.step` took at 125 and at 200
MHz, with no drivers and no interrupts: what `python -m tools.check.cost calibrate` fits the cost
model to. Exit codes: 0 equal, 1 they differ, 2 something given is missing or wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tools.check.cost.replay import digest
from tools.check.emulate import boot_rom, uf2
from tools.check.emulate.__main__ import named
from tools.check.emulate.problems import EmulateError
from tools.check.lab import compare, platforms, record, recording, wanted
from tools.check.lab.bare_chip import BUNDLE, Chip
from tools.check.lab.platforms import PLAYER, Answer
from tools.check.lab.problems import Differ, LabError
from tools.check.lab.progress import Progress
from tools.check.lab.recording import Scan
from tools.check.vm.built import firmware
from tools.make.board.build import ROOT, build

CLOCKS = (125_000_000, 200_000_000)
PROGRAM = Path(__file__).with_name("chip_player.py")
FOLDER = ROOT / ".build/lab"


def play(
    options: argparse.Namespace, scans: list[Scan], hertz: int
) -> tuple[list[Answer], list[int]]:
    """Answers and microseconds of every scan, at a clock."""
    head, *told = platforms.lines(scans, BUNDLE)
    chip = Chip(options, {
        "/main.py": PROGRAM.read_bytes(), "/a/player.py": PLAYER.read_bytes(),
        "/head": head.encode(), "/lines": "\n".join(told).encode() + b"\n",
        "/hertz": b"%d" % hertz})  # fmt: skip
    progress = Progress()
    said = chip.run(lambda lines: progress(
        "%d MHz: %d of %d scans" % (hertz // 1_000_000, len(lines), len(scans))))
    begin = next((i for i, line in enumerate(said) if line.startswith("begin")), len(said))
    found = [line.split(" ", 1) for line in said[begin + 1 :] if line[:1].isdecimal()]
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
