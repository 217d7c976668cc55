"""The copper of a board file: pads, tracks, vias, fills, cut edges, by a reader of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hardware.board.geometry import Point, Rect, turn
from hardware.copper.shapes import Item

WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')
Node = list[Any]


@dataclass
class Copper:
    """Everything that conducts, and what is cut. `fills`: net, layer, closed line."""

    items: list[Item]
    fills: list[tuple[str, str, tuple[Point, ...]]]
    cuts: list[tuple[Point, Point]]
    holes: list[tuple[Point, float]]  # without copper: centre, radius


def parse(text: str) -> Node:
    """The nested lists of an s-expression."""
    stack: list[Node] = [[]]
    for quoted, bracket, word in WORD.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or quoted)
    root: Node = stack[0][0]
    return root


def rows(node: Node, name: str) -> Iterator[Node]:
    """The direct children of this name."""
    return (child for child in node if isinstance(child, list) and child and child[0] == name)


def value(node: Node, name: str) -> list[str]:
    """The words of the only child of this name, [] for none."""
    return next((child[1:] for child in rows(node, name)), [])


def spot(node: Node, name: str) -> Point:
    x, y, *_ = map(float, value(node, name))
    return x, y


def copper_of(text: str) -> Copper:
    """Read a whole board."""
    root = parse(text)
    nets = {row[1]: row[2] for row in rows(root, "net")}
    every = frozenset(layer[1] for layer in next(rows(root, "layers"))[1:]
                      if layer[1].endswith(".Cu"))
    found = Copper([], [], [], [])
    for part in rows(root, "footprint"):
        read_part(part, every, found)
    for row in rows(root, "segment"):
        core = (spot(row, "start"), spot(row, "end"))
        layer, net = value(row, "layer")[0], nets[value(row, "net")[0]]
        found.items.append(Item(f"track {net}", net, frozenset({layer}), core,
                                float(value(row, "width")[0]) / 2))
    for row in rows(root, "via"):
        at, net = spot(row, "at"), nets[value(row, "net")[0]]
        found.items.append(Item(f"via {net}", net, every, (at, at),
                                float(value(row, "size")[0]) / 2, float(value(row, "drill")[0])))
    for zone in rows(root, "zone"):
        for row in rows(zone, "filled_polygon"):
            ring = tuple((float(p[1]), float(p[2])) for p in next(rows(row, "pts"))[1:])
            found.fills.append((value(zone, "net_name")[0], value(row, "layer")[0], ring))
    found.cuts = [(spot(row, "start"), spot(row, "end")) for row in rows(root, "gr_line")
                  if value(row, "layer") == ["Edge.Cuts"]]
    return found


def read_part(part: Node, every: frozenset[str], found: Copper) -> None:
    """A footprint's pads and bare holes, where they lie on the board."""
    x, y, *angle = map(float, value(part, "at"))
    turned = int(angle[0]) if angle else 0
    ref = next(row[2] for row in rows(part, "fp_text") if row[1] == "reference")
    for pad in rows(part, "pad"):
        dx, dy = turn(spot(pad, "at"), turned)
        wide, high = map(float, value(pad, "size"))
        if turned in (90, 270):
            wide, high = high, wide
        centre, drill = (x + dx, y + dy), float((value(pad, "drill") or ["0"])[0])
        if pad[2] == "np_thru_hole":
            found.holes.append((centre, drill / 2))
            continue
        layers = every if drill else frozenset({"F.Cu"})
        core, radius = core_of(pad[3], centre, wide, high)
        net = (value(pad, "net") or ["0", ""])[1]
        found.items.append(Item(f"{ref}.{pad[1]}", net, layers, core, radius, drill))


def core_of(shape: str, centre: Point, wide: float,
            high: float) -> tuple[tuple[Point, Point] | Rect, float]:
    """A pad's core and radius: round ends for circles and ovals."""
    x, y = centre
    if shape == "rect":
        return Rect(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), 0.0
    radius = min(wide, high) / 2
    return ((x - wide / 2 + radius, y - high / 2 + radius),
            (x + wide / 2 - radius, y + high / 2 - radius)), radius
