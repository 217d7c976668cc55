"""Puts a package's modules into one: constants inlined, our own imports gone.

Sixty modules cost the board sixty dictionaries, each with the names it imports from the others.
Where two modules have a global of one name, the later one's gets its module's name before it.
"""

import ast
from collections.abc import Iterator

from tools.make.board.passes.rewrite import Rewriter
from tools.make.board.source.constants import Constants
from tools.make.board.source.merged import Merged, Names
from tools.make.board.source.modules import BuildError, Module, bound_names, imported


def merge(modules: dict[str, Module], order: list[str], constants: Constants) -> dict[str, Merged]:
    """The merged module of every package, in the order of their import."""
    names = _unique(modules, order, constants)
    merged: dict[str, Merged] = {}
    for name in order:
        package = name.partition(".")[0]
        into = merged.setdefault(package, Merged(package))
        into.names = names
        rewriter = Rewriter(modules, constants, names, modules[name], into)
        for node in modules[name].tree.body:
            made = rewriter.top(node)
            into.body += made
            for each in made:
                into.origin.update(dict.fromkeys(bound_names(each), name))
    for into in merged.values():
        into.body = _imports(into, merged) + into.body
    return merged


def name_of(into: Merged, module: str, name: str) -> str:
    """What a global of a source module is called in the merged one."""
    try:
        return into.names[module, name]
    except KeyError:
        raise BuildError(f"{module} has no {name}; the launcher or the tests import it") from None


def _imports(into: Merged, merged: dict[str, Merged]) -> list[ast.stmt]:
    """One import of all that a package takes from another."""
    packages = sorted(set(into.foreign.values()))
    made: list[ast.stmt] = []
    for package in packages:
        if list(merged).index(package) > list(merged).index(into.package):
            raise BuildError(f"{into.package} imports from {package}, which imports from it")
        taken = sorted(name for name, source in into.foreign.items() if source == package)
        made.append(ast.ImportFrom(package, [ast.alias(name) for name in taken], 0))
    return made


def _unique(modules: dict[str, Module], order: list[str], constants: Constants) -> Names:
    """A name for every global that stays, one for the same import in several modules."""
    names: Names = {}
    taken = {name: "" for module in order
             for name in [*_locals(modules[module].tree), *_unbound(modules[module])]}
    for module in order:
        own: set[str] = set()
        for node in modules[module].tree.body:
            if not list(imported(node, module, modules)):
                own.update(bound_names(node))
        outside = _outside(modules[module], modules)
        for name in sorted(own):
            if (module, name) in constants or name == "const":
                continue
            what = outside.get(name, f"{module}.{name}")
            mine = name
            if taken.get(mine, what) != what:
                mine = module.rpartition(".")[2] + "_" + name
            while taken.get(mine, what) != what:
                mine += "_"
            taken[mine] = what
            names[module, name] = mine
    return names


def _locals(tree: ast.Module) -> Iterator[str]:
    """Names that functions bind for themselves: a global must not be called so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for each in node.body:
                yield from bound_names(each)
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.comprehension):
            yield from bound_names(node.target)


def _unbound(module: Module) -> Iterator[str]:
    """Names a module uses without binding them: builtins, instructions of a PIO program."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and node.id not in module.bound:
            yield node.id


def _outside(module: Module, modules: dict[str, Module]) -> dict[str, str]:
    """Names a module imports from MicroPython, and what each of them is."""
    found = {}
    for node in module.tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name] = f"import {alias.name}"
        elif isinstance(node, ast.ImportFrom) and not list(imported(node, module.name, modules)):
            for alias in node.names:
                found[alias.asname or alias.name] = f"from {node.module} import {alias.name}"
    return found
