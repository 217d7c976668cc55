"""Which test comes to which statement: the module's code with a call before each statement."""

from __future__ import annotations

import ast
import builtins
import copy
from types import CodeType

from tools.check.mutate.mutants import Source

NAME = "__mutate_hit__"
BODIES = ("body", "orelse", "finalbody")


class Hits:
    """Numbers of the statements that have run since the last `taken`."""

    def __init__(self) -> None:
        self._numbers: set[int] = set()
        setattr(builtins, NAME, self._numbers.add)

    def taken(self) -> list[int]:
        """And start anew."""
        found = sorted(self._numbers)
        self._numbers.clear()
        return found


def code(source: Source) -> CodeType:
    """The module's code that tells `Hits` what it does; nothing else about it differs."""
    memo: dict[int, object] = {}
    tree = copy.deepcopy(source.tree, memo)
    numbers = {memo[id(node)]: number for node, number in source.numbers.items()}
    for node in list(ast.walk(tree)):
        for body in (getattr(node, name, None) for name in BODIES):
            if isinstance(body, list):
                body[:] = [each for old in body for each in _told(old, numbers)]
    return compile(tree, str(source.path), "exec", dont_inherit=True)


def _told(node: ast.stmt, numbers: dict[object, int]) -> list[ast.stmt]:
    if node not in numbers or _is_text(node):
        return [node]
    call = ast.Call(ast.Name(NAME, ast.Load()), [ast.Constant(numbers[node])], [])
    return [ast.fix_missing_locations(ast.copy_location(ast.Expr(call), node)), node]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
