"""Drum, ring and their fixed wall on a tilted axis; the high side is between ports A and B."""

from functools import lru_cache
from math import cos, pi, radians, sin
from typing import Any

from build123d import Location, Plane, Solid

from .dimensions import Dims
from .layout import PORT_ANGLE, base_top, port_height
from .part import Part, box, rod, tube

GAP = 7.5  # dish to pan: the bosses of its fingers turn in it
FOOT, BOSS = 3.0, 2.0  # of a finger: what is clamped, and the wall of plastic round it
VANES = ("vane_a", "vane_b", "vane_c", "vane_d")
VANE, ARM = 2.0, 12.0  # thickness of a blade, width of what holds it
FIRST_DEG = 20.0  # the first spoke
LOW_DEG = 180.0  # the low side, where vanes are counted from


def tilted(g: Dims, solid: Any) -> Any:
    """A solid drawn about an upright axis from the dish's floor, put in its place."""
    turned = Location((0, 0, g("drum.centre"))) * Location((0, 0, 0), (0, 0, g("drum.turned")))
    return solid.moved(turned * Location((0, 0, 0), (0, -g("drum.tilt"), 0)))


def wall_top(g: Dims) -> float:
    """Upper edge of the fixed wall, above the dish's floor."""
    return g("ring.gap") + g("ring.thick") + 2


@lru_cache(maxsize=8)
def shell_envelope(g: Dims) -> Solid:
    """The fixed wall as a full cylinder, half a millimetre larger."""
    radius = g("drum.shell") + g("drum.shell_wall") + 0.5
    return tilted(g, rod((0, 0), radius, (-40, wall_top(g) + 60)))


def drum_parts(g: Dims, lines: str) -> list[Part]:
    """Dish with hub and fingers, vanes, ring, fixed wall with a window a line, drive, posts."""
    return [*_dish(g), *_vanes(g), _ring(g), _shell(g, lines), *_drives(g), *_posts(g)]


def _dish(g: Dims) -> list[Part]:
    radius, hub, collar = g("drum.radius"), g("drum.hub"), g("drum.collar")
    floor, lip = g("drum.floor"), g("drum.lip")
    dish = rod((0, 0), radius, (-floor, 0)) + [tube(radius, radius - 2, (-floor, lip)),
                                               tube(collar, collar - 4, (-floor, 30)),
                                               rod((0, 0), hub + 6, (-40, -floor))]
    stand = [at for spoke in range(round(g("spring.spokes"))) for at in finger_places(g, spoke)]
    clamp, mouth = -g("spring.sunk"), g("spring.mouth") / 2
    dish = dish + [rod(at, mouth + BOSS, (clamp - FOOT, -floor)) for at in stand]
    holes = [rod(at, mouth, (clamp, 1)) for at in stand]
    feet = [rod(at, g("spring.coil") / 2, (clamp - FOOT, clamp)) for at in stand]
    dish = dish - [rod((0, 0), hub, (-60, 60)), *holes, *feet]
    return [Part("drum.dish", tilted(g, dish), "dish"), *_fingers(g)]


def _fingers(g: Dims) -> list[Part]:
    """Spring fingers in bosses of the dish. Vanes bend them down."""
    found, heights = [], (-g("spring.sunk") - FOOT, g("spring.height"))
    for spoke in range(round(g("spring.spokes"))):
        for row, at in enumerate(finger_places(g, spoke)):
            coil = tilted(g, rod(at, g("spring.coil") / 2, heights))
            found.append(Part(f"drum.finger_{spoke + 1}_{row + 1}", coil, "spring",
                              mass_g=_coil_g(g)))
    return found


def _coil_g(g: Dims) -> float:
    """A close-wound coil's wire."""
    wire, long = g("spring.wire"), g("spring.height") + g("spring.sunk") + FOOT
    volume = pi * wire**2 / 4 * long / wire * pi * (g("spring.coil") - wire)
    return volume * g("density.steel") / 1e6


def finger_places(g: Dims, spoke: int) -> list[tuple[float, float]]:
    """Where a spoke's fingers stand, x and y from the dish's middle; every second one set on."""
    found = []
    for row in range(round(g("spring.rows"))):
        angle = FIRST_DEG + 360 / g("spring.spokes") * spoke + g("spring.set_on") * (row % 2)
        radius = g("spring.inner") + g("spring.step") * row
        found.append((radius * cos(radians(angle)), radius * sin(radians(angle))))
    return found


def _vanes(g: Dims) -> list[Part]:
    """Blades that stand still over the dish: three on arms over the ring, one from the wall."""
    return [Part(f"drum.{vane}", tilted(g, _vane(g, vane)), "sheet") for vane in VANES]


def _vane(g: Dims, vane: str) -> Any:
    inner, outer = g(f"{vane}.inner"), g(f"{vane}.outer")
    middle, low, high = (inner + outer) / 2, g(f"{vane}.bottom"), g(f"{vane}.top")
    blade = box(((inner - outer) / 2, (outer - inner) / 2), (-VANE / 2, VANE / 2), (low, high))
    blade = blade.moved(Location((middle, 0, 0), (0, 0, g(f"{vane}.yaw"))))
    wall = g("drum.shell") - 0.4
    if under_ring(g, vane):  # its tab passes over the dish's lip
        arm = box((outer - 14, wall), (-ARM / 2, ARM / 2), (high - 1.2, high))
    else:
        arm = box((middle - ARM / 2, wall + g("drum.shell_wall")), (-ARM / 2, ARM / 2),
                  (wall_top(g) + 0.5, wall_top(g) + 4.5))
    return (blade + arm).moved(Location((0, 0, 0), (0, 0, LOW_DEG + g(f"{vane}.at"))))


def under_ring(g: Dims, vane: str) -> bool:
    """A vane that reaches under the ring, where tiles hang."""
    return g(f"{vane}.outer") > g("ring.radius") - g("ring.width") / 2


def _ring(g: Dims) -> Part:
    half = g("ring.width") / 2
    z = g("ring.gap"), g("ring.gap") + g("ring.thick")
    return Part("ring", tilted(g, tube(g("ring.radius") + half, g("ring.radius") - half, z)),
                "ring")


def _shell(g: Dims, lines: str) -> Part:
    inner, wall = g("drum.shell"), g("drum.shell_wall")
    bottom = -g("drum.floor") - GAP - wall
    shell = tube(inner + wall, inner, (bottom, wall_top(g)))
    shell = shell + tube(inner + wall, g("drum.hub") + 9, (bottom, bottom + wall))
    shell = shell - _pinion_window(g)
    shell = tilted(g, shell)
    return Part("drum.shell", shell - [_window(g, side) for side in lines], "sheet")


def _window(g: Dims, side: str) -> Solid:
    half = g("tile.length") / 2 + 9
    low = port_height(g, side)
    cut = box((g("drum.shell") - 40, g("drum.shell") + 30),
              (8 - half, 8 + half), (low - 5, low + g("tile.thick") + 5))
    return cut.moved(Location((0, 0, 0), (0, 0, PORT_ANGLE[side])))


def _pinion_window(g: Dims) -> Any:
    cut = box((g("drum.shell") - 8, g("drum.shell") + 8), (-24, 24),
              (g("ring.gap") - 1, wall_top(g) + 1))
    return cut.moved(Location((0, 0, 0), (0, 0, 175)))


def _drives(g: Dims) -> list[Part]:
    """The drum's motor under the pan, the ring's outside the wall with its friction wheel."""
    large, small = g("motor.large"), g("motor.frame")
    under = -g("drum.floor") - GAP - g("drum.shell_wall") - 1
    drum = box((150 - large / 2, 150 + large / 2), (-large / 2, large / 2),
               (under - g("motor.large_length"), under))
    drum = drum.moved(Location((0, 0, 0), (0, 0, 270)))
    out = g("ring.radius") + g("ring.width") / 2 + 22.5
    turn = Location((0, 0, 0), (0, 0, 175))
    wheel = rod((out, 0), 22, (g("ring.gap"), g("ring.gap") + g("ring.thick"))).moved(turn)
    far = g("drum.shell") + g("drum.shell_wall") + 2
    ring = box((far, far + small), (-small / 2, small / 2),
               (g("ring.gap") - 4 - g("motor.length"), g("ring.gap") - 4)).moved(turn)
    return [Part("drum.motor", tilted(g, drum), "motor", mass_g=g("motor.large_mass")),
            Part("ring.wheel", tilted(g, wheel), "bar"),
            Part("ring.motor", tilted(g, ring), "motor", mass_g=g("motor.mass"))]


def _posts(g: Dims) -> list[Part]:
    """Four posts from the base plate to the pan."""
    pan = -g("drum.floor") - GAP - g("drum.shell_wall")
    above = tilted(g, Solid.make_box(900, 900, 300, Plane((-450, -450, pan))))
    parts = []
    for n, (x, y) in enumerate([(192, 100), (-192, 100), (-192, -100), (192, -100)]):
        post = box((x - 10, x + 10), (y - 10, y + 10), (base_top(g), g("drum.centre") + 60))
        parts.append(Part(f"drum.post_{n + 1}", post - above, "steel"))
    return parts
