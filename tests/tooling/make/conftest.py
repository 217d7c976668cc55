"""A copy of the project's sources that a test may spoil."""

import shutil
from pathlib import Path

import pytest

from tools.make.generate.__main__ import main

ROOT = Path(__file__).resolve().parents[3]


class Copy:
    """A project folder of its own; `edit` replaces text in one file and says which line it was."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("hardware/machine.toml", "firmware", "host_tools", "simulator", "docs",
                     "tests/scenarios", "tests/faults"):
            source, target = ROOT / name, root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target,
                                ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            elif source.is_file():
                shutil.copy(source, target)

    def edit(self, name: str, old: str, new: str) -> int:
        """Replace the first `old` in file `name`; returns its line number."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        before, found, after = text.partition(old)
        assert found, f"{name} holds no {old!r}"
        path.write_text(before + new + after, encoding="utf-8")
        return before.count("\n") + 1


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """The copy, as it is committed."""
    return Copy(tmp_path)


@pytest.fixture
def fresh(copy: Copy, capsys: pytest.CaptureFixture[str]) -> Copy:
    """The copy, freshly generated, nothing printed yet."""
    main([], copy.root)
    capsys.readouterr()
    return copy
