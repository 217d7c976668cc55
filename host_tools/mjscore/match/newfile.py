"""A new file that is there whole or not at all: written beside its place, then given its name."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import MatchError


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Where to write the file that gets the name `path` behind the block, unless that fails.

    MatchError when there is a file of this name; an empty one is no match and gives way. Whoever
    is killed in the block leaves a hidden file `.NAME.….new`, which nothing reads.
    """
    _free(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        yield written
        _named(written, path)
    finally:
        for left in (written, Path(f"{written}-journal")):
            left.unlink(missing_ok=True)


def _free(path: Path) -> None:
    if path.exists() and (not path.is_file() or path.stat().st_size):
        raise _taken(path)


def _taken(path: Path) -> MatchError:
    return MatchError(f"{path} exists already; choose another name", "name")


def _named(written: Path, path: Path) -> None:
    """Give the name; a link, unlike a rename, never takes it from another program's file."""
    if path.exists():
        _free(path)
        path.unlink()
    try:
        os.link(written, path)
    except FileExistsError:
        raise _taken(path) from None
    except OSError:  # a file system without links
        _free(path)
        written.replace(path)
    with suppress(OSError):  # not every system lets a folder be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the name, too, is to outlive a power cut
        finally:
            os.close(folder)
