"""Writes functions marked `@formula` (`firmware/mjtable/kit/formula.py`) out where they stand.

Called in a dozen places each, they would else stay functions, and a call takes the board longer
than the comparison it makes. `x = a if wanted else x` becomes `if wanted: x = a`.
"""

import ast
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy

from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import BuildError, Module

MARK = "formula"
MODULE = "mjtable.kit.formula"
NOTED = "formula"  # the type comment of a marked function, between the two steps
PURE = (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Subscript,
        ast.operator, ast.unaryop, ast.expr_context)


def note(modules: Iterable[Module]) -> None:
    """Turn every `@formula` into the type comment of its function."""
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, ast.FunctionDef) and _marks(node):
                node.decorator_list = [each for each in node.decorator_list
                                       if each not in _marks(node)]
                node.type_comment = NOTED
                _value(node, module.name)
        module.tree.body = [node for node in module.tree.body
                            if not (isinstance(node, ast.ImportFrom) and node.module == MODULE)]


def write_out(merged: dict[str, Merged]) -> None:
    """Replace every call; the functions themselves are swept away when nobody calls them."""
    known: dict[str, ast.FunctionDef] = {}
    for into in merged.values():
        for node in into.body:
            if isinstance(node, ast.FunctionDef) and node.type_comment == NOTED:
                node.type_comment = None
                known[node.name] = _WriteOut(known).visit(node)
    for into in merged.values():
        into.body = [node if node in known.values() else _WriteOut(known).visit(node)
                     for node in into.body]


class _WriteOut(ast.NodeTransformer):
    def __init__(self, known: dict[str, ast.FunctionDef]) -> None:
        self.known = known

    def visit_Call(self, node: ast.Call) -> ast.expr:  # noqa: N802
        self.generic_visit(node)
        function = self.known.get(getattr(node.func, "id", ""))
        return node if function is None else _written(function, node)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:  # noqa: N802
        self.generic_visit(node)
        value = node.value
        if isinstance(value, ast.IfExp) and ast.unparse(value.orelse) == ast.unparse(
                node.targets[0]):
            return ast.If(value.test, [ast.Assign(node.targets, value.body)], [])
        return node


def _written(function: ast.FunctionDef, call: ast.Call) -> ast.expr:
    names = [each.arg for each in function.args.args]
    if call.keywords or len(call.args) != len(names):
        raise BuildError(f"{ast.unparse(call)}: {function.name} is a formula; give it its "
                         f"{len(names)} arguments by their places")
    value = deepcopy(_value(function))
    reads = Counter(each.id for each in ast.walk(value) if isinstance(each, ast.Name))
    for name, argument in zip(names, call.args, strict=True):
        _refuse(function, call, argument, reads[name])
    return _Put(dict(zip(names, call.args, strict=True))).visit(value)


def _refuse(function: ast.FunctionDef, call: ast.Call, argument: ast.expr, reads: int) -> None:
    """An argument that does something, or would be worked out more than once."""
    parts = list(ast.walk(argument))
    plain = all(isinstance(each, ast.Name | ast.Attribute | ast.Constant | ast.expr_context)
                for each in parts)
    if not plain and (reads > 1 or not all(isinstance(each, PURE) for each in parts)):
        raise BuildError(f"{ast.unparse(call)}: the formula {function.name} would work out "
                         f"{ast.unparse(argument)} {reads} times; give it a name before")


class _Put(ast.NodeTransformer):
    def __init__(self, meaning: dict[str, ast.expr]) -> None:
        self.meaning = meaning

    def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: N802
        return deepcopy(self.meaning.get(node.id, node))


def _marks(node: ast.FunctionDef) -> list[ast.expr]:
    return [each for each in node.decorator_list if getattr(each, "id", "") == MARK]


def _value(node: ast.FunctionDef, module: str = "") -> ast.expr:
    """What a formula returns."""
    body = [each for each in node.body
            if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        raise BuildError(f"{module}:{node.lineno}: {node.name} is a formula, but more than one "
                         "`return` of an expression; make it one, or a plain function")
    return body[0].value
