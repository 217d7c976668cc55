"""Events of the hand that is played next, entered before it: which go into its request, and how
often each may be.

What was paid at once is settled. What pays nothing but follows through to the hand, as a bar from
winning or bets that are cancelled, goes into the hand's request.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import FitError
from .seats import Names, by_name, event

Body = Mapping[str, Any]
TRIPLE_SIX, SIXES = "triple_six", (6, 6, 6)
ONCE = {"bouquet": "MH-B01", "zoo": "MH-B02", TRIPLE_SIX: "YEE-B01"}  # in a hand


@dataclass(frozen=True)
class Event:
    """An event as it was entered, by people's names, and whether anybody paid for it."""

    name: str
    body: Body
    paid: bool


def plain(system: str, body: Body) -> dict[str, Any]:
    """An event under the name that the rules' table has for it."""
    from ..events.names import plain  # seldom needed

    return plain(system, dict(body))


def name_of(system: str, body: Body) -> str:
    """That name."""
    return str(plain(system, body)["event"])


def bets_cancelled(events: Sequence[Event]) -> bool:
    """Whether the bettor's choice was shown (rule SA-X11)."""
    return any(each.name == "bettor_shown" for each in events)


def sixes_paid(events: Sequence[Event]) -> bool:
    """Whether the three sixes of this hand were paid by a penalty of their own."""
    return any(each.paid and each.name == TRIPLE_SIX for each in events)


def with_earlier(
    system: str, events: Sequence[Event], own: Sequence[Any], now: Names
) -> list[Any]:
    """The events of a request: those that follow through to it, then its own, each once.

    FitError for a bouquet, a zoo or three sixes for the second time.
    """
    to = by_name(now)
    known = [plain(system, each) for each in own if isinstance(each, Mapping)]
    earlier = [(event(each.body, to), each.paid) for each in events]
    new = [(body, paid) for body, paid in earlier if paid or plain(system, body) not in known]
    before = [plain(system, body) for body, _ in new]
    for each in known:
        _once(before, each)
        before.append(each)
    return [body for body, paid in new if not paid] + list(own)


def _once(before: Sequence[Body], body: Body) -> None:
    name = body["event"]
    if not isinstance(name, str) or name not in ONCE:
        return
    for other in before:
        if other["event"] == name and not (name == "bouquet" and _other_colour(other, body)):
            raise FitError(
                f"this hand has had its {name} already"
                + ("; a second one names its tiles, and so does the first" * (name == "bouquet")),
                "event", ONCE[name])  # fmt: skip


def _other_colour(one: Body, other: Body) -> bool:
    """Whether two bouquets both name their tiles and have none in common."""
    first, second = (each.get("tiles") for each in (one, other))
    if not isinstance(first, list) or not isinstance(second, list):
        return False
    return bool(first) and bool(second) and not any(tile in first for tile in second)
