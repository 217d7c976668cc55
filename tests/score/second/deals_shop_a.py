"""Random requests of SHOP-A: hands of the card with jokers in them, melds of the others."""

from tests.score.second.pool import Pool
from tests.score.second.shop_a import ANY_FLOWER, written_out
from tests.score.second.tiles import FLOWERS, JOKER, KINDS, SEASONS, SEATS

EIGHT = FLOWERS + SEASONS
AGREED = [  # hands that players might agree on, for cards of their own
    {"type": kind, "value": value, "groups": [{"n": n, "tile": tile} for n, tile in groups]}
    for kind, value, groups in (
        ("exposed", 30, ((5, "F"), (4, "2s"), (3, "Ds"), (2, "3s"))),
        ("exposed", 25, ((5, "F"), (5, "WE"), (4, "DR"))),
        ("exposed", 35, ((3, "ns"), (4, "n+1s"), (3, "n+2t"), (4, "n+3u"))),
        ("concealed", 40, ((2, "1s"), (2, "1t"), (2, "1u"), (4, "F"), (4, "2s"))),
        ("concealed", 50, ((4, "nt"), (4, "n+2s"), (2, "WE"), (2, "WS"), (2, "WN"))),
        ("exposed", 45, ((3, "B1"), (1, "B1"), (4, "WN"), (3, "C5"), (3, "D9"))),
        ("exposed", 20, ((4, "DR"), (4, "2s"), (4, "3s"), (2, "F"))),
    )
]


def request(rng):
    """A request with a winner of the card, nearly always."""
    pool = Pool(rng, "SHOP-A")
    config = dict(rng.choice(({}, {"jokerless_double_scope": "whole_hand"})))
    if rng.random() < 0.3:
        config["card"] = rng.sample(AGREED, rng.randint(1, len(AGREED)))
    made = {
        "system": "SHOP-A",
        "config": config,
        "round_wind": "E",
        "dice": [rng.randint(1, 6), rng.randint(1, 6)],
        "players": {},
        "win": None,
    }
    seat = rng.choice(SEATS)
    if rng.random() < 0.95:
        made["players"][seat], made["win"] = winner(pool, rng, seat, config)
    for each in SEATS:
        if each not in made["players"]:
            made["players"][each] = loser(pool, rng)
    if rng.random() < 0.4:
        made["bettor"] = rng.choice(SEATS)
        if rng.random() < 0.2:
            made["bettor_shown"] = True
    return made


def winner(pool, rng, seat, config):
    """A hand of the card, some tiles replaced by jokers, some groups laid down."""
    kind, _, groups = rng.choice(written_out(config))
    tiles = [tile for count, tile in groups for _ in range(count)]
    flowers = rng.sample(EIGHT, 8)
    natural = [flowers.pop() if tile == ANY_FLOWER else tile for tile in tiles]
    often = rng.choice((0.0, 0.1, 0.3, 0.6))
    held = [held_for(tile, pool, rng, often) for tile in natural]
    melds = rng.choice((0.0, 0.4, 1.0)) if kind == "exposed" or rng.random() < 0.05 else 0.0
    hand = {"melds": [], "concealed": [], "bonus": []}
    loose = []
    cut = iter(held)
    for group in [[next(cut) for _ in range(count)] for count, _ in groups]:
        plain = {tile for tile in group if tile != JOKER}
        alike = (len(plain) == 1 and len(group) < 5) or plain <= set(EIGHT)
        if alike and 3 <= len(group) <= 5 and rng.random() < melds:
            if len(group) > 3 and rng.random() < 0.2:  # the fourth or fifth stays in the hand
                loose.append(group.pop(rng.randrange(len(group))))
            name = {3: "pung", 4: "kong", 5: "quint"}[len(group)]
            hand["melds"].append({"kind": name, "tiles": group, "state": "open"})
        else:
            loose += group
    if not loose:  # everything was laid down but the tile that wins: one group comes back
        loose = hand["melds"].pop()["tiles"]
    source = rng.choice(("discard", "discard", "wall"))
    if seat == "E" and not hand["melds"] and rng.random() < 0.2:
        source = "dealt"
    plain = [tile for tile in loose if tile != JOKER] if source == "discard" else loose
    if not plain:
        source, plain = "wall", loose
    win = {"seat": seat, "tile": rng.choice(plain), "source": source}
    if source == "discard":
        win["from"] = rng.choice([each for each in SEATS if each != seat])
    if rng.random() < 0.1:
        win["joker_used_during_hand"] = True
    if rng.random() < 0.03:
        hand[rng.choice(("dead", "exposed_in_error"))] = True
    loose.remove(win["tile"])
    hand["concealed"] = rng.sample(loose, len(loose))
    return hand, win


def held_for(tile, pool, rng, often):
    """The tile of the card, or a joker for it, or once in a while a tile that does not fit."""
    if rng.random() < often and pool.take([JOKER]):
        return JOKER
    if rng.random() > 0.004 and pool.take([tile]):
        return tile
    return JOKER if pool.take([JOKER]) else pool.any(1, KINDS)[0]


def loser(pool, rng):
    """Some melds, some of them quints, and other tiles; dead or exposed now and then."""
    hand = {"melds": [], "concealed": [], "bonus": []}
    size = 13
    for _ in range(rng.choice((0, 0, 1, 2))):
        kind, count = rng.choice((("pung", 3), ("kong", 4), ("quint", 5)))
        tiles = rng.sample(EIGHT, 5) if kind == "quint" else [rng.choice(KINDS)] * count
        if rng.random() < 0.3:
            tiles[rng.randrange(1, count)] = JOKER
        if size >= count and pool.take(tiles):
            hand["melds"].append({"kind": kind, "tiles": tiles, "state": "open"})
            size -= count
    hand["concealed"] = pool.any(size, KINDS + EIGHT + (JOKER,))
    if rng.random() < 0.1:
        hand["dead"] = True
    if rng.random() < 0.1:
        hand["exposed_in_error"] = True
    return hand
