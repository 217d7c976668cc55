"""No test says how soon something must come: other programs may run beside it.

A number of seconds for another program and an assertion on a wall clock fail on a busy machine;
`tests/patience.py` has what to use instead.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
CLOCKS = {"monotonic", "perf_counter"}
OTHERS = {"run", "check_output", "communicate", "wait", "call"}  # wait for another program
TEST_DATA = """import subprocess
def test_it():
    done = subprocess.run(["x"], timeout=60)
    started.wait(10)
    start = time.monotonic()
    assert time.monotonic() - start < 2
"""


def findings(text: str, name: str) -> Iterator[str]:
    """A sentence for each wait that a loaded machine breaks."""
    tree = ast.parse(text)
    programs = any(isinstance(node, ast.Import) and node.names[0].name == "subprocess"
                   for node in ast.walk(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in OTHERS:
            given = [word.value for word in node.keywords if word.arg == "timeout"]
            if _called(node) == "wait" and programs:
                given += node.args
            for seconds in given:
                if isinstance(seconds, ast.Constant):
                    yield (f"{name}:{node.lineno}: {_called(node)}(timeout={seconds.value}) "
                           "fails on a loaded machine; give it HANG_S of tests/patience.py")
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.BoolOp):
            clocks = [each for each in ast.walk(node.test)
                      if isinstance(each, ast.Call) and _called(each) in CLOCKS]
            if clocks and not _is_ceiling(node):
                yield (f"{name}:{node.lineno}: asserts on a wall clock; wait for the thing itself "
                       "(await_) or count its work (calls_in), both in tests/patience.py; speeds "
                       "are measured in `make bench`")


def _called(node: ast.Call) -> str:
    its = node.func
    return its.attr if isinstance(its, ast.Attribute) else getattr(its, "id", "")


def _is_ceiling(node: ast.Assert) -> bool:
    """`assert time.monotonic() < end`, where `end` lies HANG_S away."""
    test = node.test
    return (isinstance(test, ast.Compare) and isinstance(test.left, ast.Call)
            and isinstance(test.comparators[0], ast.Name) and test.comparators[0].id == "end")


FILES = sorted(TESTS.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_no_test_hurries(path: Path) -> None:
    found = list(findings(path.read_text(encoding="utf-8"), path.relative_to(TESTS).as_posix()))
    assert not found, "\n".join(found)


def test_what_is_found_reads_well() -> None:
    first, second, third = sorted(findings(TEST_DATA, "x.py"))
    assert first == ("x.py:3: run(timeout=60) fails on a loaded machine; give it HANG_S of "
                     "tests/patience.py")
    assert second.startswith("x.py:4: wait(timeout=10) fails on a loaded machine")
    assert third.startswith("x.py:6: asserts on a wall clock; wait for the thing itself")
