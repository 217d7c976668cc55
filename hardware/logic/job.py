"""The logic board as the router sees it: two jobs, the signals and then the supplies' layer."""

from __future__ import annotations

from dataclasses import replace

from hardware.board.geometry import Rect
from hardware.board.layout import Layout
from hardware.logic import outline
from hardware.route.job import Job, Land, Routing, Rules

BOTH, TOP = (0, 1), (0,)
WIDE, INNER = 0.8, 1.2  # mm, a supply's track: on the outer layers; on the inner one


def is_supply(net: str) -> bool:
    """Nets that feed others and have no plane: their tracks are wide wherever that fits."""
    return net != outline.POWER_PLANE and (
        net.startswith(("+", "12V")) or net in ("VSYS", "EMIT"))


def rules(wide: float, space: float = outline.SPACE) -> Rules:
    return Rules(outline.TRACK, space, outline.VIA, outline.VIA_DRILL, wide,
                 outline.EDGE_TO_COPPER)


def lands_of(layout: Layout) -> list[Land]:
    """Every pad of the board."""
    return [Land(f"{ref}.{pad.name}", layout.circuit.parts[ref].pins.get(pad.name, ""), rect,
                 BOTH if pad.drill else TOP, bool(pad.drill))
            for ref, part in sorted(layout.placed.items()) for pad, rect in part.pads()]


def screws(layout: Layout) -> tuple[Rect, ...]:
    """The heads of the screws: no copper under them."""
    return tuple(part.body for _, part in sorted(layout.placed.items()) if part.pattern.hole)


def signal_job(layout: Layout) -> Job:
    """Front and back: everything but the planes and INNER_SUPPLY, whose pads only get a via."""
    supplies = frozenset(filter(is_supply, layout.circuit.nets))
    planes = frozenset({outline.GROUND_PLANE, outline.POWER_PLANE, outline.INNER_SUPPLY})
    return Job(outline.WIDTH, outline.HEIGHT, tuple(lands_of(layout)), rules(WIDE), planes,
               supplies, screws(layout))


def supply_job(layout: Layout, signals: Routing) -> Job:
    """The second inner layer: INNER_SUPPLY from via to via; all else drilled is in the way."""
    lands = [Land(land.name, land.net, land.rect, TOP, True) for land in lands_of(layout)
             if land.through]
    lands += [Land(f"via {number}", via.net, Rect(via.x, via.y, via.x, via.y).grown(
        outline.VIA / 2), TOP, True) for number, via in enumerate(signals.vias)]
    mine = frozenset({outline.INNER_SUPPLY})
    lands = [land if land.net in mine else replace(land, net="") for land in lands]
    return Job(outline.WIDTH, outline.HEIGHT, tuple(lands), rules(INNER), frozenset(), mine,
               screws(layout), vias=False)
