"""Which sources made a file: what others made is not used again."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

SIMULATOR = ("mjtable", "mjsim")
"""Firmware and simulator: a campaign's results hang on them."""
SORT = ("mjtable", *("mjsim." + room for room in (
    "board", "generated", "people", "plant", "shuffle", "table")))  # fmt: skip
"""Of those, what a recorded sort hangs on."""
STUDY = (*SORT, "mjscore", "mjstudy")
"""Replayed walls and their sums hang on the study, too, and on the games whose hands it plays."""


@cache
def digest(packages: tuple[str, ...]) -> str:
    """A hash of these packages' sources."""
    found = hashlib.sha256()
    for package in packages:
        spec = find_spec(package)
        assert spec is not None and spec.submodule_search_locations, package
        root = Path(next(iter(spec.submodule_search_locations)))
        for path in sorted(root.rglob("*.py")):
            found.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]
