"""Finds what only the start needs, and lets the board forget it once it runs.

Constructors, the wiring, the self-test and the reading of old records are a fifth of the code and
are never called again. The build adds a function `forget()` to each package, called at the end of
the first scan, which reads the records; the collection behind the call frees what it dropped.

What is dropped becomes None: a deleted entry of a MicroPython dict keeps its value. Nothing is
dropped whose name any later code looks up, nor what has been handed out as an object before (a
callback, a row of a table): that stays alive by itself.
"""

import ast
from collections.abc import Iterable, Iterator

from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import BuildError

NAME = "forget"
# Class and method that calls `forget`, in front of BEFORE; the build says so when there is none.
CALLED_BY = ("Loop", "_started")
BEFORE = "gc.collect()"
ENTRY = ("hal.start", "main")  # runs on and on
# Methods of the first scan that stay functions of their own, to be forgotten; others that are
# called in one place alone are written out there (inline.py).
ONCE = {"_boot", "_started"}
COLLECT = "__import__('gc').collect()"  # needs no name of its own

Function = tuple[str, ast.FunctionDef]  # class ("" for none) and what is defined


def add(merged: dict[str, Merged], roots: Iterable[str], start: Iterable[str]) -> list[str]:
    """Give every package its `forget()`; what they drop, as `Class.method` or `function`.

    `roots` are names that are looked up from outside while the board runs, `start` those of what
    is called to start it: they lead nowhere later.
    """
    functions = {into.package: list(_functions(into.tree)) for into in merged.values()}
    entry = _called(merged, ENTRY)
    never = _either({*start, *ONCE} - {entry})
    names = _either({*roots, entry}) | _handed_out(merged) | _call(merged)
    alive = _alive([f for each in functions.values() for f in each], names - never, never)
    dropped: list[str] = []
    for into in merged.values():
        body: list[ast.stmt] = []
        plain = [NAME]
        for owner, function in functions[into.package]:
            if (owner, function.name) in alive:
                continue
            dropped.append(f"{owner}.{function.name}" if owner else function.name)
            if owner:
                target: ast.expr = ast.Attribute(ast.Name(owner, ast.Load()), function.name,
                                                 ast.Store())
                body.append(ast.Assign([target], ast.Constant(None)))
            else:
                plain.append(function.name)
        body.append(ast.Assign([ast.Name(name, ast.Store()) for name in plain],
                               ast.Constant(None)))
        body.insert(0, ast.Global(plain))
        into.body.append(ast.FunctionDef(NAME, _no_arguments(), body, [], None, None))
    return dropped


def _functions(tree: ast.Module) -> Iterator[Function]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    yield node.name, each


def _either(names: set[str]) -> set[str]:
    """The names themselves, and each as that of an attribute, `.name`."""
    return names | {"." + name for name in names}


def _alive(functions: list[Function], names: set[str],
           start: set[str]) -> set[tuple[str, str]]:
    """Functions that may be looked up when one of `names` may be."""
    waiting: dict[str, list[Function]] = {}
    for owner, function in functions:
        # making an instance looks its constructor up; a method is only found as an attribute
        made = owner if function.name == "__init__" else function.name
        for name in {"." + made} if owner and made != owner else _either({made}):
            waiting.setdefault(name, []).append((owner, function))
        if function.name.startswith("__") and function.name != "__init__":
            names.add("." + function.name)
    alive: set[tuple[str, str]] = set()
    todo = sorted(names)
    seen = set(names)
    while todo:
        for owner, function in waiting.get(todo.pop(), ()):
            alive.add((owner, function.name))
            for name in _looked_up(function) - seen - start:
                seen.add(name)
                todo.append(name)
    return alive


def _looked_up(node: ast.AST) -> set[str]:
    found = set()
    bases = _bases(node)
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and each.attr != "__init__":
            found.add("." + each.attr)
        elif isinstance(each, ast.Name) and id(each) not in bases:
            found.add(each.id)
    return found


def _bases(node: ast.AST) -> set[int]:
    """The `Feed` of `Feed.granted(self)`: a class that is named there is not called."""
    return {id(each.value) for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def _handed_out(merged: dict[str, Merged]) -> set[str]:
    """Names of functions that are used as objects somewhere, and what the modules' own rows hold.

    The object lives on whatever is dropped; what it looks up in its turn must stay.
    """
    found: set[str] = set()
    for into in merged.values():
        called = {id(node.func) for node in ast.walk(into.tree) if isinstance(node, ast.Call)}
        called |= _bases(into.tree)
        called |= {id(base) for node in into.body if isinstance(node, ast.ClassDef)
                   for base in node.bases}
        for node in ast.walk(into.tree):
            if id(node) not in called and isinstance(getattr(node, "ctx", None), ast.Load):
                if isinstance(node, ast.Attribute):
                    found.add("." + node.attr)
                elif isinstance(node, ast.Name):
                    found.add(node.id)
        found |= _in_classes(into)
    return found


def _in_classes(into: Merged) -> set[str]:
    """Names in a class's own rows, where a method has no dot before it."""
    bases = _bases(into.tree)
    return {"." + each.id for node in into.body if isinstance(node, ast.ClassDef)
            for row in node.body if not isinstance(row, ast.FunctionDef)
            for each in ast.walk(row) if isinstance(each, ast.Name) and id(each) not in bases}


def collect_between(merged: dict[str, Merged]) -> None:
    """Collect what importing leaves, before anything that stays is put behind it.

    Once when the logic is imported and once when the drivers are: the free memory stays in one
    large piece. 20 ms each.
    """
    if "hal" not in merged:
        return
    body = merged["hal"].body
    collect = ast.parse(COLLECT).body
    at = sum(isinstance(node, ast.ImportFrom) and node.module == "mjtable" for node in body[:1])
    body[at:at] = collect
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == _called(merged, ENTRY):
            node.body[0:0] = collect


def _called(merged: dict[str, Merged], function: tuple[str, str]) -> str:
    """The name a function of the sources has in its merged module, "" when there is no such."""
    return next(iter(merged.values())).names.get(function, "")


def _no_arguments() -> ast.arguments:
    return ast.arguments([], [], None, [], [], None, [])


def _call(merged: dict[str, Merged]) -> set[str]:
    """Let the caller forget just before it collects garbage; what it still looks up afterwards."""
    if "hal" not in merged:
        return set()
    for owner, function in _functions(merged["hal"].tree):
        if (owner, function.name) == CALLED_BY:
            lines = [ast.unparse(ast.fix_missing_locations(each)) for each in function.body]
            if BEFORE in lines:
                at = lines.index(BEFORE)
                calls = f"import mjtable\nmjtable.{NAME}()\n{NAME}()"
                function.body[at:at] = ast.parse(calls).body
                return set().union(*[_looked_up(each) for each in function.body[at:]])
    raise BuildError(f"hal.loop.Loop._started has no line `{BEFORE}`, before which the board "
                     "forgets what only the start needs")
