"""Walls stacked on purpose, and hands played from lines of text such as `discard E B5`."""

import random

from mjscore import wall
from mjscore.flow.customs import tile_set
from mjscore.tiles import INDEX, KINDS, SEATS
from mjtable.game import profiles
from tests.score.flow.play.hand_play import HandPlay

# Thirteen tiles that want nothing: no pair, no two neighbours.
IDLE = {
    "E": "B1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR DG",
    "S": "B2 B5 B8 C2 C5 C8 D2 D5 D8 WE WS WW DR",
    "W": "B3 B6 B9 C3 C6 C9 D3 D6 D9 WE WS WN DG",
    "N": "B1 B4 B7 C2 C5 C8 D3 D6 D9 WN WW DG DW",
}


def tiles(text):
    return [INDEX[code] for code in text.split()]


def stacked(profile, draws="", tail="", **hands):
    """A wall in draw order: `E="..."` the dealt hands (IDLE where not said), what is drawn next
    from the head, and what lies at the tail in the order of replacement."""
    plan = wall.deal(profile, (1,) * profiles.dice(profiles.index_of(profile)))
    number = {place: n for n, place in enumerate(plan.order)}
    order = [None] * len(plan.order)
    for seat, text in hands.items():
        lay(order, [number[place] for place in plan.hands[seat]], tiles(text))
    lay(order, range(profiles.DEALT, profiles.DEALT + len(draws.split())), tiles(draws))
    at_tail = [len(order) - 2 - 2 * (r // 2) + r % 2 for r in range(len(tail.split()))]
    lay(order, at_tail, tiles(tail))
    rest = tile_set(profile)
    for tile in order:
        if tile is not None:
            rest.remove(tile)
    random.Random(5).shuffle(rest)
    for seat in SEATS:
        if seat not in hands:
            idle = []
            for tile in tiles(IDLE[seat]):  # another tile where all four lie elsewhere already
                fits = [t for t in rest if t < KINDS and t not in idle]
                idle.append(tile if tile in rest else fits[0])
                rest.remove(idle[-1])
            lay(order, [number[place] for place in plan.hands[seat]], idle)
    rest.sort(key=lambda tile: tile >= KINDS)  # flowers far from both ends
    middle = len(rest) // 2
    extra = [tile for tile in rest if tile >= KINDS]
    rest = [tile for tile in rest if tile < KINDS]
    rest[middle:middle] = extra
    return [rest.pop(0) if tile is None else tile for tile in order]


def lay(order, numbers, laid):
    assert len(numbers) == len(laid), (len(numbers), len(laid))
    for n, tile in zip(numbers, laid, strict=True):
        assert order[n] is None
        order[n] = tile


def hand(profile, script="", *, draws="", tail="", play=None, **more):
    """A HandPlay from a stacked wall, with the script already played."""
    hands = {seat: more.pop(seat) for seat in SEATS if seat in more}
    made = play or HandPlay(profile, stacked(profile, draws, tail, **hands), **more)
    if made.phase == "exchange":
        no_exchange(made)
    return run(made, script)


def run(play, script):
    """Play the lines; see `action` for their form."""
    for line in script.strip().splitlines():
        for part in line.split(","):
            if part.strip():
                play.apply(action(part.split()))
    return play


def action(words):
    """`draw S`, `discard E B5`, `claim W pung`, `claim S chow B4 B6`, `win S`, `end_of_wall`."""
    do, *rest = words
    told = {"do": do}
    if rest:
        told["seat"] = rest[0]
    if do == "claim":
        told["kind"] = rest[1]
        if rest[2:]:
            told["tiles"] = rest[2:]
    elif do == "false_claim":
        told["tiles"] = rest[1:]
    elif do == "mistaken_mahjong":
        told["exposed"] = rest[1:]
    elif rest[1:]:
        told["tile"] = rest[1]
    return told


def no_exchange(play):
    """Ends the Charleston with the hands as dealt: what is passed comes back on the last step."""
    state = play.charleston()._replace(step=3, agreed=False)
    play.exchange(state)


def idle_to_the_end(play, least=0):
    """Draw and throw away until so many tiles can still be drawn, and nobody wants any."""
    while play.wall.drawable > least and play.phase == "draw":
        seat = play.turn
        run(play, "draw %s" % SEATS[seat])
        while play.custom.aside and play.seats[seat].fresh >= KINDS:
            play.apply({"do": "bonus", "seat": seat, "tile": play.seats[seat].fresh})
        if play.phase == "discard" and play.wall.drawable >= least:
            play.apply({"do": "discard", "seat": seat, "tile": play.seats[seat].fresh})
    return play
