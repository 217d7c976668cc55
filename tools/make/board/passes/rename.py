"""Applies new names to a merged module."""

import ast

from tools.make.board.source import pio
from tools.make.board.source.modules import BuildError, bound_names
from tools.make.board.source.private import Private
from tools.make.board.source.uses import is_ours


class Renamer(ast.NodeTransformer):
    """Applies the new names."""

    def __init__(self, names: dict[str, dict[str, str]], own: Private) -> None:
        self.own = own
        self.inside: dict[str, str] = {}  # private names of the class around
        self.attributes = names["attributes"]
        self.globals = names["globals"]
        self.parameters = names["parameters"]
        self.scopes: list[dict[str, str]] = []  # local names of the functions around
        self.klass: set[str] | None = None

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        base = node.value.id if isinstance(node.value, ast.Name) else ""
        inside = self.inside if base == "self" else self.own.get(base, {})
        node.attr = inside.get(node.attr) or self.attributes.get(node.attr, node.attr)
        self.generic_visit(node)
        return node

    def _member(self, name: str) -> str:
        """New name of what a class body binds."""
        return self.inside.get(name) or self.attributes.get(name, name)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if self.klass is not None and node.id in self.klass:
            node.id = self._member(node.id)
            return node
        for scope in reversed(self.scopes):
            if node.id in scope:
                node.id = scope[node.id]
                return node
        node.id = self.globals.get(node.id, node.id)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if is_ours(node):
            for alias in node.names:
                alias.name = self.globals.get(alias.name, alias.name)
            return node
        return self.visit_Import(node)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            bound = alias.asname or alias.name
            if self.scopes and self.scopes[-1].get(bound, bound) != bound:
                alias.asname = self.scopes[-1][bound]
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        if node.name and self.scopes:
            node.name = self.scopes[-1].get(node.name, node.name)
        self.generic_visit(node)
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self.globals.get(name, name) for name in node.names]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        if self.klass is not None:
            node.name = self._member(node.name)
        elif not self.scopes:
            node.name = self.globals.get(node.name, node.name)
        else:
            node.name = self.scopes[-1].get(node.name, node.name)
        if pio.is_program(node):
            return self._program(node)
        arguments = node.args
        arguments.defaults = [self.visit(each) for each in arguments.defaults]
        parameters = [*arguments.args, *arguments.kwonlyargs]
        parameters += [each for each in (arguments.vararg, arguments.kwarg) if each]
        outer = {name for part in ast.walk(node) if isinstance(part, ast.Global)
                 for name in part.names}
        scope = {name: name for each in node.body for name in bound_names(each)
                 if name not in outer}
        # a local keeps its name, which costs nothing, unless a global or parameter is called so
        new = {each.arg: self.parameters.get(each.arg, each.arg) for each in parameters}
        taken = set(new.values()) | set(self.globals.values())
        for name in list(scope):
            while scope[name] in taken:
                scope[name] += "_"
        scope.update(new)
        for each in parameters:
            each.arg = new[each.arg]
        klass, self.klass = self.klass, None
        self.scopes.append(scope)
        node.body = [self.visit(each) for each in node.body]
        self.scopes.pop()
        self.klass = klass
        return node

    def _program(self, node: ast.FunctionDef) -> ast.AST:
        """A PIO program: only what it takes from the functions around it has a new name."""
        bound = {name: new for scope in self.scopes for name, new in scope.items()}
        names = pio.names_in(node)
        words = {each.id for each in names if each.id not in bound}
        for name, new in bound.items():
            if new in words:
                raise BuildError(f"hal: {name}, in the function around a PIO program, would be "
                                 f"called {new}, a word of the program; it has to be among WORDS "
                                 "in tools/make/board/source/pio.py, or the source must call it "
                                  "differently")
        for each in names:
            each.id = bound.get(each.id, each.id)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._inner(node, {each.arg for each in node.args.args})

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.visit(each) for each in node.bases]
        around, self.inside = self.inside, self.own.get(node.name, {})
        if not self.scopes:
            node.name = self.globals.get(node.name, node.name)
        outer, self.klass = self.klass, set()
        for each in node.body:
            self.klass.update(bound_names(each))
        node.body = [self.visit(each) for each in node.body]
        self.klass, self.inside = outer, around
        return node

    def _comprehension(self, node: ast.expr) -> ast.AST:
        return self._inner(node, {name for each in node.generators  # type: ignore[attr-defined]
                                  for name in bound_names(each.target)})

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _inner(self, node: ast.AST, bound: set[str]) -> ast.AST:
        """A scope of its own within an expression: its names must not hide a global."""
        taken = set(self.globals.values()).union(*[scope.values() for scope in self.scopes])
        new = {name: name + "_" if name in taken else name for name in bound}
        for each in ast.walk(node):
            if isinstance(each, ast.arg) and each.arg in new:
                each.arg = new[each.arg]
        self.scopes.append(new)
        self.generic_visit(node)
        self.scopes.pop()
        return node
