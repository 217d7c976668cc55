"""Puts functions that are called in one place into their callers.

A function of its own costs the board 24 bytes, a head, a name and the call. Nothing changes but
that: a method is only moved when no other class, no attribute and no foreign object has its name,
so that the call can mean no other. A caller whose variables would no longer fit on the stack
keeps its call: MicroPython takes a larger frame from the heap, at each call.
"""

import ast
import tempfile
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path

from tools.make.board.compiled.cross import ARCHES, compile_text
from tools.make.board.passes.lean import frame_of
from tools.make.board.passes.splice import (
    CannotInline,
    assign_to,
    bound,
    closed,
    discard,
    ends,
    has_return,
)
from tools.make.board.source.merged import Merged
from tools.make.board.source.order import blocks, call_in, is_first, replace
from tools.make.board.source.single import Callee, called, candidates, functions

FRAME_MAX = 11  # words of variables and stack that are not taken from the heap (py/objfun.c)
# May take theirs from the heap: a person presses a key or asks for something special, a set
# begins or ends, a fault comes, the lifts move, the table tests itself.
RARE = set("""
    Cycle._watch_lifts Cycle.entered Handlers.settings_set Lift.entered Mains.step
    Notices.raise_fault
    Panel._let_go Panel._look Panel.step Parts.__init__ SelfTest.step Signals._draw_digits
    Signals._draw_side Signals._overlay Sorter._finished Sorter._call_short Table._read_keys
    start_prepare
""".split())
CLOSURES = (ast.FunctionDef, ast.Lambda)


def inline(merged: dict[str, Merged], keep: Iterable[str]) -> list[str]:
    """Move until nothing more can be; the names of what was moved, in order."""
    moved: list[str] = []
    refused = set(keep)
    refused |= {"." + name for name in keep}
    while True:
        found = candidates(merged, refused)
        leaves = {name: each for name, each in found.items()
                  if not any(used in found for used in called(each.function))}
        if not leaves:
            return moved
        done = _Round(merged, leaves).run()
        moved += sorted(done)
        refused |= set(leaves) - done


class _Round:
    """One pass over all functions that may take others in."""

    def __init__(self, merged: dict[str, Merged], leaves: dict[str, Callee]) -> None:
        self.merged = merged
        self.leaves = leaves
        self.classes = {node.name for into in merged.values() for node in into.body
                        if isinstance(node, ast.ClassDef)}
        self.taken = {name for into in merged.values() for node in ast.walk(into.tree)
                      for name in [getattr(node, "id", ""), getattr(node, "arg", "")]}

    def run(self) -> set[str]:
        done: set[str] = set()
        for into in self.merged.values():
            for owner, function in list(functions(into)):
                rare = _named(owner, function) in RARE
                for name in sorted(called(function) & set(self.leaves)):
                    callee = self.leaves[name]
                    if callee.package == into.package and self._move(function, callee, rare):
                        callee.owner.body.remove(callee.function)
                        done.add(name)
        for into in self.merged.values():
            for node in into.body:
                if isinstance(node, ast.ClassDef) and not node.body:
                    node.body = [ast.Pass()]
        return done

    def _move(self, function: ast.FunctionDef, callee: Callee, rare: bool) -> bool:
        if any(isinstance(node, CLOSURES) for each in function.body for node in ast.walk(each)):
            return False
        if any(getattr(each, "id", "") != "property" for each in function.decorator_list):
            return False
        fresh = deepcopy(function)
        try:
            if not self._in_block(fresh, fresh.body, callee, tail=True):
                return False
        except CannotInline:
            return False
        if not rare and frame(fresh) > FRAME_MAX >= frame(function):
            return False
        function.body = fresh.body
        return True

    def _in_block(self, function: ast.FunctionDef, block: list[ast.stmt], callee: Callee,
                  tail: bool) -> bool:
        for at, node in enumerate(block):
            last = tail and at == len(block) - 1
            call = call_in(node, callee)
            if call is not None:
                block[at:at + 1] = self._made(function, node, call, callee, last)
                return True
            for inner in blocks(node):
                if self._in_block(function, inner, callee, last and isinstance(node, ast.If)):
                    return True
        return False

    def _made(self, function: ast.FunctionDef, node: ast.stmt, call: ast.Call, callee: Callee,
              last: bool) -> list[ast.stmt]:
        """The statements that do what `node` did with the call in it."""
        body = bound(callee.function, self._arguments(call, callee), function, self.taken)
        end = body[-1]
        if isinstance(end, ast.Return) and not any(map(has_return, body[:-1])):
            body.pop()
            value = end.value or ast.Constant(None)
            if body and not is_first(node, call):
                raise CannotInline
            replace(node, call, value)
            unused = isinstance(node, ast.Expr) and node.value is value
            return [*body, *(discard(value) if unused else [node])]
        if _is_only(node, call):
            return self._at_end(node, body, last)
        if not is_first(node, call):
            raise CannotInline
        name = "found"
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        replace(node, call, ast.Name(name, ast.Load()))
        return [*closed(body, assign_to(ast.Name(name, ast.Store()))), node]

    def _at_end(self, node: ast.stmt, body: list[ast.stmt], last: bool) -> list[ast.stmt]:
        """For a statement of nothing but the call: return it, do it, or assign it."""
        if isinstance(node, ast.Return):
            return body if ends(body) else [*body, ast.Return(None)]
        if isinstance(node, ast.Assign):
            return closed(body, assign_to(node.targets[0]))
        returned = [each.value for part in body for each in ast.walk(part)
                    if isinstance(each, ast.Return)]
        return body if last and not any(returned) else closed(body, discard)

    def _arguments(self, call: ast.Call, callee: Callee) -> list[ast.expr]:
        if call.keywords or any(isinstance(each, ast.Starred) for each in call.args):
            raise CannotInline
        if isinstance(callee.owner, Merged) != isinstance(call.func, ast.Name):
            raise CannotInline
        if not isinstance(call.func, ast.Attribute):
            return call.args
        if isinstance(call.func.value, ast.Name) and call.func.value.id in self.classes:
            raise CannotInline
        return [call.func.value, *call.args]


def _named(owner: ast.ClassDef | Merged, function: ast.FunctionDef) -> str:
    return f"{owner.name}.{function.name}" if isinstance(owner, ast.ClassDef) else function.name


def _is_only(node: ast.stmt, value: ast.expr) -> bool:
    """A statement that does nothing but work this out, and return or assign it."""
    if isinstance(node, ast.Assign) and len(node.targets) > 1:
        return False
    return isinstance(node, ast.Expr | ast.Return | ast.Assign) and node.value is value


def frame(function: ast.FunctionDef) -> int:
    """Words of a function's variables and stack, as the compiler says."""
    alone = deepcopy(function)
    alone.decorator_list = []
    text = ast.unparse(ast.fix_missing_locations(alone))
    if text not in _frames:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "frame.mpy")
            compile_text(text, "frame", path, ARCHES[0])
            _frames[text] = frame_of(path.read_bytes())
    return _frames[text]


_frames: dict[str, int] = {}
