"""Measures the scoring, beside the package `mahjong`: `python -m tools.bench_scores [HANDS]`.

In one run and on the same winners' hands: full four-seat requests, JSON text in and JSON text
out (checked, read, itemised, settled), against `HandCalculator` valuing the winner's hand alone.
Every hand is another one and is scored once; the sides take turns. Reported, never a test.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld

from mjscore.engine import score_text
from mjscore.tiles import CODES, INDEX, KINDS, SEATS

HANDS = 3000
SYSTEMS = ("SHOP-B", "LASFS")
ASKED = 0.5  # of the rate of HandCalculator
WORST_MS = 50
IMPORT_MS = 100
Sets = list[list[int]]
# The package counts characters, dots, bamboos, honours; dragons white, green, red.
_KINDS = {"pung": Meld.PON, "chow": Meld.CHI}
_ORDER = [*range(18, 27), *range(9), *range(9, 18), *range(27, 31), 33, 32, 31]


def built(rng: random.Random) -> tuple[Sets, list[int]]:
    """Four sets and a pair from one tile set, and the tiles that are left for the others."""
    while True:
        suit = 9 * rng.randrange(3)
        sets = [_a_set(rng, suit) for _ in range(4)] + [[rng.randrange(KINDS)] * 2]
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
    melds = sets[: rng.randrange(3)]
    held = [tile for one in sets[len(melds) :] for tile in one]
    won = held.pop(rng.randrange(len(held)))
    bonus = [letter + number for letter in "FS" for number in "1234"]
    rng.shuffle(bonus)
    winner = rng.randrange(4)
    players = {}
    for seat in range(4):
        tiles = held if seat == winner else [wall.pop() for _ in range(13)]
        players[SEATS[seat]] = {
            "melds": [_told(one) for one in melds] if seat == winner else [],
            "concealed": [CODES[tile] for tile in sorted(tiles)],
            "bonus": [bonus.pop() for _ in range(rng.randrange(3))],
        }
    win: dict[str, Any] = {"seat": SEATS[winner], "tile": CODES[won], "source": "wall"}
    if rng.random() < 0.6:
        win |= {"source": "discard", "from": SEATS[(winner + rng.randrange(1, 4)) % 4]}
    return {"system": system, "round_wind": rng.choice(SEATS), "players": players, "win": win}


def _told(one: list[int]) -> dict[str, Any]:
    kind = "pung" if one[0] == one[1] else "chow"
    return {"kind": kind, "tiles": [CODES[tile] for tile in one], "state": "open"}


def theirs(asked: dict[str, Any]) -> Callable[[], Any]:
    """The same winner's hand as a call of HandCalculator."""
    player = asked["players"][asked["win"]["seat"]]
    free = {tile: [4 * place + copy for copy in range(4)] for place, tile in enumerate(_ORDER)}

    def take(code: str) -> int:
        return free[INDEX[code]].pop()

    melds = [
        Meld(_KINDS[one["kind"]], [take(code) for code in one["tiles"]]) for one in player["melds"]
    ]
    won = take(asked["win"]["tile"])
    tiles = [take(code) for code in player["concealed"]] + [won]
    tiles += [tile for meld in melds for tile in meld.tiles]
    config = HandConfig(is_tsumo=asked["win"]["source"] == "wall")
    calculator = HandCalculator()
    return lambda: calculator.estimate_hand_value(tiles, won, melds=melds, config=config)


def timed(calls: Sequence[Callable[[], Any]]) -> float:
    """Seconds that the calls take, one after another."""
    start = time.perf_counter()
    for call in calls:
        call()
    return time.perf_counter() - start


def side_by_side(system: str, hands: int, parts: int = 10) -> tuple[float, float]:
    """Hands per second, ours and the package's; they take turns `parts` times."""
    rng = random.Random(20_261_122)
    asked = [request(rng, system) for _ in range(hands)]
    lines = [json.dumps(one) for one in asked]
    ours = [partial(score_text, line) for line in lines]
    others = [theirs(one) for one in asked]
    ours[0](), others[0]()  # loads the system
    spent = [0.0, 0.0]
    for part in range(parts):
        spent[0] += timed(ours[part::parts])
        spent[1] += timed(others[part::parts])
    return hands / spent[0], hands / spent[1]


def worst() -> list[tuple[str, float]]:
    """The longest single request, in ms: most ambiguous one-suit hands, eight jokers."""
    rows = []
    for name, line in worst_requests():
        score_text(line)  # loads the system
        rows.append((name, 1000 * max(timed([partial(score_text, line)]) for _ in range(5))))
    return rows


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


def import_ms(runs: int = 5) -> float:
    """Milliseconds to import the core in a fresh interpreter, the best of some runs."""
    code = (
        "import time; start = time.perf_counter(); import mjscore.engine;"
        " print(1000 * (time.perf_counter() - start))"
    )
    run = partial(subprocess.run, capture_output=True, text=True, check=True)
    return min(float(run([sys.executable, "-c", code]).stdout) for _ in range(runs))


def main(argv: list[str]) -> int:
    """Print both tables; exit 2 on bad usage."""
    if len(argv) > 1 or (argv and not (argv[0].isdigit() and int(argv[0]) > 0)):
        print("usage: python -m tools.bench_scores [HANDS], HANDS above 0", file=sys.stderr)
        return 2
    hands = int(argv[0]) if argv else HANDS
    print(f"\nscoring, {hands} distinct hands: full requests of four seats, text to text, beside")
    print("HandCalculator on the winner's hand alone")
    line = "{:<22} {:>10} {:>19} {:>6} {:>7}".format
    print(line("system", "requests/s", "hands/s of mahjong", "ratio", "asked"))
    for system in SYSTEMS:
        ours, others = side_by_side(system, hands)
        rates = (f"{ours:.0f}", f"{others:.0f}", f"{ours / others:.2f}")
        print(line(system, *rates, f">= {ASKED}"), flush=True)
    print(line("hardest request", "ms", "longest of 5", "", "asked"))
    for name, longest in worst():
        print(line(name, f"{longest:.2f}", "", "", f"< {WORST_MS}"))
    print(line("import of the core", f"{import_ms():.0f} ms", "", "", f"< {IMPORT_MS}"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
