"""What a statement works out, in which order: may something be done before it instead?"""

import ast
from collections.abc import Iterator

from tools.make.board.source.single import Callee, name_of

BLOCKS = ("body", "orelse", "finalbody")


def blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The lists of statements within a statement."""
    for name in BLOCKS:
        block = getattr(node, name, None)
        if block and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield block
    for handler in getattr(node, "handlers", ()):
        yield handler.body


def _expressions(node: ast.stmt) -> Iterator[ast.expr]:
    """What a statement works out itself, not in the blocks within it."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.expr):
            yield each
        elif isinstance(each, ast.withitem):
            yield each.context_expr


def call_in(node: ast.stmt, callee: Callee) -> ast.Call | None:
    """The call of a function among what a statement works out itself."""
    for expression in _expressions(node):
        for each in ast.walk(expression):
            if isinstance(each, ast.Call) and name_of(each) == callee.name:
                return each
    return None


def is_first(node: ast.stmt, call: ast.Call) -> bool:
    """Nothing that matters is worked out before the call, which happens once."""
    if isinstance(node, ast.Assign | ast.Return | ast.Expr):
        at = node.value
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        at = node.value
    elif isinstance(node, ast.If):
        at = node.test
    elif isinstance(node, ast.For):
        at = node.iter
    else:
        return False
    while at is not None and at is not call:
        at = _first(at)
    return at is call


def _first(node: ast.expr) -> ast.expr | None:
    """What an expression works out before all else."""
    if isinstance(node, ast.UnaryOp):
        return node.operand
    if isinstance(node, ast.BoolOp):
        return node.values[0]
    if isinstance(node, ast.Compare | ast.BinOp):
        return node.left
    if isinstance(node, ast.Attribute | ast.Subscript):
        return node.value
    return node.test if isinstance(node, ast.IfExp) else None


def replace(node: ast.stmt, old: ast.expr, new: ast.expr) -> None:
    """Put one expression in the place of another within a statement."""
    _Replace(old, new).visit(node)


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self.old = old
        self.new = new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)
