"""Names people type: the nearest valid one, and the sentence that says so.

`UsageError` is the one exception of the simulator that means "the person asked for
something that does not exist or cannot be": the command line turns it into one line and
exit code 2, the scenario reader puts file and line in front of it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from mjsim.generated.constants import MACHINES

__all__ = ["MACHINES", "UsageError", "choose", "nearest", "unknown"]



class UsageError(Exception):
    """What was asked for is not possible; the message says what, and what would be."""


def nearest(word: str, valid: Iterable[str]) -> str:
    """The valid name that begins with `word`, else the closest; "" when none is close.

    Case, hyphens, underscores and dots do not count.
    """
    bare = {_bare(name): name for name in valid}
    asked = _bare(word)
    for key, name in bare.items():
        if asked and key.startswith(asked):
            return name
    close = difflib.get_close_matches(asked, list(bare), n=1, cutoff=0.4)
    return bare[close[0]] if close else ""


def _bare(name: str) -> str:
    """Letters and digits of a name, in lower case."""
    return "".join(filter(str.isalnum, name.lower()))


def unknown(kind: str, word: str, valid: Iterable[str]) -> str:
    """Sentence for an unknown name: the nearest valid one first, then all of them.

    >>> unknown("machine", "fourport", MACHINES)  # doctest: +ELLIPSIS
    "unknown machine 'fourport'; the nearest is four_port (valid: ...)"
    """
    names = list(valid)
    near = nearest(word, names)
    hint = "; the nearest is %s" % near if near else ""
    return "unknown %s '%s'%s (valid: %s)" % (kind, word, hint, ", ".join(names))


def choose(kind: str, word: str, valid: Iterable[str]) -> str:
    """`word` as the valid names spell it (case does not matter), or `UsageError`."""
    names = list(valid)
    for name in names:
        if name.lower() == word.lower():
            return name
    raise UsageError(unknown(kind, word, names))
