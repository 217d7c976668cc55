"""The firmware's modules as syntax trees, and the order in which they are imported."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field


class BuildError(Exception):
    """The sources are written in a way that the build cannot follow."""


@dataclass
class Module:
    """One module; `bound` counts how often each of its top-level names is bound."""

    name: str
    tree: ast.Module
    bound: dict[str, int] = field(default_factory=dict)
    rebound: set[str] = field(default_factory=set)  # by a function, through `global`


def parse(texts: dict[str, str]) -> dict[str, Module]:
    """Modules by dotted name, from texts by path (`mjtable/table.py`)."""
    modules = {}
    for path, text in texts.items():
        name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        module = Module(name, ast.parse(text, path))
        for node in module.tree.body:
            for bound in bound_names(node):
                module.bound[bound] = module.bound.get(bound, 0) + 1
        for part in ast.walk(module.tree):
            if isinstance(part, ast.Global):
                module.rebound.update(part.names)
        modules[name] = module
    return modules


def bound_names(node: ast.AST) -> Iterator[str]:
    """Names that a statement binds in its own scope, those within its blocks included."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
        return
    if isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0]
        return
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        yield node.id
    if isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda):
        return
    for child in ast.iter_child_nodes(node):
        yield from bound_names(child)


def source_of(node: ast.ImportFrom, inside: str, modules: dict[str, Module]) -> str:
    """Absolute name of the module a `from ... import` names."""
    if not node.level:
        return node.module or ""
    package = inside if inside + ".__init__" in modules else inside.rpartition(".")[0]
    return f"{package}.{node.module}" if node.module else package


def imported(node: ast.AST, inside: str, modules: dict[str, Module]) -> Iterator[tuple[str, str]]:
    """(module, name) of everything of ours that an import statement brings; name "" = itself."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name in modules:
                raise BuildError(f"{inside}:{node.lineno}: `import {alias.name}`; write `from "
                                 f"{alias.name.rpartition('.')[0]} import ...` for a module "
                                 "of ours")
    if not isinstance(node, ast.ImportFrom):
        return
    source = source_of(node, inside, modules)
    packages = {name.partition(".")[0] for name in modules}
    for alias in node.names:
        if f"{source}.{alias.name}" in modules:
            yield f"{source}.{alias.name}", ""
        elif source in modules:
            yield source, alias.name
        elif source.partition(".")[0] in packages:
            raise BuildError(f"{inside}:{node.lineno}: there is no module {source}")


def import_order(modules: dict[str, Module], roots: list[str]) -> list[str]:
    """The roots and all they import, each after what it imports."""
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        for node in ast.walk(modules[name].tree):
            for source, _ in imported(node, name, modules):
                visit(source)
        order.append(name)

    for root in roots:
        visit(root)
    return order
