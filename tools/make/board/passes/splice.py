"""Puts the body of a function where it is called, so that it does there what the call did.

Parameters become variables of the caller, or what was passed when that is a constant or a
variable of the caller; other variables get names that nothing else has. What the body returns
takes the place of the call; a body that returns in several places is put into `if` and `else`.
"""

import ast
from collections.abc import Callable
from copy import deepcopy

Sink = Callable[[ast.expr | None], list[ast.stmt]]
"""What becomes of a returned value."""


class CannotInline(Exception):
    """The function stays one of its own."""


def bound(function: ast.FunctionDef, arguments: list[ast.expr], caller: ast.FunctionDef,
          taken: set[str]) -> list[ast.stmt]:
    """The body with the parameters set before it, in the caller's names; adds to `taken`."""
    body = deepcopy(function.body)
    names = [each.arg for each in function.args.args]
    missing = len(names) - len(arguments)
    if missing < 0 or missing > len(function.args.defaults):
        raise CannotInline
    arguments = [*arguments, *deepcopy(function.args.defaults[len(function.args.defaults)
                                                              - missing:])]
    changed = {node.id for each in body for node in ast.walk(each)
               if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    own = _locals(caller)
    known = own | {node.id for node in ast.walk(caller) if isinstance(node, ast.Name)}
    meaning: dict[str, ast.expr] = {}
    before: list[ast.stmt] = []
    for name, argument in zip(names, arguments, strict=True):
        if name not in changed and _is_simple(argument, own):
            meaning[name] = argument
            continue
        meaning[name] = ast.Name(_fresh(name, taken, known), ast.Load())
        before.append(_assign(meaning[name], argument))
    for name in sorted(changed - set(names)):
        meaning[name] = ast.Name(_fresh(name, taken, known), ast.Load())
    return before + [_Rename(meaning).visit(each) for each in body]


def closed(body: list[ast.stmt], sink: Sink) -> list[ast.stmt]:
    """The body with the sink in the place of every return, which all are at its ends."""
    made: list[ast.stmt] = []
    for at, node in enumerate(body):
        rest = body[at + 1:]
        if isinstance(node, ast.Return):
            return made + sink(node.value)
        if not has_return(node):
            made.append(node)
            if isinstance(node, ast.Raise):
                return made
            continue
        if not isinstance(node, ast.If):
            raise CannotInline
        if ends(node.body):
            then, other = closed(node.body, sink), closed([*node.orelse, *rest], sink)
        elif ends(node.orelse):
            then, other = closed([*node.body, *rest], sink), closed(node.orelse, sink)
        elif not rest:
            then, other = closed(node.body, sink), closed(node.orelse, sink)
        else:
            raise CannotInline
        return made + _choice(node.test, then, other)
    return made + sink(None)


def _choice(test: ast.expr, then: list[ast.stmt], other: list[ast.stmt]) -> list[ast.stmt]:
    if then:
        return [ast.If(test, then, other)]
    if other:
        return [ast.If(ast.UnaryOp(ast.Not(), test), other, [])]
    return [ast.Expr(test)]


def has_return(node: ast.AST) -> bool:
    """A return is somewhere in it."""
    return any(isinstance(each, ast.Return) for each in ast.walk(node))


def ends(body: list[ast.stmt]) -> bool:
    """Nothing behind it is ever reached."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.If):
        return ends(last.body) and ends(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)


def discard(value: ast.expr | None) -> list[ast.stmt]:
    """Nobody asks for the value: work it out where that may do anything."""
    return [] if value is None or isinstance(value, ast.Constant | ast.Name) else [ast.Expr(value)]


def assign_to(target: ast.expr) -> Sink:
    """The value goes where the call's value went."""
    return lambda value: [ast.Assign([deepcopy(target)], value or ast.Constant(None))]


def _assign(target: ast.expr, value: ast.expr) -> ast.stmt:
    target = deepcopy(target)
    target.ctx = ast.Store()  # type: ignore[attr-defined]
    return ast.Assign([target], value)


def _locals(function: ast.FunctionDef) -> set[str]:
    """The variables of a function: none of them is changed by what it calls."""
    found = {each.arg for each in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
    return found


def _is_simple(argument: ast.expr, own: set[str]) -> bool:
    if isinstance(argument, ast.Constant):
        return True
    return isinstance(argument, ast.Name) and argument.id in own


def _fresh(name: str, taken: set[str], known: set[str]) -> str:
    """The same name where the caller has none like it, else one that nothing has."""
    if name not in known:
        return name
    while name in taken:
        name += "_"
    taken.add(name)
    return name


class _Rename(ast.NodeTransformer):
    def __init__(self, meaning: dict[str, ast.expr]) -> None:
        self.meaning = meaning

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.meaning:
            return node
        new = deepcopy(self.meaning[node.id])
        if isinstance(new, ast.Name):
            new.ctx = node.ctx
        return new
