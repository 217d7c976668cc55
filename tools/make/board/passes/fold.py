"""Makes one class of two that the sources split by their ideas.

On the board each class would cost its tables, 300 bytes, and every method found in the upper one a
second look. What the lower class overrides and calls, `Feed.timeout(self)`, gets a name of its own
there. Which classes are such parts is listed (`PARTS`): two large classes made one may well take
more, for a table grows by a fifth at once.
"""

import ast

from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import BuildError

# A class missing here stays one of its own, which costs 300 bytes and is no mistake (make size).
PARTS = ("FeedLimits", "BuilderChart", "CycleChart", "Parts", "Turns", "Checkpoint", "Witness",
         "Trends")
HERE = "tools/make/board/passes/fold.py"


def fold(into: Merged) -> list[str]:
    """Fold the parts of this package; their names."""
    gone = []
    for upper in [node for node in into.body if isinstance(node, ast.ClassDef)]:
        if upper.name in PARTS:
            lower = _only_user(into, upper.name)
            _fold(into, upper, lower)
            into.body.remove(upper)
            into.names.update({key: lower.name for key, unique in into.names.items()
                               if unique == upper.name})
            gone.append(upper.name)
    return gone


def _only_user(into: Merged, name: str) -> ast.ClassDef:
    """The one class that is made from it, and nothing makes an object of it."""
    lower = [node for node in into.body if isinstance(node, ast.ClassDef) and name in _bases(node)]
    used = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(into.tree))
    if len(lower) != 1 or used != 1 + len(_mentions(into, name)):
        raise BuildError(f"{HERE}: {name} is in PARTS, but more than one class uses it; take it "
                         "out of PARTS, or let one class alone be made from it")
    return lower[0]


def _bases(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def _mentions(into: Merged, name: str) -> list[ast.Attribute]:
    """`Upper.method`, called or in a table."""
    return [node for node in ast.walk(into.tree) if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name) and node.value.id == name]


def _fold(into: Merged, upper: ast.ClassDef, lower: ast.ClassDef) -> None:
    at = _bases(lower).index(upper.name)
    lower.bases[at:at + 1] = upper.bases
    own = {name for each in lower.body if (name := _name(each))}
    wanted = set()
    for mention in _mentions(into, upper.name):
        wanted.add(mention.attr)
        mention.value = ast.Name(lower.name, ast.Load())
        if mention.attr in own:
            mention.attr = _apart(upper, mention.attr)
    taken: list[ast.stmt] = []
    for each in upper.body:
        name = _name(each)
        if name in own and name in wanted and isinstance(each, ast.FunctionDef):
            each.name = _apart(upper, name)
            taken.append(each)
        elif name and name not in own:
            taken.append(each)
    lower.body += taken


def _apart(upper: ast.ClassDef, name: str) -> str:
    """What an overridden method is called in the lower class."""
    return f"{upper.name}_{name.strip('_')}"


def _name(node: ast.stmt) -> str:
    """The name that a class's statement gives, "" for none (a text, `pass`)."""
    if isinstance(node, ast.FunctionDef):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""
