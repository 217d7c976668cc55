"""What is seen from one direction: a depth buffer over facets; the light's gives shadows."""

from dataclasses import dataclass

import numpy as np

from .mesh import Mesh, Point, cross, dot


@dataclass(frozen=True)
class View:
    """A parallel view: where right, up and towards the eye point, and pixels a mm."""

    right: Point
    up: Point
    eye: Point
    scale: float

    @classmethod
    def along(cls, eye: Point, scale: float) -> "View":
        """The view from far away in direction `eye`, with z upright."""
        size = dot(eye, eye) ** 0.5
        eye = (eye[0] / size, eye[1] / size, eye[2] / size)
        side = (eye[0] ** 2 + eye[1] ** 2) ** 0.5
        right = (-eye[1] / side, eye[0] / side, 0.0)
        return cls(right, cross(eye, right), eye, scale)

    def project(self, points: np.ndarray) -> np.ndarray:
        """x to the right, y down, depth towards the eye; x and y snapped to 1/64 pixel."""
        x = _dots(points, self.right) * self.scale
        y = -_dots(points, self.up) * self.scale
        depth = _dots(points, self.eye)
        return np.stack([np.round(x * 64) / 64, np.round(y * 64) / 64, depth], axis=-1)


def _dots(points: np.ndarray, axis: Point) -> np.ndarray:
    return points[..., 0] * axis[0] + points[..., 1] * axis[1] + points[..., 2] * axis[2]


@dataclass
class Buffer:
    """Depth and number of the facet seen in every pixel; pixel (0, 0) is at `origin`."""

    view: View
    origin: tuple[float, float]
    depth: np.ndarray
    facet: np.ndarray

    def pixel(self, points: np.ndarray) -> np.ndarray:
        """Points of the model as pixel coordinates and depth."""
        spots = self.view.project(points)
        spots[..., 0] -= self.origin[0]
        spots[..., 1] -= self.origin[1]
        return spots


def facets(meshes: list[Mesh]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All triangles (n, 3, 3), their normals and the number of their mesh."""
    corners, normals, owner = [], [], []
    for number, mesh in enumerate(meshes):
        for a, b, c, normal in mesh.triangles:
            corners.append((a, b, c))
            normals.append(normal)
            owner.append(number)
    return np.array(corners), np.array(normals), np.array(owner)


def render(corners: np.ndarray, normals: np.ndarray, view: View) -> Buffer:
    """Draw every facet that faces the eye; the nearer one wins, the first when equal."""
    spots = view.project(corners)
    low = np.floor(spots[..., :2].min(axis=(0, 1))) - 2
    size = (np.ceil(spots[..., :2].max(axis=(0, 1))) + 3 - low).astype(int)
    spots[..., :2] -= low
    depth = np.full((size[1], size[0]), -1e9)
    facet = np.full((size[1], size[0]), -1, dtype=np.int32)
    facing = _dots(normals, view.eye) > 1e-6
    for number in np.nonzero(facing)[0]:
        _draw(spots[number], int(number), depth, facet)
    return Buffer(view, (float(low[0]), float(low[1])), depth, facet)


def _draw(tri: np.ndarray, number: int, depth: np.ndarray, facet: np.ndarray) -> None:
    """One triangle: the pixels whose centre it covers and where it is nearest."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = tri.tolist()
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if area == 0:
        return
    x0, x1 = int(min(ax, bx, cx)), int(max(ax, bx, cx)) + 2
    y0, y1 = int(min(ay, by, cy)), int(max(ay, by, cy)) + 2
    px = np.arange(x0, x1)[None, :] + 0.5
    py = np.arange(y0, y1)[:, None] + 0.5
    u = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area
    v = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area
    far = az + u * (bz - az) + v * (cz - az)
    part = depth[y0:y1, x0:x1]
    hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (far > part + 1e-4)
    part[hit] = far[hit]
    facet[y0:y1, x0:x1][hit] = number


def shadows(buffer: Buffer, light: Buffer) -> np.ndarray:
    """Pixels of the picture whose point the light does not reach."""
    rows, columns = np.nonzero(buffer.facet >= 0)
    view = buffer.view
    x = (columns + 0.5 + buffer.origin[0]) / view.scale
    y = -(rows + 0.5 + buffer.origin[1]) / view.scale
    deep = buffer.depth[rows, columns]
    points = np.stack([x * view.right[i] + y * view.up[i] + deep * view.eye[i]
                       for i in range(3)], axis=-1)
    spots = light.pixel(points)
    lx = np.clip(np.floor(spots[:, 0]).astype(int), 0, light.depth.shape[1] - 1)
    ly = np.clip(np.floor(spots[:, 1]).astype(int), 0, light.depth.shape[0] - 1)
    dark = np.zeros(buffer.facet.shape, dtype=bool)
    dark[rows, columns] = light.depth[ly, lx] > spots[:, 2] + 3.0
    return dark
