"""Command line of the lab gate. Exit codes: 0 played, 1 it failed, 2 wrong files or options."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from mjsim.people.habits import Habits
from mjsim.words.names import MACHINES, UsageError
from tools.check.emulate import boot_rom, storage, uf2
from tools.check.emulate.__main__ import GP, named, version
from tools.check.emulate.engine import Engine
from tools.check.emulate.problems import EmulateError
from tools.check.lab import disk, symbols, wanted
from tools.check.lab.evening import Evening
from tools.check.lab.progress import Progress
from tools.check.lab.report import report
from tools.check.lab.table import ChipTable
from tools.check.vm import commissioned

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / ".build/lab"
HAND_MS = 240_000
"""A hand takes no longer, sorting and playing."""


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m tools.check.lab",
        description="Play an evening of the table on an emulated Pico "
        "with your MicroPython image. docs/EMULATION.md tells where the files come from.",
    )
    add = made.add_argument
    add("--uf2", type=named, required=True, help="MicroPython for RPI_PICO, a .uf2 file")
    add("--bootrom", type=named, required=True, help="boot ROM of an RP2040, 16 KB .bin")
    add("--firmware", type=Path, default=ROOT / ".build/firmware/armv6m", help="bundle to install")
    add("--hands", type=int, default=3, help="hands to play (3)")
    add("--seed", type=int, default=3, help="seed of machine and people (3)")
    add("--machine", default="four_port", help=", ".join(MACHINES))
    add("--profile", default="SHOP-B-136", help="the game")
    add("--play-s", type=int, default=20, help="seconds a hand is played (20)")
    add("--asks", type=int, default=20, help="questions of the host a second (20)")
    add("--seconds", type=int, default=0, help="end after this many of the table's seconds")
    add("--elf", type=Path, help="the image's ELF file: tells which functions take the time")
    add("--out", type=Path, default=FOLDER, help="folder for what was measured")
    return made


def main(argv: list[str]) -> int:
    """Check the files, play, print."""
    options = parser().parse_args(argv)
    try:
        return play(options)
    except (EmulateError, UsageError) as problem:
        print("lab: %s" % problem, file=sys.stderr)
        return 1 if "the emulated chip" in str(problem) else 2


def play(options: argparse.Namespace) -> int:
    """What was asked for, already parsed."""
    blocks = uf2.load(options.uf2)
    rom = boot_rom.load(options.bootrom)
    wanted.image(options.uf2, uf2.flat(blocks))
    options.out.mkdir(parents=True, exist_ok=True)
    flash, fram = options.out / "flash.bin", options.out / "fram.bin"
    for path in (flash, fram):
        path.unlink(missing_ok=True)
    storage.flash(flash, blocks)
    kept = commissioned.image(commissioned.slots(options.machine))
    fram.write_bytes(kept.ljust(storage.FRAM_BYTES, b"\0"))
    raw = bytearray(flash.read_bytes())
    files = disk.install(raw, options.firmware)
    flash.write_bytes(raw)
    print("image: %s: %s; boot ROM: RP2040 %s; %d files of the firmware"
          % (options.uf2.name, version(blocks), rom, files), flush=True)  # fmt: skip
    extra = {"symbols": str(symbols.write(options.elf, options.out))} if options.elf else {}
    habits = Habits(play_ms=options.play_s * 1000)
    table = ChipTable(options.machine, options.profile, options.seed, habits)
    engine = Engine({"bootRom": str(options.bootrom), "flash": str(flash), "fram": str(fram),
                     "gp": GP, "speed": 0, "measure": True, "seed": options.seed,
                     **extra})  # fmt: skip
    evening = Evening(engine, table, lambda text: print("\r" + text, flush=True), Progress(),
                      lambda hertz: wanted.clock(options.firmware, hertz),
                      1000 // max(1, options.asks))  # fmt: skip
    try:
        evening.run(options.hands, options.seconds * 1000 or options.hands * HAND_MS)
    except KeyboardInterrupt:
        print("\rended early; what was measured until here:")
    finally:
        engine.close()
    found = report(evening, options, habits)
    (options.out / "lab.json").write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
