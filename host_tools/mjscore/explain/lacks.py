"""What a hand lacks for a rule (`--why-not`): the rows' own needs, the nearest set or hand.

Built on what scores: a rule counts exactly when nothing is lacking.
"""

from typing import Any

from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.explain import payments
from mjscore.explain.nearest import of_card
from mjscore.explain.tables import of_system
from mjscore.hand import Request
from mjscore.request import parse, seat
from mjscore.rulebook import Rule, rule
from mjscore.tiles import SEAT_NAMES, SEATS

ON_CARD = ("SA-F01", "SA-H01", "SA-H02", "SA-P01")
# Rules that an option switches off: option, the value that does, and what is said of it.
SWITCHED = {
    **{f"SB-P3{number}": ("extras", "none", "the extras were not agreed (option extras)")
       for number in range(1, 6)},
    **{f"SB-L0{number}": ("limit", None, "the hands are played without a limit (option limit)")
       for number in range(1, 6)},
    "MH-C01": ("cap_ordinary", False, "ordinary hands have no cap (option cap_ordinary)"),
}  # fmt: skip
STATED = {
    "MJ-L03": "the hand names no special hand of the option special_hands",
    "YEE-V22": "the hand was not won by gathering seven flowers",
}
CAPS = ("SB-L01", "MJ-L01", "MJ-L02", "MH-C01", "LASFS-L00")


def why_not(request: Any, id: str, seat_letter: str | None = None) -> list[str]:
    """Sentences that say what a seat's hand lacks for the rule `id`; none when it counts.

    `request` is a scoring request (JSON values), the seat the winner's unless named. ScoreError
    for an unknown rule, a rule of another system, a hand not told, or when nobody won and no
    seat is named.
    """
    return Question(request, seat_letter).lacks(id)


class Question:
    """One seat's hand of a request, to be asked about any rules of its system."""

    def __init__(self, request: Any, seat_letter: str | None = None) -> None:
        self.raw = request
        self.request = parse(request)
        self.seat = None if seat_letter is None else seat(seat_letter, "seat")
        self.answer = score(request)

    def lacks(self, id: str) -> list[str]:
        """What the hand lacks for the rule, a sentence each; none when it counts."""
        wanted = rule(id)
        if wanted.system != self.request.system:
            raise ScoreError(f"{wanted.id} is a rule of {wanted.system}, and the hand was played"
                             f" by {self.request.system}", "rule")  # fmt: skip
        if wanted.kind == "settlement":  # of the payments, whatever a hand holds
            found = payments.lacking(self.raw, self.answer, wanted.id)
        else:
            place = _told(self.request, self.seat)
            if _counts(self.answer, SEATS[place], wanted.id):
                return []
            found = _lacks(self.request, self.answer, place, wanted)
        if found is None:
            found = [f"{wanted.id} ({wanted.name}) is no rule that a hand scores"]
        return [_sentence(text) for text in found]


def _told(request: Request, place: int | None) -> int:
    """The seat asked about, the winner's unless named, whose tiles must have been told."""
    if place is None:
        if request.win is None:
            raise ScoreError("nobody wins here, so name the seat that is asked about", "seat")
        place = request.win.seat
    hand = request.hands[place] if request.hands else None
    if hand is None or not (hand.concealed or hand.melds):
        raise ScoreError("the tiles of this hand were not given", f"players.{SEATS[place]}")
    return place


def _counts(answer: dict[str, Any], letter: str, id: str) -> bool:
    sheet = answer.get("hands", {}).get(letter)
    if sheet is None:
        return False
    items = sheet["lines"] + sheet["doubles"]
    return id in sheet["limits"] or any(id == item[0] for item in items)


def _lacks(request: Request, answer: dict[str, Any], place: int, wanted: Rule) -> list[str] | None:
    """What is lacking; None for a rule that no hand scores."""
    off = SWITCHED.get(wanted.id)
    if wanted.id in STATED:
        return [STATED[wanted.id]]
    if off is not None and request.options[off[0]] == off[1]:
        return [off[2]]
    if wanted.who == "winner" and not _wins(request, place):
        own = SEAT_NAMES[SEATS[place]]
        return [f"only the hand that wins is counted for this, and {own} did not win"]
    sheet = answer.get("hands", {}).get(SEATS[place])
    if wanted.id in ON_CARD:
        return of_card(request, place) if sheet is None else []
    if sheet is not None and wanted.id in CAPS:
        return _below(sheet)
    if sheet is not None and wanted.kind != "limit" and sheet["limits"] and not sheet["lines"]:
        return [f"the hand counts as {sheet['limits'][0]}, and nothing is added to that"]
    return of_system(request, answer, place, wanted, sheet)


def _below(sheet: dict[str, Any]) -> list[str]:
    if sheet["limits"]:
        return [f"the value of the hand is fixed by {', '.join(sheet['limits'])}"]
    return [f"the hand is worth {sheet['value']}, which the limit does not cut"]


def _wins(request: Request, place: int) -> bool:
    return request.win is not None and request.win.seat == place


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:].rstrip(".") + "."
