"""Rewrites a module's statements for the merged one: what each name means there.

A constant becomes its value, a global its merged name; the names of functions' own variables stay.
"""

import ast

from tools.make.board.source.constants import Constants, literal
from tools.make.board.source.merged import Merged, Names
from tools.make.board.source.modules import BuildError, Module, bound_names, imported, source_of


class Rewriter(ast.NodeTransformer):
    """Rewrites one module's statements for the merged namespace."""

    def __init__(self, modules: dict[str, Module], constants: Constants, names: Names,
                 module: Module, into: Merged) -> None:
        self.modules = modules
        self.constants = constants
        self.names = names
        self.module = module
        self.into = into
        self.scopes: list[set[str]] = []  # names local to the functions around
        self.klass: set[str] | None = None  # names bound by the class body around
        self.aliases: dict[str, tuple[str, str]] = {}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom):
                found = list(imported(node, module.name, modules))
                if not found:
                    continue
                if len(found) != len(node.names):
                    raise BuildError(f"{module.name}:{node.lineno}: one of these names is not "
                                     f"known to {source_of(node, module.name, modules)}")
                for alias, what in zip(node.names, found, strict=True):
                    self.aliases[alias.asname or alias.name] = what

    def top(self, node: ast.stmt) -> list[ast.stmt]:
        """What a top-level statement becomes."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return []
        if isinstance(node, ast.Assign) and all(
                (self.module.name, name) in self.constants for name in bound_names(node)):
            return []
        made = self.visit(node)
        if made is None:
            return []
        return made if isinstance(made, list) else [made]

    # what a name means

    def _is_local(self, name: str) -> bool:
        if self.klass is not None and name in self.klass:
            return True
        return any(name in scope for scope in self.scopes)

    def _meaning(self, module: str, name: str, node: ast.AST) -> ast.expr | None:
        """The constant or the merged name of a module's global; None when it has no such one."""
        if (module, name) in self.constants:
            return ast.copy_location(literal(self.constants[module, name]), node)
        merged = self.names.get((module, name))
        if merged is None:
            again = Rewriter(self.modules, self.constants, self.names, self.modules[module],
                              self.into).aliases.get(name)
            return self._meaning(*again, node) if again else None
        package = module.partition(".")[0]
        if package != self.into.package:
            self.into.foreign[merged] = package
            if name in self.modules[module].rebound:
                raise BuildError(f"{self.module.name}: {module}.{name} changes while the firmware "
                                 "runs; ask a function of its module for it")
        return ast.copy_location(ast.Name(merged, getattr(node, "ctx", ast.Load())), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if self._is_local(node.id):
            return node
        if node.id in self.aliases:
            module, name = self.aliases[node.id]
            if name == "":
                raise BuildError(f"{self.module.name}:{node.lineno}: the module {module} is used "
                                 "as an object; name what is taken from it")
            found = self._meaning(module, name, node)
            if found is None:
                raise BuildError(f"{self.module.name}:{node.lineno}: {module} has no {name}")
            return found
        return self._meaning(self.module.name, node.id, node) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and not self._is_local(node.value.id):
            module, name = self.aliases.get(node.value.id, ("", "-"))
            if name == "":
                found = self._meaning(module, node.attr, node)
                if found is None:
                    raise BuildError(f"{self.module.name}:{node.lineno}: {module} has no "
                                     f"{node.attr}")
                return found
        self.generic_visit(node)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        if list(imported(node, self.module.name, self.modules)):
            return None
        if node.module == "micropython":
            node.names = [alias for alias in node.names if alias.name != "const"]
            if not node.names:
                return None
        return self._renamed_import(node)

    def visit_Import(self, node: ast.Import) -> ast.AST:
        return self._renamed_import(node)

    def _renamed_import(self, node: ast.Import | ast.ImportFrom) -> ast.AST:
        if not self.scopes:
            for alias in node.names:
                bound = alias.asname or alias.name
                merged = self.names.get((self.module.name, bound), bound)
                alias.asname = None if merged == alias.name else merged
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self.names.get((self.module.name, name), name) for name in node.names]
        return node

    # scopes

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.returns = None
        arguments = node.args
        arguments.defaults = [self.visit(each) for each in arguments.defaults]
        arguments.kw_defaults = [each and self.visit(each) for each in arguments.kw_defaults]
        parameters = [*arguments.args, *arguments.kwonlyargs]
        parameters += [each for each in (arguments.vararg, arguments.kwarg) if each]
        for parameter in parameters:
            parameter.annotation = None
        if self.klass is None and not self.scopes:
            node.name = self.names.get((self.module.name, node.name), node.name)
        inside = {each.arg for each in parameters}
        outer: set[str] = set()
        for each in node.body:
            inside.update(bound_names(each))
            outer.update(name for part in ast.walk(each) if isinstance(part, ast.Global)
                         for name in part.names)
        for each in node.body:  # imports of ours inside a function mean globals
            for part in ast.walk(each):
                if list(imported(part, self.module.name, self.modules)):
                    outer.update(bound_names(part))
        klass, self.klass = self.klass, None
        self.scopes.append(inside - outer)
        node.body = self._block(_without_docstring(node.body))
        self.scopes.pop()
        self.klass = klass
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.scopes.append({each.arg for each in node.args.args})
        self.generic_visit(node)
        self.scopes.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.visit(each) for each in node.bases]
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        if not self.scopes:
            node.name = self.names.get((self.module.name, node.name), node.name)
        outer, self.klass = self.klass, set()
        for each in node.body:
            self.klass.update(bound_names(each))
        node.body = self._block(_without_docstring(node.body))
        self.klass = outer
        return node

    def _comprehension(self, node: ast.expr) -> ast.AST:
        bound: set[str] = set()
        for each in node.generators:  # type: ignore[attr-defined]
            bound.update(bound_names(each.target))
        self.scopes.append(bound)
        self.generic_visit(node)
        self.scopes.pop()
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for each in body:
            new = self.visit(each)
            if isinstance(new, list):
                made += new
            elif new is not None:
                made.append(new)
        return made or [ast.Pass()]


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    return [each for each in body
            if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
