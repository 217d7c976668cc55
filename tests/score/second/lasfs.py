"""LASFS codification, document 004 (rules LASFS-)."""

from tests.score.second import shapes
from tests.score.second.lasfs_limits import by_tiles, nine_united_sons, sons_reading
from tests.score.second.settle import classical
from tests.score.second.sheet import Sheet, best
from tests.score.second.tiles import (
    DRAGONS,
    FLOWERS,
    MAJORS,
    SEASONS,
    SEATS,
    is_honour,
    is_simple,
    number_of,
    suits_of,
    wind_of,
)

LIMIT = 500


def answers(request):
    """All equally good answers. In a dead round everybody is scored as a loser (LASFS-S04)."""
    win, players, wind = request.get("win"), request["players"], request["round_wind"]
    hands = {seat: loser_entry(players[seat], seat, wind) for seat in SEATS}
    if win is None:
        return [settled(hands, None)]
    winner = best(winner_entries(players[win["seat"]], win, wind))
    return [settled(hands | {win["seat"]: entry}, win["seat"]) for entry in winner] or [
        {"legal": False}
    ]


def settled(hands, winner):
    values = {seat: hands[seat]["value"] for seat in SEATS}
    return {"legal": True, "hands": hands, **classical(values, winner)}


def for_everybody(sheet, hand, seat, sets, pairs, round_wind):
    """Sets, pairs, flowers, and the doubles that need no finished hand (LASFS-Q01, Q02)."""
    own, prevailing = wind_of(seat), wind_of(round_wind)
    for group in sets:
        set_points(sheet, group)
        if group.tile in DRAGONS:
            sheet.double("LASFS-D01")
        if group.tile == own and group.tile == prevailing:
            sheet.double("LASFS-D03", 2)
        elif group.tile in (own, prevailing):
            sheet.double("LASFS-D02")
    for pair in pairs:
        if pair == own and pair == prevailing:
            sheet.add("LASFS-P19", 4)
        elif pair == own:
            sheet.add("LASFS-P17", 2)
        elif pair == prevailing:
            sheet.add("LASFS-P18", 2)
        if pair in DRAGONS:
            sheet.add("LASFS-P20", 2)
    sheet.add("LASFS-P09", 4 * len(hand["bonus"]))  # undeclared ones are worth nothing (X05)
    for family in (FLOWERS, SEASONS):
        if set(family) <= set(hand["bonus"]):
            sheet.double("LASFS-D05", 4)
        elif family[number_of(seat) - 1] in hand["bonus"]:
            sheet.double("LASFS-D04")


def set_points(sheet, group):
    """LASFS-P01 to P08: simples or not, pung or kong, open or concealed."""
    if group.kind == "chow":
        return
    row, points = (1, 2) if is_simple(group.tile) else (5, 4)
    if group.kind == "kong":
        row, points = row + 2, points * 4
    if not group.exposed:
        row, points = row + 1, points * 2
    sheet.add(f"LASFS-P{row:02}", points)


def capped(sheet, limits=()):
    """LASFS-L00, or the limit hands named."""
    if limits:
        return sheet.entry(LIMIT, limits)
    if sheet.full > LIMIT:
        return sheet.entry(LIMIT, ["LASFS-L00"])
    return sheet.entry(sheet.full)


def loser_entry(hand, seat, round_wind):
    sheet = Sheet()
    for_everybody(sheet, hand, seat, *shapes.loser_groups(hand), round_wind)
    return capped(sheet)


def winner_entries(hand, win, round_wind):
    """One entry for every regular reading, or else one for an irregular limit hand."""
    for reading in shapes.readings(hand, win):
        sheet = winner_sheet(hand, win, reading, round_wind)
        yield capped(sheet, early(hand, win) + by_tiles(hand, win["tile"], regular=True))
    if nine_united_sons(hand, shapes.all_tiles(hand, win["tile"])):  # both pungs in any case
        sheet = winner_sheet(hand, win, sons_reading(hand, win), round_wind)
        yield capped(sheet, early(hand, win) + ["LASFS-L05"])
        return
    irregular = by_tiles(hand, win["tile"], regular=False)
    if irregular:
        yield capped(Sheet(), early(hand, win) + irregular)


def winner_sheet(hand, win, reading, round_wind):
    sheet = Sheet()
    for_everybody(sheet, hand, win["seat"], reading.sets, [reading.pair], round_wind)
    tiles = shapes.all_tiles(hand, win["tile"])
    kinds = [group.kind for group in reading.sets]
    sheet.add("LASFS-P10", 20)
    if kinds.count("chow") == 4:
        sheet.add("LASFS-P11", 10)
    if kinds.count("chow") == 0 and kinds.count("kong") < 4:
        sheet.add("LASFS-P12", 10)
    if not win.get("regularising"):  # no bonuses while a hand is put right (X03, Q06)
        if win["source"] == "wall":
            sheet.add("LASFS-P13", 2)
        if win["source"] in ("loose_kong", "loose_flower"):
            sheet.add("LASFS-P14", 10)
        if win.get("last_possible"):
            sheet.add("LASFS-P15", 10)
        if win.get("last_tile"):
            sheet.add("LASFS-P16", 10)
        if win["source"] == "robbed_kong":
            sheet.add("LASFS-P21", 10)
    if not any(group.exposed for group in reading.sets) and win["source"] not in (
        "discard",
        "robbed_kong",
    ):
        sheet.double("LASFS-D06")
    honours = any(is_honour(tile) for tile in tiles)
    if len(suits_of(tiles)) == 1 and honours:
        sheet.double("LASFS-D07")
    if len(suits_of(tiles)) == 1 and not honours:
        sheet.double("LASFS-D08", 3)
    if set(tiles) <= set(MAJORS) and honours and suits_of(tiles):
        sheet.double("LASFS-D09")
    if kinds.count("kong") == 4:
        sheet.double("LASFS-D10")
    return sheet


def early(hand, win):
    """L01 and L02: complete as dealt, or before the own first turn is over."""
    if win["seat"] == "E":
        dealt = win["source"] == "dealt" or win.get("first_turn") == "heaven"
        return ["LASFS-L01"] * (dealt and shapes.nothing_claimed(hand))
    return ["LASFS-L02"] * (win.get("first_turn") in ("earth", "first_discard"))
