"""Which sources made a file: what others made is not used again."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path

TABLE = ("mjtable", "mjsim.plant", "mjsim.generated")
"""Firmware and plant: a recorded sort hangs on them."""
STUDY = (*TABLE, "mjstudy")
"""Replayed walls and their sums hang on the study, too."""


@cache
def digest(packages: tuple[str, ...]) -> str:
    """A hash of these packages' sources."""
    found = hashlib.sha256()
    for package in packages:
        root = Path(str(import_module(package).__file__)).parent
        for path in sorted(root.rglob("*.py")):
            found.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]
