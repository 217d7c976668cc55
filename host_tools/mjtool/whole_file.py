"""A file that is written whole or not at all, and is on the disk when the call returns."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, text: str, mode: int = 0o644) -> None:
    """Put `text` in the place of what the file held; its folder is made, `mode` says who may read
    it. OSError from the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(opened, "w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(path)
