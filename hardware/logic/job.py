"""The logic board as the router sees it: two jobs, the signals and then the supplies' layer."""

from __future__ import annotations

from hardware.board.geometry import Rect
from hardware.board.layout import Layout
from hardware.logic import outline
from hardware.route.job import Job, Land, Routing, Rules

BOTH, TOP = (0, 1), (0,)
STUB, SUPPLY = 0.5, 1.2  # mm wide: from a supply's pad to its via; on the supplies' layer


def is_supply(net: str) -> bool:
    """Nets that feed others: they run on the second inner layer, where +3V3 fills the rest."""
    return net != outline.POWER_PLANE and (
        net.startswith(("+", "12V")) or net in ("VSYS", "EMIT"))


def rules(wide: float, space: float = outline.SPACE) -> Rules:
    return Rules(outline.TRACK, space, outline.VIA, outline.VIA_DRILL, wide,
                 outline.EDGE_TO_COPPER)


def lands_of(layout: Layout) -> list[Land]:
    """Every pad of the board."""
    return [Land(f"{ref}.{pad.name}", layout.circuit.parts[ref].pins.get(pad.name, ""), rect,
                 BOTH if pad.drill else TOP)
            for ref, part in sorted(layout.placed.items()) for pad, rect in part.pads()]


def screws(layout: Layout) -> tuple[Rect, ...]:
    """The heads of the screws: no copper under them."""
    return tuple(part.body for _, part in sorted(layout.placed.items()) if part.pattern.hole)


def signal_job(layout: Layout) -> Job:
    """Front and back: what is no supply; a supply's pad only gets its via here."""
    supplies = frozenset(filter(is_supply, layout.circuit.nets))
    planes = supplies | {outline.GROUND_PLANE, outline.POWER_PLANE}
    return Job(outline.WIDTH, outline.HEIGHT, tuple(lands_of(layout)), rules(STUB), planes,
               supplies, screws(layout))


def supply_job(layout: Layout, signals: Routing) -> Job:
    """The second inner layer: supplies from via to via, everything drilled is in the way."""
    lands = [Land(land.name, land.net, land.rect, TOP) for land in lands_of(layout)
             if land.through]
    lands += [Land(f"via {number}", via.net, Rect(via.x, via.y, via.x, via.y).grown(
        outline.VIA / 2), TOP) for number, via in enumerate(signals.vias)]
    mine = frozenset(filter(is_supply, layout.circuit.nets))
    lands = [land if land.net in mine else Land(land.name, "", land.rect, TOP) for land in lands]
    return Job(outline.WIDTH, outline.HEIGHT, tuple(lands), rules(SUPPLY), frozenset(), mine,
               screws(layout), vias=False)
