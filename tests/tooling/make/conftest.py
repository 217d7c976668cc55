"""A copy of the project's sources that a test may spoil."""

import shutil
from pathlib import Path

import pytest

from tests.copies import Spoilt
from tools.make.generate.__main__ import main

ROOT = Path(__file__).resolve().parents[3]


class Copy(Spoilt):
    """A project folder of its own."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        for name in ("hardware/machine.toml", "hardware/safety/commissioning.md", "firmware",
                     "host_tools", "simulator", "docs", "tests/scenarios", "tests/faults"):
            source, target = ROOT / name, root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target,
                                ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            elif source.is_file():
                shutil.copy(source, target)


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
