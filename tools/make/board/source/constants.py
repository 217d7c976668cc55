"""Works out, at build time, the names that a module binds once to a constant.

An expression is a constant when it can be worked out from literals, other constants, functions
of the firmware that touch nothing else, and a few harmless builtins. What needs anything more
(the machine) or gives anything else (an array, a dict) stays as it is.
"""

import ast
import contextlib
import types
from array import array
from typing import Any

from tools.make.board.source.modules import Module, imported

Constants = dict[tuple[str, str], Any]  # (module, name): value

# What may be called while building; an expression with any other builtin is no constant and is
# worked out on the board, at its start.
BUILTINS: dict[str, Any] = {
    name: value for name, value in vars(__import__("builtins")).items()
    if name in ("abs", "bool", "bytearray", "bytes", "chr", "divmod", "enumerate", "int",
                "isinstance", "len",
                "list", "max", "min", "ord", "range", "reversed", "sum", "tuple", "zip", "hex",
                "dict", "set", "str", "True", "False", "None")
}
FEWEST = 5  # items of a tuple that is smaller as bytes
LONGEST = 100_000  # bytes of a constant's text; more belongs in a file


def is_plain(value: object) -> bool:
    """A number, a text, bytes, None, or a tuple of such."""
    if isinstance(value, tuple):
        return all(is_plain(item) for item in value)
    return value is None or type(value) in (bool, int, str, bytes)


def find(modules: dict[str, Module], order: list[str]) -> Constants:
    """Every constant of the modules, which are in the order of their import."""
    constants: Constants = {}
    functions: Constants = {}  # that need nothing but constants
    for name in order:
        _Evaluator(modules, constants, functions, modules[name]).run()
    return constants


class _Evaluator:
    """Goes through one module's top-level statements with what is known so far."""

    def __init__(self, modules: dict[str, Module], constants: Constants, functions: Constants,
                 module: Module) -> None:
        self.modules = modules
        self.constants = constants
        self.functions = functions
        self.module = module
        self.known: dict[str, Any] = {"__builtins__": BUILTINS, "const": lambda value: value}

    def run(self) -> None:
        for node in self.module.tree.body:
            if isinstance(node, ast.ImportFrom):
                self._import(node)
            elif isinstance(node, ast.Assign) and len(node.targets) == 1:
                self._assign(node.targets[0], node.value)
            elif isinstance(node, ast.FunctionDef) and not node.decorator_list:
                self._define(node)

    def _import(self, node: ast.ImportFrom) -> None:
        if node.module == "array":
            self.known["array"] = array
        found = list(imported(node, self.module.name, self.modules))
        if len(found) != len(node.names):
            return
        for alias, (source, name) in zip(node.names, found, strict=True):
            bound = alias.asname or alias.name
            known = {**self.functions, **self.constants}
            if name == "":
                self.known[bound] = types.SimpleNamespace(
                    **{n: v for (m, n), v in known.items() if m == source})
            elif (source, name) in known:
                self.known[bound] = known[source, name]

    def _assign(self, target: ast.expr, expression: ast.expr) -> None:
        names = _names(target)
        if not names or any(self._is_rebound(name) for name in names):
            return
        try:
            value = eval(compile(ast.Expression(expression), "<build>", "eval"), self.known)  # noqa: S307
            values = (value,) if isinstance(target, ast.Name) else tuple(value)
        except Exception:  # noqa: BLE001  whatever it is, it is no constant then
            return
        if len(values) != len(names):
            return
        for name, each in zip(names, values, strict=True):
            self.known[name] = each
            if is_plain(each) and len(repr(each)) < LONGEST:
                self.constants[self.module.name, name] = each

    def _define(self, node: ast.FunctionDef) -> None:
        if self._is_rebound(node.name):
            return
        with contextlib.suppress(Exception):  # a default value that is no constant
            exec(compile(ast.Module([node], []), "<build>", "exec"), self.known)  # noqa: S102
            self.functions[self.module.name, node.name] = self.known[node.name]

    def _is_rebound(self, name: str) -> bool:
        return self.module.bound.get(name, 0) != 1 or name in self.module.rebound


def _names(target: ast.expr) -> list[str]:
    """The plain names of an assignment's target; none when it is anything else."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple) and all(isinstance(e, ast.Name) for e in target.elts):
        return [e.id for e in target.elts if isinstance(e, ast.Name)]
    return []


class Fold(ast.NodeTransformer):
    """Works out operations on constants: `1 << 3`, `len((1, 2))`, `(1, 2)[0]`."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._folded(node, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return self._folded(node, node.operand)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`x & 2h-1 < h`, as the clock asks it, is `not x & h`: a constant and a step less."""
        self.generic_visit(node)
        left, half = node.left, _number(node.comparators[0])
        if len(node.ops) > 1 or not isinstance(left, ast.BinOp) or half is None or half <= 0:
            return node
        if not isinstance(left.op, ast.BitAnd) or half & half - 1:
            return node
        if _number(left.right) != 2 * half - 1 or not isinstance(node.ops[0], ast.Lt):
            return node
        return ast.UnaryOp(ast.Not(), ast.BinOp(left.left, ast.BitAnd(), ast.Constant(half)))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            node.value = _as_bytes(node.value)
        return self._folded(node, node.value, node.slice)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = _as_bytes(node.iter)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("len", "const"):
            if len(node.args) == 1 and not node.keywords:
                return self._folded(node, *node.args)
        return node

    def _folded(self, node: ast.expr, *parts: ast.expr) -> ast.AST:
        if not all(_is_literal(part) for part in parts):
            return node
        known = {"__builtins__": {"len": len}, "const": lambda value: value}
        try:
            value = eval(compile(ast.Expression(node), "<build>", "eval"), known)  # noqa: S307
        except Exception:  # noqa: BLE001  it fails on the board as it fails here
            return node
        return ast.copy_location(literal(value), node) if is_plain(value) else node


def _number(node: ast.expr) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if type(value) is int else None


def _as_bytes(node: ast.expr) -> ast.expr:
    """A tuple of small numbers as bytes, a quarter of its size, where only its items matter."""
    if not isinstance(node, ast.Tuple) or len(node.elts) < FEWEST:
        return node
    items = [each.value for each in node.elts
             if isinstance(each, ast.Constant) and type(each.value) is int]
    if len(items) < len(node.elts) or not all(0 <= item <= 255 for item in items):
        return node
    return ast.copy_location(ast.Constant(bytes(items)), node)


def _is_literal(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple):
        return all(_is_literal(item) for item in node.elts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _is_literal(node.operand)
    return isinstance(node, ast.Constant)


def literal(value: Any) -> ast.expr:
    """The syntax tree of a plain value."""
    return ast.parse(repr(value), mode="eval").body
