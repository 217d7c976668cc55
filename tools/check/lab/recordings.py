"""`python -m tools.check.lab.recordings --uf2 FILE --bootrom FILE [FILE ...]`: on the chip.

Plays recordings of flight recorders (else all of `tests/replay`) into the firmware on your image:
what its own recorder writes has to be what was recorded, byte for byte, as it is on CPython.
Exit codes: 0 all equal, 1 one differs, 2 something given is missing or wrong.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from mjsim.replay import calls, player, reader
from mjsim.replay.compare import play as play_here
from mjsim.replay.record_file import SUFFIX, Recording, load
from mjsim.words.names import UsageError
from tools.check.emulate import boot_rom, uf2
from tools.check.emulate.__main__ import named
from tools.check.emulate.problems import EmulateError
from tools.check.lab import wanted
from tools.check.lab.bare_chip import BUNDLE, Chip
from tools.check.lab.problems import Differ, LabError
from tools.check.lab.progress import Progress
from tools.make.board.build import NAMES, ROOT, build
from tools.make.board.compiled.cross import compile_text

PROGRAM = Path(__file__).with_name("chip_recordings.py")
KEPT = ROOT / "tests/replay"
PARTS = tuple(Path(str(part.__file__)) for part in (player, calls, reader))
HERTZ = 200_000_000
"""Of the board, by the launcher."""


def parts() -> dict[str, bytes]:
    """The player as compiled for the chip: from its sources it would not fit into the heap."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "part.mpy")
        found = {}
        for path in PARTS:
            compile_text(path.read_text("utf-8"), path.name, target, BUNDLE.name)
            found["/a/mjsim/replay/%s.mpy" % path.stem] = target.read_bytes()
    return found


def names() -> bytes:
    """New names of those attributes alone that the player asks for."""
    known = json.loads((BUNDLE.parent / NAMES).read_text("utf-8"))["attributes"]
    used = {name for path in PARTS for name in re.findall(r'"(\w+)"', path.read_text("utf-8"))}
    return json.dumps({name: new for name, new in known.items() if name in used}).encode()


def on_chip(options: argparse.Namespace, one: Recording,
            name: str) -> tuple[int, tuple[int, int] | None]:  # fmt: skip
    """Scans played, and the first that differs: its number and time."""
    chip = Chip(options, {
        "/main.py": PROGRAM.read_bytes(), "/recording": one.data, "/names": names(),
        "/wired": b"%d" % one.wired, "/hertz": b"%d" % HERTZ, **parts()})  # fmt: skip
    progress = Progress()
    said = chip.run(lambda lines: progress("%s: %s of %d bytes" % (
        name, lines[-1].removeprefix("at ") if lines else "0", len(one.data))))
    last = next(line for line in reversed(said) if line.startswith("played "))
    scans, found = json.loads(last.removeprefix("played "))
    return scans, tuple(found) if found else None


def compare(name: str, here: int, scans: int, found: tuple[int, int] | None) -> str:
    """The line of one recording; `Differ` when it is not the same."""
    if found is not None:
        raise Differ("%s: at scan %d, %.3f s, the chip does something else than was recorded; "
                     "`mjsim replay %s --show` tells what was" % (
                         name, found[0], found[1] / 1000, name))  # fmt: skip
    if scans != here:
        raise Differ("%s: the chip plays %d scans, CPython %d" % (name, scans, here))
    return "equal: %s, %d scans" % (name, scans)


def gate(options: argparse.Namespace) -> None:
    """Play every file here and on the chip."""
    boot_rom.load(options.bootrom)
    build()
    wanted.image(options.uf2, uf2.flat(uf2.load(options.uf2)))
    for path in options.files or sorted(KEPT.glob("*" + SUFFIX)):
        one = load(path, any_firmware=not options.files)
        played = play_here(one)
        if played.difference is not None:
            raise Differ("%s: not even here is it the same: %s" % (path.name, played.difference))
        scans, found = on_chip(options, one, path.name)
        print(compare(path.name, played.scans, scans, found), flush=True)


def main(argv: list[str]) -> int:
    """Run the gate."""
    made = argparse.ArgumentParser(prog="python -m tools.check.lab.recordings",
                                   description=__doc__)  # fmt: skip
    made.add_argument("--uf2", type=named, required=True, help="MicroPython for RPI_PICO")
    made.add_argument("--bootrom", type=named, required=True, help="boot ROM of an RP2040")
    made.add_argument("--out", type=Path, default=ROOT / ".build/lab", help="folder for the chip")
    made.add_argument("files", type=Path, nargs="*", help="recordings")
    try:
        gate(made.parse_args(argv))
    except (LabError, EmulateError, UsageError) as problem:
        print("lab: %s" % problem, file=sys.stderr)
        return 1 if "the emulated chip" in str(problem) else 2
    except Differ as problem:
        print("lab: chip and recording differ: %s" % problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
