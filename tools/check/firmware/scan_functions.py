"""Finds what allocates or waits in the functions of a driver that run once a scan.

These are the methods named in SCAN and whatever of the same module they call. Start-up, standstill
and tests may build what they like.
"""

import ast
from collections.abc import Iterator

SCAN = frozenset({
    "collect", "feed", "finish", "flush", "off", "pump", "read", "recv_into", "run", "scan",
    "send", "show", "started_well", "step", "stop", "take", "taken", "tick", "write",
})  # fmt: skip
NOT_SCAN = {  # file: functions that only share the name
    "crash.py": frozenset({"write"}),  # after the end
    "loop.py": frozenset({"run"}),  # the loop itself, which waits between the scans
}
BUILDERS: dict[type[ast.AST], str] = {
    ast.List: "a list", ast.Dict: "a dict", ast.Set: "a set", ast.ListComp: "a list",
    ast.DictComp: "a dict", ast.SetComp: "a set", ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text", ast.Lambda: "a function", ast.FunctionDef: "a function",
    ast.Slice: "a slice", ast.Raise: "an exception", ast.Starred: "a tuple",
}  # fmt: skip
MAKERS = frozenset({
    "array", "bytearray", "bytes", "dict", "enumerate", "filter", "float", "list", "map",
    "memoryview", "open", "reversed", "set", "str", "tuple", "zip",
})  # fmt: skip
WAITS = frozenset({"sleep", "sleep_ms", "sleep_us", "sleep_cycles"})
# Methods of machine.I2C that join several buffers on the heap (extmod/machine_i2c.c), and others
# that answer with a new object each time.
ALLOCATING = frozenset({
    "readfrom", "readfrom_mem", "readfrom_mem_into", "writeto_mem", "writevto", "unpack",
    "unpack_from", "format", "encode", "decode", "split", "join",
})  # fmt: skip


def findings(tree: ast.Module, file: str = "") -> Iterator[tuple[int, str]]:
    """(line, sentence) of everything in a module's scan functions that they must not do."""
    for name, function in _in_scan(tree, SCAN - NOT_SCAN.get(file, frozenset())):
        for node in ast.walk(function):
            if node is not function:
                what = _what(node)
                if what:
                    yield getattr(node, "lineno", function.lineno), f"{name} {what}"


def _in_scan(tree: ast.Module, begin: frozenset[str]) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The scan functions and those of the module that they call, each once."""
    every: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            every.setdefault(node.name, []).append(node)
    waiting = [name for name in every if name in begin]
    seen = set(waiting)
    while waiting:
        name = waiting.pop()
        for function in every[name]:
            yield name, function
            for called in _calls(function):
                if called in every and called not in seen:
                    seen.add(called)
                    waiting.append(called)


def _calls(function: ast.FunctionDef) -> Iterator[str]:
    """Names of own methods and functions that it calls or asks for."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "self":
                yield node.attr


def _what(node: ast.AST) -> str:
    """What a node does that a scan must not, "" for nothing."""
    if type(node) in BUILDERS:
        return f"makes {BUILDERS[type(node)]} in the scan; prepare it at the start"
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and not _constant(node):
        return "makes a tuple in the scan; prepare it at the start"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _text(node.left):
        return "makes a text in the scan; prepare it at the start"
    if isinstance(node, ast.Call):
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in MAKERS:
            return f"calls {called}() in the scan, which allocates; prepare it at the start"
        method = node.func.attr if isinstance(node.func, ast.Attribute) else called
        if method in WAITS:
            return f"calls {method}() in the scan; look at the time and come back"
        if method in ALLOCATING:
            return f"calls {method}() in the scan, which allocates; use ready-made buffers"
    return ""


def _constant(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.Tuple) and all(_constant(part) for part in node.elts)
    )


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
