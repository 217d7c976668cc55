"""Which rules of payment a result came about by, and who pays more or less under them.

Asked after scoring only, of a request and its answer; a table by system.
"""

from typing import Any

from mjscore.explain.payments import card, published, yee
from mjscore.explain.payments.classical import DEAD_ROUND, DOUBLE_DICE, DRAWN, classical
from mjscore.explain.payments.result import Paid, Way
from mjscore.rulebook import rule

WAYS: dict[str, tuple[Way, ...]] = {
    "SHOP-A": card.WAYS,
    "SHOP-B": (*classical("SB"), DRAWN),
    "MJG": classical("MJ"),
    "YEE": yee.WAYS,
    "HANDS": (*classical("MH"), DOUBLE_DICE),
    "LASFS": (*classical("LASFS"), DEAD_ROUND),
    "HKOS": published.HKOS,
    "RIICHI": published.RIICHI,
}


def used(request: Any, answer: dict[str, Any]) -> list[tuple[str, str]]:
    """Rules of payment that a result came about by: id, and who pays by it, as a sentence."""
    if not answer["legal"]:
        return []
    paid = Paid(request, answer)
    found = [(way.rule, way.who(paid)) for way in WAYS.get(paid.request.system, ())]
    return [(id, who) for id, who in found if who]


def lines(request: Any, answer: dict[str, Any]) -> list[str]:
    """The same for people: `SB-S03  East doubles: East pays South 2 x 18.`"""
    return [f"{id}  {rule(id).name}: {who}." for id, who in used(request, answer)]


def lacking(request: Any, answer: dict[str, Any], id: str) -> list[str] | None:
    """Why a rule of payment was not used, empty when it was; None for other rules."""
    paid = Paid(request, answer)
    way = next((each for each in WAYS.get(paid.request.system, ()) if each.rule == id), None)
    if way is None:
        return None
    if not paid.legal:
        return [paid.reason]
    return [] if way.who(paid) else way.lack(paid)
