"""What is asked a second time: an action under a mark that is known, a request scored before."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .asked import Score
from .errors import MatchError
from .names import mark
from .store import Line


def under(journal: Sequence[Line], ref: str | None) -> Line | None:
    """The line of the journal that was confirmed under a caller's mark."""
    if ref is None or not mark(ref):
        return None
    return next((line for line in journal if line.ref == ref), None)


def same(line: Line, action: Mapping[str, Any], name: str) -> None:
    """MatchError when a line, of the entry called `name`, confirmed another action than this.

    Where people sat is left aside: the seats may have moved on since the first time.
    """
    if _content(line.action) != _content(action):
        whose = name or line.action["do"]
        raise MatchError(f"the mark {line.ref} belongs to {whose} already, which says something"
                         " else; nothing was stored", "ref")  # fmt: skip


def _content(action: Mapping[str, Any]) -> str:
    """What an action says, as text that can be compared."""
    said = {key: value for key, value in action.items() if key != "seated"}
    if isinstance(said.get("to"), Mapping):
        said["to"] = {key: value for key, value in said["to"].items() if key != "seated"}
    return json.dumps(said, sort_keys=True)


class Remembering:
    """A scorer that answers the same request only once: each verb folds the whole match."""

    def __init__(self, score: Score) -> None:
        self._score = score
        self._known: dict[str, dict[str, Any]] = {}

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer; an error is not remembered."""
        key = json.dumps(request, sort_keys=True)
        if key not in self._known:
            self._known[key] = self._score(json.loads(key))
        return self._known[key]
