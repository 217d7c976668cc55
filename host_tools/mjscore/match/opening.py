"""A match found by its name, and one begun from the journal of an exported match."""

from collections.abc import Sequence
from pathlib import Path

from . import store
from .actions import checked
from .asked import Score
from .entries import standing
from .errors import MatchError
from .folder import existing
from .game import Match
from .store import Line


def kept_in(name: str, file: Path | None) -> Path:
    """Where the match called so is: its usual place, or `file`."""
    return existing(name) if file is None else file


def opened(name: str, file: Path | None, score: Score) -> Match:
    """The match called so; MatchError when the file holds another one."""
    path = kept_in(name, file)
    match = Match.open(path, score)
    if match.setup.name != name:
        match.close()
        raise MatchError(f"the match in {path} is called {match.setup.name}, not {name}", "name")
    return match


def replay(path: Path, lines: Sequence[Line], score: Score) -> Match:
    """A new file with the journal of an imported match, once all of it has been read and fits."""
    for line in lines[1:]:
        checked(line.action, f"journal.{line.seq}")
    standing([line.action for line in lines])
    return Match(store.create(path, list(lines)), score)
