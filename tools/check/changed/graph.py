"""Which test files reach which changed files, and by how many imports."""

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

ROOTS = ("firmware", "host_tools", "simulator", ".")
FOLDERS = ("firmware", "host_tools", "simulator", "hardware", "tools", "tests")
DATA = (  # what a changed file begins with: the tests that read it
    ("firmware/tables/", ("tests/tooling/make/test_tables.py", "tests/faults/test_every_row.py",
                          "tests/protocol/test_examples.py",
                          "tests/tooling/make/test_generate.py")),
    ("hardware/machine.toml", ("tests/tooling/make/test_generate.py",
                               "tests/tooling/make/test_iomap.py",
                               "tests/tooling/make/test_machine_errors.py",
                               "tests/hardware/test_bom.py",
                               "tests/plant/test_plant_motion.py")),
    ("hardware/", ("tests/hardware/test_fresh.py", "tests/hardware/test_pages.py")),
    ("tests/scenarios/", ("tests/sim/scenario/test_scenarios.py",)),
    ("docs/", ("tests/tooling/test_docs.py",)),
    ("README.md", ("tests/tooling/test_docs.py",)),
    ("pyproject.toml", ("tests/tooling/test_project.py",)),
    ("host_tools/", ("tests/tooling/make/test_generate.py",)),
)


def nearest(root: Path, changed: Iterable[str]) -> list[tuple[int, str]]:
    """Test files by the imports that lie between them and a change, then by name."""
    names = [name for name in changed if (root / name).is_file()]
    steps = {name: 0 for name in names if name.endswith(".py")}
    users = _users(root)
    todo = list(steps)
    for name in todo:  # grows as it is walked: breadth first
        for user in sorted(users.get(name, ())):
            if user not in steps:
                steps[user] = steps[name] + 1
                todo.append(user)
    for name in names:
        for test in _readers(name):
            steps[test] = min(steps.get(test, 1), 1)
    return sorted((far, name) for name, far in steps.items() if _is_test(root, name))


def _readers(name: str) -> Iterator[str]:
    if not name.endswith(".py"):
        yield from next((tests for start, tests in DATA if name.startswith(start)), ())


def _is_test(root: Path, name: str) -> bool:
    path = Path(name)
    return path.parts[0] == "tests" and path.name.startswith("test_") and (root / name).is_file()


@lru_cache(maxsize=1)
def _users(root: Path) -> dict[str, set[str]]:
    """File -> files that import it, as they are when it is first asked."""
    files = {path.relative_to(root).as_posix(): path for folder in FOLDERS
             for path in (root / folder).rglob("*.py")
             if not {"node_modules", ".venv", "__pycache__"} & set(path.parts)}
    found: dict[str, set[str]] = {}
    for name, path in files.items():
        for module in _imports(path, name):
            for used in _places(module):
                if used in files and used != name:
                    found.setdefault(used, set()).add(name)
    return found


def _imports(path: Path, name: str) -> Iterator[str]:
    package = Path(name).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (above, node.module) if part)
            yield module
            yield from (f"{module}.{each.name}" for each in node.names)


def _places(module: str) -> Iterator[str]:
    inside = module.replace(".", "/")
    for root in ROOTS:
        start = "" if root == "." else f"{root}/"
        yield f"{start}{inside}.py"
        yield f"{start}{inside}/__init__.py"
