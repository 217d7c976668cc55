"""Questions about a hand that is dealt and a run that is over; "" means that all is well."""

from __future__ import annotations

from collections import Counter

from mjsim.campaign.scene import Scene


def set_of(s: Scene, hand: tuple[int, ...]) -> str:
    """The set that was dealt: single tiles of the other one may have strayed into any place."""
    return Counter(s.plant.tile_set[tile] for tile in hand).most_common(1)[0][0]


def stacks(s: Scene) -> str:
    """Walls of another size."""
    found = tuple(len(wall) for wall in s.plant.raised)
    return "" if found == s.stacks else "stacks are %s, not %s" % (found, s.stacks)


def twos(s: Scene) -> str:
    """Stacks of one tile, or three."""
    odd = sum(len(stack) != 2 for wall in s.plant.raised for stack in wall)
    return "%d stacks are not of two tiles" % odd if odd else ""


def faces(s: Scene) -> str:
    """Tiles that can be read."""
    up = sum(not s.plant.pick.back[tile] for tile in s.deals[-1])
    return "%d tiles show their faces" % up if up else ""


def one_set(s: Scene) -> str:
    """More tiles of the other set in one hand than the wrongs have put in."""
    found = Counter(s.plant.tile_set[tile] for tile in s.deals[-1])
    other = min(found, key=lambda name: found[name])
    mixed = len(found) > 1 and found[other] > s.added[other]
    return "sets are mixed: %s" % dict(sorted(found.items())) if mixed else ""


def alternates(s: Scene) -> str:
    """The same set twice."""
    if s.forgot:
        return ""
    found = [set_of(s, hand) for hand in s.deals[-2:]]
    return "the %s set came twice" % found[0] if found[0] in found[1:] else ""


def marker(s: Scene) -> str:
    """Another dealer than the one whose turn it is."""
    shown = s.dealers()
    if s.excused or s.pins is None or len(shown) == 1 and shown[0] in s.may_deal:
        return ""
    return "dealer lamps of sides %s, expected %s" % (shown, sorted(s.may_deal))


def tiles(s: Scene) -> str:
    """Tiles that lie in no place, or in two."""
    plant = s.plant
    lanes = [*plant.lanes, plant.head_lane] if plant.chained else plant.lanes
    found = [*plant.hand, *plant.pick.loose]
    found += [tile for side in plant.table for tile in side]
    found += [tile for belt in plant.belts for tile in belt.tiles]
    found += [tile for head in plant.heads for tile in head.held]
    found += [tile for lane in lanes for stack in lane for tile in stack]
    times = Counter(found)
    wrong = [tile for tile in range(len(plant.tile_set)) if times[tile] != 1]
    counts = [times[tile] for tile in wrong[:5]]
    return "of tiles %s there are %s" % (wrong[:5], counts) if wrong else ""


def beside(s: Scene) -> str:
    """Tiles of the dealt set, neither in its walls nor in its box.

    As many as the wrongs put in may lie there, of whichever set those were: a foreign tile
    in a wall keeps one of its own out of it.
    """
    if not s.deals:
        return ""
    plant = s.plant
    name = set_of(s, s.deals[-1])
    mine = [tile for tile, its in enumerate(plant.tile_set) if its == name]
    rest = [plant.place(tile) for tile in mine if tile not in s.deals[-1]]
    rest = [place for place in rest if place != "hand"]
    text = "%d %s tiles beside the walls, the first in %s"
    return text % (len(rest), name, rest[0]) if len(rest) > sum(s.added.values()) else ""
