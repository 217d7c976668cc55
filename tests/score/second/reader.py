"""The way in: the system's own module answers, then the events are paid."""

from tests.score.second import events, hands, lasfs, mjg, shop_a, shop_b, yee
from tests.score.second.settle import nobody_pays
from tests.score.second.tiles import ANIMALS, FLOWERS, SEASONS, SEATS

SYSTEMS = {
    "SHOP-A": shop_a,
    "SHOP-B": shop_b,
    "MJG": mjg,
    "YEE": yee,
    "HANDS": hands,
    "LASFS": lasfs,
}


EMPTY_HAND = {"melds": [], "concealed": [], "bonus": [], "bonus_undeclared": []}


def in_full(request):
    """The request with what it may leave out (rules 1.5)."""
    players = {}
    for seat in SEATS:
        hand = EMPTY_HAND | ((request.get("players") or {}).get(seat) or {})
        melds = [{"state": "open", **meld} for meld in hand["melds"]]
        players[seat] = hand | {"melds": melds}
    events = list(request.get("events") or [])
    if request["system"] == "YEE" and request.get("dice") == [6, 6, 6]:  # East threw them (B01)
        if not any(event["event"] == "triple_six" for event in events):
            events.append({"event": "triple_six", "seat": "E"})
    if request["system"] == "HANDS":
        events += [each for each in collected(players) if not told_already(each, events)]
    return {"round_wind": "E", "win": None, **request, "players": players, "events": events}


def collected(players):
    """The bouquets and zoos that lie on the table, told or not (MH-B01, B02)."""
    found = []
    for seat, hand in players.items():
        for name, family in (("bouquet", FLOWERS), ("bouquet", SEASONS), ("zoo", ANIMALS)):
            if set(family) <= set(hand["bonus"]):
                found.append({"event": name, "seat": seat, "tiles": list(family)})
    return found


def told_already(found, events):
    """Whether somebody told the event; the random requests name its tiles."""
    same = [each for each in events if each["event"] == found["event"]]
    return any(each["seat"] == found["seat"] and each["tiles"] == found["tiles"] for each in same)


def answers(request):
    """Every answer that is right: where two readings are worth the same there are several."""
    request = in_full(request)
    found = SYSTEMS[request["system"]].answers(request)
    if request.get("win") and not events.may_win(request):
        found = [{"legal": False}]
    if events.ends_the_hand(request):
        found = [{"legal": True, "hands": {}, **nobody_pays()}]
    return [{"system": request["system"], **with_events(answer, request)} for answer in found]


def with_events(answer, request):
    """The answer with what the events cost set off against what the hand cost."""
    if not request.get("events") or not answer["legal"]:
        return answer
    ledger = events.paid(request)
    for each in answer["transfers"]:
        ledger.pay(each["from"], each["to"], each["amount"])
    return answer | ledger.answer("bettor" in answer["net"])


def score(request):
    """One right answer."""
    return answers(request)[0]
