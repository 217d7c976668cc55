"""YEE, document 002: start value plus extras, no losers' scores (rules YEE-)."""

from tests.score.second import shapes
from tests.score.second.settle import Ledger, nobody_pays
from tests.score.second.shapes import Reading
from tests.score.second.sheet import Sheet, best
from tests.score.second.tiles import DRAGONS, FLOWERS, HONOURS, SEASONS, SEATS, WINDS, is_honour
from tests.score.second.yee_starts import START, starts, unrevealed, without_sets

DEFAULTS = {"dealer_extra_on_self_draw": False, "tile_of_the_day": None}
DRAWN = ("wall", "loose_kong", "loose_flower")
SETLESS = Reading((), None)


def answers(request):
    """All equally good answers; without a winner nobody pays (YEE-T08)."""
    win = request.get("win")
    config = DEFAULTS | (request.get("config") or {})
    if win is None:
        return [{"legal": True, "hands": {}, **nobody_pays()}]
    hand = request["players"][win["seat"]]
    if (win.get("special") or hand.get("special")) in ("seven_flowers", "YEE-V22"):
        return [seven_flowers(win, hand)]
    found = []
    for entry in best(entries(hand, win, config, request.get("dealer_streak") or 0)):
        ledger = Ledger()
        for seat in SEATS:  # S01: the giver of the tile alone; S02: everybody
            if seat != win["seat"] and win.get("from") in (None, seat):
                ledger.pay(seat, win["seat"], entry["value"])
        found.append({"legal": True, "hands": {win["seat"]: entry}, **ledger.answer()})
    return found or [{"legal": False}]


def seven_flowers(win, hand):
    """V22 and S03: 15 from each, 30 from the holder of the eighth.

    The flower that was drawn may be named as the winning tile, beside the others or not.
    """
    drawn = {win.get("tile")} & set(FLOWERS + SEASONS)
    if len({*hand["bonus"], *hand["bonus_undeclared"]} | drawn) < 7:
        return {"legal": False}
    sheet, ledger = Sheet(), Ledger()
    sheet.add("YEE-V22", 15)
    for seat in SEATS:
        if seat != win["seat"]:
            ledger.pay(seat, win["seat"], 30 if seat == win.get("last_flower_holder") else 15)
    return {"legal": True, "hands": {win["seat"]: sheet.entry(15)}, **ledger.answer()}


def can_win(hand, tile):
    """Four sets and a pair, or a special win."""
    return shapes.has_regular_shape(hand, tile) or bool(without_sets(hand, tile))


def entries(hand, win, config, streak):
    """One entry for every reading with every start value it may begin from (YEE-Q04)."""
    only = shapes.single_wait(hand, win, can_win)
    for reading in shapes.readings(hand, win):
        for start in starts(hand, win, reading):
            yield entry(hand, win, config, streak, reading, start, only)
    setless = without_sets(hand, win["tile"])
    if setless and win.get("first_round"):
        setless = [*setless, "YEE-V23"]
    for start in setless:
        yield entry(hand, win, config, streak, SETLESS, start, only)


def entry(hand, win, config, streak, reading, start, only):
    sheet = Sheet()
    sheet.add(start, START[start])
    for_the_hand(sheet, hand, win, reading, start)
    for_the_win(sheet, hand, win, only, config)
    for_the_dealer(sheet, win, config, streak)
    if win.get("last_tile") and win["source"] in DRAWN:
        sheet.double("YEE-E21")
    return sheet.entry(sheet.full)


def for_the_hand(sheet, hand, win, reading, start):
    """What the tiles show: flowers, honours, kongs, chows, what was revealed."""
    tiles, sets = shapes.all_tiles(hand, win["tile"]), reading.sets
    honours = [tile for tile in tiles if is_honour(tile)]
    hidden = [group for group in sets if group.kind != "chow" and unrevealed(group)]
    flowers = [*hand["bonus"], *hand.get("bonus_undeclared", [])]  # "held", shown or not
    if flowers:
        sheet.add("YEE-E02", len(flowers))
    else:
        sheet.add("YEE-E03", 1)
    if start not in ("YEE-V08", "YEE-V09", "YEE-V10"):
        sheet.add("YEE-E04", [group.tile in HONOURS for group in sets].count(True))
        if not honours:
            sheet.add("YEE-E05", 1)
    sheet.add("YEE-E06", [group.kind for group in sets].count("kong"))
    if start in ("YEE-V17", "YEE-V18", "YEE-V19", "YEE-V20") and set(WINDS) <= set(tiles):
        sheet.add("YEE-E07", 6)
    if set(DRAGONS) <= set(tiles):
        sheet.add("YEE-E08", 4)
    if not flowers and not honours:
        sheet.add("YEE-E11", 1)
    if [group.kind for group in sets].count("chow") == 4:
        sheet.add("YEE-E12", 1)
    revealed = [meld for meld in hand["melds"] if meld["state"] == "open"]
    if len(revealed) == 4:
        sheet.add("YEE-E13", 2)
    hidden_hands = ("YEE-V03", "YEE-V17", "YEE-V18", "YEE-V19", "YEE-V20", "YEE-V21")
    if not revealed and start not in hidden_hands:
        sheet.add("YEE-E18", 2)
    if len(hidden) >= 3 and start != "YEE-V03":
        sheet.add("YEE-E19", 4)


def for_the_win(sheet, hand, win, only, config):
    """What the winning tile was and where it came from."""
    if win["source"] in (*DRAWN, "dealt"):
        sheet.add("YEE-E01", 2)
    if win["source"] == "loose_flower":
        sheet.add("YEE-E14", 1)
    if win["source"] == "robbed_kong":
        sheet.add("YEE-E15", 1)
    if only:
        sheet.add("YEE-E16", 1)
    if win["tile"] == config["tile_of_the_day"]:
        sheet.add("YEE-E17", 5)


def for_the_dealer(sheet, win, config, streak):
    """E09, E10, E20: the dealer won, or was won from (YEE-Q09)."""
    if win["seat"] == "E":
        sheet.add("YEE-E10", 1)
        sheet.add("YEE-E20", 2 * streak)
    elif win.get("from") == "E" or (
        config["dealer_extra_on_self_draw"] and win["source"] in DRAWN
    ):
        sheet.add("YEE-E09", 1)
        sheet.add("YEE-E20", 2 * streak)
