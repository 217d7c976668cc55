"""What each part of the firmware touches of the table: `python -m tools.check.touches`.

A part has the whole table, `self.table`, for on the board nothing is smaller. What it may do with
it stands at its top, in `TOUCHES`: what it reads, calls and writes, by at most two names
(`cycle.state`). This check compares that with the code, both ways; `--write` writes it anew.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("game", "link", "mechanisms", "memory", "people", "safety", "scan", "sorting")
NAME = "TOUCHES"
KINDS = ("reads", "calls", "writes")
WIDTH = 99
Touches = dict[str, set[str]]


def found(tree: ast.Module) -> Touches:
    """What the module's code does with the table, by kind."""
    touches: Touches = {kind: set() for kind in KINDS}
    if any("table" in (each.asname or each.name).split(".") for node in tree.body
           if isinstance(node, ast.Import | ast.ImportFrom) for each in node.names):
        return touches  # here `table` is a module of tables
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            _Function(node, touches)
    longer = {name.partition(".")[0] for kind in KINDS for name in touches[kind] if "." in name}
    touches["reads"] -= touches["calls"] | touches["writes"] | longer  # it was read to go on
    return touches


class _Function:
    """One function: what is the table, or part of it, under which name."""

    def __init__(self, function: ast.FunctionDef, touches: Touches) -> None:
        self.touches = touches
        self.known: dict[str, str] = {"table": ""}
        self.parents = {child: node for node in ast.walk(function)
                        for child in ast.iter_child_nodes(node)}
        named = [node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.For)]
        for node in sorted(named, key=lambda each: each.lineno):
            self._name(node)
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute | ast.Subscript):
                self._touch(node)

    def _name(self, node: ast.Assign | ast.For) -> None:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        path = self.path(node.value if isinstance(node, ast.Assign) else node.iter)
        if isinstance(target, ast.Name) and path is not None:
            self.known[target.id] = path

    def path(self, node: ast.AST) -> str | None:
        """"cycle.state" for that of the table, "" for the table itself, None for anything else."""
        if isinstance(node, ast.Subscript):
            return self.path(node.value)
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        if not isinstance(node, ast.Attribute):
            return None
        if node.attr == "table" and isinstance(node.value, ast.Name):
            return ""
        before = self.path(node.value)
        return None if before is None else f"{before}.{node.attr}".lstrip(".")

    def _touch(self, node: ast.Attribute | ast.Subscript) -> None:
        path, above = self.path(node), self.parents.get(node)
        if not path or isinstance(above, ast.Attribute | ast.Subscript) and above.value is node:
            return  # another's, or the beginning of a longer path
        kind = "reads"
        if isinstance(node.ctx, ast.Store):
            kind = "writes"
        elif isinstance(above, ast.Call) and above.func is node:
            kind = "calls"
        self.touches[kind].add(".".join(path.split(".")[:2]))


def declared(tree: ast.Module) -> tuple[ast.Assign | None, Touches]:
    """The module's TOUCHES and what it says."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == NAME:
            said = ast.literal_eval(node.value)
            return node, {kind: set(said.get(kind, "").split()) for kind in KINDS}
    return None, {kind: set() for kind in KINDS}


def text(touches: Touches) -> str:
    """A TOUCHES that says so; "" for none."""
    rows = []
    for kind in KINDS:
        head = f'    "{kind}": '
        lines = textwrap.wrap(" ".join(sorted(touches[kind])), WIDTH - len(head) - 5,
                              break_on_hyphens=False)
        if lines:
            quoted = [f'"{line} "' for line in lines[:-1]] + [f'"{lines[-1]}"']
            rows.append(head + ("\n" + " " * len(head)).join(quoted) + ",\n")
    return f"{NAME} = {{\n{''.join(rows)}}}\n" if rows else ""


def problems(path: Path, shown: str) -> Iterator[str]:
    """A sentence for each touch that is not declared, and for each declared that is none."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node, said = declared(tree)
    is_ = found(tree)
    where = f"{shown}:{node.lineno if node else 1}"
    for kind in KINDS:
        for name in sorted(is_[kind] - said[kind]):
            yield (f"{where}: it {kind} `{name}` of the table, which its {NAME} does not say; "
                   "add it there, or ask the part that is for it")
        for name in sorted(said[kind] - is_[kind]):
            yield (f"{where}: its {NAME} says that it {kind} `{name}`, which it does not; "
                   "take it out")


def write(path: Path) -> None:
    """Put the TOUCHES that is true into the module: where it stands, else below the imports."""
    content = path.read_text(encoding="utf-8")
    tree = ast.parse(content)
    node, _ = declared(tree)
    lines, new = content.splitlines(keepends=True), text(found(tree))
    if node:
        lines[node.lineno - 1:node.end_lineno] = [new]
    elif new:
        last = [each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]
        at = (last[-1] if last else tree.body[0]).end_lineno or 0
        lines[at:at] = ["\n", new]
    path.write_text("".join(lines), encoding="utf-8")


def modules(firmware: Path) -> Iterator[Path]:
    """Those that are checked: the table itself, its facade and notices are not."""
    for room in ROOMS:
        yield from sorted((firmware / room).glob("*.py"))


def main(argv: list[str], root: Path = ROOT) -> int:
    """1 when a declaration and its code differ."""
    said = []
    for path in modules(root / "firmware/mjtable"):
        if "--write" in argv:
            write(path)
        said += problems(path, path.relative_to(root).as_posix())
    print("\n".join(said) or "good")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
