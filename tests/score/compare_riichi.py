"""RIICHI beside the PyPI library `mahjong`: the same random winning hands, han, fu and payments.

By hand, as many as wanted: `python -m tests.score.compare_riichi --count 20000 --seed evening`.
"""

import argparse
import random
import sys

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from mjscore.engine import score
from mjscore.tiles import INDEX, SEATS
from tests.score.riichi_hands import request

# The library counts characters, dots, bamboos, honours; dragons white, green, red.
ORDER = [*range(9, 27), *range(9), *range(27, 31), 33, 32, 31]
def theirs(asked):
    """What the library says: (han, fu, what is paid by discarder or East, by the others)."""
    win, told, config = asked["win"], asked["riichi"], asked["config"]
    player = asked["players"][win["seat"]]
    free = {tile: [4 * place + copy for copy in range(4)] for place, tile in enumerate(ORDER)}
    for place in (4, 13, 22):  # the library's red fives are the first copies
        free[ORDER[place]].reverse()

    def take(code):
        return free[INDEX[code]].pop()

    kinds = {"pung": Meld.PON, "chow": Meld.CHI, "kong": Meld.KAN}
    melds = [Meld(kinds[one["kind"]], [take(code) for code in one["tiles"]],
                  opened=one["state"] == "open") for one in player["melds"]]  # fmt: skip
    won = take(win["tile"])
    tiles = [take(code) for code in player["concealed"]] + [won]
    tiles += [tile for meld in melds for tile in meld.tiles]
    drawn = win["source"] in ("wall", "loose_kong")
    fives = {code for code in ("B5", "C5", "D5") for one in (player["concealed"], [win["tile"]],
             *(meld["tiles"] for meld in player["melds"])) if code in one}  # fmt: skip
    assert not config.get("red_fives") or told["red_fives"] == len(fives)
    limits = {"yakuman": 0, "sanbaiman": 1, "none": 2}
    rules = OptionalRules(
        has_aka_dora=config.get("red_fives", False),
        has_open_tanyao=config.get("open_tanyao", False),
        has_double_yakuman=config.get("double_yakuman", True),
        kazoe_limit=limits[config.get("counted_limit", "yakuman")],
        kiriage=config.get("kiriage", False),
        fu_for_open_pinfu=config.get("open_pinfu_fu", True),
        fu_for_pinfu_tsumo=config.get("pinfu_drawn_fu", False),
    )
    last = win.get("last_tile", False)
    found = HandCalculator.estimate_hand_value(
        tiles, won, melds=melds,
        dora_indicators=[4 * ORDER.index(INDEX[code]) for code in told["dora"]],
        ura_dora_indicators=[4 * ORDER.index(INDEX[code]) for code in told["ura_dora"]],
        config=HandConfig(
            is_tsumo=drawn, is_riichi=told.get("declared") == "riichi",
            is_daburu_riichi=told.get("declared") == "double",
            is_ippatsu=told.get("ippatsu", False), is_rinshan=win["source"] == "loose_kong",
            is_chankan=win["source"] == "robbed_kong", is_haitei=last and drawn,
            is_houtei=last and not drawn, is_tenhou=win.get("first_turn") == "heaven",
            is_chiihou=win.get("first_turn") == "earth",
            player_wind=27 + SEATS.index(win["seat"]),
            round_wind=27 + SEATS.index(asked["round_wind"]), tsumi_number=told["honba"],
            kyoutaku_number=len(told["sticks"]), options=rules,
        ),
    )  # fmt: skip
    if found.error:
        return found.error
    cost = found.cost
    paid = {}
    for seat in SEATS:
        if seat == win["seat"] or (not drawn and seat != win["from"]):
            continue
        main = not drawn or seat == "E" or win["seat"] == "E"
        paid[seat] = (cost["main"] + cost["main_bonus"] if main
                      else cost["additional"] + cost["additional_bonus"])  # fmt: skip
    for seat in told["sticks"]:
        if seat != win["seat"]:
            paid[seat] = paid.get(seat, 0) + 1000
    return found.han, found.fu, {seat: amount for seat, amount in paid.items() if amount}


def ours(asked):
    """The same from our answer."""
    answer = score(asked)
    if not answer["legal"]:
        return {"RI-H01": "hand_not_winning", "RI-H02": "no_yaku"}[answer["rule"]]
    sheet = answer["hands"][asked["win"]["seat"]]
    assert sum(answer["net"].values()) == 0
    paid = {each["from"]: each["amount"] for each in answer["transfers"]}
    return sheet["doubles_total"], sheet["points_rounded"], paid


def difference(seed, number):
    """None when both say the same of a random hand; else a text. And the rules that counted."""
    asked = request(random.Random(f"riichi {seed} {number}"))
    one, other = ours(asked), theirs(asked)
    return None if one == other else f"{asked}\nours   {one}\ntheirs {other}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", default="by hand")
    chosen = parser.parse_args()
    found = [difference(chosen.seed, number) for number in range(chosen.count)]
    texts = [text for text in found if text]
    print(f"{chosen.count} hands, {len(texts)} differences")
    print(*texts[:3], sep="\n")
    return bool(texts)


if __name__ == "__main__":
    sys.exit(main())
