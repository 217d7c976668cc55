"""Drops what nobody on the board uses: functions, classes, methods and class attributes.

A method counts as used when any live code of the firmware has an attribute of its name, a global
when any live code names it. What comes from outside (the launcher, the tests' harness) is kept by
name.
"""

import ast
from collections.abc import Iterable

from tools.make.board.source.merged import Merged


def sweep(merged: dict[str, Merged], keep: Iterable[str]) -> list[str]:
    """Drop until nothing more is unused; the names dropped, as `Class.method` or `function`."""
    dropped: list[str] = []
    while True:
        used = set(keep)
        for into in merged.values():
            used |= _used(into.tree)
        found = []
        for into in merged.values():
            found += _drop(into, used)
        if not found:
            return dropped
        dropped += found


def _used(tree: ast.AST) -> set[str]:
    """Every name that is read, as a global or an attribute; a function does not use itself."""
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            used.add(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("getattr", "hasattr") and isinstance(node.args[1], ast.Constant):
                used.add(str(node.args[1].value))
    return used


def _drop(into: Merged, used: set[str]) -> list[str]:
    dropped: list[str] = []
    body: list[ast.stmt] = []
    for node in into.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name not in used:
            dropped.append(node.name)
            continue
        if isinstance(node, ast.ImportFrom | ast.Import):
            node.names = [a for a in node.names if (a.asname or a.name) in used or a.name == "*"]
            if not node.names:
                continue
        if isinstance(node, ast.ClassDef):
            _drop_members(node, used, dropped)
        body.append(node)
    into.body = body
    return dropped


def _drop_members(node: ast.ClassDef, used: set[str], dropped: list[str]) -> None:
    body: list[ast.stmt] = []
    for each in node.body:
        name = None
        if isinstance(each, ast.FunctionDef):
            name = each.name
        elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            name = each.targets[0].id
        if name and name not in used and not name.startswith("__"):
            dropped.append(f"{node.name}.{name}")
        else:
            body.append(each)
    node.body = body or [ast.Pass()]
