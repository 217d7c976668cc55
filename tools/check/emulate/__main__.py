"""Command line of the lab emulation. Exit codes: 0 good, 1 it failed, 2 wrong files or options."""

from __future__ import annotations

import argparse
import math
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from hal import pinmap
from mjsim.words.names import MACHINES, UsageError
from tools.check.emulate import boot_rom, storage, uf2
from tools.check.emulate.engine import Engine
from tools.check.emulate.problems import EmulateError
from tools.check.emulate.pty_bridge import PtyBridge
from tools.check.emulate.report import Reporter
from tools.check.emulate.session import Session
from tools.check.emulate.world import World

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / ".build/emulate"
GP = {
    "sck": pinmap.GP_SR_SCK, "mosi": pinmap.GP_SR_MOSI, "miso": pinmap.GP_SR_MISO,
    "latch": pinmap.GP_SR_LATCH,
    "load": pinmap.GP_SR_LOAD_N,
    "oe": pinmap.GP_OUT_OE_N,
    "kick": pinmap.GP_WD_KICK,
    "arm": pinmap.GP_ARM,
    "zc": pinmap.GP_ZC,
    "lmot": pinmap.GP_LMOT_FB,
    "dice": [pinmap.GP_DICE_IN1, pinmap.GP_DICE_IN2],
    "emit": pinmap.GP_EMIT_EN,
    "led": pinmap.GP_LED_DATA,
    "buzz": pinmap.GP_BUZZ,
    "direct": list(pinmap.DIRECT),
}


def speed(text: str) -> float:
    """A finite number of 0 or more."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError("%s: 0 (as fast as possible) or more" % text)
    return value


def named(text: str) -> Path:
    """A file that somebody gave; `make` passes an empty name when nobody did."""
    if not text:
        raise argparse.ArgumentTypeError(
            "no file given; write `make emulate UF2=FILE BOOTROM=FILE` (docs/EMULATION.md)"
        )
    return Path(text)


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m tools.check.emulate",
        description="Run a MicroPython image on an emulated Pico "
        "with the table's board around it. docs/EMULATION.md tells where the files come from.")
    add = made.add_argument
    add("--uf2", type=named, required=True, help="MicroPython for RPI_PICO, a .uf2 file")
    add("--bootrom", type=named, required=True, help="boot ROM of an RP2040, 16 KB .bin")
    add("--flash", type=Path, default=FOLDER / "flash.bin", help="file of the flash's content")
    add("--fram", type=Path, default=FOLDER / "fram.bin", help="file of the FRAM's content")
    add("--machine", default="four_port", help=f"{', '.join(MACHINES)}: the idle inputs")
    add("--plant", metavar="MACHINE", help="the simulated machine instead of idle inputs")
    add("--seed", type=int, default=1, help="seed of the simulated machine")
    add("--speed", type=speed, default=1.0, help="at most this many times real time; 0: no limit")
    add("--link", default="", help="a name for the serial port, as /tmp/table")
    add("--json", action="store_true", help="print every state as a JSON object")
    add("--verbose", action="store_true", help="print what the emulator does not have, too")
    return made


def version(blocks: dict[int, bytes]) -> str:
    """What the image says it is."""
    image = uf2.flat(blocks)
    found = re.search(rb"v1\.\d+\.\d+(-preview)?", image)
    if b"MicroPython" not in image:
        return "no MicroPython in it, as far as one can see; it is run all the same"
    return "MicroPython %s" % (found.group().decode() if found else "of an unknown version")


def main(argv: list[str]) -> int:
    """Check the files, start everything, run until Ctrl-C or SIGTERM."""
    options = parser().parse_args(argv)
    try:
        return emulate(options)
    except (EmulateError, UsageError) as problem:
        print("emulate: %s" % problem, file=sys.stderr)
        return 1 if "the emulated chip" in str(problem) else 2


def emulate(options: argparse.Namespace) -> int:
    """What was asked for, already parsed."""
    blocks = uf2.load(options.uf2)
    rom = boot_rom.load(options.bootrom)
    world = World(options.plant or options.machine, bool(options.plant), options.seed)
    fresh = storage.flash(options.flash, blocks)
    storage.fram(options.fram)

    def say(text: str) -> None:
        print(text, flush=True, file=sys.stderr if options.json else sys.stdout)

    say("image: %s: %s" % (options.uf2.name, version(blocks)))
    say("boot ROM: RP2040 %s" % rom)
    say("flash: %s, %s" % (options.flash, "new" if fresh else "its file system was kept"))
    pty = PtyBridge(options.link)
    try:
        return serve(options, world, pty, say)
    finally:
        pty.close()


def serve(
    options: argparse.Namespace, world: World, pty: PtyBridge, say: Callable[[str], None]
) -> int:
    """Start the chip and keep it going."""
    engine = Engine({
        "bootRom": str(options.bootrom), "flash": str(options.flash), "fram": str(options.fram),
        "gp": GP, "speed": options.speed})  # fmt: skip
    session = Session(engine, world, pty, Reporter(options.json), say, True, options.verbose)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, session.stop)
    say("serial port: %s" % (options.link or pty.device))
    say("Ctrl-C ends; type help for keys and switches")
    try:
        session.run()
    finally:
        engine.close()
    say("ended; flash and FRAM are kept")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
