"""What is said of a dealt win beside its tiles: where the tile came from, and the flags."""

from tests.score.second.tiles import FLOWERS, KINDS, SEASONS, SEATS

DRAWN = ("wall", "loose_kong", "loose_flower")


def source_wanted(made, seat, early, rng):
    """Where the last tile is to come from; `give` may have to change it."""
    if early:
        return "dealt" if seat == "E" else rng.choice(("discard", "wall"))
    return rng.choice(("discard",) * 4 + ("wall",) * 3 + ("robbed_kong",) * 2 + DRAWN[1:] * 2)


def give(made, win, once, early, pool, rng):
    """Make the source true: a kong to draw after, a flower, a pung to be robbed, a giver."""
    hand = made["players"][win["seat"]]
    others = [seat for seat in SEATS if seat != win["seat"]]
    if win["source"] == "loose_kong" and not any(m["kind"] == "kong" for m in hand["melds"]):
        win["source"] = "wall"
    if win["source"] == "loose_flower" and not hand["bonus"]:
        win["source"] = "wall"
    if win["source"] == "dealt":
        hand["bonus"] = []
    if win["source"] == "robbed_kong":
        robbed = [tile for tile in once if pool.has([tile] * 3)]
        if robbed:
            win["tile"], win["from"] = rng.choice(robbed), rng.choice(others)
            pung = {"kind": "pung", "tiles": pool.take([win["tile"]] * 3), "state": "open"}
            made["players"][win["from"]]["melds"].append(pung)
        else:
            win["source"] = "discard"
    if win["source"] == "discard":
        win["from"] = "E" if early and rng.random() < 0.7 else rng.choice(others)


def flags(made, win, hand, early, rng):
    """What the table says of the win beside the tiles."""
    system, drawn = made["system"], win["source"] in DRAWN
    if rng.random() < 0.35:
        win["single_wait"] = rng.choice((True, False))
    if rng.random() < 0.15 and (drawn or (system == "LASFS" and win["source"] == "discard")):
        win["last_tile"] = True
    if early and win["source"] == "dealt" and rng.random() < 0.5:
        win["first_turn"] = "heaven"
    if not early and win["seat"] == "E" and "from" not in win and rng.random() < 0.05:
        win["first_turn"] = "heaven"  # which open melds belie
    if early and win["seat"] != "E":
        win["first_turn"] = "earth"
        if win.get("from") == "E":
            win["first_turn"] = rng.choice(("earth", "first_discard", "first_discard"))
    if system == "YEE" and rng.random() < 0.15:
        win["first_round"] = True
    if system == "YEE" and rng.random() < 0.2:
        made["config"]["tile_of_the_day"] = win["tile"]
    if system == "MJG" and not hand["melds"] and rng.random() < 0.2:
        win["original_call"] = True
    if system == "LASFS" and rng.random() < 0.1:
        win["regularising"] = True
    if system == "LASFS" and win["tile"] not in hand["concealed"] and rng.random() < 0.2:
        win["last_possible"] = True
    if system == "MJG" and rng.random() < 0.15:
        special_table(made, rng)


def special_table(made, rng):
    """A special-hand table for MJG, with hands that are in it or call on one."""
    made["config"]["special_hands"] = [
        {"id": "snake", "mahjiang": 500, "calling": 200},
        {"id": "garden", "mahjiang": 3000, "calling": 400},
    ]
    for seat in SEATS:
        if rng.random() < 0.4:
            made["players"][seat]["special"] = rng.choice(("snake", "garden"))


def seven_flowers(made, seat, pool, rng):
    """The special win of YEE: seven bonus tiles, the eighth with somebody or in the wall."""
    for each in SEATS:
        made["players"][each].update(bonus=[], bonus_undeclared=[])
    eight = rng.sample(FLOWERS + SEASONS, 8)
    holder = rng.choice([None, *SEATS])
    made["players"][seat].update(bonus=eight[:7], concealed=pool.any(13, KINDS))
    made["win"] = {"seat": seat, "special": "seven_flowers"}
    told_in_some_way(made, seat, eight[6], rng)
    if holder not in (None, seat):
        made["players"][holder]["bonus"] = eight[7:]
        made["win"]["last_flower_holder"] = holder


def told_in_some_way(made, seat, last, rng):
    """Seven flowers with the tile, the source and the hand told or left out."""
    win, hand = made["win"], made["players"][seat]
    if rng.random() < 0.5:
        win["tile"] = rng.choice((None, last, last))
        if win["tile"] == last and rng.random() < 0.4:
            hand["bonus"].remove(last)
    if rng.random() < 0.4:
        win["source"] = rng.choice((None, *DRAWN))
    if rng.random() < 0.3:
        hand["concealed"] = []
    if rng.random() < 0.2:
        hand["special"] = win.pop("special")
    if rng.random() < 0.05:
        hand["bonus"].pop(0)
