"""What the auto-marker should show, in the words of the table's own commands.

The keys are the parameters of `marker.set` and the answer of `marker.get`
(firmware/tables/commands.toml): dealer A-D, wind E S W N, streak, hand, round.
"""

from collections.abc import Mapping
from typing import Any

from ..tiles import SEATS
from ..wall import SIDES
from .deal import MOST, Deal
from .errors import MatchError

LIMITS = {"streak": (0, MOST), "hand": (1, MOST), "round": (1, MOST)}
LETTERS = {"dealer": SIDES, "wind": SEATS}
KEYS = ("dealer", "wind", "streak", "hand", "round")


def shown(deal: Deal) -> dict[str, Any]:
    """The marker for the hand that comes next."""
    fields = deal.marker()
    return fields | {key: min(fields[key], most) for key, (_, most) in LIMITS.items()}


def checked(fields: Mapping[str, object]) -> dict[str, Any]:
    """What a table's marker shows; numbers may be text, as they come over the link."""
    found: dict[str, Any] = {}
    for key in KEYS:
        value = fields.get(key)
        if key in LETTERS:
            if not isinstance(value, str) or len(value) != 1 or value not in LETTERS[key]:
                raise MatchError(
                    f"{value!r} is none of {', '.join(LETTERS[key])}", f"marker.{key}"
                )
            found[key] = value
            continue
        low, high = LIMITS[key]
        if isinstance(value, bool) or not isinstance(value, int | str) or not _within(value, key):
            raise MatchError(f"{value!r} is no number from {low} to {high}", f"marker.{key}")
        found[key] = int(value)
    return found


def _within(value: int | str, key: str) -> bool:
    low, high = LIMITS[key]
    return str(value).isdecimal() and low <= int(value) <= high


def taken(deal: Deal, fields: Mapping[str, object]) -> Deal:
    """The deal when the table is right; the dealer of a round's hand 1 deals first in it."""
    new = checked(fields)
    dealer = SIDES.index(new["dealer"])
    return deal._replace(
        dealer=dealer,
        first=dealer if new["hand"] == 1 else deal.first,
        wind=SEATS.index(new["wind"]),
        streak=new["streak"],
        hand=new["hand"],
        round=new["round"],
        reseat=False,
        over=False,
    )


def in_words(fields: Mapping[str, object]) -> str:
    """A marker in words: `dealer side B, prevailing wind E, streak 0, hand 2 of round 1`."""
    return (
        f"dealer side {fields['dealer']}, prevailing wind {fields['wind']}, streak "
        f"{fields['streak']}, hand {fields['hand']} of round {fields['round']}"
    )
