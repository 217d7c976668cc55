"""Compiles the tables of every chart beforehand, into what `statechart.prepare` would make.

The class then holds its rows with the guards in them; the names of sources and conditions, which
take more of the board's heap than anything else, never reach it.
"""

import ast
from typing import Any

from tools.make.board.source.constants import literal
from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import BuildError

BASE = "Statechart"
TABLES = ("STATES", "TRANSITIONS", "MADE_FROM")
PREPARE = "prepare"


def compile_charts(merged: Merged) -> None:
    """Replace STATES and TRANSITIONS of every class by FIRST, LIMITS, DRIVES and ROWS."""
    classes = {node.name: node for node in merged.body if isinstance(node, ast.ClassDef)}
    if BASE not in classes:
        return
    for node in classes.values():
        tables = {name: value for name, value in _assigned(node).items() if name in TABLES}
        if node.name == BASE:
            _drop_call(node)
        elif "TRANSITIONS" in tables:
            node.body += _compiled(node, tables, classes)
        node.body = [each for each in node.body if not _is_table(each)] or [ast.Pass()]


def _assigned(node: ast.ClassDef) -> dict[str, ast.expr]:
    return {each.targets[0].id: each.value for each in node.body
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)}


def _is_table(node: ast.stmt) -> bool:
    return (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id in TABLES)


def _drop_call(base: ast.ClassDef) -> None:
    """The base class no longer compiles anything when an instance is made."""
    for method in base.body:
        if isinstance(method, ast.FunctionDef):
            kept = [each for each in method.body if not (
                isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)
                and isinstance(each.value.func, ast.Name) and each.value.func.id == PREPARE)]
            if len(kept) < len(method.body):
                method.body = kept
                return
    raise BuildError(f"{BASE} calls {PREPARE} nowhere; "
                         "tools/make/board/passes/charts.py compiles its tables")


def _compiled(node: ast.ClassDef, tables: dict[str, ast.expr],
              classes: dict[str, ast.ClassDef]) -> list[ast.stmt]:
    try:
        states: Any = ast.literal_eval(tables["STATES"])
        transitions: Any = ast.literal_eval(tables["TRANSITIONS"])
    except (ValueError, KeyError) as error:
        raise BuildError(f"{node.name}: its tables hold more than constants ({error})") from None
    rows: dict[str, list[ast.expr]] = {}
    for trigger, source, dest, conditions in transitions:
        guard = _guard(conditions, node, classes) if conditions else literal(None)
        for name in (None,) if source == "*" else _names(source):
            rows.setdefault(trigger, []).extend([literal(name), literal(dest), guard])
    return [
        _assign("FIRST", literal(states[0][0])),
        _assign("LIMITS", literal({row[0]: row[2:] for row in states if row[2] or row[3]})),
        _assign("DRIVES", literal({row[0]: row[1] for row in states if row[1]})),
        _assign("ROWS", ast.Dict([literal(trigger) for trigger in rows],
                                 [ast.Tuple(cells, ast.Load()) for cells in rows.values()])),
    ]


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _names(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _guard(name: str, node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> ast.expr:
    """The function called `name`, from the class itself or one that it is derived from."""
    if _has(node, name):
        return ast.Name(name, ast.Load())
    for base in node.bases:
        while isinstance(base, ast.Name) and base.id in classes:
            owner = classes[base.id]
            if _has(owner, name):
                return ast.Attribute(ast.Name(base.id, ast.Load()), name, ast.Load())
            base = owner.bases[0] if owner.bases else None  # type: ignore[assignment]
    raise BuildError(f"{node.name}: a row of TRANSITIONS has the condition {name}, which is no "
                     "method of this chart")


def _has(node: ast.ClassDef, name: str) -> bool:
    return any(isinstance(each, ast.FunctionDef) and each.name == name for each in node.body)
