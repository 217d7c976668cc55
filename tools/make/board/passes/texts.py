"""Makes the board keep every name once, the names used most under the shortest numbers.

A compiled module numbers its names as they first occur; one of the first 127 takes one byte where
it is used, the others two. A text of more than ten characters, and every text in a constant tuple,
is an object of its own each time it occurs, unless it is known as a name when the module is
loaded. So a module begins by naming all of them, in calls that leave nothing behind.
"""

import ast
import builtins
import keyword
from collections import Counter

from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import bound_names

AT_ONCE = 100  # keyword arguments of one call


def share(merged: Merged) -> None:
    """Put the calls in front of everything else."""
    names = [name for name, _ in sorted(_counted(merged.tree).items(),
                                        key=lambda item: (-item[1], item[0]))]
    calls: list[ast.stmt] = []
    for at in range(0, len(names), AT_ONCE):
        keywords = [ast.keyword(name, ast.Constant(0)) for name in names[at:at + AT_ONCE]]
        calls.append(ast.Expr(ast.Call(ast.Name("dict", ast.Load()), [], keywords)))
    merged.body[0:0] = calls


def _counted(tree: ast.Module) -> Counter[str]:
    """Names that are stored with the module, and how often the code refers to them."""
    counted: Counter[str] = Counter()
    known = {name for node in tree.body for name in bound_names(node)} | set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            counted[node.attr] += 1
        elif isinstance(node, ast.Name) and node.id in known:
            counted[node.id] += 1
        elif isinstance(node, ast.keyword) and node.arg:
            counted[node.arg] += 1
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            counted[node.name] += 2
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.isidentifier() and node.value.isascii():
                counted[node.value] += 1 if len(node.value) <= 10 else 0
    return Counter({name: n for name, n in counted.items() if not keyword.iskeyword(name)})
