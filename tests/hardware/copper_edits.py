"""Edits of a board's copper for tests: harmful ones that a check must see, harmless ones."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from hardware.copper.read import Copper
from hardware.copper.shapes import Item

Item_ = Callable[[Item], bool]
DRC = """
import sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
board.BuildConnectivity()
pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)
print(board.GetConnectivity().GetUnconnectedCount())
"""


def track(x0, y0, x1, y1, net="no_such_net", layer="F.Cu", width=0.2):
    return Item(f"track {net}", net, frozenset({layer}), ((x0, y0), (x1, y1)), width / 2)


def via(x, y, net="", size=0.8):
    return Item(f"via {net}", net, frozenset({"F.Cu", "B.Cu"}), ((x, y), (x, y)), size / 2, 0.4)


def long(item):
    return item.box.width + item.box.height > 2


def shifted(item, dx, dy):
    return replace(item, core=tuple((x + dx, y + dy) for x, y in item.core))


class Edits(NamedTuple):
    """Of one board's copper; every choice by a seed."""

    copper: Copper

    def with_items(self, *more: Item, without: Any = ()) -> Copper:
        kept = [item for item in self.copper.items if item not in without]
        return replace(self.copper, items=[*kept, *more])

    def chosen(self, kind: str, seed: int, only: Item_ = lambda item: True) -> Item:
        """An item of this kind, the same at every run."""
        found = [item for item in self.copper.items
                 if item.name.startswith(kind) and only(item)]
        return random.Random(seed).choice(found)

    def near_pad(self, seed: int) -> Copper:
        x, y = self.chosen("R", seed).box.centre
        return self.with_items(track(x, y, x + 0.1, y))

    def moved_net(self, seed: int, to: tuple[str, str]) -> Copper:
        item = self.chosen("track", seed, long)
        return self.with_items(replace(item, net=to[item.net == to[0]]), without=[item])

    def moved_via(self, seed: int) -> Copper:
        item = self.chosen("via", seed)
        return self.with_items(shifted(item, 1.5, 0.7), without=[item])

    def cut_net(self, seed: int, begins: str) -> Copper:
        net = self.chosen("track", seed, lambda item: long(item)
                          and item.net.startswith(begins)).net
        return self.with_items(without=[item for item in self.copper.items if item.net == net
                                        and item.name.startswith("track")])

    def wider(self, seed: int, begins: str, radius: float) -> Copper:
        item = self.chosen("track", seed, lambda i: i.net.startswith(begins) and long(i))
        return self.with_items(replace(item, radius=radius), without=[item])

    def halves(self, seed: int) -> Copper:
        item = self.chosen("track", seed, long)
        (ax, ay), (bx, by) = item.core
        middle = ((ax + bx) / 2, (ay + by) / 2)
        return self.with_items(replace(item, core=((ax, ay), middle)),
                               replace(item, core=(middle, (bx, by))), without=[item])

    def turned_round(self, seed: int) -> Copper:
        item = self.chosen("track", seed, long)
        return self.with_items(replace(item, core=item.core[::-1]), without=[item])

    def narrower(self, seed: int) -> Copper:
        item = self.chosen("track", seed, lambda item: item.radius > 0.3)
        return self.with_items(replace(item, radius=0.1), without=[item])

    def harmless(self) -> dict[str, Callable[[], Copper]]:
        """Twenty edits that change nothing that matters."""
        return {
            **{f"a track in two halves {n}": lambda n=n: self.halves(n) for n in range(6)},
            **{f"a track laid twice {n}":
               lambda n=n: self.with_items(self.chosen("track", n)) for n in range(5)},
            **{f"a track turned round {n}": lambda n=n: self.turned_round(n) for n in range(4)},
            **{f"a supply's track narrower {n}": lambda n=n: self.narrower(n) for n in range(3)},
            "items in another order": lambda: replace(self.copper, items=self.copper.items[::-1]),
            "a smaller bare hole": lambda: replace(
                self.copper, holes=[(at, r / 2) for at, r in self.copper.holes]),
        }


def counts(copper: Copper) -> Counter[str]:
    return Counter(item.name.split()[0] for item in copper.items)
