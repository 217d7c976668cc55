"""Finds functions that are called in one place only, where the call can mean no other.

A method counts by the name of its attribute, `.name`: no other class, attribute or foreign object
may have it. Names of variables do not matter, a merged module has no global called like one.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tools.make.board.source.merged import Merged
from tools.make.board.source.uses import FOREIGN, builtin_attributes

APART = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
         ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)
"""What a body must not hold: scopes of their own, and names that are bound in other ways."""


@dataclass
class Callee:
    """A function with the only call of it."""

    package: str
    owner: ast.ClassDef | Merged
    function: ast.FunctionDef


    @property
    def name(self) -> str:
        """How its call names it."""
        return ("" if isinstance(self.owner, Merged) else ".") + self.function.name


def candidates(merged: dict[str, Merged], refused: set[str]) -> dict[str, Callee]:
    """Functions by name that may be moved to their only call."""
    uses: Counter[str] = Counter()
    defined: Counter[str] = Counter()
    calls: set[str] = set()
    found: dict[str, Callee] = {}
    refused = refused | {"." + name for name in FOREIGN | builtin_attributes()}
    for into in merged.values():
        for node in ast.walk(into.tree):
            uses.update(_used(node))
            if isinstance(node, ast.Call):
                calls.add(name_of(node))
        for owner, function in functions(into):
            callee = Callee(into.package, owner, function)
            defined[callee.name] += 1
            if callee.name not in refused and _may_move(function):
                found[callee.name] = callee
    return {name: each for name, each in found.items()
            if uses[name] == defined[name] == 1 and name in calls}


def _used(node: ast.AST) -> Iterator[str]:
    """Names that a node reads or binds, those of attributes as `.name`."""
    if isinstance(node, ast.Attribute):
        yield "." + node.attr
    elif isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.alias):
        yield node.asname or node.name
    elif isinstance(node, ast.Call) and name_of(node) in ("getattr", "hasattr", "setattr"):
        yield "." + str(getattr(node.args[1], "value", ""))
    elif isinstance(node, ast.ClassDef):
        for each in node.body:
            if not isinstance(each, ast.FunctionDef):
                yield from ("." + part.id for part in ast.walk(each)
                            if isinstance(part, ast.Name))


def functions(into: Merged) -> Iterator[tuple[ast.ClassDef | Merged, ast.FunctionDef]]:
    """A module's functions and methods, each with what it belongs to."""
    for node in into.body:
        if isinstance(node, ast.FunctionDef):
            yield into, node
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    yield node, each


def _may_move(function: ast.FunctionDef) -> bool:
    given = function.args
    if function.decorator_list or function.type_comment:
        return False
    if given.vararg or given.kwarg or given.kwonlyargs:
        return False
    if function.name.startswith("__"):
        return False
    for node in (node for each in function.body for node in ast.walk(each)):
        if isinstance(node, APART) or isinstance(node, ast.ExceptHandler) and node.name:
            return False
    return all(isinstance(each, ast.Constant) for each in given.defaults)


def name_of(call: ast.Call) -> str:
    """What is called: `name`, `.name` for a method, nothing for anything else."""
    if isinstance(call.func, ast.Attribute):
        return "." + call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def called(function: ast.FunctionDef) -> set[str]:
    """All that a function calls by name."""
    return {name_of(node) for node in ast.walk(function) if isinstance(node, ast.Call)}
