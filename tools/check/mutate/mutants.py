"""Every mistake a module may hold, each with its place, its text before and after, its code."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from tools.check.mutate import operators

NO_CODE = ("TOUCHES", "STATE")
"""Asked by no mechanism. `tools.check.touches` finds what is wrong in the first; what the second,
and so the recorder, lacks `tools.check.state` finds, and tests/replay/test_state.py."""
MODULE = "(module)"
"""What stands in no function: seen only by a test that imports the module anew."""
LONG, AROUND = 100, 24
"""From how many characters on a statement is shortened, and what is left around the change."""
DELETED = "(deleted)"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SKIPPED = {"decorator_list", "annotation", "returns", "keywords"}
Key = tuple[str, str, int]
Place = tuple[Any, Any]
"""A list of nodes and the index there, or a node and the field there."""


@dataclass(frozen=True)
class Mutant:
    """`which`: the same change is possible several times in a function, this is that one."""

    function: str
    line: int
    before: str
    after: str
    which: int
    statement: int
    """Number of the statement, as `hits` counts them; -1 for what runs at import alone."""
    put: Callable[[bool], None]
    """Puts the change into the tree, and takes it out."""

    @property
    def change(self) -> str:
        """One line."""
        return f"{self.before}  ->  {self.after}"

    @property
    def called(self) -> str:
        """The function whose call is left out; "" for another change."""
        if self.after != DELETED or "(" not in self.before:
            return ""
        return self.before.split("(")[0].split(".")[-1]

    @property
    def key(self) -> Key:
        """What a list can know it by, whatever line it stands on."""
        return self.function, self.change, self.which


class Source:
    """A module's text, its tree, and all that could be wrong in it."""

    def __init__(self, path: Path, first: int = 0) -> None:
        """`first`: the number of its first statement, when there are other modules."""
        self.path = path.resolve()
        self.tree = ast.parse(path.read_text(encoding="utf-8"), str(self.path))
        self.numbers = {node: number for number, node in enumerate(in_functions(self.tree), first)}
        self._head: ast.stmt = ast.Pass()
        self._seen: Counter[tuple[str, str]] = Counter()
        self.mutants = list(self._walk(self.tree, MODULE, -1, set()))

    def code(self, mutant: Mutant | None = None) -> CodeType:
        """The module's code, with one mistake or none."""
        if mutant is None:
            return compile(self.tree, str(self.path), "exec", dont_inherit=True)
        mutant.put(True)
        try:
            return self.code()
        finally:
            mutant.put(False)

    # ------------------------------------------------------------------ the walk
    def _walk(self, node: ast.AST, function: str, number: int, twice: set[str]
              ) -> Iterator[Mutant]:
        """Mistakes below a node, in the order of the text."""
        for field, value in ast.iter_fields(node):
            if field in SKIPPED and not isinstance(node, ast.Call):
                continue
            for at, child in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST):
                    place = (value, at) if isinstance(value, list) else (node, field)
                    yield from self._child(child, field, place, function, number, twice)

    def _child(self, child: ast.AST, field: str, place: Place, function: str, number: int,
               twice: set[str]) -> Iterator[Mutant]:
        number = self.numbers.get(child, number)  # type: ignore[call-overload]
        if isinstance(child, ast.stmt):
            self._head = child
            if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]) in NO_CODE:
                return
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            function = child.name if function == MODULE else f"{function}.{child.name}"
            if isinstance(child, FUNCTIONS):
                twice = stored_twice(child)
        head = self._head
        for other in self._others(child, field, number, twice):
            yield from self._mutant(child, place, other, function, number)
        if not operators.is_none(child):
            yield from self._walk(child, function, number, twice)
        if isinstance(child, ast.stmt):
            self._head = head

    def _others(self, child: ast.AST, field: str, number: int, twice: set[str]
                ) -> Iterator[ast.AST]:
        if isinstance(child, ast.stmt) and number >= 0:
            yield from operators.statements(child, twice)
        if isinstance(child, ast.Constant) and number < 0 and _is_time(self._head, child):
            yield from operators.times(child)
            return
        yield from operators.instead(child)
        yield from operators.shorter(child)
        if isinstance(child, ast.expr) and field in ("test", "ifs"):
            yield from operators.negated(child)

    def _mutant(self, child: ast.AST, place: Place, other: ast.AST, function: str, number: int
                ) -> Iterator[Mutant]:
        head = self._head
        ast.copy_location(other, child)
        ast.fix_missing_locations(other)

        def put(on: bool) -> None:
            _set(place, other if on else child)

        before = _text(head)
        put(True)
        before, after = _short(before, _text(other if child is head else head))
        put(False)
        if before != after:
            self._seen[function, f"{before} {after}"] += 1
            which = self._seen[function, f"{before} {after}"]
            line = getattr(child, "lineno", head.lineno)
            yield Mutant(function, line, before, after, which, number, put)


def in_functions(tree: ast.AST) -> dict[ast.stmt, None]:
    """Every statement of a function's body, each once."""
    bodies = [each for node in ast.walk(tree) if isinstance(node, FUNCTIONS) for each in node.body]
    return {node: None for each in bodies for node in ast.walk(each) if isinstance(node, ast.stmt)}


def stored_twice(function: ast.AST) -> set[str]:
    """Names of a function that more than one statement gives a value."""
    stored = Counter(node.id for node in ast.walk(function)
                     if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return {name for name, times in stored.items() if times > 1}


def _is_time(head: ast.stmt, child: ast.AST) -> bool:
    return (isinstance(head, ast.Assign) and isinstance(head.targets[0], ast.Name)
            and head.targets[0].id.endswith("_MS") and head.value is child)


def _set(place: Place, node: ast.AST) -> None:
    if isinstance(place[0], list):
        place[0][place[1]] = node
    else:
        setattr(place[0], place[1], node)


def _short(before: str, after: str) -> tuple[str, str]:
    """Of a long statement what differs, and a little of what stands around it."""
    if max(len(before), len(after)) <= LONG:
        return before, after
    begin = len(os.path.commonprefix([before, after]))
    most = min(len(before), len(after)) - begin
    end = min(most, len(os.path.commonprefix([before[::-1], after[::-1]])))
    begin, end = max(begin - AROUND, 0), max(end - AROUND, 0)
    return tuple("..." * (begin > 0) + text[begin:len(text) - end] + "..." * (end > 0)
                 for text in (before, after))  # type: ignore[return-value]


def _text(node: ast.AST) -> str:
    """A statement in one line; of one with a body, its head."""
    if isinstance(node, ast.Pass):
        return DELETED
    text = ast.unparse(node)
    if isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.Try, *FUNCTIONS)):
        return next(line for line in text.split("\n") if not line.startswith("@"))
    return " ".join(text.split())
