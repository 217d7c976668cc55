"""Files and functions of firmware and simulator stay as long as one reads at a sitting."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE_LINES, FUNCTION_LINES = 250, 40
GENERATED = {"generated", "pinmap.py"}
LONG = {  # function: why it is longer
    "hal.edges.take": "a frame proven and taken: machine code calls machine code dearly",
    "hal.pio_programs.frame_program": "the instructions of one PIO program, in their order",
    "hal.pio_programs.zero_cross_program": "the instructions of one PIO program, in their order",
    "mjtable.memory.packing.begin": "one record's bytes: machine code calls machine code dearly",
    "mjsim.board.ordinary._run_ordinary": "the simulator's hot loop: a call would cost a fifth",
}
FILES = sorted(path for folder in ("firmware", "simulator")
               for path in (ROOT / folder).rglob("*.py") if not GENERATED & set(path.parts))


def functions(path: Path):
    """Name and lines of each function of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = ".".join(path.with_suffix("").relative_to(ROOT).parts[1:])
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{module}.{node.name}", node.end_lineno - node.lineno + 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_has_one_idea(path: Path):
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= FILE_LINES, f"{path}: {lines} lines; split it by its ideas"


def test_a_function_has_one_thought():
    long = {name for path in FILES for name, lines in functions(path) if lines > FUNCTION_LINES}
    assert long == set(LONG), "split it, or say in LONG why not; take out what is short again"
