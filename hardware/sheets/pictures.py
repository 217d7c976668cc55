"""The pictures of parts: schemdraw's for two pins, strokes of our own for three."""

from typing import NamedTuple

import schemdraw.elements as elm

# names of the first pin; the other pin is the second
FIRST = ("A", "+", "1", "P")
TWO = {
    "resistor": elm.ResistorIEC, "capacitor": elm.Capacitor, "x_capacitor": elm.Capacitor,
    "y_capacitor": elm.Capacitor, "polar_capacitor": elm.Capacitor2, "diode": elm.Diode,
    "schottky": elm.Schottky, "zener": elm.Zener, "tvs": elm.Zener, "led": elm.LED,
    "fuse": elm.FuseIEC, "mov": elm.ResistorVarIEC, "inductor": elm.Inductor2,
    "strap": elm.Switch,
}
Points = tuple[tuple[float, float], ...]


class Strokes(NamedTuple):
    """A picture of lines, arrows (last two points) and pins by their role."""

    pins: dict[str, tuple[float, float, str]]
    lines: tuple[Points, ...]
    arrow: Points = ()


BAR = ((0.45, -0.55), (0.45, 0.55))
THREE = {
    "nmos": Strokes(
        {"G": (0, 0, "left"), "D": (1, -1, "up"), "S": (1, 1, "down")},
        (((0, 0), (0.45, 0)), BAR, ((0.6, -0.65), (0.6, -0.25)), ((0.6, -0.2), (0.6, 0.2)),
         ((0.6, 0.25), (0.6, 0.65)), ((1, -1), (1, -0.45), (0.6, -0.45)),
         ((1, 1), (1, 0.45), (0.6, 0.45)), ((1, 0.45), (1, 0))), ((1, 0), (0.6, 0))),
    "pmos": Strokes(
        {"G": (0, 0, "left"), "S": (1, -1, "up"), "D": (1, 1, "down")},
        (((0, 0), (0.45, 0)), BAR, ((0.6, -0.65), (0.6, -0.25)), ((0.6, -0.2), (0.6, 0.2)),
         ((0.6, 0.25), (0.6, 0.65)), ((1, -1), (1, -0.45), (0.6, -0.45)),
         ((1, 1), (1, 0.45), (0.6, 0.45)), ((1, -0.45), (1, 0))), ((0.6, 0), (1, 0))),
    "npn": Strokes(
        {"B": (0, 0, "left"), "C": (1, -1, "up"), "E": (1, 1, "down")},
        (((0, 0), (0.5, 0)), ((0.5, -0.5), (0.5, 0.5)), ((0.5, -0.2), (1, -0.6), (1, -1)),
         ((1, 0.6), (1, 1))), ((0.5, 0.2), (1, 0.6))),
    "pnp": Strokes(
        {"B": (0, 0, "left"), "E": (1, -1, "up"), "C": (1, 1, "down")},
        (((0, 0), (0.5, 0)), ((0.5, -0.5), (0.5, 0.5)), ((1, -1), (1, -0.6)),
         ((0.5, 0.2), (1, 0.6), (1, 1))), ((1, -0.6), (0.5, -0.2))),
    "triac": Strokes(
        {"G": (0, 1, "left"), "A2": (1, -1, "up"), "A1": (1, 1, "down")},
        (((1, -1), (1, -0.3)), ((1, 1), (1, 0.3)), ((0.4, -0.3), (1.6, -0.3)),
         ((0.4, 0.3), (1.6, 0.3)), ((0.4, -0.3), (1, -0.3), (0.7, 0.3), (0.4, -0.3)),
         ((1, 0.3), (1.6, 0.3), (1.3, -0.3), (1, 0.3)), ((0, 1), (0.7, 0.3)))),
}
ALIASES = {"MT1": "A1", "MT2": "A2", "T1": "A1", "T2": "A2", "GATE": "G", "DRAIN": "D",
           "SOURCE": "S"}
