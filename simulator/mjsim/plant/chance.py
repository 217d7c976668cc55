"""Chances of a single thing: a number that goes on by itself, and is the same in every run.

Knuth's linear congruence (MMIX), of whose 64 bits the upper half is drawn. A thing has a number of
its own where thousands of things need one each; a part of the machine has a whole source
(`Core.chance`).
"""

from __future__ import annotations

MIX, ADD, ALL = 6364136223846793005, 1442695040888963407, (1 << 64) - 1
"""The next number is `number * MIX + ADD & ALL`."""
HALF = 1 / (1 << 32)
"""`(number >> 32) * HALF` is its chance, from 0 to below 1."""


def anew(chance: float, stay: float, old: float) -> float:
    """`old` with probability `stay`, else a number from 0 to 1 drawn again; all of one chance."""
    return old if chance <= stay else (chance - stay) / (1 - stay)
