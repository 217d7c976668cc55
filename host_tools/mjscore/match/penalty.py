"""What a penalty is entered as: an entry of its own, or the hand that it ended."""

from collections.abc import Mapping
from typing import Any

from ..events import ends_hand
from .game import Match
from .seats import by_name, event


def action(match: Match, body: Mapping[str, Any], over: bool = False,
           ref: str | None = None) -> dict[str, Any]:  # fmt: skip
    """The action for an event told by people's names; `over` says that it ended the hand."""
    seated = event(body, by_name(match.seats_for(ref)))
    if not over and not ends_hand(match.setup.system, seated):
        return {"do": "penalty", "event": dict(body)}
    return match.hand({"win": None, "events": [seated]}, True, ref)
