"""Chance drawn from a wall's number: the same walls and faces however the work is split.

SplitMix64 (Steele, Lea, Flood 2014) as a hash of seed, wall and tile: no state, so wall 7 is wall
7 in whichever process it is made.
"""

import hashlib

import numpy as np

_GAMMA = 0x9E3779B97F4A7C15
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_AT_ONCE = 64  # walls: their keys stay in the processor's cache, three times as fast
_LOW = np.uint64(0xFF)  # the low byte of a key holds the tile


def named(seed: int, purpose: str) -> int:
    """Seed 0..2^62-1 of one purpose: walls and faces of the same seed share no chance."""
    told = hashlib.sha256(f"{purpose}/{seed}".encode()).digest()
    return int.from_bytes(told[:8], "big") >> 2


def random_bits(seed: int, number: np.ndarray, n: int) -> np.ndarray:
    """64 random bits for each tile of each wall: (walls, n) uint64; seed 0..2^62."""
    start = (seed * 0xD1342543DE82EF95 + 1) % 2**64
    counter = number.astype(np.uint64)[:, None] * np.uint64(256) + np.arange(n, dtype=np.uint64)
    bits: np.ndarray = counter * np.uint64(_GAMMA) + np.uint64(start)
    for shift, factor in _MIX:
        bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
    return bits ^ (bits >> np.uint64(31))


def order_by(bits: np.ndarray) -> np.ndarray:
    """Tiles 0..n-1 in the order of the upper 56 bits of their keys, ties in the tiles' order."""
    keys = (bits & ~_LOW) | np.arange(bits.shape[1], dtype=np.uint64)
    keys.sort(axis=1)
    return (keys & _LOW).astype(np.int16)


def perfect_walls(seed: int, number: np.ndarray, n: int) -> np.ndarray:
    """Uniform arrangements, (walls, n) int16: the good control, as by Fisher and Yates.

    Sorted by 56 random bits; two of 152 tiles share them in one wall of 10^12.
    """
    parts = [
        order_by(random_bits(seed, number[at : at + _AT_ONCE], n))
        for at in range(0, len(number), _AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, n), np.int16)
