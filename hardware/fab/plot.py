"""Gerbers and drills by KiCad 6, without what changes from run to run.

KiCad's Python comes with the system's own interpreter. Where it is missing, or of another version,
whose files would read differently, nothing is plotted: a sentence says so and the committed ones
stay as they are.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

from hardware.fab.boards import Board
from hardware.fab.read import BoardFileError, how, text_of

KICAD_PYTHON = "/usr/bin/python3"
ASKED = "import pcbnew; print(pcbnew.GetBuildVersion())"
SCRIPT = Path(__file__).with_name("kicad_plot.py")
OTHERS = ("F.Mask", "B.Mask", "F.Paste", "F.SilkS", "B.SilkS", "Edge.Cuts")
WANTED = "6."
# a date, a version of the program: whole lines that carry nothing for a maker
NEWER = re.compile(rb"^(?:%TF\.(?:CreationDate|GenerationSoftware)"
                   rb"|; #@! TF\.(?:CreationDate|GenerationSoftware)"
                   rb"|G04 Created by |; DRILL file )[^\n]*\n", re.M)


def layers(board: Board) -> tuple[str, ...]:
    """Everything that is plotted, by KiCad's names."""
    return *board.copper, *OTHERS


def names(board: Board) -> list[str]:
    """The files of a plot."""
    return [f"{board.name}-{layer.replace('.', '_')}.gbr" for layer in layers(board)] + [
        f"{board.name}-{kind}.drl" for kind in ("PTH", "NPTH")]


@lru_cache
def kicad() -> str:
    """KiCad's version, "" without its Python."""
    try:
        run = subprocess.run([KICAD_PYTHON, "-c", ASKED], capture_output=True, text=True,
                             check=False)
    except OSError:
        return ""
    return run.stdout.strip().splitlines()[-1] if run.returncode == 0 and run.stdout else ""


def plotted(board: Board, root: Path) -> dict[str, bytes]:
    """Name -> content of every file; {} where KiCad is not here, with a sentence."""
    if not kicad().startswith(WANTED):
        why = f"KiCad {kicad()} is here" if kicad() else "KiCad's Python is missing"
        print(f"  {board.title}: no Gerber was plotted: {why}, KiCad 6 is wanted (`make tools` "
              f"gets it on Debian 12); those in {board.folder} stay as they are", file=sys.stderr)
        return {}
    text_of(board, root)  # told in our words when it is missing
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([KICAD_PYTHON, str(SCRIPT), str(root / board.file), folder,
                              str(board.height), *layers(board)], capture_output=True, text=True,
                             check=False)
        made = {path.name: stable(path.read_bytes()) for path in Path(folder).iterdir()}
    if run.returncode or sorted(made) != sorted(names(board)):
        said = (run.stderr.strip() or "no word").splitlines()[-1]
        raise BoardFileError(f"KiCad could not plot {board.file}: {said}; {how(board)}, then "
                             "open it in KiCad")
    return made


def stable(content: bytes) -> bytes:
    """The file without dates and versions."""
    return NEWER.sub(b"", content)
