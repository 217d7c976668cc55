"""A scoring request as the taps that tell it on a phone."""

from mjscore.entry import ways
from mjscore.tiles import INDEX, KINDS

OF_HAND = ("melds", "concealed", "bonus")
OF_WIN = ("seat", "tile", "source", "from")


def plain(request, state):
    """What of a random request can be tapped, at the deal of the match; None for what cannot."""
    win = request.get("win")
    tile = win.get("tile") if win else None
    if tile is None or (INDEX[tile] >= KINDS and request["system"] != "SHOP-A"):
        return None
    flags = {text: ways.flag(text) for text in ways.flags(request["system"])}
    told = {key: win[key] for key in OF_WIN if win.get(key) is not None}
    told |= {name: value for name, value in flags.values() if win.get(name) == value}
    players = {seat: {key: hand[key] for key in OF_HAND if hand.get(key)} | {
        "concealed": hand.get("concealed", [])} for seat, hand in request["players"].items()}
    return {"system": request["system"], "players": players, "win": told,
            "round_wind": state["wind"], "dealer_streak": state["streak"]}  # fmt: skip


def of_hand(hand, jokers):
    """Taps for melds, tiles in the hand, and what lies beside."""
    taps = []
    for meld in hand.get("melds", ()):
        tiles = meld["tiles"]
        if jokers or meld["kind"] == "quint":
            taps += [f"tile:{code}" for code in tiles] + [f"set:last{len(tiles)}"]
        else:
            lowest = min(tiles, key=INDEX.__getitem__)
            closed = meld.get("state") == "closed"
            taps += [f"tile:{lowest}", f"set:{'closed' if closed else meld['kind']}"]
    taps += [f"tile:{code}" for code in hand.get("bonus", ())]
    return taps + [f"tile:{code}" for code in hand["concealed"]]


def taps(request, names, losers, jokers):
    """Every tap of the hand; `losers`: seat -> what he says, ("points", 12) or ("sets", hand)."""
    win = request["win"]
    found = [f"winner:{names[win['seat']]}"]
    if win["source"] not in ("discard",):
        found.append(f"source:{win['source']}")
    if "from" in win:
        found.append(f"from:{names[win['from']]}")
    hand = request["players"][win["seat"]]
    found += [*of_hand(hand, jokers), f"tile:{win['tile']}"]
    for text in ways.flags(request["system"]):
        name, value = ways.flag(text)
        found += [f"flag:{text}"] if win.get(name) == value else []
    for seat, (how, *what) in losers.items():
        found.append(f"loser:{names[seat]}:{how}")
        if how == "points":
            found += [f"digit:{digit}" for digit in str(what[0])]
        elif how == "sets":
            found += of_hand(what[0], jokers)
    return found
