"""SHOP-A, document 000 part A: American play with a card of hands and jokers (rules SA-)."""

from collections import Counter

from tests.score.second import shapes
from tests.score.second.settle import Ledger
from tests.score.second.sheet import Sheet
from tests.score.second.tiles import DRAGONS, FLOWERS, JOKER, SEASONS, SEATS, WINDS

DEFAULTS = {"jokerless_double_scope": "winning_tile"}
DRAGON_OF = {"B": "DG", "C": "DR", "D": "DW"}  # the colour rule (SA-F14)
ANY_FLOWER = "flower"


def default_card():
    """SA-H02 written out: type, value and the fourteen tiles of each hand."""
    card = []
    for suit, dragon in DRAGON_OF.items():
        one, two, three, four, five, six, seven, eight, nine = (suit + n for n in "123456789")
        ff = [ANY_FLOWER] * 2
        card.append(("exposed", 25, [two] * 3 + [four] * 4 + [six] * 3 + [dragon] * 4))
        card.append(("concealed", 15, ff + [one, three, five, seven, nine, dragon] * 2))
        card.append(("exposed", 25, ff * 2 + [three] * 3 + [six] * 4 + [nine] * 3))
        run = [one, two, three, four, five, six, seven, eight, nine]
        card.append(("concealed", 20, ff + run + [dragon] * 3))
    east, south, west, north = WINDS
    card.append(("exposed", 20, [north] * 4 + [east] * 3 + [west] * 3 + [south] * 4))
    card.append(("exposed", 20, [north] * 3 + [east] * 4 + [west] * 4 + [south] * 3))
    card.append(("exposed", 15, [ANY_FLOWER] * 2 + list(DRAGONS) * 4))
    return card


CARD = default_card()


def answers(request):
    """The one answer. Without a winner nothing is paid, another wall is built (SA-T08)."""
    win, ledger = request.get("win"), Ledger()
    backed = None if request.get("bettor_shown") else request.get("bettor")  # SA-X11
    if win is None:
        return [{"legal": True, "hands": {}, **ledger.answer(backed is not None)}]
    seat, hand = win["seat"], request["players"][win["seat"]]
    values = [value for kind, value, tiles in CARD if matches(hand, win["tile"], kind, tiles)]
    if not values:
        return [{"legal": False}]
    value = max(values)  # ENG-06
    sheet = Sheet()
    sheet.add("SA-P01", value)
    config = DEFAULTS | (request.get("config") or {})
    for loser in SEATS:
        if loser != seat:
            amount = value * times(hand, win, loser, config)
            ledger.pay(loser, seat, amount)
            if backed == seat:  # the bettor repeats what the player he backs gets or pays (S05)
                ledger.pay(loser, "bettor", amount)
            if backed == loser:
                ledger.pay("bettor", seat, amount)
    entry = sheet.entry(value)
    return [{"legal": True, "hands": {seat: entry}, **ledger.answer(backed is not None)}]


def matches(hand, tile, kind, tiles):
    """SA-F01, F08, F09, F15: jokers fill what is missing, nothing is left over.

    A meld is a whole group of the card, and a joker in it is the meld's tile.
    """
    if hand.get("dead") or hand.get("exposed_in_error"):  # out of the game (SA-F13, X03)
        return False
    if kind == "concealed" and hand["melds"]:
        return False
    held = as_on_card([*hand["concealed"], tile])
    for meld in hand["melds"]:
        shown = [each for each in as_on_card(meld["tiles"]) if each != JOKER] or tiles
        if all(tiles.count(each) != len(meld["tiles"]) for each in shown):
            return False
        held += [shown[0]] * len(meld["tiles"]) if shown is not tiles else meld["tiles"]
    plain = Counter(each for each in held if each != JOKER)
    return len(held) == 14 and plain <= Counter(tiles)


def as_on_card(tiles):
    """The tiles with all eight flowers alike."""
    return [ANY_FLOWER if tile in FLOWERS + SEASONS else tile for tile in tiles]


def times(hand, win, loser, config):
    """SA-S01 to S03: how often the value of the hand this loser pays."""
    if win["source"] == "discard":
        return 2 if loser == win["from"] else 1
    if JOKER in shapes.all_tiles(hand, win["tile"]):
        return 1
    if config["jokerless_double_scope"] == "whole_hand":  # SA-Q05
        if hand["melds"] or win.get("joker_used_during_hand"):
            return 1
    return 2
