"""`--set`: what would have been different with other settings, from the same inputs.

The machine does not answer: after the first difference its sensors still say what they said then.
What comes soon after is to be believed, what comes late is not.
"""

from __future__ import annotations

from dataclasses import dataclass

from mjsim.board import decode
from mjsim.replay.compare import Event, Played
from mjtable.generated.iomap import MOTORS

MOST = 6
"""Differences of one kind that are told."""


@dataclass
class Change:
    """The first difference in time, then the events that only one of both has, and the motors."""

    t_ms: int
    first: str
    gone: list[str]
    new: list[str]
    motors: dict[str, tuple[int, int]]


def compare(before: Played, after: Played) -> Change | None:
    """What the settings changed; None: nothing."""
    for one, other in zip(before.moments, after.moments, strict=True):
        if one.events != other.events or one.outputs != other.outputs:
            said = "then %s; now %s" % (_did(one.events, one.outputs),
                                        _did(other.events, other.outputs))
            return Change(one.t_ms, said, _only(before, after), _only(after, before),
                          _motors(before, after))
    return None


def _did(events: list[Event], outputs: dict[str, int]) -> str:
    said = [_text(event) for event in events]
    said += ["%s %s" % (name, "on" if value else "off") for name, value in outputs.items()]
    return ", ".join(said) or "nothing"


def _text(event: Event) -> str:
    return " ".join(decode.as_text(event).split()[2:])


def _only(these: Played, others: Played) -> list[str]:
    """Events of the first that the second does not have at that time, its first few."""
    known = {(event["t_ms"], _text(event)) for event in others.events}
    found = ["%.3f s %s" % (event["t_ms"] / 1000, _text(event)) for event in these.events
             if (event["t_ms"], _text(event)) not in known]
    return found[:MOST] + (["and %d more" % (len(found) - MOST)] if len(found) > MOST else [])


def _motors(before: Played, after: Played) -> dict[str, tuple[int, int]]:
    """How long each motor ran, ms, where that is not the same."""
    was, now = _ran(before), _ran(after)
    return {name: (was[name], now[name]) for name in MOTORS if was[name] != now[name]}


def _ran(played: Played) -> dict[str, int]:
    since: dict[str, int] = {}
    ran = dict.fromkeys(MOTORS, 0)
    for moment in played.moments:
        for name, on in moment.outputs.items():
            if name in ran and on:
                since[name] = moment.t_ms
            elif name in since:
                ran[name] += moment.t_ms - since.pop(name)
    for name, t_ms in since.items():
        ran[name] += played.end_ms - t_ms
    return ran
