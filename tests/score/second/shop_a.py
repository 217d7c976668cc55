"""SHOP-A, document 000 part A: American play with a card of hands and jokers (rules SA-)."""

from collections import Counter
from itertools import permutations

from tests.score.second import shapes
from tests.score.second.settle import Ledger
from tests.score.second.sheet import Sheet
from tests.score.second.tiles import (
    DRAGONS,
    FLOWERS,
    JOKER,
    KINDS,
    SEASONS,
    SEATS,
    SUIT_TILES,
    SUITS,
    WINDS,
)

DEFAULTS = {"jokerless_double_scope": "winning_tile", "card": None}
DRAGON_OF = {"B": "DG", "C": "DR", "D": "DW"}  # the colour rule (SA-F14)
ANY_FLOWER = "F"


def default_card():
    """SA-H02 written out: type, value and the groups of each hand as (how many, tile)."""
    card = []
    for suit, dragon in DRAGON_OF.items():
        two, three, four, six, nine = (suit + number for number in "23469")
        card.append(("exposed", 25, [(3, two), (4, four), (3, six), (4, dragon)]))
        odd = [(2, suit + number) for number in "13579"]
        card.append(("concealed", 15, [(2, ANY_FLOWER), *odd, (2, dragon)]))
        card.append(("exposed", 25, [(4, ANY_FLOWER), (3, three), (4, six), (3, nine)]))
        run = [(1, suit + number) for number in "123456789"]
        card.append(("concealed", 20, [(2, ANY_FLOWER), *run, (3, dragon)]))
    east, south, west, north = WINDS
    card.append(("exposed", 20, [(4, north), (3, east), (3, west), (4, south)]))
    card.append(("exposed", 20, [(3, north), (4, east), (4, west), (3, south)]))
    card.append(("exposed", 15, [(2, ANY_FLOWER), *((4, dragon) for dragon in DRAGONS)]))
    return card


def written_out(config):
    """The card of the request, every variable of it filled in every way; or the default one."""
    if not config.get("card"):
        return CARD
    card = []
    for entry in config["card"]:
        for suits in permutations(SUITS):
            for number in range(1, 10):
                words = [(group["n"], group["tile"]) for group in entry["groups"]]
                groups = [(n, meant(word, suits, number)) for n, word in words]
                hand = (entry["type"], entry["value"], groups)
                tiles = [tile for _, tile in groups]
                if all(tiles) and colours_agree(tiles) and hand not in card:
                    card.append(hand)
    return card


def colours_agree(tiles):
    """SA-F14: no dragon beside a suit that is not of its colour."""
    suits = {tile[0] for tile in tiles if tile in SUIT_TILES}
    dragons = {tile for tile in tiles if tile in DRAGONS}
    return all(DRAGON_OF[suit] == dragon for suit in suits for dragon in dragons)


def meant(word, suits, number):
    """The tile a word of the card stands for: B2, F, 2s, ns, n+1s or Ds; None past the nine."""
    if word in KINDS or word == ANY_FLOWER:
        return word
    what, suit = word[:-1], suits["stu".index(word[-1])]
    if what == "D":
        return DRAGON_OF[suit]
    if what.startswith("n"):
        what = str(number + int(what[2:] or 0))
    return suit + what if suit + what in KINDS else None


CARD = default_card()


def answers(request):
    """The one answer. Without a winner nothing is paid, another wall is built (SA-T08)."""
    win, ledger = request.get("win"), Ledger()
    backed = None if request.get("bettor_shown") else request.get("bettor")  # SA-X11
    if win is None:
        return [{"legal": True, "hands": {}, **ledger.answer(backed is not None)}]
    seat, hand = win["seat"], request["players"][win["seat"]]
    config = DEFAULTS | (request.get("config") or {})
    card = written_out(config)
    values = [value for kind, value, groups in card if matches(hand, win["tile"], kind, groups)]
    if not values:
        return [{"legal": False}]
    value = max(values)  # ENG-06
    sheet = Sheet()
    sheet.add("SA-P01", value)
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


def matches(hand, tile, kind, groups):
    """SA-F01, F08, F15: jokers fill what is missing, nothing is left over; melds are tiles too.

    With a meld on the table the hand is none of the concealed type.
    """
    if hand.get("dead") or hand.get("exposed_in_error"):  # out of the game (SA-F13, X03)
        return False
    if kind == "concealed" and hand["melds"]:
        return False
    held = as_on_card(shapes.all_tiles(hand, tile))
    wanted = Counter(each for count, each in groups for _ in range(count))
    return len(held) == sum(wanted.values()) and Counter(plain(held)) <= wanted


def plain(tiles):
    """The tiles less the jokers."""
    return [tile for tile in tiles if tile != JOKER]


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
