"""One hand played to its end, and the order in which its tiles are swept in afterwards.

Wall, draws, replacements and whether there are chows come from `mjscore.flow`; the four players
are ours: each throws the tile that leaves him nearest to a complete hand, and claims what brings
him nearer. No kongs, and who can win wins, whatever it scores: only who lies where counts here.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from mjscore.flow.customs import custom_of, is_aside, tile_set
from mjscore.flow.wall_state import WallState
from mjscore.tiles import KINDS, SUITED
from mjscore.wall import index_of
from mjstudy.hands import PLAYERS, of_player
from mjstudy.seeds import generator
from mjstudy.shanten import sets_and_pair

PROFILE_OF = {136: "MJG", 144: "HANDS-144", 148: "HANDS-148", 152: "SHOP-A"}
"""A game that is played with so many tiles."""
WON = -1
CHOWS = (-2, -1), (-1, 1), (1, 2)
PUNG = ((0, 0),)
"""The other two of a set, by how far they are from the claimed one."""


class Player:
    """Tiles by number in the order of drawing: in `hand`, in `melds` of three, thrown (`out`),
    laid `aside`."""

    def __init__(self, hand: list[int]) -> None:
        self.hand = hand
        self.melds: list[list[int]] = []
        self.out: list[int] = []
        self.aside: list[int] = []


class Game:
    """A hand under way; `kind` (n,) of each tile in the order of drawing."""

    def __init__(self, n: int, seed: int, number: int = 0) -> None:
        profile = PROFILE_OF[n]
        self.random = generator(seed, "hand", f"{n} tiles", number)
        self.kind = self.random.permutation(np.array(tile_set(profile)))
        self.custom = custom_of(profile)
        self.wall = WallState(index_of(profile))
        self.players = [Player(of_player(seat).tolist()) for seat in range(PLAYERS)]
        self.won = False

    def steps(self, player: Player, places: list[int]) -> int:
        """How far from complete with these places in his hand; `WON` is complete."""
        kinds = self.kind[places]
        counts = np.bincount(kinds[kinds < KINDS], minlength=KINDS)[None, :]
        return int(sets_and_pair(counts, len(player.melds))[0])

    def replace(self, player: Player) -> None:
        """What is laid aside is replaced from the wall's tail while there is something there."""
        found = [at for at in player.hand if is_aside(self.custom, int(self.kind[at]))]
        for at in found:
            player.hand.remove(at)
            player.aside.append(at)
            if self.wall.replaceable:
                place, self.wall = self.wall.replace()
                player.hand.append(place)
        if found:
            self.replace(player)

    def best(self, player: Player) -> tuple[int, int]:
        """The tile to throw, and how far from complete he is without it."""
        tried = {int(self.kind[at]): at for at in player.hand}
        found = [(self.steps(player, [one for one in player.hand if one != at]),
                  float(self.random.random()), at) for at in tried.values()]  # fmt: skip
        steps, _, at = min(found)
        return at, steps

    def wins(self, player: Player, at: int) -> bool:
        """He takes the thrown tile and has won."""
        self.won = self.steps(player, [*player.hand, at]) == WON
        if self.won:
            player.hand.append(at)
        return self.won

    def claim(self, player: Player, at: int, others: tuple[tuple[int, int], ...]) -> bool:
        """He takes the thrown tile for a set that brings him nearer; `others` of the set are so
        many kinds from it."""
        now = self.steps(player, player.hand)
        for two in self._with(player, int(self.kind[at]), others):
            rest = [one for one in player.hand if one not in two]
            player.melds.append([*two, at])
            if min(self.steps(player, [one for one in rest if one != out]) for out in rest) < now:
                player.hand = rest
                return True
            player.melds.pop()
        return False

    def _with(self, player: Player, kind: int, others: tuple[tuple[int, int], ...]
              ) -> list[list[int]]:  # fmt: skip
        """Pairs of his places that make a set with a tile of this kind."""
        beside = [(kind + low, kind + high) for low, high in others]
        wanted = [(low, high) for low, high in beside
                  if low == kind or kind < SUITED and low // 9 == kind // 9 == high // 9]
        found = []
        for one, two in wanted:
            first = [at for at in player.hand if self.kind[at] == one]
            second = [at for at in player.hand if self.kind[at] == two and at not in first[:1]]
            if first and second:
                found.append([first[0], second[0]])
        return found

    def play(self) -> None:
        """To a winner, or to the end of the wall."""
        for player in self.players:
            self.replace(player)
        turn, draws = 0, False
        while not self.won:
            player = self.players[turn]
            if draws:
                if self.wall.ended:
                    return
                place, self.wall = self.wall.draw()
                player.hand.append(place)
                self.replace(player)
            if self.steps(player, player.hand) == WON:
                self.won = True
                return
            thrown, _ = self.best(player)
            player.hand.remove(thrown)
            turn, draws = self._offered(turn, thrown)

    def _offered(self, turn: int, thrown: int) -> tuple[int, bool]:
        """Whose turn is next after this throw, and whether he draws: who wins goes before a pung,
        that before a chow of the next player."""
        after = [(turn + way) % PLAYERS for way in range(1, PLAYERS)]
        for other in after:
            if self.wins(self.players[other], thrown):
                return other, False
        for other in after:
            if self.claim(self.players[other], thrown, PUNG):
                return other, False
        if self.custom.chows and self.claim(self.players[after[0]], thrown, CHOWS):
            return after[0], False
        self.players[turn].out.append(thrown)
        return after[0], True


@cache
def played(n: int, seed: int, number: int) -> Game:
    """Hand `number`, played once; `seed` of the faces and of the players' ties."""
    game = Game(n, seed, number)
    game.play()
    return game
