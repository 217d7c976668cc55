"""Runs WireViz and the pinned Graphviz on the drawings.

WireViz is a tool here and runs as a program of its own (its licence is not ours). With `-f g` it
writes only the graph as text and never calls Graphviz's `dot`; so the computer needs none.
"""

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from hardware.problem import Problem

WIREVIZ = [sys.executable, "-m", "wireviz.wv_cli", "-f", "g"]
# Boxes are laid out for 14 point Arial and lettered in 12, so that a computer which shows another
# family (wider by up to a sixth) still keeps the words inside their boxes.
LAID_OUT, LETTERED = 'font-size="14.00"', 'font-size="12.00"'
FAMILY = ('font-family="Arial"', 'font-family="Arial, Helvetica, Liberation Sans, sans-serif"')
RENDERER = "tools/node/render_graphs.mjs"


class CannotDraw(Problem):
    """A program that draws is missing or refuses the drawing; the text says which and why."""


def draw(root: Path, texts: Mapping[str, str]) -> dict[str, str]:
    """The WireViz files `texts` (name to text) as SVG."""
    graphs = graphs_of(texts)
    node = root / ".venv/bin/node"
    program = str(node) if node.exists() else shutil.which("node")
    if program is None:
        raise CannotDraw("node is missing, which draws the harness; `make setup` gets it")
    script = Path(__file__).resolve().parents[2] / RENDERER
    done = subprocess.run([program, str(script)], input=json.dumps(graphs), text=True,
                          encoding="utf-8", capture_output=True, check=False)
    if done.returncode:
        raise CannotDraw(f"{RENDERER} failed: {last_line(done.stderr)}")
    drawn: dict[str, str] = json.loads(done.stdout)
    return {name: lettered(text) for name, text in drawn.items()}


def lettered(svg: str) -> str:
    """The drawing with letters that fit whatever the family; ends with one newline."""
    return svg.replace(LAID_OUT, LETTERED).replace(*FAMILY).rstrip("\n") + "\n"


def graphs_of(texts: Mapping[str, str]) -> dict[str, str]:
    """Each WireViz file as a graph in Graphviz's language."""
    if importlib.util.find_spec("wireviz") is None:
        raise CannotDraw("WireViz is missing, which lays the harness out; `make hardware` gets it")
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{name}.yml" for name in sorted(texts)]
        for path in files:
            path.write_text(texts[path.stem], encoding="utf-8")
        done = subprocess.run([*WIREVIZ, *map(str, files)], capture_output=True, text=True,
                              check=False)
        missing = [path.stem for path in files if not path.with_suffix(".gv").exists()]
        if done.returncode or missing:
            what = f"WireViz refuses {missing[0] if missing else 'the harness'}"
            raise CannotDraw(f"{what}: {last_line(done.stderr)}")
        return {path.stem: path.with_suffix(".gv").read_text(encoding="utf-8")
                for path in files}


def last_line(text: str) -> str:
    """The line of a program's complaint that says what is wrong."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"
