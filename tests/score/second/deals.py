"""Random scoring requests, full and legal: four seats dealt from one set of tiles.

`request(system, rng)` is all a test needs. What the winner's hand looks like is in `builders` and
`builders_special`, where the last tile came from in `wins`; SHOP-A has a dealer of its own.
"""

from tests.score.second import deals_events, deals_shop_a
from tests.score.second.builders_special import built
from tests.score.second.pool import Pool
from tests.score.second.tiles import (
    ANIMALS,
    FLOWERS,
    HONOURS,
    KINDS,
    SEASONS,
    SEATS,
    SUIT_TILES,
    is_suit,
    up,
)
from tests.score.second.wins import flags, give, seven_flowers, source_wanted

SYSTEMS = ("SHOP-A", "SHOP-B", "MJG", "YEE", "HANDS", "LASFS")


def request(system, rng):
    """A request of the system that a table could really see."""
    made = deals_shop_a.request(rng) if system == "SHOP-A" else dealt(system, rng)
    deals_events.add(made, rng)
    if rng.random() < 0.1:
        shorten(made)
    return made


def shorten(made):
    """Leave out what a request need not say, and the hands that nobody asks for."""
    if made["system"] in ("SHOP-A", "YEE") and made["win"]:
        made["players"] = {made["win"]["seat"]: made["players"][made["win"]["seat"]]}
    for seat, hand in made["players"].items():
        made["players"][seat] = {key: value for key, value in hand.items() if value != []}
        for meld in hand["melds"]:
            if meld["state"] == "open":
                del meld["state"]
    for key, default in (("config", {}), ("dealer_streak", 0), ("round_wind", "E"), ("win", None)):
        if made.get(key) == default:
            del made[key]


def dealt(system, rng):
    """A request of a system where thirteen tiles make a hand, kongs counted as three."""
    pool = Pool(rng, system)
    made = {
        "system": system,
        "config": config(system, rng),
        "round_wind": rng.choice(SEATS),
        "dealer_streak": rng.choice((0, 0, 1, 2, 5)),
        "dice": [rng.randint(1, 6) for _ in range(3 if system == "YEE" else 2)],
        "players": {seat: empty() for seat in SEATS},
        "win": None,
    }
    bonus_tiles(made, pool, rng)
    if system == "YEE" and rng.random() < 0.04:
        made["dice"] = [6, 6, 6]
    quiet = False
    if rng.random() < 0.93:
        quiet = winner(made, pool, rng)
    for seat in SEATS:
        if made["win"] is None or made["win"]["seat"] != seat:
            loser(made, made["players"][seat], pool, rng, quiet)
    claimed = [seat for seat in SEATS if has_claimed(made["players"][seat])]
    if system == "HANDS" and claimed and rng.random() < 0.4:  # the flag is believed of anybody
        for seat in rng.sample(claimed, rng.choice((1, 1, min(2, len(claimed))))):
            made["players"][seat]["used_first_east_discard"] = True
    return made


def has_claimed(hand):
    return any(meld["state"] == "open" for meld in hand["melds"])


def empty():
    return {"melds": [], "concealed": [], "bonus": [], "bonus_undeclared": []}


def config(system, rng):
    """Options of the system, mostly the defaults."""
    if rng.random() < 0.4:
        return {}
    choices = {
        "SHOP-B": {
            "basal": (10, 20, 30, 0),
            "extras": ("points", "double", "none"),
            "limit": (300, 200, 500, 75, None),
            "bouquet_includes_own": (True, False),
            "undeclared_kong_scores": (True, False),
        },
        "MJG": {"limit": (2000, 1000, 500, None)},
        "YEE": {"dealer_extra_on_self_draw": (True, False), "tile_of_the_day": KINDS},
        "HANDS": {"cap_ordinary": (True, False)},
        "LASFS": {},
    }[system]
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.6}


def bonus_tiles(made, pool, rng):
    """Flowers, seasons and animals on the table, or still in the hand."""
    keen = rng.choice((0.0, 0.3, 0.3, 0.8))
    lucky = rng.choice(SEATS)
    for family in (FLOWERS, SEASONS, ANIMALS):
        favourite = lucky if rng.random() < 0.15 else None
        for tile in family:
            if rng.random() < (1.0 if favourite else keen) and pool.take([tile]):
                hand = made["players"][favourite or rng.choice(SEATS)]
                hidden = rng.random() < 0.06
                hand["bonus_undeclared" if hidden else "bonus"].append(tile)


def winner(made, pool, rng):
    """The winner's hand and the win. True when nobody may have open melds yet."""
    seat, system = rng.choice(SEATS), made["system"]
    hand = made["players"][seat]
    if system == "YEE" and len(hand["bonus"]) > 1 and rng.random() < 0.5:
        seven_flowers(made, seat, pool, rng)
        return False
    early = rng.random() < 0.12
    sets, loose = built(rng, pool, system)
    at_table, kongs = rng.choice((0.0, 0.3, 0.7, 1.0)), rng.choice((0.0, 0.0, 0.3, 0.9))
    source = source_wanted(made, seat, early, rng)
    rng.shuffle(sets)
    for group in sets:
        melded = not early and (len(loose) >= 1) and rng.random() < at_table
        if melded or (not early and len(set(group)) == 1 and rng.random() < kongs):
            hand["melds"].append(declared(group, pool, rng, kongs, opened=melded))
        else:
            loose += group
    win = {"seat": seat, "tile": rng.choice(loose), "source": source}
    made["win"] = win
    once = [tile for tile in loose if loose.count(tile) == 1]
    give(made, win, once, early, pool, rng)
    loose.remove(win["tile"])
    hand["concealed"] = rng.sample(loose, len(loose))
    flags(made, win, hand, early, rng)
    return early


def declared(group, pool, rng, kongs, opened):
    """A set as a meld: chow, pung, or a kong if the fourth tile is there."""
    kind = "pung" if len(set(group)) == 1 else "chow"
    if kind == "pung" and (not opened or rng.random() < kongs) and pool.take(group[:1]):
        state = rng.choice(("open", "closed")) if opened else "closed"
        return {"kind": "kong", "tiles": group + group[:1], "state": state}
    return {"kind": kind, "tiles": group, "state": "open"}


def loser(made, hand, pool, rng, quiet):
    """Melds, lumps of tiles, single tiles; quiet: no open meld yet."""
    kinds = rng.choice((KINDS, KINDS, SUIT_TILES + HONOURS * 5, HONOURS * 3 + SUIT_TILES[::8]))
    for _ in range(rng.choice((0, 0, 1, 2, 3, 4))):
        if len(hand["melds"]) < 4:
            meld = random_meld(pool, rng, kinds, quiet)
            if meld:
                hand["melds"].append(meld)
    wanted = 13 - 3 * len(hand["melds"])
    hand["concealed"] = pool.any(wanted, kinds if kinds != HONOURS else KINDS)


def random_meld(pool, rng, kinds, quiet):
    """A chow, pung or kong that the pool still holds, or None."""
    tile, kind = rng.choice(kinds), rng.choice(("chow", "pung", "pung", "kong", "kong"))
    if quiet:
        kind = "kong"
    if kind == "chow" and (not is_suit(tile) or up(tile, 2) is None):
        kind = "pung"
    tiles = [tile, up(tile), up(tile, 2)] if kind == "chow" else [tile] * (3 + (kind == "kong"))
    closed = quiet or (kind == "kong" and rng.random() < 0.5)
    if not pool.take(tiles):
        return None
    return {"kind": kind, "tiles": tiles, "state": "closed" if closed else "open"}
