"""HANDS, document 003: basic hands with points, special hands with a fixed value (rules MH-)."""

from tests.score.second import shapes
from tests.score.second.hands_special import HALVES, special_hands
from tests.score.second.settle import classical, nobody_pays
from tests.score.second.sheet import Sheet, best
from tests.score.second.tiles import (
    ANIMALS,
    DRAGONS,
    FLOWERS,
    HONOURS,
    SEASONS,
    SEATS,
    TERMINALS,
    is_honour,
    is_simple,
    is_terminal,
    number_of,
    suits_of,
    wind_of,
)

LIMIT = 1000
DEFAULTS = {"cap_ordinary": True}


def answers(request):
    """All equally good answers; without a winner nobody pays."""
    win, players, wind = request.get("win"), request["players"], request["round_wind"]
    dice = request.get("dice") or []
    for event in request["events"]:
        if event["event"] == "zoo" and event.get("drawn_by_oneself") is False:
            players = players | {event["seat"]: players[event["seat"]] | {"no_zoo": True}}
    times = 2 if len(dice) == 2 and dice[0] == dice[1] else 1  # MH-S04
    told = {"double_dice": True} if times == 2 else {}
    config = DEFAULTS | (request.get("config") or {})
    if win is None:
        return [{"legal": True, "hands": {}, **nobody_pays()}]
    seat = win["seat"]
    winner = winner_entries(players[seat], win, wind, times, config)
    losers = {s: loser_entry(players[s], s, wind, times, config) for s in SEATS if s != seat}
    found = []
    for entry in winner:
        hands = losers | {seat: entry}
        values = {each: hands[each]["value"] for each in SEATS}
        found.append({"legal": True, "hands": hands, **classical(values, seat), **told})
    return found or [{"legal": False}]


def counted(hand):
    """The exposed bonus tiles less those of a bouquet or zoo (MH-B01, B02)."""
    bonus = list(hand["bonus"])
    for family in (FLOWERS, SEASONS, ANIMALS):
        if set(family) <= set(bonus) and not (family == ANIMALS and hand.get("no_zoo")):
            bonus = [tile for tile in bonus if tile not in family]
    return bonus


def for_everybody(sheet, hand, seat, sets, pairs, round_wind):
    """Points and doubles of tiles, which losers score as well (MH-Q16)."""
    for group in sets:
        set_points(sheet, group)
    flowers = [tile for tile in counted(hand) if tile not in ANIMALS]
    animals = [tile for tile in counted(hand) if tile in ANIMALS]
    sheet.add("MH-P07", 4 * len(flowers))
    sheet.add("MH-P08", 4 * len(animals))
    for pair in pairs:
        if pair in TERMINALS:
            sheet.add("MH-P10", 2)
        if pair in HONOURS:
            sheet.add("MH-P11", 2)
    if hand.get("used_first_east_discard"):
        sheet.add("MH-P12", 2)
    sheet.double("MH-D03", len(animals))
    for tile in flowers:
        if int(tile[1]) == number_of(round_wind):
            sheet.double("MH-D04")
        if int(tile[1]) == number_of(seat):
            sheet.double("MH-D05")


def set_points(sheet, group):
    """MH-P01 to P06, a exposed and b concealed, and the doubles D06 of dragons."""
    if group.kind == "chow":
        return
    row, points = 3, 4
    if is_simple(group.tile):
        row, points = 1, 2
    elif is_terminal(group.tile):
        row = 2
    if group.kind == "kong":
        row, points = row + 3, points * 4
    if group.exposed:
        sheet.add(f"MH-P{row:02}a", points)
    else:
        sheet.add(f"MH-P{row:02}b", points * 2)


def honour_doubles(sheet, seat, sets, round_wind):
    """MH-D06 to D08."""
    for group in sets:
        if group.tile in DRAGONS:
            sheet.double("MH-D06")
        if group.tile == wind_of(seat):
            sheet.double("MH-D07")
        if group.tile == wind_of(round_wind):
            sheet.double("MH-D08")


def entry(sheet, times, config):
    """MH-R01, R02, C01, S04: round up to tens, double, cap, double again with double dice."""
    rounded = -(-sheet.points // 10) * 10
    value, limits = rounded * 2**sheet.doubles, []
    if config["cap_ordinary"] and value > LIMIT:
        value, limits = LIMIT, ["MH-C01"]
    return sheet.entry(value * times, limits, points_rounded=rounded)


def loser_entry(hand, seat, round_wind, times, config):
    """A hand with an animal still in it counts nothing (MH-X01)."""
    if any(tile in ANIMALS for tile in hand.get("bonus_undeclared", [])):
        return Sheet().entry(0, ["MH-X01"], points_rounded=0)
    sheet = Sheet()
    sets, pairs = shapes.loser_groups(hand, "kong")
    for_everybody(sheet, hand, seat, sets, pairs, round_wind)
    honour_doubles(sheet, seat, sets, round_wind)
    return entry(sheet, times, config)


def winner_entries(hand, win, round_wind, times, config):
    """The best readings as a basic hand, or the best special hand if that is worth as much.

    Of equal hands the one later in the list counts (ENG-06), and the basic hands open the list.
    """
    basic = best(
        entry(basic_sheet(hand, win, reading, round_wind), times, config)
        for reading in shapes.readings(hand, win)
        if is_basic(hand, win, reading)
    )
    named = special_hands(hand, win)
    if not named:
        return basic
    rule = max(named, key=lambda each: (HALVES[each], each))
    special = Sheet().entry(HALVES[rule] * LIMIT // 2 * times, [rule], points_rounded=0)
    return basic if basic and basic[0]["value"] > special["value"] else [special]


def is_basic(hand, win, reading):
    """MH-H01 to H03: at most one chow, and not two suits."""
    chows = [group.kind for group in reading.sets].count("chow")
    return chows <= 1 and len(suits_of(shapes.all_tiles(hand, win["tile"]))) <= 1


def basic_sheet(hand, win, reading, round_wind):
    sheet, tiles = Sheet(), shapes.all_tiles(hand, win["tile"])
    for_everybody(sheet, hand, win["seat"], reading.sets, [reading.pair], round_wind)
    honour_doubles(sheet, win["seat"], reading.sets, round_wind)
    sheet.add("MH-P09", 20)
    honours = [tile for tile in tiles if is_honour(tile)]
    if not honours or len(honours) == len(tiles):
        sheet.double("MH-D01", 3)
    else:
        sheet.double("MH-D02")
    if not any(meld["state"] == "open" for meld in hand["melds"]):
        sheet.double("MH-D09")
    if win["source"] in ("loose_kong", "loose_flower"):
        sheet.double("MH-D10")
    return sheet
