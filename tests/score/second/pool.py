"""One set of tiles to deal from: nothing is given out twice."""

from collections import Counter

from tests.score.second.tiles import ANIMALS, FLOWERS, JOKER, KINDS, SEASONS


class Pool:
    """The tiles that are still there. `take` gives all of what is asked for, or nothing."""

    def __init__(self, rng, system):
        self.rng = rng
        self.left = Counter(dict.fromkeys(KINDS, 4))
        if system != "MJG":
            self.left.update(FLOWERS + SEASONS)
        if system == "HANDS":
            self.left.update(ANIMALS)
        if system == "SHOP-A":
            self.left[JOKER] = 8

    def has(self, tiles):
        return Counter(tiles) <= self.left

    def take(self, tiles):
        """The tiles as a list, taken out; None when one of them is gone."""
        if not self.has(tiles):
            return None
        self.left.subtract(tiles)
        return list(tiles)

    def any(self, count, kinds):
        """So many tiles at random, of the kinds asked for, in lumps of one to four alike."""
        found = []
        while len(found) < count:
            kinds = [tile for tile in kinds if self.left[tile]] or KINDS
            tile = self.rng.choice(kinds)
            lump = min(self.rng.choice((1, 1, 1, 2, 2, 3, 4)), count - len(found), self.left[tile])
            found += self.take([tile] * lump)
        return found
