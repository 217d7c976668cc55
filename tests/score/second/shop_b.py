"""SHOP-B, document 000 part B: traditional play (rules SB-)."""

from tests.score.second import shapes
from tests.score.second.settle import classical, nobody_pays
from tests.score.second.sheet import Sheet, best
from tests.score.second.tiles import (
    DRAGONS,
    FLOWERS,
    SEASONS,
    SEATS,
    WINDS,
    is_honour,
    is_simple,
    is_terminal,
    number_of,
    suits_of,
    wind_of,
)

DEFAULTS = {
    "basal": 10,
    "extras": "points",
    "limit": 300,
    "bouquet_includes_own": True,
    "undeclared_kong_scores": False,
}
DRAWN = ("wall", "loose_kong", "loose_flower")  # a dealt hand is no self-draw (rules 1.5)


def answers(request):
    """All equally good answers; an illegal hand has one, a drawn hand pays nothing (SB-T10)."""
    win = request.get("win")
    config = DEFAULTS | (request.get("config") or {})
    if win is None:
        return [{"legal": True, "hands": {}, **nobody_pays()}]
    players = request["players"]
    winner = best(winner_entries(players[win["seat"]], win, config))
    losers = {s: loser_entry(players[s], s, config) for s in SEATS if s != win["seat"]}
    found = []
    for entry in winner:
        hands = losers | {win["seat"]: entry}
        values = {seat: hands[seat]["value"] for seat in SEATS}
        found.append({"legal": True, "hands": hands, **classical(values, win["seat"])})
    return found or [{"legal": False}]


def set_points(sheet, group):
    """SB-P01 to P08 on the table, P11 to P18 in the hand."""
    if group.kind == "chow":
        return
    if is_simple(group.tile):
        row, pung = 1, 2
    elif is_terminal(group.tile):
        row, pung = 2, 4
    elif group.tile in WINDS:
        row, pung = 3, 4
    else:
        row, pung = 4, 4
    points = pung
    if group.kind == "kong":
        row += 4
        points = pung * 4
    if not group.exposed:
        row += 10
        points *= 2
    sheet.add(f"SB-P{row:02}", points)


def for_everybody(sheet, hand, seat, sets, pairs, config):
    """What winners and losers score alike: sets, pairs, flowers and their doubles."""
    for group in sets:
        set_points(sheet, group)
    for pair in pairs:
        if pair in DRAGONS or pair == wind_of(seat):
            sheet.add("SB-P09", 2)
    sheet.add("SB-P21", 4 * len(hand["bonus"]))
    for group in sets:
        if group.tile == wind_of(seat):
            sheet.double("SB-D01")
        if group.tile in DRAGONS:
            sheet.double("SB-D02")
    whole = [family for family in (FLOWERS, SEASONS) if set(family) <= set(hand["bonus"])]
    for tile in hand["bonus"]:
        counted_in_set = config["bouquet_includes_own"] and any(tile in each for each in whole)
        if int(tile[1]) == number_of(seat) and not counted_in_set:
            sheet.double("SB-D05")
    if len(whole) == 1:
        sheet.double("SB-D06", 2)
    if len(whole) == 2:
        sheet.double("SB-D07", 4)


def loser_entry(hand, seat, config):
    four = "kong" if config["undeclared_kong_scores"] else "pung"
    sheet = Sheet()
    for_everybody(sheet, hand, seat, *shapes.loser_groups(hand, four), config)
    return capped(sheet, config)


def capped(sheet, config):
    if config["limit"] is not None and sheet.full > config["limit"]:
        return sheet.entry(config["limit"], ["SB-L01"])
    return sheet.entry(sheet.full)


def winner_entries(hand, win, config):
    """One entry for every reading of the winning hand."""
    only = shapes.single_wait(hand, win)
    for reading in shapes.readings(hand, win):
        yield winner_entry(hand, win, reading, only, config)


def winner_entry(hand, win, reading, only, config):
    sheet = Sheet()
    for_everybody(sheet, hand, win["seat"], reading.sets, [reading.pair], config)
    drawn = win["source"] in DRAWN
    if drawn:
        sheet.add("SB-P41", 2)
    if only:
        sheet.add("SB-P42", 2)
    nothing = sheet.points == 0
    sheet.add("SB-P20", config["basal"])
    extras = []
    if all(group.kind != "chow" for group in reading.sets):
        extras.append("SB-P31")
    if win["source"] == "loose_kong":
        extras.append("SB-P32")
    if nothing:
        extras.append("SB-P33")
    if drawn and win.get("last_tile"):
        extras.append("SB-P34")
    if win["source"] == "robbed_kong":
        extras.append("SB-P35")
    for rule in extras:
        if config["extras"] == "points":
            sheet.add(rule, 10)
        if config["extras"] == "double":
            sheet.double(rule)
    tiles = shapes.all_tiles(hand, win["tile"])
    if len(suits_of(tiles)) == 1:
        if any(is_honour(tile) for tile in tiles):
            sheet.double("SB-D03")
        else:
            sheet.double("SB-D04", 3)
    return limited(sheet, hand, win, reading, config)


def limited(sheet, hand, win, reading, config):
    """SB-L02 to L05: full score, half score, else the ordinary value under the cap."""
    limit = config["limit"]
    if limit is None:
        return sheet.entry(sheet.full)
    pungs = {group.tile for group in reading.sets if group.kind != "chow"}
    full = []
    if set(DRAGONS) <= pungs:
        full.append("SB-L02")
    if set(WINDS) <= pungs:
        full.append("SB-L03")
    dealt = win["source"] == "dealt" or win.get("first_turn") == "heaven"
    if win["seat"] == "E" and dealt and shapes.nothing_claimed(hand):
        full.append("SB-L04")
    if full:
        return sheet.entry(limit, full)
    if win.get("first_turn") == "first_discard" and sheet.full <= limit // 2:
        return sheet.entry(limit // 2, ["SB-L05"])
    return capped(sheet, config)
