"""Checks that the firmware's logic keeps to what MicroPython has and to the rules of the scan.

`python -m tools.check_firmware [folder]`; one line per finding, exit 1 when there is any.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "firmware" / "mjtable"
# Modules of MicroPython 1.23 that CPython has too and that neither allocate behind one's back
# nor reach the outside world.
ALLOWED = frozenset({"array"})
BANNED_NAMES = {
    "print": "printing blocks when the host stops reading; use events",
    "open": "files belong to the store behind the board interface",
    "eval": "text is never code here",
    "exec": "text is never code here",
    "float": "floats allocate and differ between boards; use integers",
    "sorted": "allocates a list",
}
BANNED_NODES: dict[type[ast.AST], str] = {
    ast.Match: "MicroPython has no match statement",
    ast.TryStar: "MicroPython has no except*",
    ast.AsyncFunctionDef: "the scan is not asynchronous",
    ast.Await: "the scan is not asynchronous",
    ast.Div: "true division makes a float; use // with a unit small enough",
    ast.Assert: "a board must not stop on an assertion; raise a fault",
}


def check_text(text: str, name: str) -> list[str]:
    """Findings in one module, each `name:line: sentence`."""
    found = []
    for line, sentence in _findings(ast.parse(text, name)):
        found.append(f"{name}:{line}: {sentence}")
    return found


def _findings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((line, s) for s in _imports(node))
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield line, BANNED_NODES[ast.Div]
        elif type(node) in BANNED_NODES and not isinstance(node, ast.Div):
            yield line, BANNED_NODES[type(node)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield line, f"float {node.value}: floats allocate and differ between boards"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            if abs(node.value) >= 1 << 30:
                yield line, f"{node.value} is outside +-2^30 and allocates on the board"
        elif isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            yield line, "f-string with a format: it allocates, build text on the host"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in BANNED_NAMES:
                yield line, f"{node.func.id}(): {BANNED_NAMES[node.func.id]}"
        elif isinstance(node, ast.FunctionDef):
            yield from ((line, s) for s in _function(node))


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    if isinstance(node, ast.ImportFrom) and node.level:
        if node.level > 1:
            yield "import reaches out of mjtable"
        return
    for name in names:
        top = name.split(".")[0]
        if top != "mjtable" and top not in ALLOWED:
            allowed = ", ".join(sorted(ALLOWED))
            yield f"import {name}: mjtable may import only itself and {allowed}"


def _function(node: ast.FunctionDef) -> Iterator[str]:
    if node.args.posonlyargs:
        yield f"{node.name}: MicroPython has no positional-only parameters"
    for inner in ast.walk(node):
        if inner is not node and isinstance(inner, ast.FunctionDef | ast.Lambda):
            yield f"{node.name} makes a function when it runs: a closure allocates"


def main(argv: list[str]) -> int:
    """Check every module of a folder."""
    folder = Path(argv[0]) if argv else FOLDER
    found = []
    for path in sorted(folder.rglob("*.py")):
        found += check_text(path.read_text(encoding="utf-8"), str(path.relative_to(folder.parent)))
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
