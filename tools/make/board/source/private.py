"""Which names stay within a class, and short ones for them that other classes use again.

An attribute that begins with `_` and is only ever used of `self`, or of its class by name, belongs
to that class and those derived from it. Classes that share no object may share its new name.
"""

import ast
from collections.abc import Callable, Iterable, Iterator

from tools.make.board.source.modules import BuildError

Private = dict[str, dict[str, str]]  # class: {name: new name}


def find(trees: list[ast.Module], barred: set[str],
         choose: Callable[[str, str, set[str]], str]) -> Private:
    """New names by class; `choose(class, name, taken)` gives one that no public attribute has."""
    classes = {node.name: node for tree in trees for node in tree.body
               if isinstance(node, ast.ClassDef)}
    open_names = barred | set(_used_outside(trees, classes))
    uses = {name: sorted(_own(node, classes) - open_names) for name, node in classes.items()}
    for tree in trees:
        for owner, name in _by_class(tree, classes):
            if name not in open_names and name not in uses[owner]:
                uses[owner].append(name)
    related = _related(classes)
    found: Private = {name: {} for name in classes}
    for owner in classes:
        near = [found[name] for name in related[owner]]
        for name in uses[owner]:
            same = {new[name] for new in near if name in new}
            if len(same) > 1:
                raise BuildError(f"{owner}.{name}: two classes above it use this name; change one")
            taken = {used for each in [*near, found[owner]] for used in each.values()}
            found[owner][name] = same.pop() if same else choose(owner, name, taken)
    for owner in classes:  # what a base class names, the derived ones inherit
        for above in _ancestors(owner, classes):
            for name, new in found[above].items():
                found[owner].setdefault(name, new)
    return found


def is_private(name: str) -> bool:
    """Begins with one underscore."""
    return name.startswith("_") and not name.startswith("__")


def _used_outside(trees: Iterable[ast.Module], classes: dict[str, ast.ClassDef]) -> Iterator[str]:
    """Private names used of anything but `self` or a class."""
    for tree in trees:
        for statement in tree.body:
            inside = isinstance(statement, ast.ClassDef)
            for node in ast.walk(statement):
                if isinstance(node, ast.Attribute) and is_private(node.attr):
                    base = node.value.id if isinstance(node.value, ast.Name) else ""
                    if not (base == "self" and inside or base in classes):
                        yield node.attr
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def _own(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> set[str]:
    found = set()
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            found.add(each.name)
        elif isinstance(each, ast.Assign):
            found.update(n.id for n in each.targets if isinstance(n, ast.Name))
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            if part.value.id == "self":
                found.add(part.attr)
    return {name for name in found if is_private(name)}


def _by_class(tree: ast.Module, classes: dict[str, ast.ClassDef]) -> Iterator[tuple[str, str]]:
    """(class, name) of every `Class._name`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            if isinstance(node.value, ast.Name) and node.value.id in classes:
                yield node.value.id, node.attr


def _ancestors(name: str, classes: dict[str, ast.ClassDef]) -> Iterator[str]:
    for base in classes[name].bases:
        if isinstance(base, ast.Name) and base.id in classes:
            yield base.id
            yield from _ancestors(base.id, classes)


def _related(classes: dict[str, ast.ClassDef]) -> dict[str, set[str]]:
    """Classes that one object may be of: above, below, and beside under one derived class."""
    related: dict[str, set[str]] = {name: set() for name in classes}
    for name in classes:
        together = {name, *_ancestors(name, classes)}
        for each in together:
            related[each] |= together - {each}
    return related
