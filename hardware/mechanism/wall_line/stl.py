"""Printed parts as STL, byte-stable; and what a printer needs: closed, and no wall too thin."""

import struct
from collections import Counter
from typing import Any

import numpy as np

FINE_MM, FINE_RAD = 0.05, 0.35
NEAR_MM = 1e-3


def triangles(solid: Any) -> np.ndarray:
    """The surface as triangles (n, 3, 3), corners rounded to a micrometre; none without area."""
    points, corners = solid.tessellate(FINE_MM, FINE_RAD)
    spots = np.round([[p.X, p.Y, p.Z] for p in points], 3) + 0.0
    found = spots[np.array(corners)]
    area = np.linalg.norm(np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]), axis=1)
    kept: np.ndarray = found[area > 1e-9]
    return kept


def stl_bytes(name: str, surface: np.ndarray) -> bytes:
    """A binary STL file: outward normals, the part's own corner at zero."""
    shifted = (surface - surface.min(axis=(0, 1))).astype("<f4")
    normals = np.cross(shifted[:, 1] - shifted[:, 0], shifted[:, 2] - shifted[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    rows = np.zeros(len(shifted), dtype=[("n", "<f4", 3), ("v", "<f4", (3, 3)), ("a", "<u2")])
    rows["n"], rows["v"] = normals, shifted
    return name.encode().ljust(80) + struct.pack("<I", len(rows)) + rows.tobytes()


def read_stl(content: bytes) -> np.ndarray:
    """The triangles of a binary STL file."""
    count = struct.unpack_from("<I", content, 80)[0]
    rows = np.frombuffer(content, dtype=[("n", "<f4", 3), ("v", "<f4", (3, 3)), ("a", "<u2")],
                         count=count, offset=84)
    found: np.ndarray = rows["v"].astype(float)
    return found


def open_edges(surface: np.ndarray) -> int:
    """How many edges are not gone along once in each direction: none of a watertight part."""
    keys = np.round(surface / NEAR_MM).astype(np.int64)
    spots = [[tuple(corner) for corner in triangle] for triangle in keys.tolist()]
    ways = Counter((t[n], t[(n + 1) % 3]) for t in spots for n in range(3))
    return sum(1 for (a, b), count in ways.items() if count != 1 or ways[(b, a)] != 1)


def volume(surface: np.ndarray) -> float:
    """What a closed surface holds, mm3."""
    return float(np.einsum("ij,ij->i", surface[:, 0],
                           np.cross(surface[:, 1], surface[:, 2])).sum() / 6)


def least_wall(surface: np.ndarray, every: float = 1.5) -> float:
    """The thinnest wall: from points all over the surface straight in to the other side, mm."""
    normals = np.cross(surface[:, 1] - surface[:, 0], surface[:, 2] - surface[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    starts: dict[tuple[int, ...], tuple[np.ndarray, np.ndarray]] = {}
    for triangle, normal in zip(surface, normals, strict=True):
        for spot in _samples(triangle, every):
            key = (*np.round(spot / every).astype(int).tolist(),
                   *np.round(normal * 3).astype(int).tolist())
            starts.setdefault(key, (spot - normal * NEAR_MM, -normal))
    return min(_through(surface, start, way) for start, way in starts.values())


def _samples(triangle: np.ndarray, every: float) -> np.ndarray:
    """Points inside a triangle, the more the larger it is."""
    long = max(float(np.linalg.norm(triangle[n] - triangle[n - 1])) for n in range(3))
    n = max(1, min(30, int(long / every)))
    shares = [((3 * i + 1) / (3 * n), (3 * j + 1) / (3 * n)) for i in range(n)
              for j in range(n - i)]
    points: np.ndarray = np.array([(1 - a - b, a, b) for a, b in shares]) @ triangle
    return points


def _through(surface: np.ndarray, start: np.ndarray, way: np.ndarray) -> float:
    """How far a ray goes to the first triangle (Moeller and Trumbore)."""
    one, two = surface[:, 1] - surface[:, 0], surface[:, 2] - surface[:, 0]
    across = np.cross(way, two)
    size = (one * across).sum(axis=1)
    safe = np.where(np.abs(size) < 1e-12, 1.0, size)
    away = start - surface[:, 0]
    u = (away * across).sum(axis=1) / safe
    turned = np.cross(away, one)
    v = turned @ way / safe
    far = (two * turned).sum(axis=1) / safe
    hit = (np.abs(size) > 1e-12) & (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (far > 0)
    return float(far[hit].min()) if hit.any() else np.inf


def same_stl(have: bytes, want: bytes) -> bool:
    """Do two STL files hold the same body: box and volume?"""
    if have == want:
        return True
    try:
        a, b = read_stl(have), read_stl(want)
    except (struct.error, ValueError):
        return False
    boxes = [np.array([s.min(axis=(0, 1)), s.max(axis=(0, 1))]) for s in (a, b)]
    return bool(np.abs(boxes[0] - boxes[1]).max() < 0.01
                and abs(volume(a) - volume(b)) < 1e-4 * volume(b))
