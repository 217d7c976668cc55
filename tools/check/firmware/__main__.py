"""Checks that the firmware keeps to what MicroPython has and to the rules of the scan.

`python -m tools.check.firmware [folder]`; one line per finding, exit 1 when there is any. Without
a folder all of the firmware is checked, each part by its own rules, and that nothing else of the
project imports the board's modules.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.check.firmware import scan_functions
from tools.check.firmware.rules import BOARD_MODULES, MAKERS, MJTABLE, Rules, rules_for

ROOT = Path(__file__).resolve().parents[3]
FIRMWARE = ROOT / "firmware"
HOSTS = ("host_tools", "simulator")
PLAIN = {"hal.fram", "hal.medium", "hal.self_check", "hal.usb_serial"}
"""Drivers that run anywhere, given what they drive; the power cuts' memory is theirs."""
BANNED_NODES: dict[type[ast.AST], str] = {
    ast.Match: "MicroPython has no match statement",
    ast.TryStar: "MicroPython has no except*",
    ast.AsyncFunctionDef: "the scan is not asynchronous",
    ast.Await: "the scan is not asynchronous",
    ast.Div: "true division makes a float; use // with a unit small enough",
    ast.Assert: "a board must not stop on an assertion; raise a fault",
}


def check_text(text: str, name: str, rules: Rules = MJTABLE) -> list[str]:
    """Findings in one module, each `name:line: sentence`."""
    tree = ast.parse(text, name)
    found = list(_findings(tree, rules))
    if not rules.logic:
        found += scan_functions.findings(tree, Path(name).name)
    return [f"{name}:{line}: {sentence}" for line, sentence in found]


def _findings(tree: ast.Module, rules: Rules) -> Iterator[tuple[int, str]]:
    addresses = set() if rules.logic else set(_module_constants(tree))
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((line, s) for s in _imports(node, rules))
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield line, BANNED_NODES[ast.Div]
        elif type(node) in BANNED_NODES and not isinstance(node, ast.Div):
            yield line, BANNED_NODES[type(node)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield line, f"float {node.value}: floats allocate and differ between boards"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            if abs(node.value) >= 1 << 30 and node not in addresses:
                yield line, f"{node.value} is outside +-2^30 and allocates on the board"
        elif isinstance(node, ast.FormattedValue) and node.format_spec is not None and rules.logic:
            yield line, "f-string with a format: it allocates, build text on the host"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in rules.banned:
                yield line, f"{node.func.id}(): {rules.banned[node.func.id]}"
        elif isinstance(node, ast.Attribute) and rules.logic and node.attr != "pack_into":
            if isinstance(node.value, ast.Name) and node.value.id == "struct":
                yield line, f"struct.{node.attr}: allocates; of struct only pack_into does not"
        elif isinstance(node, ast.FunctionDef):
            yield from ((line, s) for s in _function(node, rules))


def _module_constants(tree: ast.Module) -> Iterator[ast.AST]:
    """Nodes of names bound once at import: a large number there is made once, not in a scan."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            yield from ast.walk(statement)


def _imports(node: ast.Import | ast.ImportFrom, rules: Rules) -> Iterator[str]:
    names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    if isinstance(node, ast.ImportFrom) and node.level:
        if node.level > 1:
            yield f"import reaches out of {rules.part}"
        return
    for name in names:
        top = name.split(".")[0]
        if rules.part == "hal" and top in BOARD_MODULES - rules.modules:
            yield f"import {name}: drivers are given their parts; {_makers()} alone make them"
        elif top not in rules.ours | rules.modules:
            yield f"import {name}: {rules.part} may import {rules.importable}"


def _makers() -> str:
    return " and ".join(sorted(MAKERS))


def _function(node: ast.FunctionDef, rules: Rules) -> Iterator[str]:
    if node.args.posonlyargs:
        yield f"{node.name}: MicroPython has no positional-only parameters"
    if not rules.logic:
        return
    for inner in ast.walk(node):
        if inner is not node and isinstance(inner, ast.FunctionDef | ast.Lambda):
            yield f"{node.name} makes a function when it runs: a closure allocates"


def check_host(text: str, name: str) -> list[str]:
    """Imports of the board's modules in what runs on a computer."""
    found = []
    for node in ast.walk(ast.parse(text, name)):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        for module in names:
            if module.split(".")[0] in BOARD_MODULES | {"hal"} and module not in PLAIN:
                line = getattr(node, "lineno", 1)
                found.append(f"{name}:{line}: import {module}: only the board has that")
    return found


def _folder(folder: Path, root: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        name = str(path.relative_to(root))
        yield from check_text(path.read_text(encoding="utf-8"), name, rules_for(path))


def _everything() -> Iterator[str]:
    yield from _folder(FIRMWARE, FIRMWARE)
    for host in HOSTS:
        for path in sorted((ROOT / host).rglob("*.py")):
            yield from check_host(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def main(argv: list[str]) -> int:
    """Check all of the firmware, or every module of a folder."""
    folder = Path(argv[0]) if argv else FIRMWARE
    found = list(_folder(folder, folder.parent) if argv else _everything())
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
