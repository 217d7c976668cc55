"""Functions marked `@flat` (`firmware/mjtable/kit/flat.py`): machine code on the board.

`note` takes the marks off before anything else happens and keeps what they say as type comments,
which every later step leaves alone; compiled as it then is, a function is plain bytecode, for the
tests' VM. `machine_code` makes viper functions of them, for a chip.
"""

import ast
from collections.abc import Iterable

from tools.make.board.source.modules import BuildError, Module, bound_names

MARK = "flat"
MODULE = "mjtable.kit.flat"
KINDS = ("ptr8", "ptr16", "ptr32", "int")
CALLED = ("range",)


def note(modules: Iterable[Module]) -> None:
    """Turn every `@flat("...")` into the type comment of its function."""
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef):
                for mark in [each for each in node.decorator_list if _is_mark(each)]:
                    node.decorator_list.remove(mark)
                    node.type_comment = _kinds(node, mark, module.name)
        module.tree.body = [node for node in module.tree.body
                            if not (isinstance(node, ast.ImportFrom) and node.module == MODULE)]


def machine_code(text: str) -> str:
    """A merged module's text with viper functions instead of the noted ones."""
    tree = ast.parse(text, type_comments=True)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.type_comment:
            _refuse_names(node)
            for each, kind in zip(node.args.args, node.type_comment.split(), strict=True):
                each.annotation = ast.Name(kind)
            node.returns = ast.Name("int")
            node.decorator_list.append(ast.Attribute(ast.Name("micropython"), "viper"))
            node.type_comment = None
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def names(text: str) -> list[str]:
    """The noted functions of a merged module's text, by the names they have there."""
    tree = ast.parse(text, type_comments=True)
    return [node.name for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.type_comment]


def _is_mark(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == MARK


def _kinds(node: ast.FunctionDef, mark: ast.expr, module: str) -> str:
    said = [each.value for each in getattr(mark, "args", ()) if isinstance(each, ast.Constant)]
    kinds = str(said[0]).split() if said else []
    given = node.args
    if len(kinds) != len(given.args) or not set(kinds) <= set(KINDS):
        raise BuildError(f"{module}:{node.lineno}: {node.name} has {len(given.args)} parameters; "
                         f"@flat must say of each whether it is {', '.join(KINDS)}")
    if given.defaults or given.kwonlyargs or given.vararg or given.kwarg:
        raise BuildError(f"{module}:{node.lineno}: {node.name} is flat, its parameters have no "
                         "defaults; give every argument at each call")
    return " ".join(kinds)


def _refuse_names(node: ast.FunctionDef) -> None:
    own = {each.arg for each in node.args.args} | set(CALLED)
    own.update(name for each in node.body for name in bound_names(each))
    for each in ast.walk(node):
        name = each.id if isinstance(each, ast.Name) else getattr(each, "attr", None)
        if name is not None and name not in own:
            raise BuildError(f"{node.name} is flat, but uses {name}: machine code knows its "
                             "arguments and constants only; give it as an argument")
