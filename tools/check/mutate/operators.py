"""What a mistake may be: for one node of a syntax tree, the nodes that could stand in its place.

Strings, names, decorators and annotations stay as they are; a row of a table may be missing. A
minus one says "none" nearly everywhere here, so only 0 takes its place. A fraction, and a time
(`*_MS`) of a module, is halved and doubled: a scan is 5 ms, one millisecond more or less, or one
ohm, is nothing anybody could see.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
JOINED: dict[type[ast.boolop], type[ast.boolop]] = {ast.And: ast.Or, ast.Or: ast.And}


def instead(node: ast.AST) -> Iterator[ast.expr]:
    """Expressions that could stand in an expression's place by mistake."""
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            for other in COMPARED[type(op)]:
                ops = [*node.ops[:at], other(), *node.ops[at + 1:]]
                yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(JOINED[type(node.op)](), node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        yield ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.UnaryOp) and is_none(node):
        yield ast.Constant(0)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield ast.Constant(node.value * 2 or 1.0)
        yield ast.Constant(node.value / 2 or -1.0)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def shorter(node: ast.AST) -> Iterator[ast.expr]:
    """A table without one of its rows: a dictionary, a list, a tuple of tuples or of strings."""
    if isinstance(node, ast.Dict) and len(node.keys) > 1:
        for at in range(len(node.keys)):
            yield ast.Dict(node.keys[:at] + node.keys[at + 1:],
                           node.values[:at] + node.values[at + 1:])
    elif isinstance(node, ast.List) and len(node.elts) > 1 or _is_table(node):
        rows = node.elts  # type: ignore[attr-defined]
        for at in range(len(rows)):
            yield type(node)(rows[:at] + rows[at + 1:], ast.Load())  # type: ignore[call-arg, misc]


def _is_table(node: ast.AST) -> bool:
    """A tuple that may be of any length, as it looks."""
    return isinstance(node, ast.Tuple) and len(node.elts) > 1 and isinstance(
        node.ctx, ast.Load) and (all(isinstance(each, ast.Tuple) for each in node.elts) or all(
            isinstance(each, ast.Constant) and isinstance(each.value, str) for each in node.elts))


def is_none(node: ast.AST) -> bool:
    """A minus one: it stands for "none" or "never"."""
    return (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
            and isinstance(node.operand, ast.Constant) and node.operand.value == 1)


def negated(test: ast.expr) -> Iterator[ast.expr]:
    """The condition the other way round, where no change of `instead` says so already."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1):
        yield ast.UnaryOp(ast.Not(), test)


def times(value: ast.expr) -> Iterator[ast.expr]:
    """Half and twice a time of a module."""
    yield ast.BinOp(value, ast.FloorDiv(), ast.Constant(2))
    yield ast.BinOp(value, ast.Mult(), ast.Constant(2))


def statements(node: ast.stmt, stored_twice: set[str]) -> Iterator[ast.stmt]:
    """What could stand in a statement's place: nothing, another operator, another answer."""
    if isinstance(node, ast.AugAssign) and type(node.op) in COMPUTED:
        yield ast.AugAssign(node.target, COMPUTED[type(node.op)](), node.value)
    if isinstance(node, ast.Return) and node.value is not None:
        if not isinstance(node.value, ast.Constant):
            yield ast.Return(ast.Constant(None))
    elif isinstance(node, (ast.AugAssign, ast.Raise, ast.Return, ast.Continue, ast.Break)) or (
        isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    ) or (isinstance(node, ast.Assign) and _is_missed_quietly(node, stored_twice)):
        yield ast.Pass()


def _is_missed_quietly(node: ast.Assign, stored_twice: set[str]) -> bool:
    """Without it there is no name that nobody knows."""
    return any(not isinstance(target, ast.Name) or target.id in stored_twice
               for target in node.targets)
