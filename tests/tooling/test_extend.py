"""docs/EXTEND.md, done on a copy: each change generates, checks and runs as the page says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tooling.recipes import Recipe, recipes

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("docs", "firmware", "hardware", "host_tools", "simulator", "tests", "tools",
          "pyproject.toml", "package.json")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "*.egg-info", ".build")
TASKS = ["A fault", "A lamp that blinks", "A setting", "A command of the link", "A machine",
         "A part"]
CHECKS = ["python -m tools.make.generate --check", "python -m tools.check.firmware",
          "python -m tools.check.touches", "lint-imports --no-cache",
          "ruff check -q --no-cache firmware tests"]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's files, to be copied for each task."""
    folder = tmp_path_factory.mktemp("extend") / "project"
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, folder / name)
    (folder / "tools/node").mkdir(exist_ok=True)
    (folder / "tools/node/node_modules").symlink_to(ROOT / "tools/node/node_modules")
    return folder


def contents(root: Path) -> dict[str, bytes]:
    """Every file of a copy."""
    return {path.relative_to(root).as_posix(): path.read_bytes()
            for name in COPIED for path in (root / name, *(root / name).rglob("*"))
            if path.is_file() and not {"__pycache__", "node_modules"} & set(path.parts)}


def run(root: Path, command: str) -> None:
    """A command of the page, with the copy's own packages."""
    program, *words = command.split()
    words = (["-p", "no:cacheprovider", "-q", *words] if program == "pytest" else words)
    tool = sys.executable if program == "python" else str(Path(sys.executable).parent / program)
    script = [sys.executable, "-c", "from mjsim.cli import main; main()"]
    argv = [*script, *words] if program == "mjsim" else [tool, *words]
    path = os.pathsep.join(str(root / name) for name in (
        "host_tools", "firmware", "simulator", "."))
    done = subprocess.run(argv, cwd=root, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.title)
def test_task(recipe: Recipe, original: Path, tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(original, root, symlinks=True)
    before = contents(root)
    for change in recipe.changes:
        change.apply(root)
    for command in [*recipe.commands, *CHECKS]:
        run(root, command)
    after = contents(root)
    touched = {name for name in after if before.get(name) != after[name]}
    assert touched == {change.file for change in recipe.changes} | set(recipe.generated)
    assert before.keys() <= after.keys()


def test_the_page_has_every_task() -> None:
    assert [recipe.title for recipe in recipes()] == TASKS
    assert all(recipe.commands for recipe in recipes())
