"""Random winning hands of RIICHI and HKOS: melds, kongs, winds, every source of the tile."""

from collections import Counter

from mjscore.tiles import CODES, KINDS, SEATS

ORPHANS = "B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW".split()


RARE = (  # pungs of few tiles: green, ends, dragons and winds
    (0.01, [1, 2, 3, 5, 7, 32]), (0.02, [0, 8, 9, 17, 18, 26]), (0.04, [5, 27, 31, 32, 33]),
    (0.05, [5, 27, 28, 29, 30]),
)  # fmt: skip


def tiles_of(kind, tile):
    return [tile, tile + 1, tile + 2] if kind == "chow" else [tile] * (4 if kind == "kong" else 3)


def sets_and_pair(rng):
    """Four sets and a pair, often of one suit, of pungs, of honours, or with equal chows."""
    style = rng.random()
    rare = next((tiles for most, tiles in RARE if style < most), None)
    if rare:
        kinds = rng.sample(rare, 5)
        return [(rng.choice(["pung", "pung", "kong"]), tile) for tile in kinds[1:]], kinds[0]
    while True:
        suit = 9 * rng.randrange(3)
        sets = []
        for _ in range(4):
            if style < 0.08:
                kind, tile = "pung", rng.choice([0, 8, 9, 17, 18, 26, *range(27, 34)])
            elif style < 0.14:
                kind, tile = "pung", rng.randrange(27, 34)
            elif rng.random() < (0.85 if style < 0.35 else 0.3):
                kind = "kong" if rng.random() < 0.3 else "pung"
                tile = rng.choice([suit + rng.randrange(9), rng.randrange(KINDS)])
            else:
                kind = "chow"
                low = rng.choice([0, 6, rng.randrange(7)])
                tile = (suit if rng.random() < 0.6 else 9 * rng.randrange(3)) + low
                if sets and rng.random() < 0.3 and sets[-1][0] == "chow":
                    tile = rng.choice([sets[-1][1], (sets[-1][1] + 9) % 27])
            sets.append((kind, tile))
        pair = rng.choice([suit + rng.randrange(9), rng.randrange(KINDS)])
        held = Counter(tile for one in sets for tile in tiles_of(*one)) + Counter([pair] * 2)
        if max(held.values()) <= 4:
            return sets, pair


def hand_of(rng):
    """A player's hand in our notation, the winning tile, and whether it is open."""
    style = rng.random()
    if style < 0.06:
        tiles = [code for code in rng.sample(CODES[:KINDS], 7) for _ in range(2)]
        melds = []
    elif style < 0.08:
        tiles, melds = [*ORPHANS, rng.choice(ORPHANS)], []
    elif style < 0.1:
        suit = rng.choice("BCD")
        tiles = [suit + n for n in "1112345678999"] + [suit + rng.choice("123456789")]
        melds = []
    else:
        sets, pair = sets_and_pair(rng)
        claimed = rng.random() < 0.5
        melds, tiles = [], [CODES[pair]] * 2
        for kind, tile in sets:
            codes = [CODES[each] for each in tiles_of(kind, tile)]
            laid_open = claimed and rng.random() < 0.5
            if kind == "kong" or laid_open:
                state = "open" if laid_open else "closed"
                melds.append({"kind": kind, "tiles": codes, "state": state})
            else:
                tiles += codes
    won = tiles.pop(rng.randrange(len(tiles)))
    return {"melds": melds, "concealed": tiles}, won


def request(rng):
    """A scoring request of RIICHI."""
    hand, won = hand_of(rng)
    seat = rng.choice(SEATS)
    closed = all(meld["state"] == "closed" for meld in hand["melds"])
    win = {"seat": seat, "tile": won, "source": "wall"}
    if rng.random() < 0.55:
        giver = rng.choice([each for each in SEATS if each != seat])
        win |= {"source": rng.choice(["discard"] * 4 + ["robbed_kong"]), "from": giver}
    elif any(meld["kind"] == "kong" for meld in hand["melds"]) and rng.random() < 0.4:
        win["source"] = "loose_kong"
    if win["source"] in ("wall", "discard") and rng.random() < 0.1:
        win["last_tile"] = True
    held = [won, *hand["concealed"], *(code for meld in hand["melds"] for code in meld["tiles"])]
    rest = [code for code in CODES[:KINDS] for _ in range(4 - held.count(code))]
    indicators = rng.sample(rest, rng.randrange(6))
    told = {"honba": rng.choice([0, 0, 1, 3]), "sticks": rng.choices(SEATS, k=rng.randrange(3)),
            "dora": indicators[:3], "ura_dora": []}  # fmt: skip
    if win["source"] == "wall" and not hand["melds"] and rng.random() < 0.03:
        win |= {"first_turn": "heaven" if seat == "E" else "earth", "last_tile": False}
    elif closed and rng.random() < 0.4:
        told |= {"declared": rng.choice(["riichi", "riichi", "double"]),
                 "ippatsu": win["source"] != "loose_kong" and rng.random() < 0.3,
                 "ura_dora": indicators[3:]}  # fmt: skip
    chosen = options(rng)
    if chosen.get("red_fives"):  # the first of each suit's fives is the red one
        told["red_fives"] = len({"B5", "C5", "D5"} & set(held))
    return {"system": "RIICHI", "round_wind": rng.choice(SEATS), "players": {seat: hand},
            "win": win, "riichi": told, "config": chosen}  # fmt: skip


def options(rng):
    """Mostly the defaults."""
    if rng.random() < 0.8:
        return {}
    return {"open_tanyao": rng.random() < 0.5, "kiriage": rng.random() < 0.5,
            "double_yakuman": rng.random() < 0.5, "open_pinfu_fu": rng.random() < 0.7,
            "red_fives": rng.random() < 0.5, "pinfu_drawn_fu": rng.random() < 0.3,
            "counted_limit": rng.choice(["yakuman", "sanbaiman", "none"])}  # fmt: skip


def hong_kong(rng):
    """A request of HKOS: the same hands, with flowers."""
    made = request(rng) | {"system": "HKOS", "config": {}}
    del made["riichi"]
    flowers = rng.sample([letter + number for letter in "FS" for number in "1234"],
                         rng.choice([0, 1, 2, 5]))  # fmt: skip
    made["players"][made["win"]["seat"]]["bonus"] = flowers
    return made
