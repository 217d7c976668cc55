"""Where matches are kept: one file a match in the user's data folder."""

import os
import sys
from pathlib import Path

from .errors import MatchError
from .names import match_name

ENDING = ".mjmatch"


def folder() -> Path:
    """$XDG_DATA_HOME/mjscore, else the system's usual place for a program's data."""
    named = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(named):  # the XDG specification has relative paths ignored
        return Path(named) / "mjscore"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "mjscore"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "mjscore"
    return Path.home() / ".local" / "share" / "mjscore"


def path_of(name: str) -> Path:
    """The file of the match called `name`."""
    return folder() / (match_name(name) + ENDING)


def existing(name: str) -> Path:
    """The same, or MatchError naming the matches there are."""
    path = path_of(name)
    if not path.is_file():
        names = [found.stem for found in matches()]
        known = f"known are {', '.join(names)}" if names else "none was begun yet"
        raise MatchError(f"there is no match {name}; {known}", "name")
    return path


def matches() -> list[Path]:
    """The files of all matches, by name; empty files are none."""
    if not folder().is_dir():
        return []
    return sorted(path for path in folder().glob(f"*{ENDING}") if path.stat().st_size)
