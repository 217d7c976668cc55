"""The shaded picture of the table for the README: flat regions of colour under thin edges.

What is seen is decided in a depth buffer; regions of equal colour are traced into paths. All
coordinates are whole units of half a pixel, so that the file is the same everywhere.
"""

import numpy as np

from .dimensions import Dims
from .labels import SIZE, labels
from .mesh import Mesh, Point, dot
from .raster import Buffer, View, facets, render, shadows
from .scene import FLOOR, scene
from .trace import outlines, simplified

EYE: Point = (0.60, -0.80, 0.98)
LIGHT: Point = (-0.30, -0.48, 1.60)
UNITS_PER_MM = 1.45
LEVELS = 16
INK = "#1d242b"
MARGIN = 44
NAMES = 335  # room for names at either side


def picture(g: Dims) -> str:
    """The SVG text."""
    meshes = scene(g)
    corners, normals, owner = facets(meshes)
    buffer = render(corners, normals, View.along(EYE, UNITS_PER_MM))
    light = render(corners, normals, View.along(LIGHT, 1.2))
    colours, grid = _shade(meshes, normals, owner, buffer, shadows(buffer, light))
    shapes = [f'<path fill="{colours[number]}" stroke="{colours[number]}" d="{_path(loops)}"/>'
              for number, loops in outlines(grid).items()]
    return _page(g, grid, buffer, shapes, _lines(meshes, buffer))


def plain(meshes: list[Mesh], eye: Point, units_per_mm: float) -> tuple[Buffer, str]:
    """Meshes without shadows: where their points are on paper, and the SVG group of them."""
    corners, normals, owner = facets(meshes)
    buffer = render(corners, normals, View.along(eye, units_per_mm))
    bright = np.zeros(buffer.facet.shape, dtype=bool)
    colours, grid = _shade(meshes, normals, owner, buffer, bright)
    shapes = [f'<path fill="{colours[number]}" stroke="{colours[number]}" d="{_path(loops)}"/>'
              for number, loops in outlines(grid).items()]
    edges = (f'<path fill="none" stroke="{INK}" stroke-width="1" stroke-opacity=".7" '
             f'd="{"".join(_lines(meshes, buffer))}"/>')
    return buffer, f'<g stroke-width="1" stroke-linejoin="round">{"".join(shapes)}</g>{edges}'


def _page(g: Dims, grid: np.ndarray, buffer: Buffer, shapes: list[str],
          lines: list[str]) -> str:
    """The regions, the edges and the names, with room for the names at both sides."""
    rows, columns = np.nonzero(grid >= 0)
    y0, y1 = int(rows.min()) - MARGIN, int(rows.max()) + MARGIN
    x0, x1 = int(columns.min()) - MARGIN, int(columns.max()) + MARGIN
    names = labels(g, buffer, (x0, x1), (y0 + MARGIN, y1))
    x0, x1 = x0 - NAMES, x1 + NAMES
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0} {y0} {x1 - x0} {y1 - y0}" '
        f'width="{(x1 - x0) // 2}" height="{(y1 - y0) // 2}" role="img">',
        "<title>The table with a corner of its top cut away</title>",
        f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" rx="24" fill="#f7f9fa"/>',
        f'<g stroke-width="1.2" stroke-linejoin="round">{"".join(shapes)}</g>',
        f'<path fill="none" stroke="{INK}" stroke-width="1.3" stroke-opacity=".75" '
        f'stroke-linecap="round" d="{"".join(lines)}"/>',
        f'<g fill="none" stroke="{INK}" stroke-width="1.6" font-size="{SIZE}" '
        'font-family="Helvetica, Arial, sans-serif">',
        *(name.replace("<circle", '<circle fill="#fff"')
          .replace("<text", f'<text fill="{INK}" stroke="none"') for name in names),
        "</g>", "</svg>", ""])


def _shade(meshes: list[Mesh], normals: np.ndarray, owner: np.ndarray, buffer: Buffer,
           dark: np.ndarray) -> tuple[list[str], np.ndarray]:
    """The colours in use and for every pixel its colour's number, -1 outside."""
    size = dot(LIGHT, LIGHT) ** 0.5
    sun = (normals[:, 0] * LIGHT[0] + normals[:, 1] * LIGHT[1] + normals[:, 2] * LIGHT[2]) / size
    sky = 0.5 + 0.5 * normals[:, 2]
    lit = np.round((0.72 * np.clip(sun, 0, 1) + 0.28 * sky) * (LEVELS - 1)).astype(int)
    dim = np.round(0.34 * sky * (LEVELS - 1)).astype(int)
    names = sorted({mesh.colour for mesh in meshes})
    paint = np.array([names.index(mesh.colour) for mesh in meshes])[owner]
    seen = np.where(buffer.facet >= 0, buffer.facet, 0)
    code = paint[seen] * LEVELS + np.where(dark, dim[seen], lit[seen])
    floor = paint[seen] == (names.index(FLOOR) if FLOOR in names else -1)
    code = np.where((buffer.facet < 0) | (floor & ~dark), -1, code)
    return [_mix(names[n // LEVELS], n % LEVELS) for n in range(len(names) * LEVELS)], code


def _mix(colour: str, level: int) -> str:
    """A colour under a light level: 0 is the darkest shadow, the top is full light."""
    if colour == FLOOR:
        return "#dfe3e7"
    bright = 0.42 + 0.64 * level / (LEVELS - 1)
    parts = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{min(255, int(part * bright)):02x}" for part in parts)


def _path(loops: list[list[tuple[int, int]]]) -> str:
    text = []
    for loop in loops:
        loop = simplified(loop, 0.8)
        if len(loop) > 2 and _area(loop) > 3:
            text.append(_steps(loop) + "z")
    return "".join(text)


def _area(loop: list[tuple[int, int]]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1]
                   for a, b in zip(loop, loop[1:] + loop[:1], strict=True))) / 2


def _steps(points: list[tuple[int, int]]) -> str:
    """An SVG path by relative steps."""
    x, y = points[0]
    text = f"M{x} {y}"
    last = "l"
    for nx, ny in points[1:]:
        dx, dy = nx - x, ny - y
        x, y = nx, ny
        step = f"{dx}{dy}" if dy < 0 else f"{dx} {dy}"
        text += (last if last else ("" if step.startswith("-") else " ")) + step
        last = ""
    return text


def _lines(meshes: list[Mesh], buffer: Buffer) -> list[str]:
    """The visible runs of all edges."""
    edges = [edge for mesh in meshes if mesh.colour != FLOOR for edge in mesh.edges]
    spots = buffer.pixel(np.array([point for edge in edges for point in edge]))
    depth = buffer.depth
    # the farthest of the four pixels round every pixel corner
    far = np.minimum(np.minimum(depth[:-1, :-1], depth[:-1, 1:]),
                     np.minimum(depth[1:, :-1], depth[1:, 1:]))
    found: set[str] = set()
    start = 0
    for edge in edges:
        found.update(_steps(run) for run in _visible(spots[start:start + len(edge)], far))
        start += len(edge)
    return sorted(found)


def _visible(spots: np.ndarray, far: np.ndarray) -> list[list[tuple[int, int]]]:
    """Runs of an edge that nothing hides, straight where the edge is."""
    runs: list[list[tuple[int, int]]] = []
    run: list[tuple[int, int]] = []
    for a, b in zip(spots[:-1], spots[1:], strict=True):
        steps = max(2, int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) / 2) + 1)
        points = a + (b - a) * (np.arange(steps) / (steps - 1))[:, None]
        places = np.floor(points[:, :2] + 0.5).astype(int)
        seen = points[:, 2] + 1.2 >= far[places[:, 1] - 1, places[:, 0] - 1]
        if not seen.any():
            runs, run = _close(runs, run), []
            continue
        for n, ((x, y), clear) in enumerate(zip(places.tolist(), seen.tolist(), strict=True)):
            if not clear:
                runs, run = _close(runs, run), []
            elif len(run) >= 2 and n > 1 and seen[n - 1]:
                run[-1] = (x, y)
            elif not run or run[-1] != (x, y):
                run.append((x, y))
    return _close(runs, run)


def _close(runs: list[list[tuple[int, int]]],
           run: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Add a run that is worth drawing."""
    if len(run) > 2 or len(run) == 2 and sum(abs(p - q) for p, q in zip(*run, strict=True)) > 3:
        return [*runs, run]
    return runs
