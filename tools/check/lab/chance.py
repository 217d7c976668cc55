"""The random words that a firmware got from the bits its chip's ring oscillator gave it."""

from __future__ import annotations

from collections.abc import Iterable

from hal.entropy import Entropy


class Spent(Exception):
    """There are no more bits."""


def words(bits: Iterable[int]) -> list[int]:
    """Every word in the order in which the table gets them, by the board's own code."""
    stream = iter(bits)

    def read_bit() -> int:
        for bit in stream:
            return bit
        raise Spent

    found: list[int] = []
    try:
        source = Entropy(read_bit)
        found.append(source.word)
        while True:
            source.step()
            while source._count:
                source.taken()
                found.append(source.word)
    except Spent:
        return found


class Drawn:
    """Takes the place of the simulated board's random numbers; the last word again at the end."""

    def __init__(self, given: list[int]) -> None:
        self.given = given or [0]
        self.at = 0

    def getrandbits(self, _count: int) -> int:
        """The next word of 16 bits."""
        word = self.given[min(self.at, len(self.given) - 1)]
        self.at += 1
        return word
