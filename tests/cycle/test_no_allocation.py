"""Nothing is allocated per scan: measured on a busy sort, and read off the source."""

import ast
import gc
import sys
from pathlib import Path

import pytest

import mjtable
from mjsim.board.tapping import untap
from mjsim.words.names import MACHINES
from tests.cycle.moments import dealt

FOLDER = Path(mjtable.__file__).parent
# speaks to a host: its texts are made in buffers of its own, tested in tests/protocol
LINK = {"link", "deal"}
SCANNED = sorted(path for path in FOLDER.rglob("*.py")
                 if not {path.parent.name, path.stem} & {*LINK, "generated", "version"})
START = {"__init__", "_make_charts", "_take_places"}  # run once, at power-on
ALLOWED = {  # function: why a display there costs nothing in the scan
    "pickup._lambda_per_ks": "called at import",
    "pickup._root": "called at import",
    "motor_groups._group_of": "called at import",
    "motor_groups._by_remainder": "called at import",
    "interlocks.rules": "called at power-on",
    "interlocks.by_hand": "called at power-on",
    "selftest._items": "called at import",
    "stats.new": "called at power-on",
    "packed.packed": "called when the firmware is built",
    "selftest._within": "called at import",
    "statechart.names": "called once a class",
    "statechart.prepare": "called once a class",
    "watchers.watchers": "called at power-on",
    "turns._make_turns": "called at power-on",
    "chronicle._number": "called at import",
    "chronicle.open_file": "called at power-on",
    "chronicle._differs": "called at power-on",
    "chronicle._head": "called at power-on and at rest",
    "chronicle._file": "called at rest",
    "wording._takes_text": "called at import",
    "parts.begin_recording": "called at power-on",
    "parts._boot": "the first scan",
    "events.make": "called at power-on",
    "trends._learn_from_now": "called at power-on",
    "witness._expect": "called at power-on",
    "causes._stands": "called at an acknowledgement",
}
BUILDERS = (
    ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp,
    ast.JoinedStr, ast.Lambda,
)  # fmt: skip
MAKERS = {"list", "dict", "set", "tuple", "bytes", "bytearray", "array", "str", "sorted", "map",
          "filter", "zip", "enumerate", "float", "object", "reversed"}  # fmt: skip

SCANS = 4_000


def is_constant(node):
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.Tuple) and all(is_constant(item) for item in node.elts))  # fmt: skip


def allocations(function):
    """(line, what) of everything in a function that would take heap on the board."""
    for node in ast.walk(function):
        if isinstance(node, BUILDERS):
            yield node.lineno, type(node).__name__
        elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
            if not is_constant(node):
                yield node.lineno, "Tuple"
        elif isinstance(node, ast.Slice):
            yield node.lineno, "Slice"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            yield node.lineno, "float division"
        elif isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node.lineno, "float"
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node is not function:
            yield node.lineno, "closure"
        elif isinstance(node, (ast.Yield, ast.YieldFrom, ast.Starred)):
            yield node.lineno, type(node).__name__
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in MAKERS:
                yield node.lineno, node.func.id + "()"


def functions(tree):
    """Functions of a module and of its classes."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (item for item in node.body if isinstance(item, ast.FunctionDef))


def found(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in functions(tree):
        name = path.stem + "." + function.name
        if function.name not in START and name not in ALLOWED:
            for line, what in allocations(function):
                yield "%s:%d %s builds %s" % (path.name, line, function.name, what)


@pytest.mark.parametrize("path", SCANNED, ids=[p.stem for p in SCANNED])
def test_functions_of_the_scan_build_nothing(path):
    assert list(found(path)) == []


@pytest.mark.parametrize(
    "body",
    ["return [1]", "return (a, 1)", "x = {a: 1}", "return a[1:2]", "return a / 2", "return f'{a}'",
     "return [b for b in a]", "g = lambda: a", "def g(): return a", "x = a * 0.5",
     "return bytes(a)", "for x in zip(a, a): pass", "return sum(b for b in a)"],
)  # fmt: skip
def test_the_check_sees_what_allocates(body):
    tree = ast.parse("def f(a):\n    " + body)
    assert list(allocations(tree.body[0]))


@pytest.mark.parametrize("body", ["return a in (1, 2)", "a[0], a[1] = a[1], 3", "return a // 2"])
def test_and_nothing_else(body):
    tree = ast.parse("def f(a):\n    " + body)
    names = [what for _, what in allocations(tree.body[0])]
    assert names == (["Tuple"] if "a[1], 3" in body else [])


@pytest.mark.parametrize("machine", MACHINES)
def test_a_busy_sort_keeps_nothing(machine):
    table = dealt(machine=machine)
    table.hearing.keep = False
    table.run_for(10_000)
    firmware, board, inputs = table.table, table.board, table.board.inputs
    untap(firmware.events)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(SCANS):
        table.runner.now_ms += 5
        table.plant.advance(table.runner.now_ms)
        inputs.now_ms = table.runner.now_ms
        board.read(inputs)
        firmware.step(inputs, board.outputs)
        board.write(board.outputs)
    gc.collect()
    assert firmware.sorter.busy
    assert sys.getallocatedblocks() - before < SCANS // 20, "something is kept from each scan"
