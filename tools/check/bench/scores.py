"""Measures the scoring, beside `mahjong`: `python -m tools.check.bench.scores [HANDS]`.

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
from mjscore.tiles import INDEX
from tools.check.bench.hands import own, request, worst_requests

HANDS = 3000
FOURS = "HANDS, bouquets too"
SYSTEMS = ("SHOP-A", "SHOP-B", "MJG", "YEE", "HANDS", FOURS, "LASFS")
ASKED = 0.5  # of the rate of HandCalculator
WORST_MS = 50
IMPORT_MS = 100
# The package counts characters, dots, bamboos, honours; dragons white, green, red.
_KINDS = {"pung": Meld.PON, "chow": Meld.CHI, "kong": Meld.KAN}
_ORDER = [*range(9, 27), *range(9), *range(27, 31), 33, 32, 31]


def both(rng: random.Random, system: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand as the package values it, and as its system can win it."""
    fours = system == FOURS
    made = request(rng, "HANDS" if fours else system)
    return made, own(rng, made, fours)


def theirs(asked: dict[str, Any]) -> Callable[[], Any]:
    """The same winner's hand as a call of HandCalculator."""
    player = asked["players"][asked["win"]["seat"]]
    free = {tile: [4 * place + copy for copy in range(4)] for place, tile in enumerate(_ORDER)}

    def take(code: str) -> int:
        return free[INDEX[code]].pop()

    melds = [
        Meld(_KINDS[one["kind"]], [take(code) for code in one["tiles"]],
             opened=one["state"] == "open") for one in player["melds"]
    ]
    won = take(asked["win"]["tile"])
    tiles = [take(code) for code in player["concealed"]] + [won]
    tiles += [tile for meld in melds for tile in meld.tiles]
    config = HandConfig(is_tsumo=asked["win"]["source"] == "wall")
    calculator = HandCalculator()
    return lambda: calculator.estimate_hand_value(tiles, won, melds=melds, config=config)


def timed(calls: Sequence[Callable[[], Any]]) -> float:
    """Seconds of the processor that the calls take, one after another."""
    start = time.process_time()
    for call in calls:
        call()
    return time.process_time() - start


def side_by_side(system: str, hands: int, parts: int = 10) -> tuple[float, float]:
    """Hands per second, ours and the package's; they take turns `parts` times."""
    rng = random.Random(20_261_122)
    pairs = [both(rng, system) for _ in range(hands)]
    ours = [partial(score_text, json.dumps(own)) for _, own in pairs]
    others = [theirs(one) for one, _ in pairs]
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
    if len(argv) > 1 or (argv and not (argv[0].isdecimal() and int(argv[0]) > 0)):
        print("usage: python -m tools.check.bench.scores [HANDS], HANDS above 0", file=sys.stderr)
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
