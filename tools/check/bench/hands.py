"""Requests that the scoring is measured with: random four-seat hands, and the hardest ones."""

import json
import random
from typing import Any

from mjscore.engine import score
from mjscore.tiles import CODES, KINDS, SEATS
from tests.score.second.deals import request as legal

Sets = list[list[int]]
KONGS = 0.25  # of the pungs; they are laid down


def built(rng: random.Random) -> tuple[Sets, list[int]]:
    """Four sets and a pair from one tile set, and the tiles that are left for the others."""
    while True:
        suit = 9 * rng.randrange(3)
        sets = [_a_set(rng, suit) for _ in range(4)] + [[rng.randrange(KINDS)] * 2]
        sets = [one + one[:1] if one[0] == one[-1] and rng.random() < KONGS else one
                for one in sets[:4]] + sets[4:]  # fmt: skip
        used = [tile for one in sets for tile in one]
        if all(used.count(tile) <= 4 for tile in used):
            wall = [tile for tile in range(KINDS) for _ in range(4 - used.count(tile))]
            rng.shuffle(wall)
            return sets, wall


def _a_set(rng: random.Random, suit: int) -> list[int]:
    if rng.random() < 0.5:
        return [rng.choice([rng.randrange(KINDS), suit + rng.randrange(9)])] * 3
    low = rng.choice([suit, 9 * rng.randrange(3)]) + rng.randrange(7)
    return [low, low + 1, low + 2]


def request(rng: random.Random, system: str) -> dict[str, Any]:
    """A full request: the winner with up to two melds, three losers, some flowers."""
    sets, wall = built(rng)
    laid = rng.randrange(3)
    down = [at for at, one in enumerate(sets) if at < laid or len(one) == 4]
    melds = [sets[at] for at in down]
    held = [tile for at, one in enumerate(sets) if at not in down for tile in one]
    won = held.pop(rng.randrange(len(held)))
    bonus = [letter + number for letter in "FS" for number in "1234"]
    rng.shuffle(bonus)
    winner = rng.randrange(4)
    players = {}
    for seat in range(4):
        tiles = held if seat == winner else [wall.pop() for _ in range(13)]
        players[SEATS[seat]] = {
            "melds": [_told(one, rng.random() < 0.7) for one in melds] if seat == winner else [],
            "concealed": [CODES[tile] for tile in sorted(tiles)],
            "bonus": [bonus.pop() for _ in range(rng.randrange(3))],
        }
    win: dict[str, Any] = {"seat": SEATS[winner], "tile": CODES[won], "source": "wall"}
    if rng.random() < 0.6:
        win |= {"source": "discard", "from": SEATS[(winner + rng.randrange(1, 4)) % 4]}
    return {"system": system, "round_wind": rng.choice(SEATS), "players": players, "win": win}


def _told(one: list[int], is_open: bool) -> dict[str, Any]:
    kind = "chow" if one[0] != one[1] else "kong" if len(one) == 4 else "pung"
    state = "open" if is_open or kind != "kong" else "closed"
    return {"kind": kind, "tiles": [CODES[tile] for tile in one], "state": state}


def own(rng: random.Random, asked: dict[str, Any], fours: bool = False) -> dict[str, Any]:
    """The request as its system can win it: SHOP-A and HANDS win by hands of their own.

    Like the others they are played by the usual options, and nothing happens beside: no bouquet
    and no zoo lies with a hand, which are events of their own; with `fours` they may.
    """
    if asked["system"] not in ("SHOP-A", "HANDS"):
        return asked
    while True:
        made = legal(asked["system"], rng) | {"config": {}}
        made |= {} if fours else {"events": []}
        if made.get("win") is not None:
            answer = score(made)
            if answer.get("legal") and (fours or "events" not in answer):
                return made


def worst_requests() -> list[tuple[str, str]]:
    """Requests that are the most work."""
    one_suit = "B1 B1 B1 B2 B2 B2 B3 B3 B3 B4 B4 B4 B5".split()
    pairs = "C1 C1 C2 C2 C3 C3 C4 C4 D1 D1 D2 D2 D3".split()
    pungs = "C5 C5 C5 C6 C6 C6 D5 D5 D5 D6 D6 D6 D7".split()
    players = {
        seat: {"concealed": tiles}
        for seat, tiles in (("E", pairs), ("S", one_suit), ("W", pairs), ("N", pungs))
    }
    win = {"seat": "S", "tile": "B5", "source": "wall"}
    found = []
    for system in ("SHOP-B", "MJG", "YEE", "HANDS", "LASFS"):
        hand = {"system": system, "win": win, "players": players}
        found.append((f"{system}, one suit", json.dumps(hand)))
    held = ["J"] * 7 + "F1 S1 B1 B3 B5 DG".split()
    jokers = {
        "system": "SHOP-A", "win": win | {"tile": "J"}, "players": {"S": {"concealed": held}}
    }  # fmt: skip
    return [*found, ("SHOP-A, eight jokers", json.dumps(jokers))]
