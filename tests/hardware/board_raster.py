"""A board file's copper and holes, read by the tests' own reader and drawn."""

import math

from tests.hardware.board_reader import parse, rows
from tests.hardware.raster import Raster


def words(node, name):
    """The words of the first child of this name."""
    return next((child[1:] for child in rows(node, name)), [])


def numbers(node, name):
    return [float(word) for word in words(node, name)]


def pads(root):
    """Every pad: kind, shape, layers, x, y, width, height, drill, as they lie on the board."""
    for part in rows(root, "footprint"):
        x, y, *turned = numbers(part, "at")
        angle = math.radians(turned[0] if turned else 0)
        for pad in rows(part, "pad"):
            px, py, *spin = numbers(pad, "at")
            wide, high = numbers(pad, "size")
            if round(spin[0] if spin else 0) % 180 == 90:
                wide, high = high, wide
            drill = next(iter(numbers(pad, "drill")), 0.0)
            yield (pad[2], pad[3], words(pad, "layers"),
                   x + math.cos(angle) * px + math.sin(angle) * py,
                   y - math.sin(angle) * px + math.cos(angle) * py, wide, high, drill)


def copper(text, layer, width, height):
    """One layer's copper as pixels."""
    root, drawn = parse(text), Raster(width, height)
    for kind, shape, layers, x, y, wide, high, _ in pads(root):
        if kind != "np_thru_hole" and {layer, "*.Cu"} & set(layers):
            {"rect": drawn.box, "oval": drawn.oval, "circle": drawn.oval}[shape](x, y, wide, high)
    for row in rows(root, "segment"):
        if words(row, "layer") == [layer]:
            drawn.stroke(*numbers(row, "start"), *numbers(row, "end"),
                         numbers(row, "width")[0] / 2)
    for row in rows(root, "via"):
        drawn.oval(*numbers(row, "at"), *numbers(row, "size") * 2)
    for zone in rows(root, "zone"):
        for fill in rows(zone, "filled_polygon"):
            if words(fill, "layer") == [layer]:
                assert words(zone, "filled_areas_thickness") == ["no"], "it is plotted thicker"
                drawn.area([(float(x), float(y)) for _, x, y in next(rows(fill, "pts"))[1:]])
    return drawn.cells


def holes(text, height):
    """Plated holes and bare ones: x, y from the lower left corner, diameter."""
    root = parse(text)
    plated = [(x, height - y, drill) for kind, _, _, x, y, _, _, drill in pads(root)
              if kind == "thru_hole"]
    plated += [(x, height - y, *numbers(row, "drill")) for row in rows(root, "via")
               for x, y in (numbers(row, "at"),)]
    bare = [(x, height - y, drill) for kind, _, _, x, y, _, _, drill in pads(root)
            if kind == "np_thru_hole"]
    return sorted(plated), sorted(bare)
