"""MJG, document 001: the scoring page of Mahjiang.com (rules MJ-)."""

from tests.score.second import shapes
from tests.score.second.settle import classical, nobody_pays
from tests.score.second.sheet import Sheet, best
from tests.score.second.tiles import (
    DRAGONS,
    HONOURS,
    MAJORS,
    SEATS,
    WINDS,
    is_honour,
    is_simple,
    suits_of,
    wind_of,
)

DEFAULTS = {"limit": 2000, "special_hands": []}


def answers(request):
    """All equally good answers; without a winner nobody pays (as SHOP-B)."""
    win, players, wind = request.get("win"), request["players"], request["round_wind"]
    config = DEFAULTS | (request.get("config") or {})
    if win is None:
        return [{"legal": True, "hands": {}, **nobody_pays()}]
    seat = win["seat"]
    special = from_table(players[seat], config, "mahjiang")
    winner = [special] if special else best(winner_entries(players[seat], win, wind, config))
    losers = {s: loser_entry(players[s], s, wind, config) for s in SEATS if s != seat}
    found = []
    for entry in winner:
        hands = losers | {seat: entry}
        values = {each: hands[each]["value"] for each in SEATS}
        found.append({"legal": True, "hands": hands, **classical(values, seat)})
    return found or [{"legal": False}]


def from_table(hand, config, column):
    """MJ-L03: a value of the table replaces all other scoring, under the limit (MJ-Q07)."""
    for row in config["special_hands"]:
        if row["id"] == hand.get("special"):
            cut = capped_value(row[column], config)
            return Sheet().entry(cut[0], ["MJ-L03", *cut[1]])
    return None


def capped(sheet, config):
    """MJ-L01 and L02: the limit of the table, 2000 or in tournaments 1000."""
    return sheet.entry(*capped_value(sheet.full, config))


def capped_value(value, config):
    """The value under the limit, and the limits that cut it."""
    limit = config["limit"]
    if limit is not None and value > limit:
        return limit, ["MJ-L02" if limit == 1000 else "MJ-L01"]
    return value, []


def for_everybody(sheet, seat, sets, pairs, round_wind):
    """Combinations and the doubles of their winds and dragons."""
    own, prevailing = wind_of(seat), wind_of(round_wind)
    for group in sets:
        if group.kind == "chow":
            continue
        row, points = (1, 2) if is_simple(group.tile) else (3, 4)
        if group.kind == "kong":
            row, points = row + 4, points * 4
        if not group.exposed:
            row, points = row + 1, points * 2
        sheet.add(f"MJ-P{row:02}", points)
        if group.tile == own:
            sheet.double("MJ-D01")
        if group.tile == prevailing:
            sheet.double("MJ-D02")
        if group.tile in DRAGONS:
            sheet.double("MJ-D03")
    for pair in pairs:
        if pair in DRAGONS:
            sheet.add("MJ-P09", 2)
        if pair == prevailing:
            sheet.add("MJ-P10", 2)
        if pair == own:
            sheet.add("MJ-P11", 2)


def loser_entry(hand, seat, round_wind, config):
    special = from_table(hand, config, "calling")
    if special:
        return special
    sheet = Sheet()
    for_everybody(sheet, seat, *shapes.loser_groups(hand), round_wind)
    return capped(sheet, config)


def winner_entries(hand, win, round_wind, config):
    """One entry for every reading of the winning hand."""
    only = shapes.single_wait(hand, win)
    for reading in shapes.readings(hand, win):
        sheet = Sheet()
        for_everybody(sheet, win["seat"], reading.sets, [reading.pair], round_wind)
        sheet.add("MJ-P12", 10)
        if win["source"] in ("wall", "loose_kong", "loose_flower"):
            sheet.add("MJ-P13", 2)
        if only:
            sheet.add("MJ-P14", 2)
        winner_doubles(sheet, hand, win, reading, round_wind)
        yield capped(sheet, config)


def winner_doubles(sheet, hand, win, reading, round_wind):
    tiles = shapes.all_tiles(hand, win["tile"])
    chows = [group.kind for group in reading.sets].count("chow")
    pungs = {group.tile for group in reading.sets if group.kind != "chow"}
    honours = any(is_honour(tile) for tile in tiles)
    suits = len(suits_of(tiles))
    pair = reading.pair
    pair_scores = pair in (*DRAGONS, wind_of(win["seat"]), wind_of(round_wind))
    if chows == 0:
        sheet.double("MJ-D11")
    if chows == 4 and not pair_scores:
        sheet.double("MJ-D12")
    if suits == 1 and honours:
        sheet.double("MJ-D13")
    if set(tiles) <= set(MAJORS) and honours and suits:
        sheet.double("MJ-D14")
    if set(tiles) <= set(HONOURS):
        sheet.double("MJ-D15")
    if pair in WINDS and set(WINDS) <= pungs | {pair}:
        sheet.double("MJ-D16")
    if pair in DRAGONS and set(DRAGONS) <= pungs | {pair}:
        sheet.double("MJ-D17")
    if win["source"] in ("loose_kong", "loose_flower"):
        sheet.double("MJ-D18")
    if win.get("last_tile") and win["source"] in ("wall", "loose_kong", "loose_flower"):
        sheet.double("MJ-D19")
    if win["source"] == "robbed_kong":
        sheet.double("MJ-D20")
    if win.get("original_call"):
        sheet.double("MJ-D21")
    if suits == 1 and not honours and chows == 0:
        sheet.double("MJ-D22", 3)
