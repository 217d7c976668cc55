"""Table top with its openings, rim, side boards, base, frame, legs and electronics bay (mm)."""

from typing import Any

from .dimensions import Dims
from .layout import band, base_top, inside, panel_bottom
from .part import SIDES, Part, block, box, rod


def body_parts(g: Dims) -> list[Part]:
    """Everything that does not belong to a mechanism."""
    half = g("table.size") / 2
    parts = [Part("body.top", _top(g), "top"),
             block("body.base", (-half, half), (-half, half), (g("table.bottom"), base_top(g)),
                   "board"), _bay(g)]
    one = _side(g)
    for side in SIDES:
        parts += [part.on_side(side) for part in one]
    return parts


def _top(g: Dims) -> Any:
    half, top = g("table.size") / 2, g("table.surface")
    low = panel_bottom(g)
    panel = box((-half, half), (-half, half), (low, top))
    cuts = [rod((0, 0), g("hatch.opening"), (low - 1, top + 1))]
    x1 = g("slot.start")
    x0 = x1 - g("slot.length")
    outer, inner = band(g, "slot")
    for side in SIDES:
        slot = Part("slot", box((x0, x1), (outer, inner), (low - 1, top + 1)), "")
        ledge = Part("ledge", box((x0, x1), (outer - g("flap.hinge"), outer + 1),
                                  (top - g("flap.thick"), top + 1)), "")
        cuts += [cut.on_side(side).solid for cut in (slot, ledge)]
    return panel - cuts


def _side(g: Dims) -> list[Part]:
    """Rim, side board, frame tubes, corner post and leg of side A; turned four times they meet."""
    half, skirt, rim = g("table.size") / 2, g("table.skirt"), g("table.rim")
    clear, tube, leg = inside(g), g("table.tube"), g("table.leg")
    low, high = base_top(g), panel_bottom(g)
    return [
        block("rim", (-half, half - rim), (-half, -half + rim),
              (g("table.surface"), g("table.height")), "rim"),
        block("skirt", (-half, half - skirt), (-half, -half + skirt), (low, high), "board"),
        _tube(g, "tube_low", low),
        _tube(g, "tube_high", high - tube),
        Part("corner", box((clear - tube, clear), (-clear, -clear + tube),
                           (low + tube, high - tube))
             - box((clear - tube + g("table.tube_wall"), clear - g("table.tube_wall")),
                   (-clear + g("table.tube_wall"), -clear + tube - g("table.tube_wall")),
                   (low, high)), "tube"),
        Part("leg", _leg(g, clear, leg), "tube"),
    ]


def _leg(g: Dims, clear: float, leg: float) -> Any:
    wall = g("table.tube_wall")
    solid = box((clear - leg, clear), (-clear, -clear + leg), (0, g("table.bottom")))
    return solid - box((clear - leg + wall, clear - wall), (-clear + wall, -clear + leg - wall),
                       (-1, g("table.bottom") + 1))


def _tube(g: Dims, name: str, z: float) -> Part:
    clear, tube, wall = inside(g), g("table.tube"), g("table.tube_wall")
    solid = box((-clear, clear - tube), (-clear, -clear + tube), (z, z + tube))
    return Part(name, solid - box((-clear - 1, clear), (-clear + wall, -clear + tube - wall),
                                  (z + wall, z + tube - wall)), "tube")


def _bay(g: Dims) -> Part:
    half = g("bay.length") / 2
    return block("body.bay", (-half, half), (125, 125 + g("bay.width")),
                 (base_top(g), base_top(g) + g("bay.height")), "bay", mass_g=g("bay.mass"))
