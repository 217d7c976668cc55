"""Leaves out what only hosts read: `name = for_host(method)` in a class (`mjtable/kit/hosted.py`),
and what a part may touch of the table (`tools/check/touches.py`).

No class of the board may have a property: see there. `refuse_properties` tells of one.
"""

import ast
from collections.abc import Iterable

from tools.make.board.source.modules import BuildError, Module

MARK = "for_host"
MODULE = "mjtable.kit.hosted"
CHECKED = "TOUCHES"
SLOW = ("property", "__setattr__", "__delattr__", "__getattr__", "__get__", "__set__")


def leave_out(modules: Iterable[Module]) -> None:
    """Take the lines out of every class, and the name's import out of every module."""
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                node.body = [each for each in node.body if not _is_marked(each)]
                _refuse_properties(module, node)
        module.tree.body = [node for node in module.tree.body
                            if not (isinstance(node, ast.ImportFrom) and node.module == MODULE
                                    or isinstance(node, ast.Assign)
                                    and getattr(node.targets[0], "id", "") == CHECKED)]


def _is_marked(node: ast.stmt) -> bool:
    return (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Name) and node.value.func.id == MARK)


def _refuse_properties(module: Module, node: ast.ClassDef) -> None:
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            marks = [mark.id for mark in each.decorator_list if isinstance(mark, ast.Name)]
            slow = next((name for name in (*marks, each.name) if name in SLOW), None)
            if slow:
                raise BuildError(
                    f"{module.name}:{each.lineno}: {node.name}.{each.name} is a {slow}; it makes "
                    "every store to an attribute of this class slow on the board; make it a "
                    f"method, and an attribute for hosts with {MARK} (mjtable/kit/hosted.py)")
