"""Dice under their dome: a plate on a 5 V motor. Nobody reads the pips; only the plant knows."""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.drive import Drive
from mjsim.plant.numbers import CLOCK_SPEED, DICE_SETTLE_MIN_MS, NEVER

_BYTE = C.IN_DICE_ROT >> 3
_ROT = 1 << (C.IN_DICE_ROT & 7)
_EDGE = C.DICE_PLATE_ROT_EDGE_MS * CLOCK_SPEED


class Dice(Drive):
    """`pips` of the last roll; `rest_ms` when they came or come to rest."""

    __slots__ = ("count", "pips", "rest_ms", "rolls", "target", "throw")

    def __init__(self, plant, count: int) -> None:
        super().__init__(plant, C.M_DICE, CLOCK_SPEED)
        self.count = count
        self.pips: list[int] = []
        self.rest_ms = 0
        self.rolls = 0
        self.throw = plant.chance("pips").random
        self.target = 1 + int(self.random() * _EDGE)

    def mains(self) -> float:
        """It has a supply of its own."""
        return 1.0

    def started(self, now: int) -> None:
        self.rest_ms = NEVER

    def stopped(self, now: int) -> None:
        self.rolls += 1
        self.pips = [1 + int(self.throw() * 6) for _ in range(self.count)]
        span = C.DICE_PLATE_SETTLE_MS - DICE_SETTLE_MIN_MS
        self.rest_ms = now + DICE_SETTLE_MIN_MS + int(self.throw() * span)

    def plan(self, now: int) -> None:
        self.at = self.since - (self.origin - self.target) // self.speed

    def cross(self, now: int) -> None:
        self.p.put(_BYTE, _ROT, not self.p.raw[_BYTE] & _ROT)
        self.target += _EDGE
        self.plan(now)
