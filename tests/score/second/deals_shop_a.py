"""Random requests of SHOP-A: hands of the card with jokers in them, melds of the others."""

from tests.score.second.pool import Pool
from tests.score.second.shop_a import ANY_FLOWER, CARD
from tests.score.second.tiles import FLOWERS, JOKER, KINDS, SEASONS, SEATS

EIGHT = FLOWERS + SEASONS


def request(rng):
    """A request with a winner of the card, nearly always."""
    pool = Pool(rng, "SHOP-A")
    made = {
        "system": "SHOP-A",
        "config": rng.choice(({}, {"jokerless_double_scope": "whole_hand"})),
        "round_wind": "E",
        "dice": [rng.randint(1, 6), rng.randint(1, 6)],
        "players": {},
        "win": None,
    }
    seat = rng.choice(SEATS)
    if rng.random() < 0.95:
        made["players"][seat], made["win"] = winner(pool, rng, seat)
    for each in SEATS:
        if each not in made["players"]:
            made["players"][each] = loser(pool, rng)
    if rng.random() < 0.4:
        made["bettor"] = rng.choice(SEATS)
        if rng.random() < 0.2:
            made["bettor_shown"] = True
    return made


def winner(pool, rng, seat):
    """A hand of the card, some tiles replaced by jokers, some groups laid down."""
    kind, _, tiles = rng.choice(CARD)
    flowers = rng.sample(EIGHT, 8)
    natural = [flowers.pop() if tile == ANY_FLOWER else tile for tile in tiles]
    often = rng.choice((0.0, 0.1, 0.3, 0.6))
    jokers = iter([JOKER] * 8)
    held = [next(jokers, tile) if rng.random() < often else tile for tile in natural]
    if rng.random() < 0.06:
        held[rng.randrange(14)] = rng.choice(KINDS)
    if not pool.take(held):
        pool.take(natural)
        held = natural
    melds = rng.choice((0.0, 0.4, 1.0)) if kind == "exposed" or rng.random() < 0.05 else 0.0
    hand = {"melds": [], "concealed": [], "bonus": []}
    loose = []
    for group in groups(tiles, held):
        plain = {tile for tile in group if tile != JOKER}
        alike = len(plain) == 1 or (plain and plain <= set(EIGHT))
        if alike and len(group) >= 3 and rng.random() < melds:
            name = {3: "pung", 4: "kong"}[len(group)]
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


def groups(tiles, held):
    """The held tiles, cut where the tile of the card changes."""
    found = []
    for at, tile in enumerate(tiles):
        if at and tile == tiles[at - 1]:
            found[-1].append(held[at])
        else:
            found.append([held[at]])
    return found


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
