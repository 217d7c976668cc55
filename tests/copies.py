"""A folder of files that a test may spoil."""

from pathlib import Path


class Spoilt:
    """Files below `root`; `edit` replaces text in one of them and says which line it was."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def edit(self, name: str, old: str, new: str) -> int:
        """Replace the first `old` in file `name`; returns its line number."""
        path = self.root / name
        before, found, after = path.read_text(encoding="utf-8").partition(old)
        assert found, f"{name} holds no {old!r}"
        path.write_text(before + new + after, encoding="utf-8")
        return before.count("\n") + 1
