"""The single-port table's chain: the loop as an envelope outside the lanes, and its motor."""

from .dimensions import Dims
from .layout import band
from .part import SIDES, Part, block


def chain_parts(g: Dims) -> list[Part]:
    """The chain's loop along the four sides, the corner floors of the rows' way, the motor."""
    inner, wide = g("chain.inside"), g("chain.width")
    z = g("chain.floor"), g("chain.floor") + g("chain.height")
    run = block("chain", (-inner - wide, inner), (-inner - wide, -inner), z, "chain",
                mass_g=g("chain.mass") / 4)
    parts = [run.on_side(side) for side in SIDES]
    outer, near = band(g, "lane")
    far = g("lane.start") - g("lane.length") - 2
    corner = block("corner_floor", (outer, far), (outer, near),
                   (g("lane.floor") - 3, g("lane.floor")), "sheet")
    parts += [corner.on_side(side) for side in "abd"]
    large = g("motor.large")
    parts.append(block("chain.motor", (330 - large / 2, 330 + large / 2),
                       (330 - large / 2, 330 + large / 2),
                       (z[0] - 30 - g("motor.large_length"), z[0] - 30), "motor",
                       mass_g=g("motor.large_mass")))
    return parts
