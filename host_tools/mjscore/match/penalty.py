"""What a penalty is entered as: an entry of its own, or the hand that it ended."""

from collections.abc import Mapping
from typing import Any

from ..events import ends_hand
from ..events.names import plain
from ..events.rows import rows_of
from .errors import MatchError
from .game import Match
from .seats import by_name, event


def action(match: Match, body: Mapping[str, Any], over: bool = False,
           ref: str | None = None) -> dict[str, Any]:  # fmt: skip
    """The action for an event told by people's names; `over` says that it ended the hand."""
    _of_somebody(match, body)
    seated = event(body, by_name(match.seats_for(ref)))
    if not over and not ends_hand(match.setup.system, seated):
        return {"do": "penalty", "event": dict(body)}
    return match.hand({"win": None, "events": [seated]}, True, ref)


def _of_somebody(match: Match, body: Mapping[str, Any]) -> None:
    """MatchError for an event that somebody has, and nobody is named."""
    name = plain(match.setup.system, dict(body))["event"]
    fields = next((row.fields for row in rows_of(match.setup.system) if row.event == name), ())
    if "seat" in fields and not body.get("seat"):
        people = ", ".join(match.sheet.state.seats.values())
        raise MatchError(f"say whose {body['event']} it is: {people}", "event")
