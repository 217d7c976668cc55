"""Names in a class's STATE: attributes as text, which need the names that the board's have.

From `note` to `write_out` they stand as attributes of `self`, so that every step in between counts
and renames them as what they are; then they are texts again.
"""

import ast
from collections.abc import Iterable, Iterator

from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import Module

NAME = "STATE"


def note(modules: Iterable[Module]) -> None:
    """The names become attributes."""
    for module in modules:
        for table in _tables(module.tree.body):
            table.value = ast.Tuple([_attribute(name) for name in ast.literal_eval(table.value)],
                                    ast.Load())


def _attribute(name: str) -> ast.Attribute:
    """As if `self` were asked for it; marked, for nothing looks it up in a scan."""
    made = ast.Attribute(ast.Name("self", ast.Load()), name, ast.Load())
    made.named = True  # type: ignore[attr-defined]
    return made


def write_out(merged: Merged, new: str) -> None:
    """The attributes become names, those of the board; `new` is what STATE is called now."""
    for table in _tables(merged.body, new):
        table.value = ast.Tuple([ast.Constant(each.attr) for each in ast.walk(table.value)
                                 if isinstance(each, ast.Attribute)], ast.Load())


def _tables(body: Iterable[ast.stmt], name: str = NAME) -> Iterator[ast.Assign]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == name:
                    yield each
