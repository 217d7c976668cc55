"""Functions without their parameters' names do the same; tracebacks still name them."""

import ast

import pytest

from tools.check.vm.vm import Vm
from tools.make.board.compiled.cross import ARCHES, compile_text
from tools.make.board.compiled.mpy import read
from tools.make.board.passes.lean import number, refuse_keywords, without_parameter_names
from tools.make.board.source.modules import BuildError

PROGRAM = '''
def plain(first, second, third=3):
    return first, second, third

def rest(first, *more):
    return first, more

def closure(outer, step):
    def inner(inward):
        nonlocal outer
        outer += inward * step
        return outer
    return inner

def every(start, end):
    for each in range(start, end):
        yield each

def spoken(first, *, loud=7):
    return first, loud

def tiny(a, b, c, d, e, f, g, h):
    raise KeyError

class Thing:
    def __init__(self, width, height):
        self.area = width * height

    def scaled(self, factor, offset=536870911):
        return [side * factor + offset for side in (self.area, 8192, -8193)]
'''
CALLS = '''
import program
add = program.closure(10, 3)
print(program.plain(1, 2), program.plain(1, 2, 4), program.rest(1, 2, 3), add(1), add(2),
      list(program.every(2, 5)), program.spoken(1), program.spoken(1, loud=2),
      program.Thing(3, 4).scaled(2), program.Thing(3, 4).scaled(2, 5))
'''
SAID = ("(1, 2, 3) (1, 2, 4) (1, (2, 3)) 13 19 [2, 3, 4] (1, 7) (1, 2) "
        "[536870935, 536887295, 536854525] [29, 16389, -16381]")


def said(capfd, folder, python):
    vm = Vm(folder, 256 * 1024)
    try:
        vm.run(python)
    finally:
        vm.close()
    found = capfd.readouterr()
    return found.out + found.err


@pytest.fixture
def lean(tmp_path):
    path = tmp_path / "program.mpy"
    compile_text(PROGRAM, "program.py", path, ARCHES[0])
    whole = path.read_bytes()
    path.write_bytes(without_parameter_names(whole))
    assert without_parameter_names(path.read_bytes()) == path.read_bytes()
    assert len(path.read_bytes()) < len(whole)
    return tmp_path, read(whole)


def test_every_kind_of_function_does_the_same(lean, capfd):
    assert SAID in said(capfd, lean[0], CALLS)


def test_only_bytes_of_names_are_gone(lean):
    folder, whole = lean
    kept = read((folder / "program.mpy").read_bytes())
    names = [was.size - now.size for was, now in zip(whole.all(), kept.all(), strict=True)]
    assert min(names) == 0 and sum(names) > 20


def test_a_traceback_names_the_function(lean, capfd):
    shown = said(capfd, lean[0], "import sys, program\ntry:\n program.tiny(1,2,3,4,5,6,7,8)\n"
                                 "except KeyError as error:\n sys.print_exception(error)")
    assert "in tiny" in shown and "KeyError" in shown


def test_calls_of_our_own_with_keywords_are_refused():
    own = "def turn(side): pass\n"
    refuse_keywords([ast.parse(own + "turn(1)\npin.init(side=3)\n")])
    with pytest.raises(BuildError, match=r"turn\(side=1\): the board knows no names"):
        refuse_keywords([ast.parse(own), ast.parse("class A:\n def b(self): self.turn(side=1)")])


def test_numbers_are_written_as_they_are_read():
    assert [number(n) for n in (0, 127, 128, 16_384)] == [
        b"\0", b"\x7f", b"\x81\0", b"\x81\x80\0"]
